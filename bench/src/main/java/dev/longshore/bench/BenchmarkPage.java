package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of docs/benchmarks.md and the charts beside the run, made from its JSON file so that they can't drift from it. */
public final class BenchmarkPage {
    private static final Map<String, String> DATABASES = databases();
    private static final int MIXED_ROWS = 100_000;
    private static final double FASTER = 0.97;

    /** What can be had at most: what they load was encoded before the clock started, or never was in a JVM. */
    private static final List<String> CEILINGS = List.of(CopyLoad.PRE_ENCODED, LoadDataLoad.TITLE, CProgram.TITLE);

    private BenchmarkPage() {}

    private static Map<String, String> databases() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("postgres", "PostgreSQL");
        titles.put("mariadb", "MariaDB");
        titles.put("sqlite", "SQLite");
        titles.put("sqlserver-client", "SQL Server, the client's side");
        return titles;
    }

    /**
     * Puts the figures of a run in place of those that the page shows, and draws the charts into the folder of the run.
     *
     * @param args the page and the file of the run
     * @throws IOException if one can't be read or written
     */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), Path.of(args[1]));
    }

    static void write(Path page, Path file) throws IOException {
        FiguresOfPage.replace(page, markdown(file));
        for (Map.Entry<String, String> chart : charts(file).entrySet()) {
            Files.writeString(file.resolveSibling(chart.getKey()), chart.getValue());
        }
    }

    /** The charts by the names of their files. */
    static Map<String, String> charts(Path file) throws IOException {
        Run run = Run.read(file);
        Map<String, String> charts = new LinkedHashMap<>();
        for (Map.Entry<String, String> database : DATABASES.entrySet()) {
            String section = database.getKey() + "/mixed-" + MIXED_ROWS;
            if (!run.has(section)) {
                continue;
            }
            boolean timed = run.results(section).get(0).containsKey("rowsPerSecond");
            List<BarChart.Bar> bars = new ArrayList<>();
            for (Map<?, ?> result : run.results(section)) {
                String contender = String.valueOf(result.get("contender"));
                double value = timed ? Run.number(result, "rowsPerSecond") : Run.median(result, "cpuNanosPerRow");
                bars.add(new BarChart.Bar(contender, value, contender.equals(LongshoreLoad.TITLE)));
            }
            bars.sort(Comparator.comparingDouble(BarChart.Bar::value));
            String what = timed ? "rows a second" : "nanoseconds of processor time a row";
            charts.put(
                    "mixed-" + database.getKey() + ".svg",
                    new BarChart(
                                    database.getValue() + ": " + what + ", 100 000 rows of 7 mixed columns",
                                    bars,
                                    List.of(machine(run), software(run, database.getKey())))
                            .svg());
        }
        return charts;
    }

    private static String machine(Run run) {
        return run.fact("cpu") + ", " + run.fact("cores") + " cores, " + run.fact("os") + ", " + run.fact("date");
    }

    private static String software(Run run, String database) {
        Map<?, ?> facts = run.database(database);
        return run.fact("jvm") + "; " + facts.get("driver") + "; " + facts.get("database");
    }

    static String markdown(Path file) throws IOException {
        Run run = Run.read(file);
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "The run of %s: %s, %s cores, %s MiB, %s; %s. Load average before it: %s. [%8$s](benchmarks/%8$s) has all.",
                run.fact("date"),
                run.fact("cpu"),
                run.fact("cores"),
                run.fact("memoryMiB"),
                run.fact("os"),
                run.fact("jvm"),
                run.fact("loadAverageBefore"),
                file.getFileName()));
        return text + "\n\n" + versions(run) + loads(run, 100_000) + loads(run, 1_000_000) + shapes(run) + growth(run)
                + fewRows(run) + keys(run) + rejects(run) + encoding(run) + losses(run) + goals(run);
    }

    private static String versions(Run run) {
        StringBuilder text = new StringBuilder("| | driver | server |\n|---|---|---|\n");
        DATABASES.forEach((name, title) -> {
            if (run.hasDatabase(name)) {
                Map<?, ?> facts = run.database(name);
                text.append(String.format("| %s | %s | %s |%n", title, facts.get("driver"), facts.get("database")));
            }
        });
        return text + "\nLibraries: "
                + run.fact("libraries").replaceAll("[{}]", "").replace('=', ' ') + ".\n";
    }

    private static String loads(Run run, int rows) {
        StringBuilder text = new StringBuilder();
        DATABASES.forEach((database, title) -> {
            String section = database + "/mixed-" + rows;
            if (run.has(section)) {
                boolean timed = run.results(section).get(0).containsKey("millis");
                if (rows == MIXED_ROWS) {
                    text.append("\n![")
                            .append(title)
                            .append("](benchmarks/mixed-")
                            .append(database)
                            .append(".svg)\n");
                }
                text.append("\n| ").append(title).append(timed ? " | ms | times Longshore's (middle half)" : "");
                text.append(" | CPU of the client, ns a row | bytes allocated a row | rounds |\n|---|");
                text.append(timed ? "--:|--:|" : "").append("--:|--:|--:|\n");
                for (Map<?, ?> result : run.results(section)) {
                    text.append("| ").append(name(result)).append(" |");
                    if (timed) {
                        text.append(String.format(
                                Locale.ROOT, " %.0f | %s |", Run.median(result, "millis"), times(result)));
                    }
                    text.append(String.format(
                            Locale.ROOT,
                            " %.0f | %s | %.0f |%n",
                            Run.median(result, "cpuNanosPerRow"),
                            result.containsKey("bytesPerRow")
                                    ? String.format(Locale.ROOT, "%.0f", Run.median(result, "bytesPerRow"))
                                    : "–",
                            Run.number(result, "rounds")));
                }
            }
        });
        return titled(
                String.format(Locale.ROOT, "%,d rows of 7 mixed columns", rows).replace(',', ' '), text);
    }

    /** Tables under their heading, or nothing where there are none. */
    private static String titled(String title, CharSequence tables) {
        return tables.isEmpty() ? "" : "\n### " + title + "\n" + tables;
    }

    private static String name(Map<?, ?> result) {
        String contender = String.valueOf(result.get("contender"));
        return contender.equals(LongshoreLoad.TITLE) ? "**" + contender + "**" : contender;
    }

    /** Rows that the database numbers. */
    private static String keys(Run run) {
        StringBuilder text = new StringBuilder();
        for (String section : run.sections()) {
            if (is(Suite.KEYS, section)) {
                text.append("\n| ")
                        .append(section)
                        .append(
                                " | ms | times Longshore's without keys (middle half) | times Longshore's with keys |\n")
                        .append("|---|--:|--:|--:|\n");
                for (Map<?, ?> result : run.results(section)) {
                    text.append(String.format(
                            Locale.ROOT,
                            "| %s | %.1f | %s | %.2f |%n",
                            result.get("contender"),
                            Run.median(result, "millis"),
                            times(result),
                            Run.median(result, KeyLoads.TIMES)));
                }
            }
        }
        return titled("Generated keys", text);
    }

    private static String rejects(Run run) {
        StringBuilder text = new StringBuilder();
        for (String section : run.sections()) {
            if (is(Suite.REJECTS, section)) {
                text.append("\n| ")
                        .append(section)
                        .append(" | ms | times the plain load's (middle half) |\n|---|--:|--:|\n");
                for (Map<?, ?> result : run.results(section)) {
                    text.append(String.format(
                            Locale.ROOT,
                            "| %s | %.0f | %s |%n",
                            result.get("contender"),
                            Run.median(result, "millis"),
                            times(result)));
                }
            }
        }
        return titled("Rejected rows", text);
    }

    private static boolean is(String kind, String section) {
        return section.contains("/" + kind + "-");
    }

    private static String times(Map<?, ?> result) {
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f)",
                Run.median(result, "timesOfLongshore"),
                Run.quartile(result, "timesOfLongshore", "q1"),
                Run.quartile(result, "timesOfLongshore", "q3"));
    }

    /** Rows of the other shapes. */
    private static String shapes(Run run) {
        StringBuilder text = new StringBuilder();
        DATABASES.forEach((database, title) -> {
            Map<String, Map<String, String>> lines = new LinkedHashMap<>();
            List<String> heads = new ArrayList<>();
            for (String section : run.sections()) {
                if (section.startsWith(database + "/")
                        && !is("mixed", section)
                        && !is(Suite.KEYS, section)
                        && !is(Suite.REJECTS, section)) {
                    heads.add(section.substring(database.length() + 1));
                    for (Map<?, ?> result : run.results(section)) {
                        String cell = result.containsKey("millis")
                                ? String.format(
                                        Locale.ROOT,
                                        "%.0f ms, %.2f",
                                        Run.median(result, "millis"),
                                        Run.median(result, "timesOfLongshore"))
                                : String.format(
                                        Locale.ROOT,
                                        "%.0f ns, %.2f",
                                        Run.median(result, "cpuNanosPerRow"),
                                        Run.median(result, "cpuTimesOfLongshore"));
                        lines.computeIfAbsent(name(result), any -> new LinkedHashMap<>())
                                .put(heads.get(heads.size() - 1), cell);
                    }
                }
            }
            table(text, title, heads, lines);
        });
        return titled("Other shapes", text);
    }

    /** A line for each contender and a column for each head; nothing where there is no head. */
    private static void table(
            StringBuilder text, String title, List<String> heads, Map<String, Map<String, String>> lines) {
        if (heads.isEmpty()) {
            return;
        }
        text.append("\n| ").append(title).append(" | ").append(String.join(" | ", heads));
        text.append(" |\n|---|").append("--:|".repeat(heads.size())).append('\n');
        lines.forEach((name, cells) -> {
            text.append("| ").append(name);
            heads.forEach(head -> text.append(" | ").append(cells.getOrDefault(head, "–")));
            text.append(" |\n");
        });
    }

    /** What a row costs in loads of different sizes: the same where time grows in a straight line. */
    private static String growth(Run run) {
        StringBuilder text = new StringBuilder("""

                ### How time grows with rows

                Mixed rows by Longshore.

                | database | rows | ms | µs a row | times the straight line from first to last |
                |---|--:|--:|--:|--:|
                """);
        for (String database : List.of("postgres", "mariadb", "sqlite")) {
            double fixed = Double.NaN;
            double perRow = Double.NaN;
            List<double[]> points = new ArrayList<>();
            for (int rows : new int[] {1, 10, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000}) {
                String section = database + "/mixed-" + rows;
                if (run.has(section)) {
                    points.add(new double[] {rows, Run.median(ours(run, section), "millis")});
                }
            }
            if (points.size() > 1) {
                double[] first = points.get(0);
                double[] last = points.get(points.size() - 1);
                perRow = (last[1] - first[1]) / (last[0] - first[0]);
                fixed = first[1] - first[0] * perRow;
            }
            for (double[] point : points) {
                double line = fixed + perRow * point[0];
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %,.0f | %.3f | %.2f | %.2f times |%n",
                        DATABASES.get(database),
                        point[0],
                        point[1],
                        1_000 * point[1] / point[0],
                        point[1] / line));
            }
        }
        return text.toString();
    }

    private static Map<?, ?> ours(Run run, String section) {
        return run.results(section).stream()
                .filter(result -> LongshoreLoad.TITLE.equals(result.get("contender")))
                .findFirst()
                .orElseThrow();
    }

    private static String fewRows(Run run) {
        StringBuilder text = new StringBuilder("\n### Few rows, ms\n");
        for (String database : List.of("postgres", "postgres-1ms", "mariadb", "mariadb-1ms", "sqlite", "sqlite-wal")) {
            Map<String, Map<String, String>> lines = new LinkedHashMap<>();
            List<String> sizes = new ArrayList<>();
            for (int rows : new int[] {1, 2, 5, 10, 100, 200, 500, 1_000}) {
                String section = database + "/mixed-" + rows;
                if (run.has(section)) {
                    sizes.add(String.valueOf(rows));
                    for (Map<?, ?> result : run.results(section)) {
                        lines.computeIfAbsent(name(result), any -> new LinkedHashMap<>())
                                .put(
                                        String.valueOf(rows),
                                        String.format(
                                                Locale.ROOT,
                                                "%.3f, %.2f",
                                                Run.median(result, "millis"),
                                                Run.median(result, "timesOfLongshore")));
                    }
                }
            }
            table(text, database, sizes, lines);
        }
        return text.toString();
    }

    private static String encoding(Run run) {
        StringBuilder text = new StringBuilder(
                "\n### Encoding alone\n\n| | shape | ns a row (± 99.9 %) | bytes allocated a row |\n|---|---|--:|--:|\n");
        for (String database : EncodeTarget.DATABASES) {
            if (run.has("encode/" + database)) {
                for (Map<?, ?> result : run.results("encode/" + database)) {
                    text.append(String.format(
                            Locale.ROOT,
                            "| %s | %s | %.0f (± %.0f) | %.1f |%n",
                            database,
                            result.get("shape"),
                            Run.number(result, "nanosPerRow"),
                            Run.number(result, "nanosPerRowError"),
                            Run.number(result, "bytesPerRow")));
                }
            }
        }
        return text.toString();
    }

    /** All who were faster by more than chance makes, the ceilings aside; of loads with keys, all who give back keys. */
    private static String losses(Run run) {
        StringBuilder text = new StringBuilder();
        for (String section : run.sections()) {
            if (section.startsWith("encode/") || is(Suite.REJECTS, section)) {
                continue;
            }
            for (Map<?, ?> result : run.results(section)) {
                String measure = is(Suite.KEYS, section)
                        ? KeyLoads.TIMES
                        : result.containsKey("millis") ? "timesOfLongshore" : "cpuTimesOfLongshore";
                String contender = String.valueOf(result.get("contender"));
                double times = Run.median(result, measure);
                if (times < FASTER && !CEILINGS.contains(contender) && !contender.equals(KeyContender.WITHOUT_KEYS)) {
                    text.append(String.format(Locale.ROOT, "| %s | %s | %.2f |%n", section, contender, times));
                }
            }
        }
        return "\n### Where others are faster\n\nBy more than 3 %; not listed are the ceilings: "
                + String.join(", ", CEILINGS) + ".\n\n| load | who | of Longshore's time |\n|---|---|--:|\n" + text;
    }

    private static String goals(Run run) {
        StringBuilder text = new StringBuilder("\n### Goals\n\n| goal | bound | measured | |\n|---|---|--:|---|\n");
        for (Map<?, ?> goal : run.goals()) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s |%n",
                    goal.get("goal"),
                    goal.get("bound"),
                    Run.number(goal, "measured"),
                    Boolean.TRUE.equals(goal.get("met")) ? "met" : "**not met**"));
        }
        return text.toString();
    }
}
