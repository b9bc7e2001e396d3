package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The figures that docs/tuning.md shows, made from a run's JSON file so that they can't drift from it. */
public final class TuningFigures {
    private TuningFigures() {}

    /**
     * Puts the figures of a run in place of those that the page shows.
     *
     * @param args the page and the file of the run
     * @throws IOException if one can't be read or written
     */
    public static void main(String[] args) throws IOException {
        FiguresOfPage.replace(Path.of(args[0]), markdown(Path.of(args[1])));
    }

    static String markdown(Path json) throws IOException {
        Run run = Run.read(json);
        Map<String, String> databases = new LinkedHashMap<>();
        databases.put("postgres", "PostgreSQL");
        databases.put("mariadb", "MariaDB");
        databases.put("sqlite", "SQLite");
        StringBuilder text = new StringBuilder();
        databases.forEach((database, name) -> {
            String section = TuningTimings.section(database);
            text.append(String.format(
                    "%n| %s, %s rows | ms | times the first line |%n|---|--:|--:|%n",
                    name, run.parameters(section).get("rows")));
            for (Map<?, ?> result : run.results(section)) {
                String to = "timesOf" + TuningTimings.PLAIN;
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %.0f | %.2f (%.2f to %.2f) |%n",
                        result.get("contender"),
                        Run.median(result, "millis"),
                        Run.median(result, to),
                        Run.quartile(result, to, "q1"),
                        Run.quartile(result, to, "q3")));
            }
        });
        return text.append(String.format(
                        "%nMedians of %s rounds in which all lines of a table alternate, in brackets the middle half; on %s,"
                                + " %s cores, %s; %s. [%s](benchmarks/%s) has this run.%n",
                        run.parameters(TuningTimings.section("sqlite")).get("rounds"),
                        run.fact("cpu"),
                        run.fact("cores"),
                        run.fact("os"),
                        run.fact("jvm"),
                        json.getFileName(),
                        json.getFileName()))
                .toString();
    }
}
