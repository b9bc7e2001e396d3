package dev.longshore.mysql;

import java.sql.SQLException;
import java.util.List;

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

    /** Whether {@link #insert} looks at the statement's warnings itself. */
    default boolean looksForWarnings() {
        return false;
    }

    /** Assignments that make the user variables of a statement empty again. */
    default List<String> forgotten() {
        return List.of();
    }

    /** Inserts the same rows where it is to be found which of them fails. */
    default RowInserter searching() {
        return this;
    }

    /** Learns that the rows of the last {@link #insert} stay: not called while it is searched which row fails. */
    default void accepted() throws SQLException {}

    /** Asks the server to end the running statement. Called from another thread. */
    void cancel() throws SQLException;

    @Override
    void close() throws SQLException;
}
