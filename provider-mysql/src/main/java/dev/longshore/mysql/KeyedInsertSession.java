package dev.longshore.mysql;

import dev.longshore.LoadWarning;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.RowCursor;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads by an {@link InsertSession} whose inserter learns the keys of each statement. Confined to the loading thread. */
final class KeyedInsertSession implements KeyedSession {
    private final InsertSession rows;
    private final PendingKeys keys;
    private final @Nullable ComputedDefaults defaults;

    KeyedInsertSession(InsertSession rows, PendingKeys keys, @Nullable ComputedDefaults defaults) {
        this.rows = rows;
        this.keys = keys;
        this.defaults = defaults;
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink sink) throws SQLException {
        keys.tell(sink);
        return rows.write(defaults == null ? cursor : defaults.over(cursor, count));
    }

    @Override
    public List<LoadWarning> warnings() {
        return rows.warnings();
    }

    @Override
    public void cancel() throws SQLException {
        rows.cancel();
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
