package dev.longshore.bench;

import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsEndpoint;
import dev.longshore.tds.TdsTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of SQL Server's protocol in the same JVM, which reads and forgets. It is no server, so it says what a load costs the
 * client and nothing else; the licence of SQL Server restricts the publishing of timings of the server.
 */
final class SqlServerEndpoint extends Database {
    static final String BULK_BATCH = "useBulkCopyForBatchInsert=true";

    private final TdsEndpoint endpoint;

    private SqlServerEndpoint(TdsEndpoint endpoint) {
        super("sqlserver-client", ChronoUnit.MICROS);
        this.endpoint = endpoint;
    }

    static SqlServerEndpoint start() throws IOException {
        return new SqlServerEndpoint(TdsEndpoint.start());
    }

    @Override
    boolean isTimed() {
        return false;
    }

    @Override
    List<Contender> contenders() {
        return List.of(
                LongshoreLoad.plain(),
                PlainStatements.loop(false),
                PlainStatements.batch(false, BULK_BATCH),
                new BulkCopyLoad(),
                new JdbiLoad(false, BULK_BATCH),
                new SpringLoad(false, BULK_BATCH));
    }

    @Override
    void begin(Shape<?> shape) {
        TdsColumn[] columns = shape.columns().stream()
                .map(column -> TdsColumn.of(column.name(), type(column.type())))
                .toArray(TdsColumn[]::new);
        endpoint.add(TdsTable.of("bench", columns));
        endpoint.forget();
    }

    @Override
    void proven() {
        endpoint.drain();
    }

    @Override
    Connection connect(String flags) throws SQLException {
        return DriverManager.getConnection(endpoint.url() + ";" + flags);
    }

    private static String type(Column.Type type) {
        return switch (type) {
            case INT64 -> "bigint";
            case INT32 -> "int";
            case FLOAT64 -> "float";
            case BOOLEAN -> "bit";
            case DECIMAL -> "decimal(12,2)";
            case SHORT_TEXT -> "nvarchar(100)";
            case LONG_TEXT -> "nvarchar(4000)";
            case DATE_TIME -> "datetime2(6)";
            case DATE -> "date";
        };
    }

    /** The endpoint converts nothing, so that values are of the types in which they were sent. */
    @Override
    List<String> stored(Shape<?> shape) {
        List<String> stored = new ArrayList<>();
        for (List<@Nullable Object> row : endpoint.rows("bench")) {
            @Nullable Object[] cells = new @Nullable Object[row.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = value(row.get(i), shape.columns().get(i).type());
            }
            stored.add(shown(cells));
        }
        return stored;
    }

    private static @Nullable Object value(@Nullable Object sent, Column.Type type) {
        if (sent == null) {
            return null;
        }
        return switch (type) {
            case DECIMAL -> new BigDecimal(sent.toString());
            case DATE_TIME -> LocalDateTime.parse(sent.toString().replace(' ', 'T'));
            default -> sent;
        };
    }

    @Override
    Map<String, Object> facts() throws SQLException {
        Map<String, Object> facts = super.facts();
        facts.put("database", "none: an endpoint of the protocol in the same JVM, which reads and forgets");
        return facts;
    }

    @Override
    void stop() throws IOException {
        endpoint.close();
    }
}
