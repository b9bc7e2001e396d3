package dev.longshore.bench.postgres;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.longshore.bench.FiguresOfPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that docs/postgres.md shows, made from a run's JSON file so that they can't drift from it. */
public final class PostgresFigures {
    private PostgresFigures() {}

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
        Map<String, Object> run = JSON.std.mapFrom(Files.readString(file));
        return mixedRows(section(run, "mixedRows"))
                + "\n"
                + smallLoads(section(run, "smallLoadsNear"), section(run, "smallLoadsOneMillisecondAway"))
                + String.format(
                        Locale.ROOT,
                        "%n%s; Java %s; %s processors. [%4$s](benchmarks/%4$s) has the run.%n",
                        String.valueOf(run.get("server")).replaceFirst(",.*$", ""),
                        run.get("java"),
                        run.get("processors"),
                        file.getFileName());
    }

    private static String mixedRows(Map<String, Object> results) {
        StringBuilder table = new StringBuilder("""
                | 100 000 rows of 7 mixed columns | ms | times Longshore's | CPU of the client, ms | bytes allocated per row |
                |---|--:|--:|--:|--:|
                """);
        for (Contender contender : Contender.values()) {
            if (results.containsKey(contender.title())) {
                Map<String, Object> result = section(results, contender.title());
                String name = contender == Contender.LONGSHORE ? "**" + contender.title() + "**" : contender.title();
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %.0f | %.2f | %.0f | %.0f |%n",
                        name,
                        number(result, "millis"),
                        number(result, "timesOfLongshore"),
                        number(result, "cpuMillis"),
                        number(result, "bytesPerRow")));
            }
        }
        return table.toString();
    }

    private static String smallLoads(Map<String, Object> near, Map<String, Object> far) {
        StringBuilder table = new StringBuilder("""
                | few rows, ms | Longshore | loop in a transaction | batch | rewritten batch | 1 ms away: Longshore | loop | batch | rewritten |
                |--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        for (String rows : near.keySet()) {
            table.append("| ").append(rows).append(" |");
            for (Map<String, Object> loads : List.of(near, far)) {
                Map<String, Object> load = section(loads, rows);
                for (String way : new String[] {"longshore", "loop", "batch", "rewrittenBatch"}) {
                    table.append(String.format(Locale.ROOT, " %.2f |", number(load, way + "Millis")));
                }
            }
            table.append('\n');
        }
        return table.toString();
    }

    @SuppressWarnings("unchecked") // the form that PostgresTimings writes
    private static Map<String, Object> section(Map<String, Object> of, String name) {
        return (Map<String, Object>) requireNonNull(of.get(name), name);
    }

    private static double number(Map<String, Object> of, String name) {
        return ((Number) requireNonNull(of.get(name), name)).doubleValue();
    }
}
