package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Many rows of mixed types into a fresh file: Longshore, the plain ways, and the ceiling in C. */
final class MixedRows implements Benchmark {
    static final String NAME = "mixed-rows";

    private static final int ROWS = 100_000;
    private static final int WARMUPS = 5;
    private static final int ROUNDS = 21;
    private static final int[] C_ROWS_PER_INSERT = {1, 20, 200};

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Workplace place, Report report) throws Exception {
        List<BenchRow> rows = BenchRows.of(ROWS);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", ROWS);
        parameters.put("columns", BenchRows.MIXED);
        parameters.put("warmups", WARMUPS);
        parameters.put("rounds", ROUNDS);
        report.section(
                NAME,
                "a list of rows of seven mixed columns into a fresh file, rollback journal, default synchronous",
                parameters);
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (Contender contender : JdbcContender.values()) {
            add(tasks, contender, place, rows);
        }
        CProgram program = ceiling(place, rows, parameters, report);
        if (program != null) {
            add(tasks, program, place, rows);
        }
        Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
        String ours = JdbcContender.LONGSHORE.title();
        tasks.keySet().forEach(title -> report.load(rounds, title, ours, ROWS));
        report.atLeast(
                "many rows, executeUpdate loop's time over Longshore's",
                2.7,
                rounds.ratio(JdbcContender.LOOP.title(), ours).median());
        report.atLeast(
                "many rows, executeBatch's time over Longshore's",
                1.12,
                rounds.ratio(JdbcContender.BATCH.title(), ours).median());
        if (program != null) {
            report.atMost(
                    "many rows, Longshore's time over the C program's",
                    1.5,
                    rounds.ratio(ours, program.title()).median());
        }
    }

    private static void add(Map<String, Rounds.Task> tasks, Contender contender, Workplace place, List<BenchRow> rows)
            throws Exception {
        StoredRows.prove(contender, place, BenchRows.MIXED);
        tasks.put(contender.title(), () -> {
            Path database = place.freshDatabase(BenchRows.MIXED);
            System.gc();
            return contender.load(database, rows, BenchRows.MIXED);
        });
    }

    /** The C program with the number of rows per statement at which it is fastest here; null if it can't be compiled. */
    private static @Nullable CProgram ceiling(
            Workplace place, List<BenchRow> rows, Map<String, Object> parameters, Report report) throws Exception {
        CProgram program;
        try {
            program = CProgram.compile(place.folder(), 1);
        } catch (CProgram.Missing | IOException e) {
            report.skipped("C program", String.valueOf(e.getMessage()));
            return null;
        }
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (int each : C_ROWS_PER_INSERT) {
            CProgram variant = program.with(each);
            add(tasks, new Titled(String.valueOf(each), variant), place, rows);
        }
        Rounds rounds = Rounds.of(tasks, 1, 7);
        int best = C_ROWS_PER_INSERT[0];
        for (int each : C_ROWS_PER_INSERT) {
            if (rounds.millis(String.valueOf(each)).median()
                    < rounds.millis(String.valueOf(best)).median()) {
                best = each;
            }
        }
        parameters.put("cProgramSqlite", program.sqliteVersion());
        parameters.put("cProgramRowsPerInsert", best);
        return program.with(best);
    }

    /** A contender under another title. */
    private record Titled(String title, Contender contender) implements Contender {
        @Override
        public Taken load(Path database, List<BenchRow> rows, int columns) throws Exception {
            return contender.load(database, rows, columns);
        }
    }
}
