package dev.longshore.mysql;

import dev.longshore.spi.BulkSession;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.support.ForwardingSession;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Loads by an {@link InsertSession} whose inserter learns the keys of each statement. Confined to the loading thread. */
final class KeyedInsertSession extends ForwardingSession {
    private final InsertSession rows;
    private final PendingKeys keys;
    private final @Nullable ComputedDefaults defaults;

    KeyedInsertSession(InsertSession rows, PendingKeys keys, @Nullable ComputedDefaults defaults) {
        this.rows = rows;
        this.keys = keys;
        this.defaults = defaults;
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
        keys.tell(sink);
        return rows.write(defaults == null ? cursor : defaults.over(cursor, count));
    }
}
