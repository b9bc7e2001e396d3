package dev.longshore.postgres;

import dev.longshore.tck.JdbcTest;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests with a server: a schema and a connection for each. */
abstract class LiveTest extends JdbcTest {
    private String schema = "";
    private Connection connection;

    @BeforeEach
    final void open() throws SQLException {
        schema = PostgresServer.newSchema();
        connection = PostgresServer.connectTo(schema);
    }

    @AfterEach
    final void close() throws SQLException {
        connection.close();
        PostgresServer.dropSchema(schema);
    }

    final String schema() {
        return schema;
    }

    @Override
    protected final Connection connection() {
        return connection;
    }
}
