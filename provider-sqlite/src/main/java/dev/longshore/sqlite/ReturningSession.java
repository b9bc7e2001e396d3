package dev.longshore.sqlite;

import dev.longshore.LoadWarning;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads one row a statement and reads each back: any columns, whatever triggers do. Confined to the loading thread. */
final class ReturningSession implements KeyedSession {
    private final RowReader reader;
    private final SqliteSession rows;

    ReturningSession(LoadRequest request, Statements statements) throws SQLException {
        this.reader = new RowReader(request, statements);
        this.rows = new SqliteSession(request, statements, reader);
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink keys) throws SQLException {
        reader.tell(keys);
        return rows.write(cursor);
    }

    @Override
    public @Nullable String skipCause() {
        return rows.skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        return rows.warnings();
    }

    @Override
    public void cancel() {
        rows.cancel();
    }

    @Override
    public boolean abortable() {
        return rows.abortable();
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
