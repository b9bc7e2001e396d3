package dev.longshore.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts by LOAD DATA LOCAL, a statement for the rows that are in memory. LOCAL means IGNORE to the server: it leaves duplicates out,
 * changes what does not fit, and warns. So a statement that warned, or that stored fewer rows than were sent, is taken back behind a
 * savepoint and fails. Its rows are then tried by plain INSERT, whose error is the server's own and whose row can be found. Must run in
 * a transaction. Confined to the loading thread, but for {@link #cancel}.
 */
final class LoadDataInserter implements RowInserter {
    private static final String SAVEPOINT = "SAVEPOINT longshore_load_data";
    private static final String ROLLBACK = "ROLLBACK TO SAVEPOINT longshore_load_data";
    private static final String RELEASE = "RELEASE SAVEPOINT longshore_load_data";

    private final Connection connection;
    private final InfileStatement infile;
    private final LoadDataText text;
    private final LoadDataStream lines;
    private final RowInserter plain;

    /**
     * Makes an inserter.
     *
     * @param plain inserts the same rows by plain INSERT
     */
    LoadDataInserter(
            Connection connection, InfileStatement infile, LoadDataText text, LoadDataStream lines, RowInserter plain) {
        this.connection = connection;
        this.infile = infile;
        this.text = text;
        this.lines = lines;
        this.plain = plain;
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        run(SAVEPOINT);
        long stored = infile.load(text.sql(), lines.of(from, count));
        SQLException changed = changed(stored, count);
        if (changed != null) {
            run(ROLLBACK);
        }
        run(RELEASE);
        if (changed != null) {
            throw changed;
        }
        return stored;
    }

    private @Nullable SQLException changed(long stored, int count) throws SQLException {
        List<ServerWarning> warnings = infile.mayHaveWarned() ? ServerWarning.all(connection) : List.of();
        if (warnings.isEmpty()) {
            return stored == count
                    ? null
                    : new SQLException(
                            "LOAD DATA stored " + stored + " rows of " + count + ", without a warning",
                            ServerWarning.SQL_STATE);
        }
        ServerWarning first = warnings.get(0);
        SQLException changed = new SQLException(
                "LOAD DATA changes or leaves out what does not fit, and warns: " + first.message(),
                ServerWarning.SQL_STATE,
                first.code());
        for (ServerWarning warning : warnings) {
            changed.addSuppressed(warning.asException());
        }
        return changed;
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public boolean looksForWarnings() {
        return true;
    }

    @Override
    public List<String> forgotten() {
        return text.forget();
    }

    @Override
    public RowInserter searching() {
        return plain;
    }

    /** Warnings were looked at. */
    @Override
    public boolean mayHaveWarned() {
        return false;
    }

    @Override
    public void cancel() throws SQLException {
        infile.cancel();
    }

    @Override
    public void close() throws SQLException {
        plain.close();
    }
}
