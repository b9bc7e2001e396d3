package dev.longshore.sqlite;

import dev.longshore.spi.Identifier;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * What a connection keeps from load to load: descriptions of tables, and idle prepared statements. Both cost more than a load of
 * a few rows. A statement is lent to one load at a time and belongs to it until it is given back, so that loads of several
 * threads, or one within another, never meet in a statement. Thread-safe.
 *
 * <p>An idle statement holds no lock and stands in nobody's way: it survives VACUUM, DDL and DETACH, and the driver finalizes
 * it when the connection is closed.
 */
final class ConnectionMemory {
    private static final int MOST_TABLES = 64;
    private static final int MOST_STATEMENTS = 16;

    private final SQLiteConnection connection;
    private final boolean remembers;
    private final Map<List<Identifier>, KnownTable> tables = new LinkedHashMap<>();
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    /**
     * A description and what proves it current.
     *
     * @param table the description
     * @param version the version of main's schema that it was read at
     * @param tempVersion the version of the schema of temporary objects, which can hide the table and put triggers on it
     */
    record KnownTable(SqliteTable table, long version, long tempVersion) {}

    /**
     * Makes a memory.
     *
     * @param connection the driver's own connection, not a pool's wrapper, which would close what is kept
     * @param remembers whether anything is kept
     */
    ConnectionMemory(SQLiteConnection connection, boolean remembers) {
        this.connection = connection;
        this.remembers = remembers;
    }

    SQLiteConnection connection() {
        return connection;
    }

    synchronized @Nullable KnownTable table(List<Identifier> asked) {
        return tables.get(asked);
    }

    synchronized void remember(List<Identifier> asked, KnownTable table) {
        if (remembers) {
            tables.remove(asked);
            tables.put(List.copyOf(asked), table);
            if (tables.size() > MOST_TABLES) {
                removeOldest(tables);
            }
        }
    }

    /** Lends a statement, which comes back by {@link #giveBack} or is closed. */
    synchronized PreparedStatement borrow(String sql) throws SQLException {
        PreparedStatement kept = idle.remove(sql);
        return kept != null ? kept : connection.prepareStatement(sql);
    }

    /** Takes back a statement that is in order, and without an open result. */
    synchronized void giveBack(String sql, PreparedStatement statement) throws SQLException {
        PreparedStatement surplus = remembers ? idle.put(sql, statement) : statement;
        if (surplus != null) {
            surplus.close();
        }
        if (idle.size() > MOST_STATEMENTS) {
            removeOldest(idle).close();
        }
    }

    private static <V> V removeOldest(Map<?, V> map) {
        Iterator<V> values = map.values().iterator();
        V oldest = values.next();
        values.remove();
        return oldest;
    }
}
