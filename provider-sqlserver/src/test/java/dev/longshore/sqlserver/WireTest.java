package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.tck.JdbcTest;
import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsEndpoint;
import dev.longshore.tds.TdsTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests against the endpoint: the real driver, and what arrives at the other end of the wire. */
abstract class WireTest extends JdbcTest {
    private TdsEndpoint endpoint;
    private Connection connection;

    @BeforeEach
    final void open() throws IOException, SQLException {
        endpoint = TdsEndpoint.start();
        connection = connect();
    }

    @AfterEach
    final void close() throws SQLException, IOException {
        connection.close();
        endpoint.close();
    }

    final TdsEndpoint endpoint() {
        return endpoint;
    }

    @Override
    protected final Connection connection() {
        return connection;
    }

    final Connection connect(String... properties) throws SQLException {
        return DriverManager.getConnection(endpoint.url() + ";" + String.join(";", properties));
    }

    /** Opens another connection for the rest of the test. */
    final void reconnect(String... properties) throws SQLException {
        connection.close();
        connection = connect(properties);
    }

    final void table(String name, TdsColumn... columns) {
        endpoint.add(TdsTable.of(name, columns));
    }

    static TdsColumn column(String name, String type) {
        return TdsColumn.of(name, type);
    }

    /** Loads that take the path that long loads take. */
    final BulkInserter copyInto(String table) {
        return into(table).option(SqlServerProvider.PATH, SqlServerProvider.Path.BULK_COPY);
    }

    final BulkInserter insertInto(String table) {
        return into(table).option(SqlServerProvider.PATH, SqlServerProvider.Path.INSERT_VALUES);
    }

    /** One row for each value, of one column. */
    static List<Object[]> each(Object... values) {
        List<Object[]> rows = new ArrayList<>();
        for (Object value : values) {
            rows.add(new Object[] {value});
        }
        return rows;
    }

    static List<Object> list(Object... values) {
        return Arrays.asList(values);
    }

    @Override
    protected final void assertUsable() throws SQLException {
        assertThat(connection.isValid(5)).isTrue();
        assertThat(connection.getAutoCommit()).isTrue();
    }
}
