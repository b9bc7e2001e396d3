package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.support.RowBuffer;
import java.sql.SQLException;

/**
 * The rows of a load: first those that were recorded, then those of the source. Confined to the loading thread.
 *
 * <p>Hot: {@link #next()} and {@link #writeTo} run once per row.
 */
final class MappedRowCursor implements RowCursor {
    private final RowWriter writer;
    private final RowBuffer recorded;
    private final RowSource source;
    private final LoadGuard guard;
    private final ProgressMeter progress;
    private final TransactionStart transaction;
    private final long firstIndex;

    private long index;
    private int replay = -1;
    private boolean live;
    private boolean ended;
    private boolean standing;

    /** Begins the transaction of a load whose session finds that it needs one. */
    interface TransactionStart {
        void begin() throws SQLException;
    }

    /**
     * Makes a cursor before its first row.
     *
     * @param standing whether the source stands on a row that was not recorded
     * @param firstIndex the index in the caller's input of the first recorded row, or of the first of the source
     */
    MappedRowCursor(
            RowWriter writer,
            RowBuffer recorded,
            RowSource source,
            boolean standing,
            LoadGuard guard,
            ProgressMeter progress,
            TransactionStart transaction,
            long firstIndex) {
        this.writer = writer;
        this.recorded = recorded;
        this.source = source;
        this.standing = standing;
        this.guard = guard;
        this.progress = progress;
        this.transaction = transaction;
        this.firstIndex = firstIndex;
        this.index = firstIndex - 1;
    }

    @Override
    public boolean next() throws SQLException {
        guard.check();
        if (ended) {
            return false;
        }
        if (!live) {
            if (++replay < recorded.rows()) {
                index++;
                return true;
            }
            live = true;
        }
        if (standing) {
            standing = false;
        } else if (!advance(source, guard, index + 1)) {
            ended = true;
            return false;
        }
        index++;
        return true;
    }

    @Override
    public boolean writeTo(RowSink sink) throws SQLException {
        if (!live) {
            writer.replay(recorded, replay, index, sink);
        } else {
            writer.write(source.row(), index, sink);
        }
        return true;
    }

    @Override
    public long rowIndex() {
        return index < firstIndex ? -1 : index;
    }

    /** For recorded rows alone: a source is read once. */
    @Override
    public void rewind() {
        if (source != RowSource.EMPTY) {
            throw new UnsupportedOperationException("the rows of a source are read once");
        }
        replay = -1;
        index = firstIndex - 1;
        live = false;
        ended = false;
    }

    @Override
    public void sent(long rows, long nanos) throws SQLException {
        progress.sent(rows, nanos);
    }

    @Override
    public void beginTransaction() throws SQLException {
        transaction.begin();
    }

    /** Whether there is no row left. */
    boolean ended() {
        return ended;
    }

    /** How many rows were taken so far. */
    long rowsRead() {
        return index + 1 - firstIndex;
    }

    /** Asks the source for the next row; what the user's code throws becomes a failure in phase SOURCE. */
    static boolean advance(RowSource source, LoadGuard guard, long index) throws BulkLoadException {
        guard.enter(LoadGuard.Place.SOURCE);
        try {
            return source.advance();
        } catch (Exception e) {
            guard.keepInterrupt(e);
            throw BulkLoadException.in(LoadPhase.SOURCE, "the source of the rows threw " + e)
                    .row(index)
                    .cause(e)
                    .build();
        } finally {
            guard.enter(LoadGuard.Place.DATABASE);
        }
    }
}
