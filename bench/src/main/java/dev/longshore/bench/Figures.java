package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures that the README shows, made from a run's JSON file so that they can't drift from it. */
final class Figures {
    private static final String MIXED = "sqlite/mixed-100000";

    private Figures() {}

    /**
     * Puts the figures of a run in place of those that a page shows.
     *
     * @param args the page and the file of the run
     * @throws IOException if one can't be read or written
     */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), Path.of(args[1]));
    }

    static void write(Path page, Path json) throws IOException {
        FiguresOfPage.replace(page, markdown(json));
    }

    static String markdown(Path json) throws IOException {
        Run run = Run.read(json);
        StringBuilder text = new StringBuilder();
        text.append(
                "| 100 000 rows of 7 mixed columns into a fresh SQLite file | ms | times Longshore's |\n|---|--:|--:|\n");
        for (Map<?, ?> result : run.results(MIXED)) {
            Object title = result.get("contender");
            String name = LongshoreLoad.TITLE.equals(title) ? "**" + title + "**" : String.valueOf(title);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.2f |%n",
                    name,
                    Run.median(result, "millis"),
                    Run.median(result, "timesOfLongshore")));
        }
        text.append(String.format(
                Locale.ROOT,
                "%nSmall loads, by the time of a loop in a transaction: %s with a rollback journal; %s in WAL mode.%n",
                smallLoads(run, "sqlite"),
                smallLoads(run, "sqlite-wal")));
        text.append(String.format(
                "%nMedians of rounds in which all ways alternate, on %s, %s cores, %s; %s; %s, %s."
                        + " [Benchmarks](docs/benchmarks.md) shows the whole run, with quartiles and with the goals that are met"
                        + " and that are not; `mvn -Pbench -Dbench.include=^sqlite` measures the same on your machine.%n",
                run.fact("cpu"),
                run.fact("cores"),
                run.fact("os"),
                run.fact("jvm"),
                run.database("sqlite").get("driver"),
                run.fact("date")));
        return text.toString();
    }

    private static String smallLoads(Run run, String database) {
        List<String> sizes = new ArrayList<>();
        for (int rows : Suite.FEW_OF_SQLITE) {
            String section = database + "/mixed-" + rows;
            for (Map<?, ?> result : run.has(section) ? run.results(section) : List.<Map<?, ?>>of()) {
                if (PlainStatements.LOOP.equals(result.get("contender"))) {
                    sizes.add(String.format(
                            Locale.ROOT,
                            "%.2f for %d %s",
                            1 / Run.median(result, "timesOfLongshore"),
                            rows,
                            rows == 1 ? "row" : "rows"));
                }
            }
        }
        return String.join(", ", sizes);
    }
}
