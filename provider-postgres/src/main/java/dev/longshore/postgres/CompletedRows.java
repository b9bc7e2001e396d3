package dev.longshore.postgres;

import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Rows that get values on the way that the load does not bring. Confined to the loading thread.
 *
 * <p>Hot: each row passes through.
 */
abstract class CompletedRows implements RowCursor {
    private final RowCursor rows;
    private @Nullable CompletedRow row;

    CompletedRows(RowCursor rows) {
        this.rows = rows;
    }

    /** The sink for a column that the load writes; asked once. By default that of the session. */
    ValueSink column(int index, ValueSink next) {
        return next;
    }

    /** Writes the values of the columns behind those that the load writes. */
    abstract void complete(RowSink sink) throws SQLException;

    @Override
    public final boolean next() throws SQLException {
        return rows.next();
    }

    @Override
    public final void writeTo(RowSink sink) throws SQLException {
        CompletedRow target = row;
        if (target == null || target.sink != sink) {
            target = new CompletedRow(sink);
            row = target;
        }
        rows.writeTo(target);
    }

    @Override
    public final long rowIndex() {
        return rows.rowIndex();
    }

    @Override
    public final void sent(long sent, long nanos) throws SQLException {
        rows.sent(sent, nanos);
    }

    private final class CompletedRow implements RowSink {
        private final RowSink sink;

        CompletedRow(RowSink sink) {
            this.sink = sink;
        }

        @Override
        public ValueSink column(int index) {
            return CompletedRows.this.column(index, sink.column(index));
        }

        @Override
        public void beginRow() throws SQLException {
            sink.beginRow();
        }

        @Override
        public void endRow() throws SQLException {
            complete(sink);
            sink.endRow();
        }

        @Override
        public void discardRow() {
            sink.discardRow();
        }
    }
}
