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
    private final ReservedKeys keys;
    private final SqliteSession rows;
    private @Nullable ReturningSession single;

    ReservingSession(LoadRequest request, Statements statements) throws SQLException {
        this.request = request;
        this.statements = statements;
        this.keys = new ReservedKeys(request, statements);
        this.rows = new SqliteSession(request.with(request.table(), keys.columns()), statements, null);
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
        keys.reserve();
        if (!keys.suffice(count)) {
            ReturningSession slower = single;
            if (slower == null) {
                slower = new ReturningSession(request, statements);
                single = slower;
            }
            return slower.write(cursor, count, sink);
        }
        long taken = rows.write(keys.over(cursor));
        keys.tell(sink);
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
