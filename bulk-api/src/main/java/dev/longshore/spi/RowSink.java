package dev.longshore.spi;

import java.sql.SQLException;

/**
 * Takes rows value by value. The provider implements it; it grows by default methods only. Confined to the loading thread.
 */
public interface RowSink {
    /**
     * Returns the sink for a column's values. Asked once per column and load, so that the encoder is chosen once.
     *
     * @param index the column's place in {@link LoadRequest#columns()}
     * @return the sink, the same object at each call
     */
    ValueSink column(int index);

    /**
     * Begins a row. Exactly one value for each column follows, in the order of the columns.
     *
     * @throws SQLException if the row can't be begun
     */
    void beginRow() throws SQLException;

    /**
     * Ends a row whose values all came.
     *
     * @throws SQLException if the row is refused as a whole
     */
    void endRow() throws SQLException;

    /** Takes back the row begun last, so that none of its values reaches the database. */
    void discardRow();
}
