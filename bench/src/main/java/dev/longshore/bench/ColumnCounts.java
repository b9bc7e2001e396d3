package dev.longshore.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Many rows of few and of many columns. */
final class ColumnCounts implements Benchmark {
    private static final int ROWS = 100_000;
    private static final int WARMUPS = 2;
    private static final int ROUNDS = 15;
    private static final int[] COLUMNS = {2, 7, 21};

    @Override
    public String name() {
        return "column-counts";
    }

    @Override
    public void run(Workplace place, Report report) throws Exception {
        List<BenchRow> rows = BenchRows.of(ROWS);
        for (int columns : COLUMNS) {
            report.section(
                    name() + "-" + columns,
                    "a list of rows of " + columns + " columns into a fresh file",
                    Map.of("rows", ROWS, "columns", columns, "warmups", WARMUPS, "rounds", ROUNDS));
            Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
            for (Contender contender : JdbcContender.values()) {
                StoredRows.prove(contender, place, columns);
                tasks.put(contender.title(), () -> {
                    Path database = place.freshDatabase(columns);
                    System.gc();
                    return contender.load(database, rows, columns);
                });
            }
            Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
            tasks.keySet().forEach(title -> report.load(rounds, title, JdbcContender.LONGSHORE.title(), ROWS));
        }
    }
}
