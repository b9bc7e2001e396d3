package dev.longshore.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The one daemon thread that drives timeouts, cancels and interrupts of all loads. Sleeps while there is none to watch. */
final class Watchdog extends Thread {
    private static final int TICK_MILLIS = 10;
    private static final Set<LoadGuard> GUARDS = new LinkedHashSet<>();
    private static boolean running;

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
            } else if (GUARDS.size() == 1) {
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
                    .log(System.Logger.Level.WARNING, "a load could not be stopped now; it is tried again", e);
        }
    }

    @Override
    public void run() {
        while (true) {
            List<LoadGuard> guards;
            synchronized (GUARDS) {
                try {
                    if (GUARDS.isEmpty()) {
                        GUARDS.wait();
                    } else {
                        GUARDS.wait(TICK_MILLIS);
                    }
                } catch (InterruptedException e) {
                    // nobody has reason to interrupt this thread; guards must stay watched
                    continue;
                }
                guards = List.copyOf(GUARDS);
            }
            guards.forEach(Watchdog::tick);
        }
    }
}
