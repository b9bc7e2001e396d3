package dev.longshore.bench.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that docs/postgres.md shows, made from the JSON files of two runs so that they can't drift from them. */
public final class PostgresFigures {
    /** Below that a load may cost a catalog query more than the best plain way. */
    private static final int FEW = 100;

    /** From there on a load may take so many times as long as the best plain way. */
    private static final int MANY = 200;

    private static final double MOST_TIMES = 1.1;

    private PostgresFigures() {}

    /**
     * Puts the figures of two runs in place of those that a page shows.
     *
     * @param args the page, the file of a run of {@link PostgresTimings}, and that of a run of {@link SmallLoadTimings}
     * @throws IOException if they can't be read or written
     */
    public static void main(String[] args) throws IOException {
        FiguresOfPage.replace(Path.of(args[0]), markdown(Path.of(args[1]), Path.of(args[2])));
    }

    static String markdown(Path file, Path small) throws IOException {
        Map<?, ?> run = JSON.std.mapFrom(Files.readString(file));
        Map<?, ?> loads = JSON.std.mapFrom(Files.readString(small));
        Map<?, ?> near = Run.object(loads, "near");
        Map<?, ?> far = Run.object(loads, "oneMillisecondAway");
        return mixedRows(Run.object(run, "mixedRows"))
                + "\n"
                + smallLoads("few rows, µs", near)
                + "\n"
                + smallLoads("1 ms away, µs", far)
                + "\n"
                + goals("beside the server", near)
                + goals("1 ms away", far)
                + String.format(
                        Locale.ROOT,
                        "%n%s; Java %s; %s processors. [%4$s](benchmarks/%4$s) and [%5$s](benchmarks/%5$s) have the runs.%n",
                        String.valueOf(run.get("server")).replaceFirst(",.*$", ""),
                        run.get("java"),
                        run.get("processors"),
                        file.getFileName(),
                        small.getFileName());
    }

    private static String mixedRows(Map<?, ?> results) {
        StringBuilder table = new StringBuilder("""
                | 100 000 rows of 7 mixed columns | ms | times Longshore's | CPU of the client, ms | bytes allocated per row |
                |---|--:|--:|--:|--:|
                """);
        for (Contender contender : Contender.values()) {
            if (results.containsKey(contender.title())) {
                Map<?, ?> result = Run.object(results, contender.title());
                String name = contender == Contender.LONGSHORE ? "**" + contender.title() + "**" : contender.title();
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %.0f | %.2f | %.0f | %.0f |%n",
                        name,
                        Run.number(result, "millis"),
                        Run.number(result, "timesOfLongshore"),
                        Run.number(result, "cpuMillis"),
                        Run.number(result, "bytesPerRow")));
            }
        }
        return table.toString();
    }

    private static String smallLoads(String title, Map<?, ?> loads) {
        StringBuilder table = new StringBuilder("| " + title + " | Longshore | loop in a transaction | batch"
                + " | rewritten batch | times the best | a catalog query |\n|--:|--:|--:|--:|--:|--:|--:|\n");
        for (Object key : loads.keySet()) {
            String rows = String.valueOf(key);
            Map<?, ?> load = Run.object(loads, rows);
            table.append("| ").append(rows).append(" |");
            for (String way : new String[] {"longshore", "loop", "batch", "rewrittenBatch"}) {
                String micros = way + "Micros";
                table.append(
                        load.containsKey(micros)
                                ? String.format(Locale.ROOT, " %.0f |", Run.number(load, micros))
                                : " – |");
            }
            table.append(String.format(
                    Locale.ROOT,
                    " %.2f | %.0f |%n",
                    Run.number(load, "timesOfBest"),
                    Run.number(load, "catalogMicros")));
        }
        return table.toString();
    }

    /** Which sizes are dearer than they should be, and by how much. */
    private static String goals(String where, Map<?, ?> loads) {
        List<String> few = new ArrayList<>();
        List<String> many = new ArrayList<>();
        for (Object key : loads.keySet()) {
            String rows = String.valueOf(key);
            Map<?, ?> load = Run.object(loads, rows);
            double over = Run.number(load, "microsMoreThanBestAndCatalog");
            double times = Run.number(load, "timesOfBest");
            if (Integer.parseInt(rows) < FEW && over > 0) {
                few.add(String.format(Locale.ROOT, "%s rows by %.0f µs", rows, over));
            } else if (Integer.parseInt(rows) >= MANY && times > MOST_TIMES) {
                many.add(String.format(Locale.ROOT, "%s rows by %.0f %%", rows, 100 * (times - 1)));
            }
        }
        return "- " + where
                + ", loads below 100 rows that take longer than the best of the others and a catalog query: "
                + listed(few) + "; loads from 200 rows on that are more than 10 % slower than the best: " + listed(many)
                + ".\n";
    }

    private static String listed(List<String> sizes) {
        return sizes.isEmpty() ? "none" : String.join(", ", sizes);
    }
}
