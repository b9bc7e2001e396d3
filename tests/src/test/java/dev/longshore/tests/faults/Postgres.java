package dev.longshore.tests.faults;

import dev.longshore.tck.JdbcTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL of the suite's own. */
final class Postgres extends JdbcDatabase {
    static final String NAME = "PostgreSQL";

    private final Path place;
    private final EmbeddedPostgres server;
    private final @Nullable SmallDisk disk;

    private Postgres(Path place, EmbeddedPostgres server, @Nullable SmallDisk disk) {
        this.place = place;
        this.server = server;
        this.disk = disk;
    }

    static Postgres start(Path scratch) throws Exception {
        Path place = Files.createDirectories(scratch.resolve("postgres"));
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(place.toFile())
                .setDataDirectory(place.resolve("data"))
                // a server that is stopped hard must have what it has committed
                .setServerConfig("synchronous_commit", "on")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start();
        Postgres started = new Postgres(place, server, SmallDisk.find(scratch, "postgres-disk"));
        started.execute("", createLedger());
        if (started.disk != null) {
            started.execute("", "create tablespace small location '" + started.disk.folder() + "'");
        }
        return started;
    }

    @Override
    String name() {
        return NAME;
    }

    @Override
    Map<FaultKind, String> leftOut() {
        return disk == null
                ? Map.of(
                        FaultKind.DISK_FULL,
                        "no small file system may be mounted here, and none was given by -Dlongshore.faults.disk=…")
                : Map.of();
    }

    @Override
    String url(String table, int port) {
        return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&tcpKeepAlive=true";
    }

    @Override
    int port(String table) {
        return server.getPort();
    }

    @Override
    void create(Fault fault) throws SQLException {
        execute(
                fault.table(),
                create(fault.table()) + (fault.kind() == FaultKind.DISK_FULL ? " tablespace small" : ""));
    }

    @Override
    void kill(String table, Set<Long> sessions) throws SQLException {
        for (long session : sessions) {
            numbers(table, "select case when pg_terminate_backend(" + session + ") then 1 else 0 end");
        }
    }

    @Override
    int alive(String table, Set<Long> sessions) throws SQLException {
        return alive(table, "select pid from pg_stat_activity where pid in ", sessions);
    }

    @Override
    void lock(Connection connection, String table) throws SQLException {
        connection.setAutoCommit(false);
        JdbcTest.execute(connection, "lock table " + table + " in exclusive mode");
    }

    @Override
    Closeable fillDisk(Fault fault) throws IOException {
        if (disk == null) {
            throw new IllegalStateException("there is no small disk");
        }
        return disk.fill((long) (fault.at() * 4_500_000));
    }

    @Override
    void restart(Fault fault) throws Exception {
        try (Stream<Path> found = Files.find(place, 3, (path, attributes) -> path.endsWith("bin/pg_ctl"))) {
            List<String> command = new ArrayList<>();
            if (System.getProperty("user.name").equals("root")) {
                // the server does not run as root
                command.addAll(List.of("unshare", "-U"));
            }
            command.addAll(List.of(
                    found.findFirst().orElseThrow().toString(),
                    "-D",
                    place.resolve("data").toString(),
                    "-m",
                    fault.variant() % 2 == 0 ? "immediate" : "fast",
                    "-w",
                    "-l",
                    place.resolve("server.log").toString(),
                    "restart"));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(place.resolve("restart.log").toFile())
                    .start();
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException(Files.readString(place.resolve("restart.log")));
            }
        }
    }

    @Override
    void close() throws IOException {
        server.close();
        if (disk != null) {
            disk.close();
        }
    }
}
