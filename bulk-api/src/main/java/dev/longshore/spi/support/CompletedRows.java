package dev.longshore.spi.support;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows that get values on the way that the load does not bring: in columns behind its own, or in the place of what it brings. For a
 * session that was opened by {@link LoadRequest#with} for more columns. Confined to the loading thread.
 *
 * <p>Hot: each row passes through.
 */
public abstract class CompletedRows implements RowCursor {
    private final RowCursor rows;
    private final int written;
    private final int added;
    private @Nullable CompletedRow row;

    /**
     * For subclasses.
     *
     * @param rows the rows of the load
     * @param written how many columns the load writes
     * @param added how many come behind them
     */
    protected CompletedRows(RowCursor rows, int written, int added) {
        this.rows = rows;
        this.written = written;
        this.added = added;
    }

    /**
     * Gives the sink for a column that the load writes. Asked once per column and sink.
     *
     * @param index the column's place
     * @param next the session's sink for it
     * @return a sink that hands on to that; by default that itself
     */
    protected ValueSink column(int index, ValueSink next) {
        return next;
    }

    /**
     * Writes the values of the columns behind those that the load writes. Called once per row, when all of its own came.
     *
     * @param columns the sinks for those columns, in their order
     * @throws SQLException if there is no value, or it is refused
     */
    protected abstract void complete(ValueSink[] columns) throws SQLException;

    @Override
    public final boolean next() throws SQLException {
        return rows.next();
    }

    @Override
    public final boolean writeTo(RowSink sink) throws SQLException {
        CompletedRow target = row;
        if (target == null || target.sink != sink) {
            target = new CompletedRow(sink);
            row = target;
        }
        return rows.writeTo(target);
    }

    @Override
    public final long rowIndex() {
        return rows.rowIndex();
    }

    @Override
    public final void sent(long sent, long nanos) throws SQLException {
        rows.sent(sent, nanos);
    }

    @Override
    public final void beginTransaction() throws SQLException {
        rows.beginTransaction();
    }

    private final class CompletedRow implements RowSink {
        private final RowSink sink;
        private final ValueSink[] columns = new ValueSink[added];

        CompletedRow(RowSink sink) {
            this.sink = sink;
            Arrays.setAll(columns, i -> sink.column(written + i));
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
            complete(columns);
            sink.endRow();
        }

        @Override
        public void discardRow() {
            sink.discardRow();
        }
    }
}
