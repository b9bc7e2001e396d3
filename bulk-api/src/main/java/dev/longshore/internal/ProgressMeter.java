package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadListener;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadProgress;
import java.util.List;

/** Counts the rows handed to the database and tells the listeners, about ten times a second. Confined to the loading thread. */
final class ProgressMeter {
    private static final long INTERVAL_NANOS = 100_000_000L;

    private final List<LoadListener> listeners;
    private final StageClock clock;
    private long rows;
    private long reportedRows = -1;
    private long reportedAt;

    ProgressMeter(List<LoadListener> listeners, StageClock clock) {
        this.listeners = listeners;
        this.clock = clock;
    }

    boolean hasListeners() {
        return !listeners.isEmpty();
    }

    void started(LoadPlan plan) throws BulkLoadException {
        for (LoadListener listener : listeners) {
            try {
                listener.started(plan);
            } catch (Exception e) {
                throw failed(e);
            }
        }
    }

    void sent(long count, long nanos) throws BulkLoadException {
        rows += count;
        clock.addSend(nanos);
        if (listeners.isEmpty()) {
            return;
        }
        long now = clock.elapsedNanos();
        if (now - reportedAt >= INTERVAL_NANOS && rows > reportedRows) {
            report(now);
        }
    }

    /** How many rows were handed to the database. */
    long rows() {
        return rows;
    }

    /** Counts rows out again that were undone. */
    void backTo(long count) {
        rows = count;
    }

    /** Tells of the last rows, unless that was done. */
    void finished() throws BulkLoadException {
        if (!listeners.isEmpty() && rows != reportedRows) {
            report(clock.elapsedNanos());
        }
    }

    private void report(long now) throws BulkLoadException {
        reportedAt = now;
        reportedRows = rows;
        LoadProgress progress = new LoadProgress(rows, java.time.Duration.ofNanos(now));
        for (LoadListener listener : listeners) {
            try {
                listener.progress(progress);
            } catch (Exception e) {
                throw failed(e);
            }
        }
    }

    private static BulkLoadException failed(Exception thrown) {
        return BulkLoadException.in(LoadPhase.CALLBACK, "the listener threw " + thrown)
                .cause(thrown)
                .build();
    }
}
