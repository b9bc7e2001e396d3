package dev.longshore.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How time grows with the number of rows, and what a row costs in memory, against the hand-written multi-row statement. */
final class Growth implements Benchmark {
    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000};
    private static final int[] WARMUPS = {100, 10, 3, 1};
    private static final int[] ROUNDS = {101, 41, 15, 5};
    private static final int BASE = 100_000;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public void run(Workplace place, Report report) throws Exception {
        List<BenchRow> base = BenchRows.of(BASE);
        List<JdbcContender> both = List.of(JdbcContender.LONGSHORE, JdbcContender.MULTI_ROW);
        for (JdbcContender contender : both) {
            StoredRows.prove(contender, place, BenchRows.MIXED);
        }
        for (int i = 0; i < SIZES.length; i++) {
            int size = SIZES[i];
            report.section(
                    name() + "-" + size,
                    String.format(Locale.ROOT, "%,d rows out of an iterator into a fresh file", size),
                    Map.of("rows", size, "columns", BenchRows.MIXED, "rounds", ROUNDS[i]));
            Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
            for (JdbcContender contender : both) {
                tasks.put(contender.title(), () -> timed(place, contender, BenchRows.repeated(base, size)));
            }
            Rounds rounds = Rounds.of(tasks, WARMUPS[i], ROUNDS[i]);
            tasks.keySet().forEach(title -> report.load(rounds, title, JdbcContender.LONGSHORE.title(), size));
        }
        allocation(place, report, base, both);
    }

    private static Taken timed(Workplace place, JdbcContender contender, Iterator<BenchRow> rows) throws Exception {
        Path database = place.freshDatabase(BenchRows.MIXED);
        System.gc();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            return Taken.by(() -> contender.load(connection, rows, BenchRows.MIXED));
        }
    }

    private void allocation(Workplace place, Report report, List<BenchRow> base, List<JdbcContender> both)
            throws Exception {
        int rounds = 7;
        report.section(
                name() + "-allocation",
                "bytes allocated by the loading thread for a row of a list",
                Map.of("rows", BASE, "columns", BenchRows.MIXED, "rounds", rounds));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[][] bytes = new double[both.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < both.size(); i++) {
                Path database = place.freshDatabase(BenchRows.MIXED);
                try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
                    Iterator<BenchRow> rows = base.iterator();
                    long before = threads.getCurrentThreadAllocatedBytes();
                    both.get(i).load(connection, rows, BenchRows.MIXED);
                    bytes[i][round] = (threads.getCurrentThreadAllocatedBytes() - before) / (double) BASE;
                }
            }
        }
        for (int i = 0; i < both.size(); i++) {
            Quartiles quartiles = Quartiles.of(bytes[i]);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("contender", both.get(i).title());
            result.put("bytesPerRow", quartiles.toJson(1));
            report.result(
                    result,
                    String.format(
                            Locale.ROOT,
                            "%-24s %7.1f bytes per row",
                            both.get(i).title(),
                            quartiles.median()));
        }
        report.atMost(
                "bytes allocated per row beyond the hand-written multi-row statement",
                32,
                Quartiles.of(bytes[0]).median() - Quartiles.of(bytes[1]).median());
    }
}
