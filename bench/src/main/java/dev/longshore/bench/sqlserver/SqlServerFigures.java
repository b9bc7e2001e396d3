package dev.longshore.bench.sqlserver;

import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.Run;
import dev.longshore.sqlserver.SqlServerProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The tables that docs/sqlserver.md shows, made from a run's JSON file so that they can't drift from it. */
public final class SqlServerFigures {
    private SqlServerFigures() {}

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
        String server = run.fact("liveServer");
        return clientSide(run)
                + "\n"
                + live(run, server)
                + "\n"
                + fewRows(run, server)
                + String.format(
                        "%n%s on %s, %s cores; %s. [%5$s](benchmarks/%5$s) has the run, with quartiles and with the goals"
                                + " that are met and that are not.%n",
                        run.fact("driver"), run.fact("cpu"), run.fact("cores"), run.fact("jvm"), file.getFileName());
    }

    private static String name(Map<?, ?> result) {
        String title = String.valueOf(result.get("contender"));
        return title.equals(Contender.LONGSHORE.title()) ? "**" + title + "**" : title;
    }

    private static String clientSide(Run run) {
        StringBuilder table = new StringBuilder("""
                | the client's side, a row of 7 mixed columns | CPU of the loading thread, ns | times Longshore's | bytes allocated |
                |---|--:|--:|--:|
                """);
        for (Map<?, ?> result : run.results(SqlServerTimings.CLIENT)) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f | %.0f |%n",
                    name(result),
                    Run.median(result, "cpuNanosPerRow"),
                    Run.median(result, "cpuTimesOfLongshore"),
                    Run.median(result, "bytesPerRow")));
        }
        return table.toString();
    }

    private static String live(Run run, String server) {
        StringBuilder table = new StringBuilder(String.format(
                "| 10 000 rows of 7 mixed columns into %s | ms | times Longshore's |%n|---|--:|--:|%n", server));
        for (Map<?, ?> result : run.results(SqlServerTimings.LIVE)) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f |%n",
                    name(result),
                    Run.median(result, "millis"),
                    Run.median(result, "timesOfLongshore")));
        }
        return table.toString();
    }

    private static String fewRows(Run run, String server) {
        StringBuilder table = new StringBuilder(
                String.format("| few rows into %s, ms | bulk-copy | insert-values |%n|--:|--:|--:|%n", server));
        for (Map<?, ?> result : run.results(SqlServerTimings.FEW)) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %.0f | %.1f | %.1f |%n",
                    Run.number(result, "rows"),
                    Run.median(result, SqlServerProvider.Path.BULK_COPY.toString()),
                    Run.median(result, SqlServerProvider.Path.INSERT_VALUES.toString())));
        }
        return table.toString();
    }
}
