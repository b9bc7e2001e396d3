package dev.longshore.bench.postgres;

import dev.longshore.bench.BenchRow;
import dev.longshore.bench.DelayProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Loads of few rows against the ways to do so in plain JDBC, each all or nothing, over warm connections; beside the server and
 * with a millisecond of network in between. Contenders take turns, and a round's times are compared with those of the same round:
 * medians of differences and of ratios. What one catalog query with a one-row answer takes is measured in the same rounds.
 *
 * <p>Arguments: the file to write. System property: {@code longshore.bench.postgres.url}, a server to use instead of one that is
 * started here.
 */
public final class SmallLoadTimings {
    private static final int[] SIZES = {1, 2, 5, 10, 20, 50, 99, 200, 500, 1_000, 2_000, 5_000};
    private static final long ROUND_TRIP = 1_000_000;
    private static final long WARM_UP_NANOS = 8_000_000_000L;

    /** A loop of so many round trips is never the better way, and would take most of the time of a run. */
    private static final int MOST_LOOPED_NEAR = 20;

    private static final int MOST_LOOPED_FAR = 5;

    private static final String CATALOG = "select string_agg(attname || ' ' || atttypid || ' ' || attnotnull, ','"
            + " order by attnum) from pg_catalog.pg_attribute where attrelid = to_regclass('bench') and attnum > 0";

    private SmallLoadTimings() {}

    private interface Task {
        void run() throws SQLException;
    }

    private record Entry(String name, Task task) {}

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if a server can't be started or a load fails
     */
    public static void main(String[] args) throws Exception {
        PostgresUrl.with(url -> run(url, args[0]));
    }

    private static void run(String url, String file) throws SQLException, IOException {
        List<String> fields = new ArrayList<>();
        fields.add(field("java", '"' + Runtime.version().toString() + '"'));
        fields.add(field("processors", String.valueOf(Runtime.getRuntime().availableProcessors())));
        fields.add(field("near", loads(url, false)));
        int port = Integer.parseInt(url.replaceFirst("^jdbc:postgresql://[^/:]+:(\\d+)/.*$", "$1"));
        try (DelayProxy proxy = new DelayProxy(port, ROUND_TRIP)) {
            String far = url.replaceFirst("//[^/]+/", "//localhost:" + proxy.port() + "/");
            fields.add(field("oneMillisecondAway", loads(far, true)));
        }
        Files.writeString(Path.of(file), "{\n" + String.join(",\n", fields) + "\n}\n");
    }

    private static String loads(String url, boolean far) throws SQLException {
        List<BenchRow> all = MixedRows.some(SIZES[SIZES.length - 1]);
        List<String> fields = new ArrayList<>();
        String more = url.contains("?") ? "&" : "?";
        try (Connection ours = DriverManager.getConnection(url);
                Connection looping = DriverManager.getConnection(url);
                Connection batching = DriverManager.getConnection(url);
                Connection rewriting = DriverManager.getConnection(url + more + "reWriteBatchedInserts=true");
                Connection asking = DriverManager.getConnection(url)) {
            warmUp(ours, looping, batching, rewriting, asking, all);
            for (int size : SIZES) {
                createTable(ours);
                List<BenchRow> rows = all.subList(0, size);
                List<Entry> entries = new ArrayList<>();
                entries.add(new Entry("longshore", () -> Contender.LONGSHORE.load(ours, rows)));
                entries.add(new Entry("catalog", () -> ask(asking)));
                if (size <= (far ? MOST_LOOPED_FAR : MOST_LOOPED_NEAR)) {
                    entries.add(new Entry("loop", () -> Contender.LOOP.load(looping, rows)));
                }
                entries.add(new Entry("batch", () -> Contender.BATCH.load(batching, rows)));
                entries.add(new Entry("rewrittenBatch", () -> Contender.BATCH.load(rewriting, rows)));
                int rounds =
                        far ? Math.max(40, Math.min(150, 60_000 / size)) : Math.max(40, Math.min(1_200, 60_000 / size));
                fields.add(field(String.valueOf(size), compared(size, entries, rounds)));
            }
        }
        return "{\n  " + String.join(",\n  ", fields) + "\n}";
    }

    /** The smallest loads are measured first, and would be those during which the code is compiled. */
    private static void warmUp(
            Connection ours,
            Connection looping,
            Connection batching,
            Connection rewriting,
            Connection asking,
            List<BenchRow> all)
            throws SQLException {
        createTable(ours);
        long end = System.nanoTime() + WARM_UP_NANOS;
        for (int i = 0; System.nanoTime() < end; i++) {
            List<BenchRow> rows = all.subList(0, 1 + i % 3);
            Contender.LONGSHORE.load(ours, rows);
            Contender.LOOP.load(looping, rows);
            Contender.BATCH.load(batching, rows);
            Contender.BATCH.load(rewriting, rows);
            ask(asking);
        }
    }

    private static void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute("create table bench " + MixedRows.TABLE + " with (autovacuum_enabled = false)");
        }
    }

    private static void ask(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(CATALOG);
                ResultSet row = query.executeQuery()) {
            row.next();
            row.getString(1);
        }
    }

    private static String compared(int size, List<Entry> entries, int rounds) throws SQLException {
        int count = entries.size();
        double[][] micros = new double[count][rounds];
        for (int round = -rounds; round < rounds; round++) {
            for (int i = 0; i < count; i++) {
                int which = Math.floorMod(i + round, count);
                long start = System.nanoTime();
                entries.get(which).task().run();
                if (round >= 0) {
                    micros[which][round] = (System.nanoTime() - start) / 1e3;
                }
            }
        }
        int best = 2;
        List<String> fields = new ArrayList<>(List.of(field("rounds", String.valueOf(rounds))));
        for (int i = 0; i < count; i++) {
            fields.add(field(entries.get(i).name() + "Micros", number("%.0f", median(micros[i]))));
            if (i > best && median(micros[i]) < median(micros[best])) {
                best = i;
            }
        }
        double[] more = new double[rounds];
        double[] times = new double[rounds];
        double[] asked = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            more[round] = micros[0][round] - micros[best][round];
            times[round] = micros[0][round] / micros[best][round];
            asked[round] = more[round] - micros[1][round];
        }
        fields.add(field("best", '"' + entries.get(best).name() + '"'));
        fields.add(field("timesOfBest", number("%.3f", median(times))));
        fields.add(field("microsMoreThanBest", number("%.0f", median(more))));
        fields.add(field("microsMoreThanBestAndCatalog", number("%.0f", median(asked))));
        String line = "{" + String.join(", ", fields) + "}";
        System.out.println(size + " rows " + line);
        return line;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String field(String name, String value) {
        return '"' + name + "\": " + value;
    }
}
