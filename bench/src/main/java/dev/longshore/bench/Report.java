package dev.longshore.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run measured, for people as it comes and for the JSON file at the end. */
public final class Report {
    private final PrintStream out;
    private final List<Map<String, Object>> sections = new ArrayList<>();
    private final List<Map<String, Object>> goals = new ArrayList<>();
    private List<Map<String, Object>> results = new ArrayList<>();

    /**
     * Makes an empty report.
     *
     * @param out where results are printed as they come
     */
    public Report(PrintStream out) {
        this.out = out;
    }

    /**
     * Begins a section; results up to the next one belong to it.
     *
     * @param name a name for programs
     * @param what a title for people
     * @param parameters numbers that the results depend on
     */
    public void section(String name, String what, Map<String, Object> parameters) {
        results = new ArrayList<>();
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("name", name);
        section.put("what", what);
        section.put("parameters", parameters);
        section.put("results", results);
        sections.add(section);
        out.printf("%n%s: %s%n", name, what);
    }

    /**
     * Adds the time of a contender that loads many rows.
     *
     * @param rounds the times
     * @param title the contender's title
     * @param to the title of the one with which it is compared
     * @param rows how many rows it loads
     */
    public void load(Rounds rounds, String title, String to, long rows) {
        Quartiles millis = rounds.millis(title);
        Quartiles ratio = rounds.ratio(title, to);
        double perSecond = rows / (millis.median() / 1e3);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("contender", title);
        result.put("rows", rows);
        result.put("rounds", rounds.count(title));
        result.put("millis", millis.toJson(2));
        result.put("rowsPerSecond", Math.rint(perSecond));
        result.put("timesOf" + to, ratio.toJson(3));
        result.put("cpuMillis", rounds.cpuMillis(title).toJson(2));
        result.put("cpuTimesOf" + to, rounds.cpuRatio(title, to).toJson(3));
        result.put("bytesPerRow", rounds.bytes(title).over((double) rows).toJson(1));
        results.add(result);
        out.printf(
                Locale.ROOT,
                "  %-24s %9.1f ms (%.1f to %.1f)  %,9.0f rows/s  %.2f times %s (%.2f to %.2f), cpu %.1f ms, %.2f times%n",
                title,
                millis.median(),
                millis.q1(),
                millis.q3(),
                perSecond,
                ratio.median(),
                to,
                ratio.q1(),
                ratio.q3(),
                rounds.cpuMillis(title).median(),
                rounds.cpuRatio(title, to).median());
    }

    /** Adds what a contender took whose time on the clock means something. */
    Map<String, Object> loaded(Rounds taken, String title, String ours, int rows) {
        return loaded(taken, title, ours, rows, true, 2);
    }

    /**
     * Adds what a contender took.
     *
     * @param ours the title of the load of Longshore's with which it is compared
     * @param timed whether its time on the clock means anything
     * @param decimals of milliseconds
     * @return the result, to which more can be added
     */
    Map<String, Object> loaded(Rounds taken, String title, String ours, int rows, boolean timed, int decimals) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("contender", title);
        result.put("rounds", taken.count(title));
        List<String> line = new ArrayList<>();
        line.add(String.format(Locale.ROOT, "%-40s", title));
        if (timed) {
            Quartiles millis = taken.millis(title);
            Quartiles times = taken.ratio(title, ours);
            result.put("millis", millis.toJson(decimals));
            result.put("rowsPerSecond", Math.rint(rows / (millis.median() / 1e3)));
            result.put("timesOfLongshore", times.toJson(3));
            line.add(String.format(
                    Locale.ROOT,
                    "%10.3f ms, %.2f times (%.2f to %.2f)",
                    millis.median(),
                    times.median(),
                    times.q1(),
                    times.q3()));
        }
        // the C program is a process of its own, and not asked for its memory
        Quartiles bytes = taken.bytes(title).over(rows);
        Quartiles nanos = taken.cpuMillis(title).over(rows / 1e6);
        result.put("cpuNanosPerRow", nanos.toJson(1));
        result.put("cpuTimesOfLongshore", taken.cpuRatio(title, ours).toJson(3));
        line.add(String.format(Locale.ROOT, "cpu %.0f ns a row", nanos.median()));
        if (bytes.median() > 0) {
            result.put("bytesPerRow", bytes.toJson(1));
            line.add(String.format(Locale.ROOT, "%.1f bytes a row", bytes.median()));
        }
        result(result, String.join(", ", line));
        return result;
    }

    /**
     * Adds any other result.
     *
     * @param result the result by names
     * @param line the same for people
     */
    public void result(Map<String, Object> result, String line) {
        results.add(result);
        out.println("  " + line);
    }

    /**
     * Adds a goal that is met by as much or more.
     *
     * @param goal what it is about
     * @param limit the least
     * @param measured what was measured
     */
    public void atLeast(String goal, double limit, double measured) {
        goal(goal, "at least", limit, measured, measured >= limit);
    }

    /**
     * Adds a goal that is met by as much or less.
     *
     * @param goal what it is about
     * @param limit the most
     * @param measured what was measured
     */
    public void atMost(String goal, double limit, double measured) {
        goal(goal, "at most", limit, measured, measured <= limit);
    }

    private void goal(String what, String bound, double limit, double measured, boolean met) {
        Map<String, Object> goal = new LinkedHashMap<>();
        goal.put("goal", what);
        goal.put("bound", bound + " " + limit);
        goal.put("measured", Quartiles.rounded(measured, 3));
        goal.put("met", met);
        goals.add(goal);
    }

    /**
     * Prints the goals.
     *
     * @return whether all were met
     */
    public boolean printGoals() {
        boolean all = true;
        out.println("\nGoals");
        for (Map<String, Object> goal : goals) {
            boolean met = Boolean.TRUE.equals(goal.get("met"));
            all &= met;
            out.printf(
                    "  %-8s %s: %s, measured %s%n",
                    met ? "met" : "NOT MET", goal.get("goal"), goal.get("bound"), goal.get("measured"));
        }
        return all;
    }

    /**
     * Writes all results.
     *
     * @param file the file to write
     * @param environment on what the run was made
     * @throws IOException if it can't be written
     */
    public void write(Path file, Map<String, Object> environment) throws IOException {
        String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(toJson(environment));
        Files.writeString(file, text + "\n");
    }

    private Map<String, Object> toJson(Map<String, Object> environment) {
        Map<String, Object> json = new LinkedHashMap<>(environment);
        json.put("sections", sections);
        json.put("goals", goals);
        return json;
    }
}
