package dev.longshore.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The one daemon thread that drives timeouts, cancels and interrupts of all loads. Sleeps when there has been none to watch for a
 * while, not at once: waking it costs a load of a few rows a good part of its time.
 */
final class Watchdog extends Thread {
    private static final int TICK_MILLIS = 10;

    /** Goes to sleep after so many ticks without a load. */
    private static final int MOST_IDLE_TICKS = 100;

    private static final Set<LoadGuard> GUARDS = new LinkedHashSet<>();
    private static boolean running;
    private static boolean asleep;
    private static int idleTicks;

    private Watchdog() {
        // of the load that happens to be the first nothing is kept: no thread locals, no class loader
        super(null, null, "longshore-watchdog", 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    static void add(LoadGuard guard) {
        synchronized (GUARDS) {
            GUARDS.add(guard);
            if (!running) {
                running = true;
                new Watchdog().start();
            } else if (asleep) {
                GUARDS.notifyAll();
            }
        }
    }

    static void remove(LoadGuard guard) {
        synchronized (GUARDS) {
            GUARDS.remove(guard);
        }
    }

    /** A guard that can't be served, for want of a thread say, must not end the watch over the others. */
    private static void tick(LoadGuard guard) {
        try {
            guard.tick();
        } catch (RuntimeException | Error e) {
            System.getLogger(Watchdog.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a load could not be stopped now; it is tried again",
                            Credentials.hidden(e));
        }
    }

    @Override
    public void run() {
        while (true) {
            List<LoadGuard> guards;
            synchronized (GUARDS) {
                try {
                    asleep = GUARDS.isEmpty() && idleTicks >= MOST_IDLE_TICKS;
                    GUARDS.wait(asleep ? 0 : TICK_MILLIS);
                } catch (InterruptedException e) {
                    // nobody has reason to interrupt this thread; guards must stay watched
                    continue;
                }
                asleep = false;
                idleTicks = GUARDS.isEmpty() ? idleTicks + 1 : 0;
                guards = List.copyOf(GUARDS);
            }
            guards.forEach(Watchdog::tick);
        }
    }
}
