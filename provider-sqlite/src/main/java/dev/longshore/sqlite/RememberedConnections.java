package dev.longshore.sqlite;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import org.sqlite.SQLiteConnection;

/**
 * Finds what is remembered of a connection. Thread-safe.
 *
 * <p>A prepared statement holds its connection, so entries can't be left to the garbage collector, not even by weak keys.
 * Instead closed connections are forgotten whenever a new one comes, and there is room for {@value #MOST}: a connection beyond
 * that is loaded over just as well, only without a memory. Nothing is ever evicted, since closing a statement of another
 * connection could wait for what that one is doing.
 */
final class RememberedConnections {
    private static final int MOST = 64;

    private final IdentityHashMap<SQLiteConnection, ConnectionMemory> memories = new IdentityHashMap<>();

    /** Returns the memory of a connection. The same as at earlier calls, or an empty one that remembers nothing. */
    synchronized ConnectionMemory memoryOf(SQLiteConnection connection) throws SQLException {
        ConnectionMemory known = memories.get(connection);
        if (known != null) {
            return known;
        }
        forgetClosed();
        ConnectionMemory fresh = new ConnectionMemory(connection, memories.size() < MOST);
        if (memories.size() < MOST) {
            memories.put(connection, fresh);
        }
        return fresh;
    }

    private void forgetClosed() throws SQLException {
        for (var entries = memories.keySet().iterator(); entries.hasNext(); ) {
            if (entries.next().isClosed()) {
                entries.remove();
            }
        }
    }

    synchronized int size() {
        return memories.size();
    }
}
