package dev.longshore.spi;

import dev.longshore.LoadOption;
import java.sql.Connection;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be loaded where. The engine implements it; it may grow. Confined to the loading thread.
 */
public interface LoadRequest {
    /**
     * Returns the caller's connection, possibly a pool's wrapper. Only the driver's own bulk call goes through
     * {@link Connection#unwrap}.
     *
     * @return the connection; not to be closed, committed or rolled back by the provider
     */
    Connection connection();

    /**
     * Returns the table as {@link BulkProvider#describe} gave it.
     *
     * @return the table
     */
    TargetTable table();

    /**
     * Returns the columns that the load writes, in the order in which a {@link RowCursor} writes them.
     *
     * @return at least one column
     */
    List<TargetColumn> columns();

    /**
     * Returns the columns whose values the load gives back for each row. {@link BulkProvider#open} returns a {@link KeyedSession} if
     * there is any.
     *
     * @return the columns, also such as the load does not write; empty for a load that gives nothing back
     */
    List<TargetColumn> returned();

    /**
     * Makes the same request for other columns or another table, for a session that loads over one of its own, such as one into a
     * table that only serves the load.
     *
     * @param table the table, this request's own or another
     * @param columns the columns to write
     * @return a request that differs in these and gives nothing back
     */
    LoadRequest with(TargetTable table, List<TargetColumn> columns);

    /**
     * Returns an option's value.
     *
     * @param <T> the type of the value
     * @param option a key of {@link dev.longshore.LoadOptions} or of the provider
     * @return the caller's value, else the key's default, else null
     */
    <T> @Nullable T option(LoadOption<T> option);

    /**
     * Returns how many rows the caller wants in a batch.
     *
     * @return a positive number, or 0 where the provider decides
     */
    int batchRows();

    /**
     * Returns the zone that the caller gave for values whose meaning depends on one.
     *
     * @return the zone, or null if none was given
     */
    @Nullable
    ZoneId zone();

    /**
     * Says whether the caller's values go into numbered columns whatever the database does by itself.
     *
     * @return true under {@code keepIdentity()}
     */
    boolean keepIdentity();

    /**
     * Says whether the session guards the load itself: a load of at most {@link PathChoice#guardedRows()} rows in the caller's
     * transaction, around which the engine sets no savepoint. {@link BulkSession#write} then sends all rows in one statement. If
     * it throws, nothing of the load is left, the caller's earlier work is, and the transaction can go on; where the session
     * could not see to that, its {@link dev.longshore.BulkLoadException} has another {@link dev.longshore.TransactionState} than
     * INTACT. Known when the session is opened, and false before.
     *
     * @return true if no savepoint of the engine's stands behind the session
     */
    boolean guardsItself();

    /**
     * Returns how much of the load's timeout is left.
     *
     * @return nanoseconds, at least 1, or {@link Long#MAX_VALUE} where there is no timeout
     */
    long remainingNanos();
}
