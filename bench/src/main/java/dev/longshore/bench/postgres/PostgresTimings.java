package dev.longshore.bench.postgres;

import static java.util.Objects.requireNonNull;

import com.sun.management.ThreadMXBean;
import dev.longshore.bench.BenchRow;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Loads 100 000 rows by each contender in turn, and writes medians and ratios as JSON. The ratios are those of neighbours in time:
 * on a machine that others use too, absolute times mean little. {@link SmallLoadTimings} has loads of few rows.
 *
 * <p>Arguments: the file to write. System properties: {@code longshore.bench.postgres.url}, a server to use instead of one that is
 * started here; {@code longshore.bench.rounds}.
 */
public final class PostgresTimings {
    private static final int ROWS = 100_000;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 15);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private PostgresTimings() {}

    /** What one load took. */
    private record Taken(double millis, double cpuMillis, double bytesPerRow) {}

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
        List<String> sections = new ArrayList<>();
        try (Connection connection = connect(url, "")) {
            sections.add(field("server", quoted(text(connection, "select version()"))));
            sections.add(field("java", quoted(Runtime.version().toString())));
            sections.add(field("processors", String.valueOf(Runtime.getRuntime().availableProcessors())));
            proveEqual(url, connection);
        }
        sections.add(field("mixedRows", mixedRows(url)));
        Files.writeString(Path.of(file), "{\n" + String.join(",\n", sections) + "\n}\n");
    }

    private static Connection connect(String url, String more) throws SQLException {
        return DriverManager.getConnection(url + (url.contains("?") ? "&" : "?") + more);
    }

    /** A contender that stores other rows than the plain loop is not timed at all. */
    private static void proveEqual(String url, Connection connection) throws SQLException {
        List<BenchRow> rows = MixedRows.some(1_234);
        String expected = "";
        for (Contender contender : List.of(
                Contender.LOOP,
                Contender.LONGSHORE,
                Contender.BATCH,
                Contender.PRE_ENCODED,
                Contender.HAND_WRITTEN,
                Contender.PG_BULK_INSERT)) {
            createTable(connection);
            contender.load(connection, rows);
            String stored = text(connection, "select md5(string_agg(b::text, '|' order by id)) from bench b");
            if (contender == Contender.LOOP) {
                expected = stored;
            } else if (!stored.equals(expected)) {
                throw new IllegalStateException(contender.title() + " stores other rows than the loop, at " + url);
            }
        }
    }

    private static void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute("create table bench " + MixedRows.TABLE);
        }
    }

    /** The table is there before a load, as it is where loads are run again and again. */
    private static void truncate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate bench");
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    private static Taken timed(Contender contender, Connection connection, List<BenchRow> rows) throws SQLException {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        contender.load(connection, rows);
        long nanos = System.nanoTime() - start;
        long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpu;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        return new Taken(nanos / 1e6, cpuNanos / 1e6, (double) allocated / rows.size());
    }

    private static String mixedRows(String url) throws SQLException {
        List<BenchRow> rows = MixedRows.some(ROWS);
        List<Contender> contenders = new ArrayList<>(List.of(Contender.values()));
        // not in turn, so that none always has the same one before it
        Random order = new Random(1);
        Map<Contender, @Nullable Taken[]> taken = new EnumMap<>(Contender.class);
        for (Contender contender : contenders) {
            taken.put(contender, new @Nullable Taken[ROUNDS]);
        }
        int loops = 3;
        try (Connection plain = connect(url, "");
                Connection rewriting = connect(url, "reWriteBatchedInserts=true")) {
            createTable(plain);
            for (int round = -3; round < ROUNDS; round++) {
                Collections.shuffle(contenders, order);
                for (Contender contender : contenders) {
                    boolean tooSlow = contender == Contender.LOOP && (round < 0 || round >= loops);
                    if (tooSlow) {
                        continue;
                    }
                    truncate(plain);
                    System.gc();
                    Taken each = timed(contender, contender == Contender.BATCH ? rewriting : plain, rows);
                    if (round >= 0) {
                        requireNonNull(taken.get(contender))[round] = each;
                    }
                }
            }
        }
        @Nullable Taken[] ours = requireNonNull(taken.get(Contender.LONGSHORE));
        List<String> fields = new ArrayList<>();
        fields.add(field("rows", String.valueOf(ROWS)));
        for (Contender contender : Contender.values()) {
            @Nullable Taken[] theirs = requireNonNull(taken.get(contender));
            String line = result(
                    median(theirs, null, 0),
                    median(theirs, null, 1),
                    median(theirs, null, 2),
                    median(theirs, ours, 0),
                    median(theirs, ours, 1),
                    median(theirs, ours, 2));
            fields.add(field(contender.title(), line));
            System.out.println(contender.title() + " " + line);
        }
        return object(fields);
    }

    /** The median of a measure, or of its ratio to another contender's in the same round. */
    private static double median(@Nullable Taken[] taken, @Nullable Taken @Nullable [] to, int measure) {
        double[] values = new double[taken.length];
        int count = 0;
        for (int i = 0; i < taken.length; i++) {
            Taken each = taken[i];
            Taken other = to == null ? null : to[i];
            if (each != null && to == null) {
                values[count++] = measure(each, measure);
            } else if (each != null && other != null) {
                values[count++] = measure(each, measure) / measure(other, measure);
            }
        }
        Arrays.sort(values, 0, count);
        return count == 0 ? Double.NaN : (values[(count - 1) / 2] + values[count / 2]) / 2;
    }

    private static double measure(Taken taken, int measure) {
        return measure == 0 ? taken.millis() : measure == 1 ? taken.cpuMillis() : taken.bytesPerRow();
    }

    private static String result(double... values) {
        return String.format(
                Locale.ROOT,
                "{\"millis\": %.1f, \"cpuMillis\": %.1f, \"bytesPerRow\": %.1f, \"timesOfLongshore\": %.3f,"
                        + " \"cpuTimesOfLongshore\": %.3f, \"bytesTimesOfLongshore\": %.3f}",
                Arrays.stream(values).boxed().toArray());
    }

    private static String field(String name, String value) {
        return quoted(name) + ": " + value;
    }

    private static String object(List<String> fields) {
        return "{\n  " + String.join(",\n  ", fields) + "\n}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
