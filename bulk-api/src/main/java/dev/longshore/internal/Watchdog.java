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
        super("longshore-watchdog");
        setDaemon(true);
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
            guards.forEach(LoadGuard::tick);
        }
    }
}
