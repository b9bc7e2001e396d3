package dev.longshore.tests.faults;

import dev.longshore.tck.JdbcTest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** SQLite, with a file for each load. */
final class Sqlite extends JdbcDatabase {
    static final String NAME = "SQLite";

    private static final int MOST_PAGES = 1_100;

    private final Path folder;

    private Sqlite(Path folder) {
        this.folder = folder;
    }

    static Sqlite start(Path scratch) throws IOException {
        return new Sqlite(Files.createDirectories(scratch.resolve("sqlite")));
    }

    @Override
    String name() {
        return NAME;
    }

    @Override
    List<FaultKind> faults() {
        return List.of(
                FaultKind.DISK_FULL,
                FaultKind.DISK_FULL,
                FaultKind.DISK_FULL,
                FaultKind.DISK_FULL,
                FaultKind.DISK_FULL,
                FaultKind.DISK_FULL,
                FaultKind.LOCKED,
                FaultKind.LOCKED,
                FaultKind.POOL_EXHAUSTED,
                FaultKind.STOPPED,
                FaultKind.STOPPED,
                FaultKind.STOPPED,
                FaultKind.JVM_KILLED);
    }

    @Override
    String url(String table, int port) {
        return "jdbc:sqlite:" + folder.resolve(table + ".db") + "?synchronous=OFF";
    }

    /** Each connection has the limit of the file by itself. */
    @Override
    String victimUrl(Fault fault, int port) {
        String limit = "&max_page_count=" + (6 + Math.round(fault.at() * MOST_PAGES));
        return url(fault.table(), port) + (fault.kind() == FaultKind.DISK_FULL ? limit : "");
    }

    @Override
    int port(String table) {
        return 0;
    }

    @Override
    void create(Fault fault) throws SQLException {
        execute(fault.table(), create(fault.table()), createLedger());
    }

    @Override
    void drop(String table) throws SQLException {
        try {
            Files.deleteIfExists(folder.resolve(table + ".db"));
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    @Override
    void kill(String table, Set<Long> sessions) {
        throw new UnsupportedOperationException();
    }

    @Override
    int alive(String table, Set<Long> sessions) {
        return 0;
    }

    @Override
    void lock(Connection connection, String table) throws SQLException {
        JdbcTest.execute(connection, "begin immediate");
    }

    @Override
    Closeable fillDisk(Fault fault) {
        return () -> {};
    }

    @Override
    void close() {
        // a file has nothing to stop
    }
}
