package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.tck.JdbcTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests with a server: a database and a connection for each. */
abstract class LiveTest extends JdbcTest {
    private String database = "";
    private Connection connection;

    /** The server that the test is for. */
    MySqlServer.Login login() {
        return MySqlServer.login();
    }

    @BeforeEach
    final void open() throws SQLException {
        database = login().newDatabase();
        connection = login().connectTo(database, new Properties());
    }

    @AfterEach
    final void close() throws SQLException {
        connection.close();
        login().dropDatabase(database);
    }

    final String database() {
        return database;
    }

    @Override
    protected final Connection connection() {
        return connection;
    }

    final BulkInserter into(String table, MySqlProvider.Path path) {
        return into(table).option(MySqlProvider.PATH, path);
    }

    static void assertPlace(BulkLoadException failure, long row, String column) {
        assertThat(failure.rowIndex()).as(failure.getMessage()).isEqualTo(row);
        assertThat(failure.column()).as(failure.getMessage()).isEqualTo(column);
    }
}
