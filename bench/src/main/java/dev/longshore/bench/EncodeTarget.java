package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import dev.longshore.TableName;
import dev.longshore.mysql.PacketEncoding;
import dev.longshore.postgres.CopyEncoding;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.sqlserver.CellEncoding;
import dev.longshore.sqlserver.SqlServerProvider;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Loads that go no further than to where a server would begin: rows are read, converted and encoded as in a real load, by the
 * engine and the provider's own encoders. PostgreSQL's and MariaDB's bytes go nowhere; SQLite's values are bound and the rows rolled
 * back, in memory; SQL Server's values are made as its driver pulls them, and the driver is not there.
 */
final class EncodeTarget implements Closeable {
    /** By the names of databases. */
    static final List<String> DATABASES = List.of("sqlite", "postgres", "mariadb", "sqlserver");

    private final Connection connection;
    private final boolean rollsBack;
    private final Inserts inserts;

    /** Inserts the rows once. */
    private interface Inserts {
        void run() throws SQLException;
    }

    private EncodeTarget(Connection connection, boolean rollsBack, Inserts inserts) {
        this.connection = connection;
        this.rollsBack = rollsBack;
        this.inserts = inserts;
    }

    /** Makes loads of so many rows of a shape. */
    static EncodeTarget of(String database, String shapeName, int rows) throws IOException, SQLException {
        boolean isSqlite = database.equals("sqlite");
        Shape<?> shape = Shape.all(isSqlite ? ChronoUnit.NANOS : ChronoUnit.MICROS).stream()
                .filter(each -> each.name().equals(shapeName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such shape: " + shapeName));
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        BulkInserter inserter = BulkInserter.forConnection(connection);
        if (isSqlite) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(SqliteFile.createTableOf(shape));
            }
            connection.setAutoCommit(false);
        } else {
            inserter = inserter.using(provider(database, shape));
        }
        return new EncodeTarget(connection, isSqlite, inserts(shape, rows, inserter));
    }

    private static <R> Inserts inserts(Shape<R> shape, int count, BulkInserter inserter) {
        List<R> rows = shape.some(count);
        RowMapping<R> mapping = shape.mapping();
        BulkInserter into = inserter.into("bench");
        return () -> into.insert(mapping, rows);
    }

    private static EncodeProvider provider(String database, Shape<?> shape) throws IOException, SQLException {
        if (database.equals("sqlserver")) {
            SqlServerProvider provider = new SqlServerProvider();
            try (SqlServerEndpoint server = SqlServerEndpoint.start()) {
                server.begin(shape);
                TargetTable table = provider.describe(
                        server.connection(""), provider.dialect().parse("bench"));
                return new EncodeProvider(table, CellEncoding::new);
            }
        }
        if (database.equals("postgres")) {
            List<TargetColumn> columns = shape.columns().stream()
                    .map(column -> CopyEncoding.column(column.name(), oid(column.type()), column.nullable()))
                    .toList();
            Encoding encoding = new CopyEncoding(columns);
            return new EncodeProvider(table(columns), any -> encoding);
        }
        if (database.equals("mariadb")) {
            List<TargetColumn> columns = shape.columns().stream()
                    .map(column -> PacketEncoding.column(
                            column.name(), MariaDbServer.typeOf(column.type()), column.nullable()))
                    .toList();
            Encoding encoding = new PacketEncoding(columns);
            return new EncodeProvider(table(columns), any -> encoding);
        }
        throw new IllegalArgumentException("no such database: " + database);
    }

    private static TargetTable table(List<TargetColumn> columns) {
        return new TargetTable(TableName.of("bench"), "bench", columns, List.of());
    }

    /** The number of PostgreSQL's type. */
    private static int oid(Column.Type type) {
        return switch (type) {
            case INT64 -> 20;
            case INT32 -> 23;
            case FLOAT64 -> 701;
            case BOOLEAN -> 16;
            case DECIMAL -> 1_700;
            case SHORT_TEXT, LONG_TEXT -> 25;
            case DATE_TIME -> 1_114;
            case DATE -> 1_082;
        };
    }

    /** Loads all rows once. */
    void load() throws SQLException {
        inserts.run();
        if (rollsBack) {
            connection.rollback();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
