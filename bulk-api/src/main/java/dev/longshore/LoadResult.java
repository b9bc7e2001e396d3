package dev.longshore;

import java.time.Duration;
import java.util.List;

/**
 * What a successful load did. {@code rowsRead} is the sum of the other counts, {@code rowsWritten} left out. Immutable.
 *
 * @param rowsRead rows taken from the source
 * @param rowsWritten rows that the database took, as inserts or updates
 * @param rowsInserted of these, rows inserted; -1 where the database does not tell
 * @param rowsUpdated of these, rows updated; -1 where the database does not tell
 * @param rowsSkipped rows that a trigger or a conflict clause of the table made the database leave out
 * @param rowsRejected rows set aside because they were wrong
 * @param path the path taken, for example {@code insert-values}; {@code none} if there was no row
 * @param warnings what the caller should know
 * @param elapsed the time from the call of the verb to the return
 * @param stages where that time went
 */
public record LoadResult(
        long rowsRead,
        long rowsWritten,
        long rowsInserted,
        long rowsUpdated,
        long rowsSkipped,
        long rowsRejected,
        String path,
        List<LoadWarning> warnings,
        Duration elapsed,
        StageTimes stages) {

    /**
     * Makes a result with a copy of the warnings.
     *
     * @param rowsRead as {@link #rowsRead()}
     * @param rowsWritten as {@link #rowsWritten()}
     * @param rowsInserted as {@link #rowsInserted()}
     * @param rowsUpdated as {@link #rowsUpdated()}
     * @param rowsSkipped as {@link #rowsSkipped()}
     * @param rowsRejected as {@link #rowsRejected()}
     * @param path as {@link #path()}
     * @param warnings as {@link #warnings()}
     * @param elapsed as {@link #elapsed()}
     * @param stages as {@link #stages()}
     */
    public LoadResult {
        warnings = List.copyOf(warnings);
    }

    /** Returns the result as one line for a log. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder()
                .append(rowsWritten)
                .append(rowsWritten == 1 ? " row" : " rows")
                .append(" written by ")
                .append(path)
                .append(" in ")
                .append(elapsed.toMillis())
                .append(" ms");
        if (rowsSkipped > 0) {
            line.append(", ").append(rowsSkipped).append(" skipped");
        }
        if (rowsRejected > 0) {
            line.append(", ").append(rowsRejected).append(" rejected");
        }
        for (LoadWarning warning : warnings) {
            line.append("; ").append(warning.message());
        }
        return line.toString();
    }
}
