package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.support.ForwardingSession;
import java.sql.SQLException;
import java.util.List;

/**
 * Loads by COPY or INSERT with values of the returned columns that were made before, block by block. Confined to the loading thread,
 * but for {@link #cancel} and {@link #watch}.
 */
final class ReservingSession extends ForwardingSession {
    private final PostgresTable table;
    private final ReservedValues values;
    private final BulkSession rows;

    ReservingSession(LoadRequest request, PostgresProvider.Path path, List<KeySource> sources) throws SQLException {
        this.table = (PostgresTable) request.table();
        this.values = new ReservedValues(request, sources);
        LoadRequest completed = request.with(table, values.columns());
        SequenceMover mover = request.keepIdentity() ? SequenceMover.of(request) : null;
        if (path == PostgresProvider.Path.INSERT_VALUES) {
            boolean overriding = InsertRows.overrides(request)
                    || sources.stream().anyMatch(each -> each.column().numbering() == Numbering.ALWAYS);
            InsertSession insert = new InsertSession(completed, mover, overriding);
            values.watch(insert.rows());
            this.rows = insert;
        } else {
            boolean freeze = Boolean.TRUE.equals(request.option(PostgresProvider.FREEZE));
            CopySession copy = new CopySession(completed, path == PostgresProvider.Path.COPY_BINARY, freeze, mover);
            values.watch(copy);
            this.rows = copy;
        }
    }

    @Override
    protected BulkSession session() {
        return rows;
    }

    @Override
    public boolean streams() {
        return !values.isMixed();
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink keys) throws SQLException {
        try {
            values.reserve(cursor, count);
        } catch (BulkLoadException e) {
            throw e;
        } catch (SQLException e) {
            throw PostgresErrors.describe(e, table).build();
        }
        long taken = rows.write(values.over(cursor));
        int sent = values.completed();
        if (taken != sent) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "the database counts " + taken + " rows, but " + sent
                                    + " were sent, so that it is not known"
                                    + " which of them are stored under their keys")
                    .table(table.name().toString())
                    .build();
        }
        values.tell(keys);
        return taken;
    }
}
