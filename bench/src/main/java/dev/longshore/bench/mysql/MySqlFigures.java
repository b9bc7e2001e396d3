package dev.longshore.bench.mysql;

import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that docs/mysql.md shows, made from a run's JSON file so that they can't drift from it. */
public final class MySqlFigures {
    private static final List<String> WAYS = List.of(
            Contender.LONGSHORE.title(),
            Contender.LOOP.title(),
            Contender.batch(1, "").kind(),
            Contender.batch(1, Contender.REWRITE).kind());

    private MySqlFigures() {}

    /**
     * Puts the figures of a run in place of those that a page shows.
     *
     * @param args the page, and the file of the run
     * @throws IOException if they can't be read or written
     */
    public static void main(String[] args) throws IOException {
        FiguresOfPage.replace(Path.of(args[0]), markdown(Path.of(args[1])));
    }

    static String markdown(Path file) throws IOException {
        Run run = Run.read(file);
        return manyRows("100 000 rows of 7 mixed columns", run.results(MySqlTimings.MIXED))
                + "\n"
                + manyRows("50 000 rows of 21 columns, 90 % NULL", run.results(MySqlTimings.SPARSE))
                + "\n"
                + fewRows(run.results(MySqlTimings.NEAR), run.results(MySqlTimings.FAR))
                + String.format(
                        "%n%s over %s, on %s, %s cores; %s. [%6$s](benchmarks/%6$s) has the run, with quartiles and with"
                                + " the goals that are met and that are not.%n",
                        run.fact("database"),
                        run.fact("driver"),
                        run.fact("cpu"),
                        run.fact("cores"),
                        run.fact("jvm"),
                        file.getFileName());
    }

    private static String manyRows(String what, List<Map<?, ?>> results) {
        StringBuilder table = new StringBuilder(
                "| " + what + " | ms | times Longshore's | CPU of the loading thread, ms |\n" + "|---|--:|--:|--:|\n");
        for (Map<?, ?> result : results) {
            String title = String.valueOf(result.get("contender"));
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f | %.0f |%n",
                    title.equals(Contender.LONGSHORE.title()) ? "**" + title + "**" : title,
                    Run.median(result, "millis"),
                    Run.median(result, "timesOfLongshore"),
                    Run.median(result, "cpuMillis")));
        }
        return table.toString();
    }

    private static String fewRows(List<Map<?, ?>> near, List<Map<?, ?>> far) {
        StringBuilder table = new StringBuilder("""
                | few rows, ms | Longshore | loop in a transaction | batch | batch with rewriteBatchedStatements | 1 ms away: Longshore | loop | batch | with rewriteBatchedStatements |
                |--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        for (int i = 0; i < near.size(); i++) {
            table.append(String.format(Locale.ROOT, "| %.0f |", Run.number(near.get(i), "rows")));
            for (Map<?, ?> result : List.of(near.get(i), far.get(i))) {
                for (String way : WAYS) {
                    table.append(
                            result.containsKey(way)
                                    ? String.format(Locale.ROOT, " %.2f |", Run.median(result, way))
                                    : " – |");
                }
            }
            table.append('\n');
        }
        return table.toString();
    }
}
