package dev.longshore.tests;

import dev.longshore.BulkLoadException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** SQLite by plain JDBC: what tests arrange and read back with. */
final class Sqlite {
    private Sqlite() {}

    static Connection memory() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    static Connection file(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Runs a query; each row is its values joined by {@code |}, a NULL shown as {@code NULL}. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String value = result.getString(i);
                    values.add(value == null ? "NULL" : value);
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    /** A load that is expected to fail. */
    interface Load {
        Object run() throws Exception;
    }

    static BulkLoadException failureOf(Load load) {
        try {
            load.run();
        } catch (BulkLoadException e) {
            return e;
        } catch (Exception e) {
            throw new AssertionError("the load threw another exception than BulkLoadException", e);
        }
        throw new AssertionError("the load did not fail");
    }
}
