package dev.longshore.spi;

import dev.longshore.LoadWarning;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load on one path. The provider implements it; it grows by default methods only. Confined to the loading thread, but
 * for {@link #cancel()}.
 */
public interface BulkSession extends AutoCloseable {
    /**
     * Writes all rows of a cursor. Called one or more times inside one transaction, or once where the session begins that on
     * demand ({@link PathChoice#beginsOnDemand()}); when it returns or throws, the connection is idle: no open COPY, no half
     * statement.
     *
     * @param rows the rows; valid during the call
     * @return how many of the rows the database took
     * @throws SQLException what the cursor threw, unchanged; or the database's error, as a
     *     {@link dev.longshore.BulkLoadException} with row and column where they are known
     */
    long write(RowCursor rows) throws SQLException;

    /**
     * Says why the database may have taken fewer rows than {@link #write} was given, where that is no error: a trigger or a
     * conflict clause of the table. Without a cause a smaller count fails the load.
     *
     * @return a phrase, or null if each row must be taken; the default
     */
    default @Nullable String skipCause() {
        return null;
    }

    /**
     * Returns what the caller should know although the rows were written. Asked once, after the last {@link #write}.
     *
     * @return the warnings; none by default
     */
    default List<LoadWarning> warnings() {
        return List.of();
    }

    /**
     * Asks the database to end the running statement. Called by the engine's watchdog, from another thread, at any time
     * before {@link #close} returns; the engine awaits its return before it goes on with the connection.
     *
     * @throws SQLException if it can't be asked
     */
    void cancel() throws SQLException;

    /**
     * Looks after the loading thread. Called by the engine's watchdog, from another thread, about ten times a second between
     * opening and {@link #close}, if the session is {@link #abortable()}; must not block. A session whose driver can make its
     * own source wait for ever, one that reads over the connection that is loaded over, finds that here and frees it. Does
     * nothing by default.
     *
     * @param loader the loading thread
     */
    default void watch(Thread loader) {}

    /**
     * Says whether the engine may {@linkplain java.sql.Connection#abort abort} the connection if the load does not end
     * within a second after {@link #cancel()}.
     *
     * @return true, the default, for a database behind a network; false where a statement ends by itself
     */
    default boolean abortable() {
        return true;
    }

    /**
     * Frees statements and restores whatever the session changed. Called exactly once: after the commit, or before the
     * rollback of a load that failed.
     *
     * @throws SQLException if the connection can't be restored
     */
    @Override
    void close() throws SQLException;
}
