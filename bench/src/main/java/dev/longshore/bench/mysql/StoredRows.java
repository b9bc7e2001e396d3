package dev.longshore.bench.mysql;

import dev.longshore.bench.ShapeRows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The table {@code bench}, and what a contender stored there. */
final class StoredRows {
    private StoredRows() {}

    /** Makes the table anew. */
    static void clear(Connection connection, ShapeRows<?> shape) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute(shape.createMariaDbTable());
        }
    }

    /** Loads all rows of a shape, and reads them back as the server prints them. */
    static List<String> storedBy(Contender contender, Server server, ShapeRows<?> shape) throws SQLException {
        try (Connection connection = server.connect(contender.flags())) {
            clear(connection, shape);
            contender.load(connection, shape, shape.size());
            return in(connection, shape);
        }
    }

    private static List<String> in(Connection connection, ShapeRows<?> shape) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select * from bench order by id")) {
            while (row.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= shape.columns(); column++) {
                    line.append(row.getString(column)).append('|');
                }
                stored.add(line.toString());
            }
        }
        return stored;
    }

    /**
     * Proves that all contenders store what the plain loop stores, before they are timed.
     *
     * @throws IllegalStateException if one stores anything else
     */
    static void prove(Server server, ShapeRows<?> shape) throws SQLException {
        List<String> expected = storedBy(Contender.LOOP, server, shape);
        for (Contender contender : Contender.all(shape, 1_000)) {
            if (expected.size() != shape.size()
                    || !storedBy(contender, server, shape).equals(expected)) {
                throw new IllegalStateException(contender.title() + " stores other rows than the loop");
            }
        }
    }
}
