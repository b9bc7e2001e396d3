package dev.longshore;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row that a load set aside under an {@link ErrorPolicy}.
 *
 * @param index the row's place in the caller's input, counted from 0
 * @param row the object that the source gave; null if it gave null or is a {@link java.sql.ResultSet}, which has gone on. Where a
 *     source fills one object again and again, it may hold a later row
 * @param columns the columns of the load, in its order
 * @param values the row's values by column, as they were read; those that could not be read any more are missing
 * @param failure why, as the exception that would have ended the load
 */
public record RejectedRow(
        long index,
        @Nullable Object row,
        List<String> columns,
        Map<String, @Nullable Object> values,
        BulkLoadException failure) {
    /**
     * Makes a rejected row with copies of the columns and the values.
     *
     * @param index as {@link #index()}
     * @param row as {@link #row()}
     * @param columns as {@link #columns()}
     * @param values as {@link #values()}
     * @param failure as {@link #failure()}
     */
    public RejectedRow {
        columns = List.copyOf(columns);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Returns the column that is to blame.
     *
     * @return the column, or null where it is not known or not one column's fault
     */
    public @Nullable String column() {
        return failure.column();
    }

    /**
     * Returns why the row was rejected.
     *
     * @return the reason, without the place
     */
    public String reason() {
        return failure.reason();
    }

    /**
     * Returns the SQLState.
     *
     * @return five characters; null where the row did not come as far as the database, or it gave none
     */
    public @Nullable String sqlState() {
        return failure.getSQLState();
    }

    /** Returns place and reason as one line for a log. */
    @Override
    public String toString() {
        return "row " + index + (column() == null ? "" : ", column " + column()) + ": " + reason();
    }
}
