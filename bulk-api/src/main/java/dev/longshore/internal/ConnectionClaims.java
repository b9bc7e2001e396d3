package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Which thread loads over which connection. Two threads that load over one connection would commit, roll back and restore
 * autocommit for each other. A load within a load of the same thread, from a row's accessor say, is the caller's own affair.
 * Thread-safe.
 */
final class ConnectionClaims {
    private static final Map<Connection, WeakReference<Thread>> CLAIMS = new WeakHashMap<>();

    private ConnectionClaims() {}

    /**
     * Claims a connection for the calling thread.
     *
     * @return whether it was free, so that the caller must release it
     * @throws BulkLoadException if another thread has it
     */
    static boolean claim(Connection connection) throws BulkLoadException {
        Thread caller = Thread.currentThread();
        synchronized (CLAIMS) {
            WeakReference<Thread> claim = CLAIMS.get(connection);
            Thread owner = claim == null ? null : claim.get();
            if (owner == caller) {
                return false;
            }
            if (owner != null && owner.isAlive()) {
                throw BulkLoadException.in(
                                LoadPhase.CONNECT,
                                "the thread " + owner.getName() + " is loading over the same connection")
                        .hint("Give each thread its own connection, for example by forDataSource(…)")
                        .build();
            }
            CLAIMS.put(connection, new WeakReference<>(caller));
            return true;
        }
    }

    static void release(Connection connection) {
        synchronized (CLAIMS) {
            CLAIMS.remove(connection);
        }
    }
}
