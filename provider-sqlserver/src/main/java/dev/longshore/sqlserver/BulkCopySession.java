package dev.longshore.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import com.microsoft.sqlserver.jdbc.SQLServerSortOrder;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads by the driver's SQLServerBulkCopy, set so that it means what INSERT means. Confined to the loading thread, but for
 * {@link #cancel}.
 */
final class BulkCopySession implements BulkSession {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** The server says of a bulk copy that it refused a row, and not which. */
    private static final String UNNAMED_ROW =
            "Load again with the option SqlServerProvider.PATH set to INSERT_VALUES to have" + " the row named";

    private final LoadRequest request;
    private final SqlServerTable table;
    private final Connection connection;
    private final Sinks sinks;
    private final List<String> names;
    private final List<String> sentNames;
    private final SQLServerBulkCopy copy;
    private final SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();

    BulkCopySession(LoadRequest request, Map<String, Boolean> order) throws SQLException {
        this.request = request;
        this.table = (SqlServerTable) request.table();
        this.connection = request.connection();
        this.sinks = new Sinks(request, table.traits().isBabelfish() ? Sinks.Form.BULK_EXACT : Sinks.Form.BULK);
        this.names = request.columns().stream().map(TargetColumn::name).toList();
        List<Integer> sent = sinks.sent();
        this.sentNames = sent.stream().map(names::get).toList();
        this.copy = new SQLServerBulkCopy(connection.unwrap(ISQLServerConnection.class));
        options.setCheckConstraints(!is(SqlServerProvider.SKIP_CONSTRAINTS));
        options.setFireTriggers(!is(SqlServerProvider.SKIP_TRIGGERS));
        options.setTableLock(is(SqlServerProvider.TABLE_LOCK));
        options.setKeepNulls(true);
        options.setKeepIdentity(request.keepIdentity());
        options.setBatchSize(request.batchRows());
        copy.setDestinationTableName(table.sqlName());
        for (int index : sent) {
            if (table.traits().isBabelfish()) {
                // its catalog has names in lower case, which the driver holds against those of a result
                copy.addColumnMapping(
                        index + 1, table.columns().indexOf(request.columns().get(index)) + 1);
            } else {
                copy.addColumnMapping(index + 1, names.get(index));
            }
        }
        for (Map.Entry<String, Boolean> column : order.entrySet()) {
            copy.addColumnOrderHint(
                    column.getKey(), column.getValue() ? SQLServerSortOrder.DESCENDING : SQLServerSortOrder.ASCENDING);
        }
    }

    private boolean is(LoadOption<Boolean> option) {
        return Boolean.TRUE.equals(request.option(option));
    }

    @Override
    public long write(RowCursor rows) throws SQLException {
        // the driver's own default is a minute; its clock runs from here on, the load's has been running
        options.setBulkCopyTimeout(secondsLeft(request.remainingNanos()));
        copy.setBulkCopyOptions(options);
        RowFeed feed = new RowFeed(sinks, names, rows);
        try {
            copy.writeToServer(feed);
        } catch (SQLException e) {
            throw failure(e, feed.failure());
        } catch (RuntimeException e) {
            throw BulkLoadException.in(LoadPhase.SEND, "the driver failed: " + e)
                    .table(table.name().toString())
                    .row(rows.rowIndex())
                    .cause(e)
                    .build();
        }
        feed.report();
        SequenceEnd sequence = sinks.sequence();
        if (sequence != null) {
            sequence.move(connection, table);
        }
        return feed.rows();
    }

    /** 0 means no limit. Never less than what is left, since the engine keeps the exact time. */
    private static int secondsLeft(long nanos) {
        return nanos == Long.MAX_VALUE
                ? 0
                : (int) Math.min(Integer.MAX_VALUE, (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
    }

    private SQLException failure(SQLException thrown, @Nullable Throwable ofRows) {
        if (ofRows instanceof Error error) {
            throw error;
        }
        if (ofRows instanceof SQLException sql) {
            return sql;
        }
        if (ofRows instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        BulkLoadException.Builder facts = SqlServerErrors.describe(thrown, table, sentNames);
        return (SqlServerErrors.isFaultOfRow(SqlServerErrors.root(thrown)) ? facts.hint(UNNAMED_ROW) : facts).build();
    }

    @Override
    public List<LoadWarning> warnings() {
        return sinks.warnings();
    }

    /**
     * Does nothing: the driver has no call that ends a bulk copy. Rows that still come are stopped where they are asked for; a
     * server that does not answer is left by aborting the connection.
     */
    @Override
    public void cancel() {}

    @Override
    public void close() {
        copy.close();
    }
}
