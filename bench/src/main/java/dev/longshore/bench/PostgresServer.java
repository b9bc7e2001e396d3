package dev.longshore.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.hibernate.dialect.PostgreSQLDialect;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server that is started from a Maven artifact, or the one at {@code -Dlongshore.bench.postgres.url=}. The table has
 * neither key nor index, and is truncated between large loads.
 */
final class PostgresServer extends Database {
    static final String REWRITE = "reWriteBatchedInserts=true";

    private static final long ROUND_TRIP = 1_000_000;

    private final String url;
    private final @Nullable Closeable started;
    private @Nullable Shape<?> made;

    private PostgresServer(String name, String url, @Nullable Closeable started) {
        super(name, ChronoUnit.MICROS);
        this.url = url;
        this.started = started;
    }

    static PostgresServer start() throws IOException {
        String given = System.getProperty("longshore.bench.postgres.url");
        if (given != null) {
            return new PostgresServer("postgres", given, null);
        }
        EmbeddedPostgres server = EmbeddedPostgres.builder().start();
        return new PostgresServer("postgres", server.getJdbcUrl("postgres", "postgres"), server);
    }

    /** A server with a millisecond of network in between. */
    static PostgresServer startAway() throws IOException {
        PostgresServer near = start();
        int port = Integer.parseInt(near.url.replaceFirst("^jdbc:postgresql://[^/:]+:(\\d+)/.*$", "$1"));
        DelayProxy proxy = new DelayProxy(port, ROUND_TRIP);
        String url = near.url.replaceFirst("//[^/]+/", "//localhost:" + proxy.port() + "/");
        return new PostgresServer("postgres-1ms", url, () -> {
            proxy.close();
            near.close();
        });
    }

    @Override
    List<Contender> contenders() {
        return List.of(
                LongshoreLoad.plain(),
                PlainStatements.loop(false),
                PlainStatements.batch(false, ""),
                PlainStatements.batch(false, REWRITE),
                CopyLoad.byHand(),
                CopyLoad.preEncoded(),
                new PgBulkInsertLoad(),
                new JooqLoad(SQLDialect.POSTGRES, false, REWRITE),
                new JdbiLoad(false, REWRITE),
                new SpringLoad(false, REWRITE),
                new HibernateLoad(PostgreSQLDialect.class, REWRITE));
    }

    @Override
    void begin(Shape<?> shape) throws SQLException {
        if (shape == made) {
            execute("truncate bench");
        } else {
            execute("drop table if exists bench");
            execute(createTable(shape, PostgresServer::type) + " with (autovacuum_enabled = false)");
            made = shape;
        }
    }

    @Override
    void beginAnew(Shape<?> shape) throws SQLException {
        made = null;
        begin(shape);
    }

    @Override
    Connection connect(String flags) throws SQLException {
        return DriverManager.getConnection(url + (url.contains("?") ? "&" : "?") + flags);
    }

    private static String type(Column.Type type) {
        return switch (type) {
            case INT64 -> "bigint";
            case INT32 -> "integer";
            case FLOAT64 -> "double precision";
            case BOOLEAN -> "boolean";
            case DECIMAL -> "numeric(12, 2)";
            case SHORT_TEXT, LONG_TEXT -> "text";
            case DATE_TIME -> "timestamp";
            case DATE -> "date";
        };
    }

    @Override
    void stop() throws IOException, SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
        }
        if (started != null) {
            started.close();
        }
    }
}
