package dev.longshore.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A warning of the server by which it says that a value or a row is not as it was sent. Immutable.
 *
 * @param code the error's number
 * @param message the message, which may end in the row within the statement
 */
record ServerWarning(int code, String message) {
    /** An SQLState for what is only a warning. */
    static final String SQL_STATE = "01000";

    /** Warnings that speak of the statement and not of its values. */
    private static final Set<Integer> HARMLESS = Set.of(1287, 1592, 1681, 3719, 3778);

    /** Those of the statement run last over a connection; the server keeps only the first ones, 64 unless told otherwise. */
    static List<ServerWarning> all(Connection connection) throws SQLException {
        List<ServerWarning> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW WARNINGS")) {
            while (rows.next()) {
                int code = rows.getInt(2);
                if (!rows.getString(1).equals("Note") && !HARMLESS.contains(code)) {
                    found.add(new ServerWarning(code, rows.getString(3)));
                }
            }
        }
        return found;
    }

    SQLWarning asException() {
        return new SQLWarning(message, SQL_STATE, code);
    }
}
