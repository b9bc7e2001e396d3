package dev.longshore.tests.faults;

import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A JVM that loads until it is killed. */
final class VictimJvm {
    private static final int TOLD_EVERY = 20;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final String ROW = "row ";
    private static final String SESSION = "session ";
    private static final String DONE = "done";

    private VictimJvm() {}

    /**
     * Loads in a JVM of its own that is killed at a row.
     *
     * @param sessions takes the sessions that it had
     * @return whether it was killed before it was done
     */
    static boolean loadAndKill(FaultyDatabase database, Fault fault, String text, Set<Long> sessions)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VictimJvm.class.getName(),
                        database.victimUrl(fault, database.port(fault.table())),
                        fault.table(),
                        fault.load().name(),
                        Integer.toString(fault.rows()),
                        Integer.toString(fault.batch()),
                        text))
                .redirectErrorStream(true)
                .start();
        StringBuilder printed = new StringBuilder();
        boolean isDone = false;
        long place = fault.place(fault.rows()) / TOLD_EVERY * TOLD_EVERY;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                printed.append(line).append('\n');
                isDone |= line.equals(DONE);
                if (line.startsWith(SESSION)) {
                    sessions.add(Long.valueOf(line.substring(SESSION.length())));
                }
                if (line.equals(ROW + place)) {
                    // somewhere in what follows
                    LockSupport.parkNanos(fault.variant() * 200L);
                    // by its handle, since the process itself would close what it has printed
                    process.toHandle().destroyForcibly();
                }
            }
        }
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the JVM was not killed");
        }
        boolean wasKilled = process.exitValue() != 0;
        if (wasKilled && printed.indexOf("Exception") >= 0) {
            throw new AssertionError("the JVM failed by itself: " + printed);
        }
        return wasKilled && !isDone;
    }

    /** The load. */
    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        String table = arguments[1];
        LoadKind kind = LoadKind.valueOf(arguments[2]);
        int rows = Integer.parseInt(arguments[3]);
        int batch = Integer.parseInt(arguments[4]);
        DataSource connections = FaultyDatabase.recording(url, session -> say(SESSION + session));
        Iterator<Object[]> source = slow(kind.rows(rows, arguments[5]));
        if (kind.isOverPool()) {
            try (HikariDataSource pool = new HikariDataSource()) {
                pool.setDataSource(connections);
                load(kind, BulkInserter.forDataSource(pool), table, batch, source);
            }
        } else {
            try (Connection connection = connections.getConnection()) {
                if (kind == LoadKind.CALLERS) {
                    connection.setAutoCommit(false);
                    LoadKind.insertEarlier(connection, table);
                }
                load(kind, BulkInserter.forConnection(connection), table, batch, source);
                if (kind == LoadKind.CALLERS) {
                    connection.commit();
                }
            }
        }
        say(DONE);
    }

    private static void load(LoadKind kind, BulkInserter inserter, String table, int batch, Iterator<Object[]> source)
            throws Exception {
        kind.configured(inserter, table, batch, Duration.ofMinutes(1)).insert(source);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static Iterator<Object[]> slow(Iterator<Object[]> rows) {
        return new WatchedRows(rows, index -> {
            if (index % TOLD_EVERY == 0) {
                say(ROW + index);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        });
    }
}
