package dev.longshore.sqlite;

import dev.longshore.spi.Identifier;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * What a connection keeps from load to load: descriptions of tables, and prepared statements. Both cost more than a load of a
 * few rows. Thread-safe.
 */
final class ConnectionMemory {
    private static final int MOST_TABLES = 64;

    private final SQLiteConnection connection;
    private final boolean remembers;
    private final StatementCache statements;
    private final Map<List<Identifier>, KnownTable> tables = new LinkedHashMap<>();

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
        this.statements = new StatementCache(connection, remembers);
    }

    SQLiteConnection connection() {
        return connection;
    }

    StatementCache statements() {
        return statements;
    }

    synchronized @Nullable KnownTable table(List<Identifier> asked) {
        return tables.get(asked);
    }

    synchronized void remember(List<Identifier> asked, KnownTable table) {
        if (remembers) {
            tables.remove(asked);
            tables.put(List.copyOf(asked), table);
            if (tables.size() > MOST_TABLES) {
                Iterator<KnownTable> oldest = tables.values().iterator();
                oldest.next();
                oldest.remove();
            }
        }
    }
}
