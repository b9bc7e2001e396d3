package dev.longshore.sqlite;

import dev.longshore.spi.BulkSession;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.support.ForwardingSession;
import java.sql.SQLException;

/** Loads one row a statement and reads each back: any columns, whatever triggers do. Confined to the loading thread. */
final class ReturningSession extends ForwardingSession {
    private final RowReader reader;
    private final SqliteSession rows;

    ReturningSession(LoadRequest request, Statements statements) throws SQLException {
        this.reader = new RowReader(request, statements);
        this.rows = SqliteSession.returning(request, statements, reader);
    }

    @Override
    protected BulkSession session() {
        return rows;
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink keys) throws SQLException {
        reader.tell(keys);
        return rows.write(cursor);
    }
}
