package dev.longshore.mysql;

import java.sql.SQLException;

/** Sends encoded rows as INSERT statements, in the way of one driver and protocol. Confined to the loading thread, but for {@link #cancel}. */
interface RowInserter extends AutoCloseable {
    /**
     * Inserts rows by one statement.
     *
     * @param from the first row
     * @param count how many rows
     * @return how many of them the server counts
     * @throws SQLException the driver's own
     */
    long insert(int from, int count) throws SQLException;

    /** Whether the last statement may have warned: false only where the driver knows better. */
    boolean mayHaveWarned() throws SQLException;

    /** Asks the server to end the running statement. Called from another thread. */
    void cancel() throws SQLException;

    @Override
    void close() throws SQLException;
}
