package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests with a server: a database and a connection for each, and plain JDBC to arrange and to read back. */
abstract class LiveTest {
    private String database = "";
    private Connection connection;

    /** A load that is expected to fail. */
    interface Load {
        Object run() throws Exception;
    }

    @BeforeEach
    final void open() throws SQLException {
        database = MySqlServer.newDatabase();
        connection = MySqlServer.connectTo(database);
    }

    @AfterEach
    final void close() throws SQLException {
        connection.close();
        MySqlServer.dropDatabase(database);
    }

    final String database() {
        return database;
    }

    final Connection connection() {
        return connection;
    }

    final void execute(String... statements) throws SQLException {
        for (String sql : statements) {
            execute(connection, sql);
        }
    }

    static void execute(Connection used, String sql) throws SQLException {
        try (Statement statement = used.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Rows as text, their values joined by {@code |}. */
    final List<String> rows(String sql) throws SQLException {
        return rows(connection, sql);
    }

    static List<String> rows(Connection used, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = used.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    final BulkInserter into(String table) {
        return BulkInserter.forConnection(connection).into(table);
    }

    final BulkInserter into(String table, MySqlProvider.Path path) {
        return into(table).option(MySqlProvider.PATH, path);
    }

    static Object[] row(Object... values) {
        return values;
    }

    static List<Object[]> rowsOf(Object[]... rows) {
        return List.of(rows);
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

    static void assertPlace(BulkLoadException failure, long row, String column) {
        assertThat(failure.rowIndex()).as(failure.getMessage()).isEqualTo(row);
        assertThat(failure.column()).as(failure.getMessage()).isEqualTo(column);
    }

    final void assertUsable() throws SQLException {
        assertThat(rows("select 1")).containsExactly("1");
    }
}
