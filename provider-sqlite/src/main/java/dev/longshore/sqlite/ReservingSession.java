package dev.longshore.sqlite;

import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.support.ForwardingSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads by multi-row INSERT with rowids that are reserved under the write lock, block by block, since other statements may number rows
 * between two blocks. At the end of all numbers, where SQLite itself looks for a free one by chance, it reads each row back.
 * Confined to the loading thread.
 */
final class ReservingSession extends ForwardingSession {
    private final LoadRequest request;
    private final Statements statements;
    private final ReservedRowids rowids;
    private final @Nullable AssignedRowids assigned;
    private final SqliteSession rows;
    private @Nullable ReturningSession single;

    ReservingSession(LoadRequest request, Statements statements) throws SQLException {
        this.request = request;
        this.statements = statements;
        this.rowids = new ReservedRowids(request, statements);
        if (request.columns().contains(request.returned().get(0))) {
            AssignedRowids own = new AssignedRowids(request, rowids);
            this.assigned = own;
            this.rows = SqliteSession.of(request.with(request.table(), own.columns()), statements);
        } else {
            this.assigned = null;
            this.rows = SqliteSession.numbering(request, statements, rowids);
        }
    }

    @Override
    protected BulkSession session() {
        return rows;
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink sink) throws SQLException {
        rowids.reserve();
        if (!rowids.suffice(count)) {
            ReturningSession slower = single;
            if (slower == null) {
                slower = new ReturningSession(request, statements);
                single = slower;
            }
            return slower.write(cursor, count, sink);
        }
        AssignedRowids own = assigned;
        if (own != null) {
            long taken = rows.write(own.over(cursor));
            own.tell(sink);
            return taken;
        }
        long before = rowids.last();
        long taken = rows.write(cursor);
        for (long key = before; key < rowids.last(); ) {
            sink.key(++key);
        }
        return taken;
    }

    @Override
    public List<LoadWarning> warnings() {
        List<LoadWarning> warnings = new ArrayList<>(rows.warnings());
        if (single != null) {
            warnings.addAll(single.warnings());
        }
        return warnings;
    }
}
