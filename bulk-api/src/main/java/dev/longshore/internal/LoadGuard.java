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
 * because it is blocked, the {@link Watchdog} calls {@link #tick}: it cancels the session, and a second later aborts the
 * connection and interrupts a source that still blocks.
 */
final class LoadGuard {
    private static final long GRACE_NANOS = 1_000_000_000L;

    /** Why a load must stop. */
    private enum Stop {
        TIMEOUT,
        CANCEL,
        INTERRUPT
    }

    private final Thread loader = Thread.currentThread();
    private final long start;
    private final @Nullable Duration timeout;
    private final long deadline;
    private final @Nullable LoadControl control;
    private final boolean asked;

    private volatile @Nullable Stop stop;
    private volatile boolean inSource;
    private volatile boolean aborted;
    private volatile boolean writerCancelled;

    private @Nullable BulkSession session;
    private @Nullable Connection connection;
    private @Nullable Thread canceller;
    private long stopped;
    private boolean graceOver;
    private boolean interruptedSource;
    private boolean watched;

    LoadGuard(LoadSettings settings) {
        start = System.nanoTime();
        timeout = settings.timeout();
        deadline = timeout == null ? Long.MAX_VALUE : timeout.toNanos();
        control = settings.control();
        asked = timeout != null || control != null;
        if (asked) {
            watch();
        }
    }

    /** Throws if the load must stop. Called before each row. */
    void check() throws BulkLoadException {
        if (stop != null || loader.isInterrupted() || writerCancelled) {
            throw stopped();
        }
    }

    /** The exception for a stop that was asked for; null if none was. */
    @Nullable
    BulkLoadException stopReason() {
        Stop reason = stop;
        return reason == null && !writerCancelled && !loader.isInterrupted() ? null : stopped();
    }

    private BulkLoadException stopped() {
        Stop reason = stop;
        if (reason == null) {
            reason = writerCancelled ? Stop.CANCEL : Stop.INTERRUPT;
            stop = reason;
        }
        return switch (reason) {
            case TIMEOUT ->
                BulkLoadException.in(LoadPhase.SEND, "the load took longer than its timeout of " + timeout)
                        .hint("Give more time by .timeout(…); the result's stages of a smaller load show where it goes")
                        .sqlState("HYT00")
                        .build();
            case CANCEL ->
                BulkLoadException.in(LoadPhase.SEND, "the load was cancelled")
                        .sqlState("HY008")
                        .build();
            case INTERRUPT ->
                BulkLoadException.in(LoadPhase.SEND, "the loading thread was interrupted")
                        .cause(new InterruptedException("the loading thread was interrupted"))
                        .sqlState("HY008")
                        .build();
        };
    }

    long remainingNanos() {
        return timeout == null ? Long.MAX_VALUE : Math.max(1, deadline - (System.nanoTime() - start));
    }

    void cancelWriter() {
        writerCancelled = true;
    }

    /** Marks that the user's source is being asked; only a watched load needs to know. */
    void enterSource() {
        if (asked) {
            inSource = true;
        }
    }

    void leaveSource() {
        if (asked) {
            inSource = false;
        }
    }

    /** From now on a stop reaches the session and, where it allows that, the connection. */
    synchronized void attach(BulkSession openSession, Connection itsConnection) {
        session = openSession;
        connection = itsConnection;
        if (!watched && openSession.abortable()) {
            watch();
        }
    }

    /** Ends the guard: awaits a cancel under way, and takes back an interrupt that was the guard's own. */
    void detach() {
        Thread pending;
        synchronized (this) {
            session = null;
            pending = canceller;
            if (watched) {
                Watchdog.remove(this);
                watched = false;
            }
        }
        boolean interrupted = Thread.interrupted();
        if (pending != null) {
            try {
                pending.join(Duration.ofNanos(2 * GRACE_NANOS).toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        synchronized (this) {
            connection = null;
            if (interrupted && !interruptedSource) {
                loader.interrupt();
            }
        }
    }

    /** Whether the connection was aborted, since the database did not answer the cancel. */
    boolean aborted() {
        return aborted;
    }

    private void watch() {
        watched = true;
        Watchdog.add(this);
    }

    /** Called by the watchdog's thread every few milliseconds; never blocks. */
    synchronized void tick() {
        long now = System.nanoTime();
        if (stop == null) {
            if (timeout != null && now - start >= deadline) {
                stop = Stop.TIMEOUT;
            } else if (writerCancelled || (control != null && control.cancelled())) {
                stop = Stop.CANCEL;
            } else if (loader.isInterrupted()) {
                stop = Stop.INTERRUPT;
            } else {
                return;
            }
            stopped = now;
        }
        if (canceller == null && session != null) {
            canceller = helper("longshore-cancel", session::cancel);
        }
        if (!graceOver && now - stopped >= GRACE_NANOS) {
            graceOver = true;
            if (inSource && stop != Stop.INTERRUPT) {
                interruptedSource = true;
                loader.interrupt();
            } else if (session != null && connection != null && session.abortable()) {
                aborted = true;
                Connection lost = connection;
                helper("longshore-abort", () -> lost.abort(Runnable::run));
            }
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
