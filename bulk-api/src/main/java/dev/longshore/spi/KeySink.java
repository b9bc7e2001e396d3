package dev.longshore.spi;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the database put into the returned columns, once for each row of a {@link KeyedSession#write}, in the order of the rows.
 * The engine implements it; it may grow. Confined to the loading thread.
 */
public interface KeySink {
    /**
     * Takes the values of the next row.
     *
     * @param values one for each of {@link LoadRequest#returned()}, in that order; the engine keeps the array
     * @throws SQLException a {@link dev.longshore.BulkLoadException} if there are more rows than were sent
     */
    void row(@Nullable Object... values) throws SQLException;

    /**
     * Takes the value of the next row, if one column is returned and it is a whole number.
     *
     * @param value the value
     * @throws SQLException as {@link #row}
     */
    default void key(long value) throws SQLException {
        row(value);
    }

    /**
     * Says that the database left the next row out.
     *
     * @throws SQLException as {@link #row}
     */
    void skipped() throws SQLException;

    /**
     * Takes the values of several rows.
     *
     * @param rows for each of the next rows, in their order, its values as in {@link #row}; null for one that the database left out
     * @return how many of them the database took
     * @throws SQLException as {@link #row}
     */
    default long rows(@Nullable Object[] @Nullable [] rows) throws SQLException {
        long taken = 0;
        for (@Nullable Object[] values : rows) {
            if (values == null) {
                skipped();
            } else {
                row(values);
                taken++;
            }
        }
        return taken;
    }
}
