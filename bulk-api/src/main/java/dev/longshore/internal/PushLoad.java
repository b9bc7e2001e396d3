package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.spi.support.RowBuffer;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A load whose rows are pushed: they are recorded in a buffer of a few megabytes and written when it is full. Serves
 * {@link dev.longshore.BulkWriter} and streams. Confined to one thread, except {@link #cancel()}.
 */
public final class PushLoad<T> {
    private static final long BUFFER_BYTES = 8L << 20;

    private enum State {
        OPEN,
        FINISHED,
        FAILED,
        CLOSED
    }

    private final LoadRun run;
    private final LoadSettings settings;
    private final MappingFactory mappings;
    /** Where the thread is between two rows. */
    private final LoadGuard.Place between;

    private @Nullable RowBuffer buffer;
    private @Nullable BatchedLoad batches;
    private long index;
    private long firstIndex = -1;
    private long written;
    private volatile boolean cancelled;
    private State state = State.OPEN;
    private @Nullable Throwable failure;

    private PushLoad(LoadEngine engine, MappingFactory mappings, LoadGuard.Place between) {
        this.run = engine.newRun();
        this.settings = engine.settings();
        this.mappings = mappings;
        this.between = between;
        run.guard().enter(between);
    }

    /** Begins a load whose mapping is known; the table is read and the mapping checked now. */
    public static <T> PushLoad<T> open(LoadEngine engine, MappingFactory mappings) throws BulkLoadException {
        PushLoad<T> load = new PushLoad<>(engine, mappings, LoadGuard.Place.CALLER);
        try {
            load.run.guard().enter(LoadGuard.Place.DATABASE);
            load.prepare(mappings.withoutRow());
            load.run.guard().enter(load.between);
        } catch (Throwable e) {
            throw load.fail(e);
        }
        return load;
    }

    /**
     * Loads a stream. Its own forEach pushes the rows, since its iterator would hold all rows of a flatMap in memory.
     */
    public static LoadResult drain(LoadEngine engine, MappingFactory mappings, Stream<?> rows)
            throws BulkLoadException {
        PushLoad<Object> load = new PushLoad<>(engine, mappings, LoadGuard.Place.SOURCE);
        LoadResult result;
        try (rows) {
            rows.sequential().forEachOrdered(row -> {
                try {
                    load.write(row);
                } catch (BulkLoadException e) {
                    throw Sneaky.unchecked(e);
                }
            });
            load.rethrowFailure();
            result = load.finish();
        } catch (Throwable e) {
            // a stream that wraps what its consumer throws hides the failure, which stays the load's
            load.rethrowFailure();
            if (load.state == State.OPEN) {
                throw load.fail(e instanceof Exception thrown ? load.sourceFailed(thrown) : e);
            }
            if (e instanceof Error error) {
                throw error;
            }
            throw closeFailed(e);
        }
        return result;
    }

    /** Throws what a call of {@link #write} threw, also if the stream swallowed it. */
    private void rethrowFailure() throws BulkLoadException {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof BulkLoadException known) {
            throw known;
        }
    }

    /** The rows are committed, only the stream's own close action failed. */
    private static BulkLoadException closeFailed(Throwable thrown) {
        return BulkLoadException.in(LoadPhase.CALLBACK, "the rows are stored, but closing the stream threw " + thrown)
                .cause(thrown)
                .build();
    }

    private BulkLoadException sourceFailed(Exception thrown) {
        return BulkLoadException.in(LoadPhase.SOURCE, "the source of the rows threw " + thrown)
                .row(index)
                .cause(thrown)
                .build();
    }

    private void prepare(Mapping<?> mapping) throws SQLException {
        run.prepare(mapping, null);
        if (settings.batched()) {
            batches = new BatchedLoad(run, settings);
        } else {
            buffer = new RowBuffer(run.writer().columnCount(), BUFFER_BYTES);
        }
    }

    /**
     * Takes a row.
     *
     * @throws BulkLoadException if the load failed; it is rolled back then
     * @throws IllegalStateException if the load is ended
     */
    public void write(@Nullable T row) throws BulkLoadException {
        requireOpen();
        try {
            run.guard().enter(LoadGuard.Place.DATABASE);
            run.guard().check();
            if (index < settings.resumeFrom()) {
                index++;
            } else {
                record(row);
            }
            run.guard().enter(between);
        } catch (Throwable e) {
            throw fail(e);
        }
    }

    private void record(@Nullable T row) throws SQLException {
        if (buffer == null && batches == null) {
            if (row == null) {
                throw BulkLoadException.in(LoadPhase.SOURCE, "the row is null")
                        .row(index)
                        .build();
            }
            prepare(mappings.of(row));
        }
        if (batches != null) {
            push(batches, row);
            index++;
        } else if (buffer != null) {
            run.writer().write(row, index, buffer);
            index++;
            if (buffer.full()) {
                send(buffer, false);
            }
        }
    }

    private void push(BatchedLoad load, @Nullable T row) throws SQLException {
        if (firstIndex < 0) {
            firstIndex = load.begin();
        }
        if (index >= firstIndex) {
            load.push(row, index);
        }
    }

    private void send(RowBuffer rows, boolean last) throws SQLException {
        if (!run.begun()) {
            run.begin(last && rows.rows() <= run.shortRows() ? rows.rows() : 0);
        }
        run.write(run.cursor(rows, RowSource.EMPTY, false, written));
        written = index;
        rows.clear();
    }

    /**
     * Sends what remains and ends the load.
     *
     * @throws BulkLoadException if the load failed; it is rolled back then
     * @throws IllegalStateException if the load is ended
     */
    public LoadResult finish() throws BulkLoadException {
        requireOpen();
        try {
            run.guard().enter(LoadGuard.Place.DATABASE);
            RowBuffer rows = buffer;
            LoadResult result;
            if (index <= settings.resumeFrom()) {
                run.endWithoutLoad();
                result = run.empty();
            } else {
                if (batches != null) {
                    batches.endPushed(index);
                }
                if (rows != null && rows.rows() > 0) {
                    send(rows, true);
                }
                result = run.commit();
            }
            state = State.FINISHED;
            return result;
        } catch (Throwable e) {
            throw fail(e);
        }
    }

    /** Gives the load up; may be called from another thread. */
    public void cancel() {
        cancelled = true;
        run.guard().cancelWriter();
    }

    /** Ends the load; one that is neither finished, cancelled nor failed is rolled back and reported. */
    public void close() throws BulkLoadException {
        if (state != State.OPEN) {
            return;
        }
        BulkLoadException unfinished = BulkLoadException.in(
                        LoadPhase.SOURCE, "closed without finish(): " + index + " rows discarded")
                .build();
        boolean wanted = cancelled;
        BulkLoadException discarded = fail(unfinished);
        state = State.CLOSED;
        if (!wanted) {
            throw discarded;
        }
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the writer is " + state.name().toLowerCase(java.util.Locale.ROOT)
                    + ": no further call but close() is allowed");
        }
        if (cancelled) {
            throw new IllegalStateException("the writer is cancelled: no further call but close() is allowed");
        }
    }

    private BulkLoadException fail(Throwable thrown) {
        state = State.FAILED;
        buffer = null;
        failure = thrown;
        BulkLoadException failed = run.fail(thrown);
        failure = failed;
        return failed;
    }
}
