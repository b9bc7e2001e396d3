package dev.longshore.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A handful of rows, where what comes before the first row decides: against the loop in a transaction. */
final class SmallLoads implements Benchmark {
    static final String NAME = "small-loads";

    private static final int[] SIZES = {1, 2, 5, 10};
    private static final String[] ROLLBACK_JOURNAL = {};
    private static final String[] WAL = {"pragma journal_mode = wal", "pragma synchronous = normal"};
    private static final JdbcContender OURS = JdbcContender.LONGSHORE;
    private static final JdbcContender LOOP = JdbcContender.LOOP;

    private final List<BenchRow> base = BenchRows.of(1_000);
    private long lastKey;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Workplace place, Report report) throws Exception {
        StoredRows.prove(LOOP, place, BenchRows.MIXED);
        // WAL first: its loads are quick, and so many of them that all code is compiled before anything counts
        Rounds wal = overOneConnection(place, report, "wal", "WAL, synchronous normal", WAL, 10_000, 3_000);
        for (int size : SIZES) {
            report.atMost(goal(size, "WAL, later loads, Longshore's time over the loop's"), 1.2, ratio(wal, size));
        }
        Rounds journal = overOneConnection(
                place, report, "journal", "rollback journal, default synchronous", ROLLBACK_JOURNAL, 20, 200);
        for (int size : SIZES) {
            report.atMost(goal(size, "rollback journal, Longshore's time over the loop's"), 1.1, ratio(journal, size));
        }
        Rounds first = overNewConnections(place, report, 200, 400);
        for (int size : SIZES) {
            double more = first.difference(title(OURS, size), title(LOOP, size)).median();
            report.atMost(goal(size, "WAL, first load, Longshore's milliseconds more than the loop's"), 0.1, more);
        }
    }

    private static String goal(int size, String what) {
        return size + (size == 1 ? " row, " : " rows, ") + what;
    }

    private static String title(JdbcContender contender, int size) {
        return contender.title() + ", " + size;
    }

    private static double ratio(Rounds rounds, int size) {
        return rounds.ratio(title(OURS, size), title(LOOP, size)).median();
    }

    private Rounds overOneConnection(
            Workplace place, Report report, String mode, String what, String[] pragmas, int warmups, int rounds)
            throws Exception {
        report.section(
                NAME + "-" + mode,
                "loads of a few rows over one open connection, " + what,
                Map.of("columns", BenchRows.MIXED, "warmups", warmups, "rounds", rounds));
        Path database = place.freshDatabase(BenchRows.MIXED, pragmas);
        lastKey = 0;
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        try (Connection connection = open(database, pragmas)) {
            for (int size : SIZES) {
                for (JdbcContender contender : List.of(OURS, LOOP)) {
                    tasks.put(title(contender, size), () -> timed(contender, connection, size));
                }
            }
            Rounds measured = Rounds.of(tasks, warmups, rounds);
            report(report, measured);
            return measured;
        }
    }

    private Rounds overNewConnections(Workplace place, Report report, int warmups, int rounds) throws Exception {
        report.section(
                NAME + "-first",
                "the first load over a new connection, WAL, synchronous normal",
                Map.of("columns", BenchRows.MIXED, "warmups", warmups, "rounds", rounds));
        Path database = place.freshDatabase(BenchRows.MIXED, WAL);
        lastKey = 0;
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        // stays open, so that the others find the WAL in place and do not each make and delete it
        try (Connection keeper = open(database, WAL)) {
            timed(LOOP, keeper, 1);
            for (int size : SIZES) {
                for (JdbcContender contender : List.of(OURS, LOOP)) {
                    tasks.put(title(contender, size), () -> {
                        try (Connection connection = open(database, WAL)) {
                            return timed(contender, connection, size);
                        }
                    });
                }
            }
            Rounds measured = Rounds.of(tasks, warmups, rounds);
            report(report, measured);
            return measured;
        }
    }

    private static Connection open(Path database, String[] pragmas) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        try (Statement statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute(pragma);
            }
        }
        return connection;
    }

    private Taken timed(JdbcContender contender, Connection connection, int size) throws Exception {
        List<BenchRow> rows =
                base.stream().limit(size).map(row -> row.withId(++lastKey)).toList();
        return Taken.by(() -> contender.load(connection, rows.iterator(), BenchRows.MIXED));
    }

    private static void report(Report report, Rounds measured) {
        for (int size : SIZES) {
            Quartiles ours = measured.millis(title(OURS, size));
            Quartiles loop = measured.millis(title(LOOP, size));
            Quartiles ratio = measured.ratio(title(OURS, size), title(LOOP, size));
            Quartiles more = measured.difference(title(OURS, size), title(LOOP, size));
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("rows", size);
            result.put("millis", ours.toJson(4));
            result.put("loopMillis", loop.toJson(4));
            result.put("timesOfLoop", ratio.toJson(3));
            result.put("millisMoreThanLoop", more.toJson(4));
            report.result(
                    result,
                    String.format(
                            Locale.ROOT,
                            "%2d rows: %.4f ms, loop %.4f ms, %.2f times (%.2f to %.2f), %.4f ms more",
                            size,
                            ours.median(),
                            loop.median(),
                            ratio.median(),
                            ratio.q1(),
                            ratio.q3(),
                            more.median()));
        }
    }
}
