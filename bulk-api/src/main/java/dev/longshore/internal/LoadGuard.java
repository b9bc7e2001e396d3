package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops a load by timeout, cancel or interrupt. The loading thread asks {@link #check()} before each row; where it can't
 * because it is blocked, the {@link Watchdog} calls {@link #tick}: it cancels the session, and a second later interrupts a
 * source that still blocks, or aborts a connection that still does, be it while the table is read, in a statement, in the
 * rollback or in the commit.
 */
final class LoadGuard {
    private static final long GRACE_NANOS = 1_000_000_000L;
    private static final long MOST_AWAIT_NANOS = 2 * GRACE_NANOS;
    private static final long AWAIT_MILLIS = 10;
    private static final long PAUSE_NANOS = 20_000_000L;
    private static final long WATCH_NANOS = 100_000_000L;
    private static final VarHandle PLACE;

    static {
        try {
            PLACE = MethodHandles.lookup().findVarHandle(LoadGuard.class, "place", Place.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Where the loading thread is, which decides what a stop may do to it. */
    enum Place {
        /** In the engine, the driver or a getter: a connection that blocks is aborted. */
        DATABASE,
        /** In the caller's source, called by the load: it may be interrupted. */
        SOURCE,
        /** In the caller's own code, between two calls: it is left alone. */
        CALLER
    }

    /** Why a load must stop. */
    private enum Stop {
        TIMEOUT("HYT00"),
        CANCEL("HY008"),
        INTERRUPT("HY008");

        private final String sqlState;

        Stop(String sqlState) {
            this.sqlState = sqlState;
        }
    }

    private final Thread loader = Thread.currentThread();
    private final long start = System.nanoTime();
    private final @Nullable Duration timeout;
    private final long timeoutNanos;
    private final @Nullable LoadControl control;

    private volatile @Nullable Stop stop;
    private volatile boolean aborted;
    private volatile boolean writerCancelled;

    /** Written once or twice per row, so without a fence: the watchdog sees it a little later. */
    @SuppressWarnings("UnusedVariable") // read and written by PLACE
    private Place place = Place.DATABASE;

    private int checks;
    private @Nullable BulkLoadException thrown;
    private @Nullable BulkSession session;
    private @Nullable Connection abortable;
    private @Nullable BulkProvider provider;
    private @Nullable Thread canceller;
    private @Nullable Thread aborter;
    private boolean watched;
    private boolean interruptedSource;
    private @Nullable Place placeAtTick;
    private long stuckSince;
    private long watchedAt = System.nanoTime();

    LoadGuard(LoadSettings settings) {
        timeout = settings.timeout();
        timeoutNanos = nanosOf(timeout);
        control = settings.control();
        if (timeout != null || control != null) {
            watch();
        }
    }

    private static long nanosOf(@Nullable Duration duration) {
        return duration == null || duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0
                ? Long.MAX_VALUE
                : duration.toNanos();
    }

    /** Waits, unless the load must stop. */
    void pause(Duration time) throws BulkLoadException {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            check();
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, PAUSE_NANOS));
            } catch (InterruptedException e) {
                loader.interrupt();
            }
        }
        check();
    }

    /** Throws if the load must stop. Called before each row. */
    void check() throws BulkLoadException {
        boolean cancelled = writerCancelled || (control != null && control.cancelled());
        if (stop != null || cancelled || loader.isInterrupted() || isOverdue()) {
            Stop reason = stop;
            if (reason == null) {
                reason = cancelled ? Stop.CANCEL : loader.isInterrupted() ? Stop.INTERRUPT : Stop.TIMEOUT;
                stop = reason;
            }
            BulkLoadException failure = failure(reason, LoadPhase.SEND);
            thrown = failure;
            throw failure;
        }
    }

    /** Whether the timeout is over; the clock is looked at before the first row and then every sixteenth time. */
    private boolean isOverdue() {
        return timeoutNanos != Long.MAX_VALUE && (checks++ & 15) == 0 && System.nanoTime() - start >= timeoutNanos;
    }

    /** Takes a failure that comes after the timeout for its consequence, such as a lock that was waited for until then. */
    void failed() {
        if (stop == null && System.nanoTime() - start >= timeoutNanos) {
            stop = Stop.TIMEOUT;
        }
    }

    /**
     * The exception for the stop that was made; null if the load was not stopped.
     *
     * @param phase the stage in which the load was stopped
     */
    @Nullable
    BulkLoadException stopReason(LoadPhase phase) {
        Stop reason = stop;
        return reason == null ? null : failure(reason, phase);
    }

    /** Whether an exception is the one that {@link #check()} threw, and not what someone else made of being stopped. */
    boolean isStop(Throwable failure) {
        return failure == thrown;
    }

    private BulkLoadException failure(Stop reason, LoadPhase phase) {
        BulkLoadException.Builder facts = switch (reason) {
            case TIMEOUT ->
                BulkLoadException.in(phase, "the load took longer than its timeout of " + timeout)
                        .hint("Give it more time by .timeout(…)");
            case CANCEL -> BulkLoadException.in(phase, "the load was cancelled");
            case INTERRUPT ->
                BulkLoadException.in(phase, "the loading thread was interrupted")
                        .cause(new InterruptedException("the loading thread was interrupted"));
        };
        return facts.sqlState(reason.sqlState).build();
    }

    long remainingNanos() {
        return timeoutNanos == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(1, timeoutNanos - (System.nanoTime() - start));
    }

    void cancelWriter() {
        writerCancelled = true;
    }

    /** Says where the loading thread goes. */
    void enter(Place next) {
        PLACE.setOpaque(this, next);
    }

    /** From now on a stop can abort the connection. */
    synchronized void attach(Connection connection) {
        abortable = connection;
    }

    /** From now on a stop reaches the session too, and only if it allows it the connection. */
    synchronized void attach(BulkSession opened) {
        session = opened;
        if (opened.abortable()) {
            watch();
        } else {
            abortable = null;
        }
    }

    /** From now on an abort is the provider's. */
    synchronized void attach(BulkProvider found) {
        provider = found;
    }

    /** From now on the session is not cancelled any more; awaits a cancel under way, unless the connection is aborted. */
    void sessionEnds() {
        Thread pending;
        synchronized (this) {
            session = null;
            pending = canceller;
        }
        // on a dead network a cancel, which needs a connection of its own, takes longer than the load may
        long until = System.nanoTime() + MOST_AWAIT_NANOS;
        while (pending != null && pending.isAlive() && !aborted && System.nanoTime() < until) {
            if (!join(pending, AWAIT_MILLIS)) {
                return;
            }
        }
    }

    /** Returns false if the loading thread was interrupted meanwhile, which it is again. */
    private boolean join(Thread pending, long millis) {
        try {
            pending.join(millis);
            return true;
        } catch (InterruptedException e) {
            loader.interrupt();
            return false;
        }
    }

    /** Ends the guard: awaits an abort under way, and takes back an interrupt that was the guard's own. */
    void detach() {
        Thread pending;
        synchronized (this) {
            abortable = null;
            pending = aborter;
            if (watched) {
                Watchdog.remove(this);
                watched = false;
            }
        }
        if (pending != null) {
            join(pending, MOST_AWAIT_NANOS / 1_000_000);
        }
        if (interruptedSource) {
            interruptedSource = false;
            Thread.interrupted();
        }
    }

    /**
     * Sets the loading thread's flag again, which throwing an InterruptedException cleared, so that the caller finds it set; unless the
     * interrupt was the guard's own, of which the caller is to learn nothing.
     */
    synchronized void keepInterrupt(Exception thrown) {
        if (thrown instanceof InterruptedException && !interruptedSource) {
            loader.interrupt();
        }
    }

    /** Whether the connection was aborted, since the database did not answer the cancel. */
    boolean aborted() {
        return aborted;
    }

    private synchronized void watch() {
        if (!watched) {
            watched = true;
            Watchdog.add(this);
        }
    }

    /** Called by the watchdog's thread every few milliseconds; never blocks. */
    synchronized void tick() {
        if (!watched) {
            return;
        }
        long now = System.nanoTime();
        if (session != null && now - watchedAt >= WATCH_NANOS) {
            watchedAt = now;
            session.watch(loader);
        }
        if (stop == null) {
            stop = due(now);
            if (stop == null) {
                return;
            }
        }
        if (canceller == null && session != null) {
            canceller = helper("longshore-cancel", session::cancel);
        }
        Place current = (Place) PLACE.getOpaque(this);
        if (current != placeAtTick) {
            placeAtTick = current;
            stuckSince = now;
        } else if (now - stuckSince >= GRACE_NANOS) {
            free(current);
        }
    }

    private @Nullable Stop due(long now) {
        if (now - start >= timeoutNanos) {
            return Stop.TIMEOUT;
        }
        if (writerCancelled || (control != null && control.cancelled())) {
            return Stop.CANCEL;
        }
        return loader.isInterrupted() ? Stop.INTERRUPT : null;
    }

    /** Gets the loading thread out of where it has been since the stop, and for a second at least. */
    private void free(Place stuckIn) {
        if (stuckIn == Place.SOURCE && !interruptedSource && stop != Stop.INTERRUPT) {
            interruptedSource = true;
            loader.interrupt();
        } else if (stuckIn == Place.DATABASE && abortable != null) {
            Connection lost = abortable;
            abortable = null;
            aborted = true;
            BulkProvider known = provider;
            aborter = helper(
                    "longshore-abort", known == null ? () -> lost.abort(Runnable::run) : () -> known.abort(lost));
        }
    }

    private interface SqlAction {
        void run() throws SQLException;
    }

    private static Thread helper(String name, SqlAction action) {
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (SQLException e) {
                        System.getLogger(LoadGuard.class.getName())
                                .log(System.Logger.Level.DEBUG, name + " failed", Credentials.hidden(e));
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
