package dev.longshore.tds;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one table whose rows can be updated: how far loads have come. A transaction that changes an entry keeps others from it until
 * it ends. Thread-safe.
 */
final class Ledger {
    private static final int LOCK_TIMEOUT = 1222;
    private static final long MOST_WAIT_NANOS = 2_000_000_000L;
    private static final long WAIT_MILLIS = 50;

    private final Map<String, Long> rows = new HashMap<>();
    private final Map<String, Transaction> locks = new HashMap<>();

    synchronized @Nullable Long committed(String loadId) {
        return rows.get(loadId);
    }

    /** Locks an entry, there or not, for a transaction. */
    synchronized void lock(String loadId, Transaction owner) throws SqlError {
        long until = System.nanoTime() + MOST_WAIT_NANOS;
        while (locks.getOrDefault(loadId, owner) != owner) {
            if (System.nanoTime() > until) {
                throw new SqlError(LOCK_TIMEOUT, "Lock request time out period exceeded.");
            }
            try {
                wait(WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SqlError(LOCK_TIMEOUT, "Lock request time out period exceeded.");
            }
        }
        locks.put(loadId, owner);
    }

    /** Takes over what a transaction changed. */
    synchronized void commit(Map<String, Long> changes) {
        rows.putAll(changes);
    }

    /** Lets go of what a transaction locked. */
    synchronized void unlock(Transaction owner) {
        locks.values().removeIf(holder -> holder == owner);
        notifyAll();
    }
}
