package dev.longshore.tds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The endpoint with the real driver, used as its documentation says. */
@DisplayName("The TDS endpoint serves the driver")
final class TdsEndpointTest {
    private TdsEndpoint endpoint;
    private Connection connection;

    @BeforeEach
    void open() throws IOException, SQLException {
        endpoint = TdsEndpoint.start();
        endpoint.add(TdsTable.of(
                "item",
                TdsColumn.of("id", "int").notNull(),
                TdsColumn.of("name", "nvarchar(20)"),
                TdsColumn.of("note", "varchar(max)"),
                TdsColumn.of("price", "decimal(10,4)"),
                TdsColumn.of("born", "date")));
        connection = DriverManager.getConnection(endpoint.url());
    }

    @Test
    void namesWithoutBracketsAreRefused() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into item (id, name) values (?, ?)")) {
            insert.setInt(1, 1);
            insert.setString(2, "one");

            assertThatThrownBy(insert::executeUpdate)
                    .isInstanceOf(SQLException.class)
                    .hasMessage("The endpoint reads only names of columns that are in brackets.");
        }
    }

    @AfterEach
    void close() throws SQLException, IOException {
        connection.close();
        endpoint.close();
    }

    /** Rows of five columns; after {@code good} of them it throws. */
    private static final class Rows implements ISQLServerBulkData {
        private static final long serialVersionUID = 1L;
        private final int count;
        private final int good;
        private int at;

        Rows(int count, int good) {
            this.count = count;
            this.good = good;
        }

        @Override
        public Set<Integer> getColumnOrdinals() {
            return new LinkedHashSet<>(List.of(1, 2, 3, 4, 5));
        }

        @Override
        public String getColumnName(int column) {
            return List.of("id", "name", "note", "price", "born").get(column - 1);
        }

        @Override
        public int getColumnType(int column) {
            return new int[] {Types.INTEGER, Types.NVARCHAR, Types.LONGNVARCHAR, Types.DECIMAL, Types.DATE}[column - 1];
        }

        @Override
        public int getPrecision(int column) {
            return new int[] {10, 20, Integer.MAX_VALUE, 10, 10}[column - 1];
        }

        @Override
        public int getScale(int column) {
            return column == 4 ? 4 : 0;
        }

        @Override
        public Object[] getRowData() {
            return new Object[] {
                at, at % 2 == 0 ? "name " + at : null, "long " + at, new BigDecimal("-12.5"), LocalDate.of(2024, 2, 29)
            };
        }

        @Override
        @SuppressWarnings("serial")
        public boolean next() throws SQLException {
            if (at == good) {
                throw new SQLException("no more of this");
            }
            return at++ < count;
        }
    }

    private void load(ISQLServerBulkData rows) throws SQLException {
        try (SQLServerBulkCopy copy = new SQLServerBulkCopy(connection.unwrap(ISQLServerConnection.class))) {
            SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
            options.setBulkCopyTimeout(0);
            copy.setBulkCopyOptions(options);
            copy.setDestinationTableName("[dbo].[item]");
            for (String name : List.of("id", "name", "note", "price", "born")) {
                copy.addColumnMapping(name, name);
            }
            copy.writeToServer(rows);
        }
    }

    @Test
    void aBulkCopyIsDecodedByItsOwnTypes() throws SQLException {
        load(new Rows(2, -1));

        assertThat(endpoint.rows("item"))
                .containsExactly(
                        row(1L, null, "long 1", new BigDecimal("-12.5000"), "2024-02-29"),
                        row(2L, "name 2", "long 2", new BigDecimal("-12.5000"), "2024-02-29"));
        assertThat(endpoint.loads().get(0).types().stream().map(WireType::name))
                .containsExactly("int", "nvarchar(20)", "nvarchar(max)", "decimal(10,4)", "varchar(10)");
    }

    private static List<Object> row(Object... values) {
        List<Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value);
        }
        return row;
    }

    @Test
    void nothingIsStoredBeforeTheCommit() throws SQLException {
        connection.setAutoCommit(false);
        load(new Rows(3, -1));
        assertThat(endpoint.rows("item")).isEmpty();

        Savepoint savepoint = connection.setSavepoint();
        load(new Rows(2, -1));
        connection.rollback(savepoint);
        connection.commit();

        assertThat(endpoint.rows("item")).hasSize(3);
    }

    @Test
    void aSavepointCanNotBeReleased() throws SQLException {
        connection.setAutoCommit(false);
        Savepoint savepoint = connection.setSavepoint();

        assertThatThrownBy(() -> connection.releaseSavepoint(savepoint))
                .isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    @Test
    void aSourceThatThrowsLeavesNothingAndAUsableConnection() throws SQLException {
        for (int good = 0; good <= 3; good++) {
            Rows rows = new Rows(3, good);
            assertThatThrownBy(() -> load(rows))
                    .hasMessage("Unable to retrieve data from the source.")
                    .cause()
                    .hasMessage("no more of this");
            assertThat(connection.isValid(5)).isTrue();
        }
        assertThat(endpoint.rows("item")).isEmpty();
    }

    @Test
    void preparedInsertsAreDecodedToo() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into [dbo].[item] ([id], [name]) values (?, ?), (?, ?)")) {
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, 2 * i);
                insert.setString(2, "even");
                insert.setInt(3, 2 * i + 1);
                insert.setNull(4, Types.NVARCHAR);
                assertThat(insert.executeUpdate()).isEqualTo(2);
            }
        }

        assertThat(endpoint.rows("item")).hasSize(6).contains(row(4L, "even"), row(5L, null));
    }

    @Test
    void constraintsHoldForEachRow() {
        endpoint.add(TdsTable.of("item", TdsColumn.of("id", "int").notNull(), TdsColumn.of("name", "nvarchar(20)"))
                .check(row ->
                        row.get(0).equals(2L) ? TdsError.of(2627, "Violation of PRIMARY KEY constraint.") : null));

        assertThat(catchThrowable(() -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.executeUpdate("select nonsense");
                    }
                }))
                .hasMessage("The endpoint has no answer to: select nonsense");
        assertThat(catchThrowable(() -> insert(2))).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getErrorCode()).isEqualTo(2627);
            assertThat(e.getSQLState()).isEqualTo("23000");
        });
        assertThat(catchThrowable(() -> insert(null)))
                .hasMessage(
                        "Cannot insert the value NULL into column 'id', table 'wire.dbo.item'; column does not allow"
                                + " nulls. INSERT fails.");
    }

    private int insert(Integer id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into [item] ([id]) values (?)")) {
            insert.setObject(1, id, Types.INTEGER);
            return insert.executeUpdate();
        }
    }

    @Test
    void aCutConnectionIsAnError() {
        endpoint.inject(Fault.of(Fault.Kind.CUT_AT_ROW, 100));

        assertThat(catchThrowable(() -> load(new Rows(100_000, -1)))).isInstanceOf(SQLException.class);
        assertThat(endpoint.rows("item")).isEmpty();
    }

    @Test
    void aStalledStatementEndsByAttention() throws SQLException {
        endpoint.inject(Fault.of(Fault.Kind.STALL_STATEMENT, 0));

        try (PreparedStatement insert = connection.prepareStatement("insert into [item] ([id]) values (?)")) {
            insert.setInt(1, 1);
            insert.setQueryTimeout(1);
            assertThatThrownBy(insert::executeUpdate).hasMessage("The query has timed out.");
        }
        assertThat(connection.isValid(5)).isTrue();
    }
}
