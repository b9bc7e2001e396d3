package dev.longshore.bench;

import ch.vorburger.exec.ManagedProcessException;
import dev.longshore.bench.mysql.Server;
import dev.longshore.mysql.MySqlProvider;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.hibernate.dialect.MariaDBDialect;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/** A MariaDB server; the table has neither key nor index, and is made anew between large loads. */
final class MariaDbServer extends Database {
    /** Both are needed: where the server has a bulk protocol, batches go by it and are not rewritten. */
    static final String REWRITE = "rewriteBatchedStatements=true&useBulkStmtsForInserts=false";

    private static final long ROUND_TRIP = 1_000_000;

    private final Server server;
    private final @Nullable DelayProxy proxy;

    private MariaDbServer(String name, Server server, @Nullable DelayProxy proxy) {
        super(name, ChronoUnit.MICROS);
        this.server = server;
        this.proxy = proxy;
    }

    static MariaDbServer start() throws Exception {
        return new MariaDbServer("mariadb", Server.start(), null);
    }

    /** A server with a millisecond of network in between. */
    static MariaDbServer startAway() throws Exception {
        Server server = Server.start();
        return new MariaDbServer("mariadb-1ms", server, new DelayProxy(server.port(), ROUND_TRIP));
    }

    @Override
    List<Contender> contenders() {
        return List.of(
                LongshoreLoad.plain(),
                LongshoreLoad.with(MySqlProvider.PATH, MySqlProvider.Path.INSERT_VALUES),
                LongshoreLoad.with(MySqlProvider.PATH, MySqlProvider.Path.LOAD_DATA),
                PlainStatements.loop(false),
                PlainStatements.batch(false, ""),
                PlainStatements.batch(false, REWRITE),
                MultiRowInserts.preparedByServer(),
                new LoadDataLoad(),
                new JooqLoad(SQLDialect.MARIADB, false, ""),
                new JdbiLoad(false, ""),
                new SpringLoad(false, ""),
                new HibernateLoad(MariaDBDialect.class, ""));
    }

    @Override
    List<KeyContender> keyContenders() {
        return List.of(
                KeyContender.withoutKeys(),
                KeyContender.withKeys(),
                KeyContender.withKeys(
                        KeyContender.WITH_KEYS + ", insert-values as on MySQL",
                        MySqlProvider.KEY_PATH,
                        MySqlProvider.KeyPath.INSERT_VALUES),
                KeyContender.returning(),
                KeyContender.batch());
    }

    @Override
    void beginKeys() throws SQLException {
        execute("create table if not exists item (id bigint auto_increment primary key, name varchar(40) not null,"
                + " amount decimal(12, 2), quantity int, active boolean)");
        execute("truncate table item");
    }

    @Override
    void begin(Shape<?> shape) throws SQLException {
        execute("drop table if exists bench");
        execute(createTable(shape, MariaDbServer::typeOf));
    }

    @Override
    Connection connect(String flags) throws SQLException {
        return proxy == null ? server.connect(flags) : server.connectThrough(proxy.port(), flags);
    }

    /** The type as SHOW COLUMNS prints it. */
    static String typeOf(Column.Type type) {
        return switch (type) {
            case INT64 -> "bigint";
            case INT32 -> "int";
            case FLOAT64 -> "double";
            case BOOLEAN -> "tinyint(1)";
            case DECIMAL -> "decimal(12,2)";
            case SHORT_TEXT -> "varchar(100)";
            case LONG_TEXT -> "varchar(4000)";
            case DATE_TIME -> "datetime(6)";
            case DATE -> "date";
        };
    }

    @Override
    void stop() throws IOException, SQLException {
        if (proxy != null) {
            proxy.close();
        }
        try {
            server.close();
        } catch (ManagedProcessException e) {
            throw new IOException(e);
        }
    }
}
