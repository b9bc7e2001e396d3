package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Stops a load by timeout, cancel or interrupt. The loading thread asks {@link #check()} before each row; where it can't
 * because it is blocked, the {@link Watchdog} calls {@link #tick}: it cancels the session, and a second later interrupts a
 * source that still blocks, or aborts a connection that still does, be it in a statement, the rollback or the commit.
 */
final class LoadGuard {
    private static final long GRACE_NANOS = 1_000_000_000L;

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
    private final long start;
    private final @Nullable Duration timeout;
    private final @Nullable LoadControl control;
    /** Whether the user can stop the load other than by an interrupt. */
    private final boolean stoppable;

    private volatile @Nullable Stop stop;
    private volatile boolean inSource;
    private volatile boolean aborted;
    private volatile boolean writerCancelled;

    private @Nullable BulkSession session;
    private @Nullable Connection abortable;
    private @Nullable Thread canceller;
    private long stoppedAt;
    private boolean graceOver;
    private boolean interruptedSource;
    private boolean watched;

    LoadGuard(LoadSettings settings) {
        start = System.nanoTime();
        timeout = settings.timeout();
        control = settings.control();
        stoppable = timeout != null || control != null;
        if (stoppable) {
            watch();
        }
    }

    /** Throws if the load must stop. Called before each row. */
    void check() throws BulkLoadException {
        if (stop != null || writerCancelled || loader.isInterrupted()) {
            throw failure(decide());
        }
    }

    private Stop decide() {
        Stop reason = stop;
        if (reason == null) {
            reason = writerCancelled ? Stop.CANCEL : Stop.INTERRUPT;
            stop = reason;
        }
        return reason;
    }

    /** The exception for the stop that was made; null if the load was not stopped. */
    @Nullable
    BulkLoadException stopReason() {
        Stop reason = stop;
        return reason == null ? null : failure(reason);
    }

    /** Whether an exception is one of this guard's, and not what someone else made of being stopped. */
    boolean isStop(Throwable thrown) {
        Stop reason = stop;
        return reason != null
                && thrown instanceof BulkLoadException known
                && known.phase() == LoadPhase.SEND
                && reason.sqlState.equals(known.getSQLState());
    }

    private BulkLoadException failure(Stop reason) {
        BulkLoadException.Builder facts = switch (reason) {
            case TIMEOUT ->
                BulkLoadException.in(LoadPhase.SEND, "the load took longer than its timeout of " + timeout)
                        .hint("Give it more time by .timeout(…)");
            case CANCEL -> BulkLoadException.in(LoadPhase.SEND, "the load was cancelled");
            case INTERRUPT ->
                BulkLoadException.in(LoadPhase.SEND, "the loading thread was interrupted")
                        .cause(new InterruptedException("the loading thread was interrupted"));
        };
        return facts.sqlState(reason.sqlState).build();
    }

    long remainingNanos() {
        return timeout == null ? Long.MAX_VALUE : Math.max(1, timeout.toNanos() - (System.nanoTime() - start));
    }

    void cancelWriter() {
        writerCancelled = true;
    }

    /** Marks that the user's source is being asked; only a load that can be stopped needs to know. */
    void enterSource() {
        if (stoppable) {
            inSource = true;
        }
    }

    void leaveSource() {
        if (stoppable) {
            inSource = false;
        }
    }

    /** From now on a stop reaches the session and, where it allows that, the connection. */
    synchronized void attach(BulkSession opened, Connection connection) {
        session = opened;
        if (opened.abortable()) {
            abortable = connection;
            watch();
        }
    }

    /** From now on the session is not cancelled any more; awaits a cancel under way. */
    void sessionEnds() {
        Thread pending;
        synchronized (this) {
            session = null;
            pending = canceller;
        }
        if (pending != null) {
            awaitCancel(pending);
        }
    }

    private void awaitCancel(Thread pending) {
        try {
            pending.join(Duration.ofNanos(2 * GRACE_NANOS).toMillis());
        } catch (InterruptedException e) {
            loader.interrupt();
        }
    }

    /** Ends the guard, and takes back an interrupt that was its own. */
    synchronized void detach() {
        abortable = null;
        if (watched) {
            Watchdog.remove(this);
            watched = false;
        }
        if (interruptedSource) {
            interruptedSource = false;
            Thread.interrupted();
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
        if (stop == null) {
            Stop reason = due(now);
            if (reason == null) {
                return;
            }
            stop = reason;
        }
        if (stoppedAt == 0) {
            stoppedAt = now;
        }
        if (canceller == null && session != null) {
            canceller = helper("longshore-cancel", session::cancel);
        }
        if (!graceOver && now - stoppedAt >= GRACE_NANOS) {
            graceOver = true;
            afterGrace();
        }
    }

    private @Nullable Stop due(long now) {
        if (timeout != null && now - start >= timeout.toNanos()) {
            return Stop.TIMEOUT;
        }
        if (writerCancelled || (control != null && control.cancelled())) {
            return Stop.CANCEL;
        }
        return loader.isInterrupted() ? Stop.INTERRUPT : null;
    }

    private void afterGrace() {
        if (inSource && stop != Stop.INTERRUPT) {
            interruptedSource = true;
            loader.interrupt();
            return;
        }
        Connection lost = abortable;
        if (lost != null) {
            aborted = true;
            helper("longshore-abort", () -> lost.abort(Runnable::run));
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
                        System.getLogger(LoadGuard.class.getName()).log(System.Logger.Level.DEBUG, name + " failed", e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
