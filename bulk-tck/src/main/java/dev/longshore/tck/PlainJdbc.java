package dev.longshore.tck;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * What the tests arrange and read back with: a database, a connection to it, and statements written by hand. Knows nothing of
 * the code under test.
 */
final class PlainJdbc implements AutoCloseable {
    private final TckDatabase database;
    private final Connection connection;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    PlainJdbc(TckDatabase database) throws SQLException {
        this.database = database;
        this.connection = database.connect();
        opened.push(database);
        opened.push(connection);
    }

    TckDatabase database() {
        return database;
    }

    /** The connection that the test loads over, unless it is about another one. */
    Connection connection() {
        return connection;
    }

    /** Opens another connection to the same database, closed at the end of the test. */
    Connection connect() throws SQLException {
        return closedAtEnd(database.connect());
    }

    <T extends AutoCloseable> T closedAtEnd(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Spells a column type; ends the test as skipped if the database has none. */
    String type(ColumnType type) {
        String spelt = database.type(type);
        if (spelt == null) {
            Assumptions.abort("the database has no column type " + type);
        }
        return String.valueOf(spelt);
    }

    /** Writes the definition of a column: its name, its type, and what follows. */
    String column(String name, ColumnType type, String... more) {
        return name + " " + type(type) + " " + String.join(" ", more);
    }

    void create(String table, String... columns) throws SQLException {
        execute("create table " + table + " (" + String.join(", ", columns) + ")");
    }

    void execute(String... statements) throws SQLException {
        execute(connection, statements);
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Runs a query; each row is its values joined by {@code |}, a NULL shown as {@code NULL}. */
    List<String> rows(String sql) throws SQLException {
        return rows(connection, sql);
    }

    static List<String> rows(Connection connection, String sql) throws SQLException {
        return rows(connection, sql, "NULL");
    }

    /** The same with a NULL shown in another way. */
    static List<String> rows(Connection connection, String sql, String ofNull) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String value = result.getString(i);
                    values.add(value == null ? ofNull : value);
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    long count(String table) throws SQLException {
        return count(connection, table);
    }

    static long count(Connection connection, String table) throws SQLException {
        return Long.parseLong(rows(connection, "select count(*) from " + table).get(0));
    }

    /** Reads one column as the type table expects it. */
    List<@Nullable Object> values(String column, ColumnType type, String from) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("select " + column + " from " + from);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                values.add(database.read(result, 1, type));
            }
        }
        return values;
    }

    /** Closes everything, the newest first. */
    @Override
    public void close() throws IOException {
        Exception first = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                }
            }
        }
        if (first != null) {
            throw new IOException("what the test opened can't be closed", first);
        }
    }
}
