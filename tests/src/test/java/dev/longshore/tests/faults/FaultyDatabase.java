package dev.longshore.tests.faults;

import dev.longshore.tck.ConnectingDataSource;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** A database that meets faults. Thread-safe, except that a restart is nothing for loads that are not to meet it. */
abstract class FaultyDatabase {
    private static final int MOST_POLLS = 1_000;
    private static final int POLL_MILLIS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    abstract String name();

    /** Why some faults are left out that the database could meet, by what they are. */
    Map<FaultKind, String> leftOut() {
        return Map.of();
    }

    /**
     * The faults that it can meet, those that shall be frequent several times: for a server all but those that are left out, sessions
     * that are ended oftener than others, and killed JVMs less often.
     */
    List<FaultKind> faults() {
        List<FaultKind> faults = new ArrayList<>(List.of(FaultKind.values()));
        faults.addAll(List.of(FaultKind.values()));
        faults.removeAll(List.of(FaultKind.RESTARTED, FaultKind.JVM_KILLED));
        faults.addAll(List.of(FaultKind.KILLED, FaultKind.KILLED, FaultKind.JVM_KILLED));
        faults.removeAll(leftOut().keySet());
        return faults;
    }

    /**
     * The URL of a table's database, with all that it takes to connect.
     *
     * @param table one that was created
     * @param port the port of a proxy, or {@link #port}
     */
    abstract String url(String table, int port);

    /** The URL for the load that meets the fault. */
    String victimUrl(Fault fault, int port) {
        return url(fault.table(), port);
    }

    abstract int port(String table);

    /** Creates a table of a whole number {@code id} and a text {@code b} that is not {@link LoadKind#BAD}. */
    abstract void create(Fault fault) throws Exception;

    /** Drops it. */
    abstract void drop(String table) throws Exception;

    Connection connect(String table) throws SQLException {
        return first(new ConnectingDataSource(() -> DriverManager.getConnection(url(table, port(table)))));
    }

    /** A connection for which a busy machine may need longer than its driver or pool waits; how long those do can't be changed later. */
    static Connection first(DataSource connections) throws SQLException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return connections.getConnection();
            } catch (SQLTransientConnectionException | SQLTimeoutException e) {
                if (System.nanoTime() > until) {
                    throw e;
                }
            }
        }
    }

    /** The ids that are committed in a table, in ascending order. */
    abstract List<Long> stored(String table) throws SQLException;

    /** How far a load has come, by its ledger. */
    abstract long ledgerRows(String table) throws SQLException;

    /** Opens connections to a URL, and tells of the session of each. */
    static DataSource recording(String url, LongConsumer opened) {
        return new ConnectingDataSource(() -> {
            Connection connection = DriverManager.getConnection(url);
            opened.accept(session(connection));
            return connection;
        });
    }

    /** What tells a session from others, which is known without asking the server. */
    static long session(Connection connection) throws SQLException {
        if (connection.isWrapperFor(PGConnection.class)) {
            return connection.unwrap(PGConnection.class).getBackendPID();
        }
        return connection instanceof org.mariadb.jdbc.Connection mariaDb ? mariaDb.getThreadId() : 0;
    }

    /** Ends sessions. */
    abstract void kill(String table, Set<Long> sessions) throws Exception;

    /** How many of some sessions there still are. */
    abstract int alive(String table, Set<Long> sessions) throws SQLException;

    /** Waits until sessions are gone, so that nothing that they have done is under way any more. */
    final void untilGone(String table, Set<Long> sessions) throws SQLException, InterruptedException {
        int alive = alive(table, sessions);
        for (int i = 0; i < MOST_POLLS && alive > 0; i++) {
            Thread.sleep(POLL_MILLIS);
            alive = alive(table, sessions);
        }
        if (alive > 0) {
            throw new AssertionError("the server still has " + alive + " of the sessions of " + table);
        }
    }

    /** Locks a table against others that write, until the connection is closed or rolls back. */
    void lock(Connection connection, String table) throws SQLException {
        throw new UnsupportedOperationException(name() + " meets no " + FaultKind.LOCKED);
    }

    /** Leaves so little space that a load of a table is likely to fill it. */
    Closeable fillDisk(Fault fault) throws Exception {
        throw new UnsupportedOperationException(name() + " meets no " + FaultKind.DISK_FULL);
    }

    /** Stops the server hard, and starts it again. */
    void restart(Fault fault) throws Exception {
        throw new UnsupportedOperationException(name() + " meets no " + FaultKind.RESTARTED);
    }

    /** Stops the server. */
    abstract void close() throws Exception;
}
