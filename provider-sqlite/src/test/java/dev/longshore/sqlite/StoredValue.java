package dev.longshore.sqlite;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a load stores in a column of a type, and what it says about it. */
final class StoredValue {
    private StoredValue() {}

    /** The storage class and the value as SQL would write it. */
    static String of(String type, Object value) throws SQLException {
        return of(type, value, loader -> loader);
    }

    static String of(String type, Object value, UnaryOperator<BulkInserter> settings) throws SQLException {
        return of("jdbc:sqlite::memory:", "(c " + type + ")", value, settings);
    }

    static String of(String url, String table, Object value, UnaryOperator<BulkInserter> settings) throws SQLException {
        try (Connection connection = Database.open(url, "CREATE TABLE t " + table)) {
            load(connection, value, settings);
            return in(connection);
        }
    }

    /** What stands in the one row; quote() would round a floating-point number. */
    private static String in(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT typeof(c), quote(c), c FROM t")) {
            row.next();
            String type = row.getString(1);
            return type + " " + (type.equals("real") ? Double.toString(row.getDouble(3)) : row.getString(2));
        }
    }

    static LoadResult load(Connection connection, @Nullable Object value, UnaryOperator<BulkInserter> settings)
            throws BulkLoadException {
        return settings.apply(BulkInserter.forConnection(connection).into("t").columns("c"))
                .insert(Collections.singletonList(new Object[] {value}));
    }

    /** The text of the warnings of a load. */
    static List<String> warnings(String type, Object value, UnaryOperator<BulkInserter> settings) throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE t (c " + type + ")")) {
            return load(connection, value, settings).warnings().stream()
                    .map(warning -> warning.code() + " " + warning.count() + ": " + warning.message())
                    .toList();
        }
    }

    /** What a plain INSERT of the same value stores. */
    static String plain(String table, Object value) throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE t " + table)) {
            Database.rows(connection, "INSERT INTO t (c) VALUES (?) RETURNING 1", value);
            return in(connection);
        }
    }
}
