package dev.longshore.spi;

import java.sql.SQLException;

/**
 * The rows of a load, one after the other. The engine implements it; it may grow. Confined to the loading thread.
 *
 * <p>A session that pushes runs {@code while (rows.next()) { if (rows.writeTo(sink)) { … } }}; one whose driver pulls calls
 * {@link #next()} and {@link #writeTo} when it is asked for the next row.
 */
public interface RowCursor {
    /**
     * Goes to the next row. Also the place where a timeout, a cancel or an interrupt stops the load.
     *
     * @return false if there is no further row
     * @throws SQLException a {@link dev.longshore.BulkLoadException} if the caller's source threw or the load must stop; a
     *     session lets it pass unchanged
     */
    boolean next() throws SQLException;

    /**
     * Writes the current row: {@code beginRow}, a value for each column, {@code endRow}; or, if a value can't be read or is
     * refused, {@code discardRow} in place of {@code endRow}. To be called once per row.
     *
     * @param sink where the row goes
     * @return false if a value was refused and the load goes on without the row: nothing of it is in the sink, and the session goes
     *     to the next one, which has the same index
     * @throws SQLException a {@link dev.longshore.BulkLoadException} with row and column if a value could not be read or was
     *     refused; a session lets it pass unchanged
     */
    boolean writeTo(RowSink sink) throws SQLException;

    /**
     * Returns the current row's index, by which the session tells of a row that failed: that in the caller's input, or, where rows can
     * be left out, its place among those of this cursor that the session took.
     *
     * @return the index, counted from 0; -1 before the first {@link #next()}
     */
    long rowIndex();

    /**
     * Tells the engine that rows were handed to the driver: the listener is told from here, and the stage clock kept. Called
     * after each statement, flush or batch, when the connection is idle or at least not in the middle of a value.
     *
     * @param rows how many rows since the last call
     * @param nanos how long the driver and the database took for them
     * @throws SQLException a {@link dev.longshore.BulkLoadException} if the listener threw; a session lets it pass unchanged
     */
    void sent(long rows, long nanos) throws SQLException;

    /**
     * Begins the load's transaction, where the engine left that to the only statement of the load. A session calls it before each
     * statement that is, or may be, one of several; where the transaction was begun, that does nothing.
     *
     * @throws SQLException if it can't be begun; a session lets it pass unchanged
     */
    void beginTransaction() throws SQLException;

    /**
     * Goes back before the first row, for a session that must know something of all rows before it sends the first. Only the rows
     * of a block can be read again, those of a {@link KeyedSession#write} that does not {@linkplain KeyedSession#streams stream}.
     *
     * @throws UnsupportedOperationException elsewhere
     */
    default void rewind() {
        throw new UnsupportedOperationException("only a block of rows can be read again");
    }
}
