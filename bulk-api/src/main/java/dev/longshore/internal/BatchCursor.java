package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch on their way to a session: taken from a source and recorded as they go, or recorded before. Where rows may be
 * rejected, one that can't be read or that the session's sinks refuse is set aside, and the batch goes on.
 *
 * <p>The index that a session sees is the row's place among those that it took, so that it finds a failing one however many were
 * set aside between them; {@link #recorded} leads back from it.
 *
 * <p>Hot: {@link #next()} and {@link #writeTo} run once per row. Confined to the loading thread.
 */
final class BatchCursor implements RowCursor {
    private final RowWriter writer;
    private final RecordedBatch batch;
    private final LoadGuard guard;
    private final ProgressMeter progress;
    private final @Nullable RejectedRows rejects;
    private final @Nullable RowSource source;
    private final int mostRows;

    private int next;
    private int end;
    private int current = -1;
    private long firstIndex;
    private long endIndex;
    private int[] taken = new int[64];
    private int takenRows;
    private boolean standing;
    private boolean ended;
    private @Nullable Throwable thrown;

    private BatchCursor(
            LoadRun run,
            RecordedBatch batch,
            @Nullable RejectedRows rejects,
            @Nullable RowSource source,
            int mostRows) {
        this.writer = run.writer();
        this.guard = run.guard();
        this.progress = run.progress();
        this.batch = batch;
        this.rejects = rejects;
        this.source = source;
        this.mostRows = mostRows;
    }

    /**
     * Takes rows from a source, which stands on the first of them, and records them in an empty batch.
     *
     * @param index that row's place in the caller's input
     * @param mostRows how many rows are taken at most
     */
    static BatchCursor recording(
            LoadRun run,
            RecordedBatch batch,
            @Nullable RejectedRows rejects,
            RowSource source,
            long index,
            int mostRows) {
        BatchCursor cursor = new BatchCursor(run, batch, rejects, source, mostRows);
        cursor.standing = true;
        cursor.firstIndex = index;
        cursor.endIndex = index;
        return cursor;
    }

    /**
     * Takes recorded rows.
     *
     * @param from the first of them
     * @param to the one behind the last of them
     * @param endIndex the place in the caller's input behind the batch
     */
    static BatchCursor replaying(
            LoadRun run, RecordedBatch batch, @Nullable RejectedRows rejects, int from, int to, long endIndex) {
        BatchCursor cursor = new BatchCursor(run, batch, rejects, null, 0);
        cursor.endIndex = endIndex;
        cursor.next = from;
        cursor.end = to;
        return cursor;
    }

    /** The same rows once more, and what the batch still lacks, so that it ends where it would have without a failure. */
    BatchCursor again(LoadRun run) {
        BatchCursor cursor = new BatchCursor(run, batch, rejects, source, mostRows);
        cursor.end = batch.size();
        cursor.firstIndex = firstIndex;
        cursor.endIndex = endIndex;
        cursor.standing = standing;
        cursor.ended = ended;
        return cursor;
    }

    @Override
    public boolean next() throws SQLException {
        try {
            guard.check();
            while (true) {
                if (next < end) {
                    current = next++;
                    if (!batch.isSetAside(current)) {
                        return true;
                    }
                } else if (!record()) {
                    return false;
                }
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        }
    }

    /** Goes to the source's next row, and records it unless it is rejected. Returns false if there is none for this batch. */
    private boolean record() throws SQLException {
        RowSource rows = source;
        boolean isFull = endIndex - firstIndex >= mostRows || batch.full() || (rejects != null && rejects.holdsMany());
        if (rows == null || ended || isFull) {
            return false;
        }
        if (standing) {
            standing = false;
        } else if (!MappedRowCursor.advance(rows, guard, endIndex)) {
            ended = true;
            return false;
        }
        record(writer, batch, rejects, rows.row(), endIndex++);
        end = batch.size();
        return true;
    }

    /** Records a row of the caller's, or rejects it if it can't be read. */
    static void record(
            RowWriter writer, RecordedBatch batch, @Nullable RejectedRows rejects, @Nullable Object row, long index)
            throws SQLException {
        batch.next(row, index);
        try {
            writer.write(row, index, batch);
        } catch (BulkLoadException e) {
            if (rejects == null) {
                throw e;
            }
            rejects.add(index, row, batch.valuesBefore(e.column()), e);
        }
    }

    @Override
    public boolean writeTo(RowSink sink) throws SQLException {
        try {
            writer.replay(batch.cells(), current, batch.index(current), sink);
        } catch (BulkLoadException e) {
            if (rejects == null || e.phase() != LoadPhase.MAPPING) {
                thrown = e;
                throw e;
            }
            setAside(e);
            return false;
        } catch (Throwable e) {
            thrown = e;
            throw e;
        }
        if (takenRows == taken.length) {
            taken = Arrays.copyOf(taken, 2 * takenRows);
        }
        taken[takenRows++] = current;
        return true;
    }

    private void setAside(BulkLoadException refusal) throws BulkLoadException {
        try {
            java.util.Objects.requireNonNull(rejects).add(batch, current, refusal);
        } catch (BulkLoadException e) {
            thrown = e;
            throw e;
        }
    }

    @Override
    public long rowIndex() {
        return current < 0 ? -1 : takenRows;
    }

    @Override
    public void sent(long rows, long nanos) throws SQLException {
        try {
            progress.sent(rows, nanos);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        }
    }

    /** Does nothing: a load in batches has its transaction from the first one on. */
    @Override
    public void beginTransaction() {}

    /** How many rows the session took. */
    int takenRows() {
        return takenRows;
    }

    /** Whether an exception came from here, with the caller's row index if any, and not from the session. */
    boolean threw(Throwable failure) {
        return failure == thrown;
    }

    /** The recorded row behind an index that a session saw; -1 if there is none. */
    int recorded(long index) {
        return index >= 0 && index < takenRows ? taken[(int) index] : -1;
    }

    /** Whether the source has no further row; false also where it was not asked. */
    boolean ended() {
        return ended;
    }

    /** Whether the source stands on a row that was not taken, since the batch failed before. */
    boolean isStanding() {
        return standing;
    }

    /** The place in the caller's input behind the last row of the batch that was taken from the source. */
    long endIndex() {
        return endIndex;
    }
}
