package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which thread loads over which connection. Two threads that load over one connection would commit, roll back and restore
 * autocommit for each other. A load within a load of the same thread, from a row's accessor say, is the caller's own affair.
 * Thread-safe.
 */
final class ConnectionClaims {
    /** A list, since what a connection's own {@code equals} and {@code hashCode} say is up to its driver or proxy. */
    private static final List<Claim> CLAIMS = new ArrayList<>();

    /** Weak, so that a writer that is never closed keeps neither alive. */
    private record Claim(WeakReference<Connection> connection, WeakReference<Thread> thread) {
        boolean isStale() {
            Thread owner = thread.get();
            return owner == null || !owner.isAlive() || connection.refersTo(null);
        }
    }

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
            for (Iterator<Claim> claims = CLAIMS.iterator(); claims.hasNext(); ) {
                Claim claim = claims.next();
                if (claim.isStale()) {
                    claims.remove();
                } else if (claim.connection().refersTo(connection)) {
                    if (claim.thread().refersTo(caller)) {
                        return false;
                    }
                    throw taken(claim.thread().get());
                }
            }
            CLAIMS.add(new Claim(new WeakReference<>(connection), new WeakReference<>(caller)));
            return true;
        }
    }

    private static BulkLoadException taken(@Nullable Thread owner) {
        return BulkLoadException.in(
                        LoadPhase.CONNECT,
                        "another thread"
                                + (owner == null ? "" : ", " + owner.getName() + ",")
                                + " is loading over the same connection")
                .hint("Give each thread its own connection, for example by forDataSource(…)")
                .build();
    }

    static void release(Connection connection) {
        synchronized (CLAIMS) {
            CLAIMS.removeIf(claim -> claim.connection().refersTo(connection));
        }
    }
}
