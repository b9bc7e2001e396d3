package dev.longshore.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Arranges and reads back by plain JDBC. */
final class Database {
    private Database() {}

    static Connection inMemory(String... ddl) throws SQLException {
        return open("jdbc:sqlite::memory:", ddl);
    }

    static Connection inFile(Path file, String... ddl) throws SQLException {
        return open("jdbc:sqlite:" + file, ddl);
    }

    static Connection open(String url, String... ddl) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        run(connection, ddl);
        return connection;
    }

    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The rows of a query, each as its values joined by a bar. */
    static List<String> rows(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    StringJoiner row = new StringJoiner("|");
                    for (int i = 1; i <= columns; i++) {
                        row.add(result.getString(i));
                    }
                    rows.add(row.toString());
                }
            }
            return rows;
        }
    }

    /** The one value of a query. */
    static String value(Connection connection, String sql, Object... parameters) throws SQLException {
        return rows(connection, sql, parameters).get(0);
    }
}
