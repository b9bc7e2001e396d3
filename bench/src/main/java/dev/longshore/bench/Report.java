package dev.longshore.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run measured, for people as it comes and for the JSON file at the end. */
final class Report {
    private final PrintStream out;
    private final List<Map<String, Object>> sections = new ArrayList<>();
    private final List<Map<String, Object>> goals = new ArrayList<>();
    private List<Map<String, Object>> results = new ArrayList<>();
    private List<String> skipped = new ArrayList<>();

    Report(PrintStream out) {
        this.out = out;
    }

    /** Begins a section; results up to the next one belong to it. */
    void section(String name, String what, Map<String, Object> parameters) {
        results = new ArrayList<>();
        skipped = new ArrayList<>();
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("name", name);
        section.put("what", what);
        section.put("parameters", parameters);
        section.put("results", results);
        section.put("skipped", skipped);
        sections.add(section);
        out.printf("%n%s: %s%n", name, what);
    }

    /** Adds the time of a contender that loads many rows. */
    void load(Rounds rounds, String title, String to, long rows) {
        Quartiles millis = rounds.millis(title);
        Quartiles ratio = rounds.ratio(title, to);
        double perSecond = rows / (millis.median() / 1e3);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("contender", title);
        result.put("rows", rows);
        result.put("millis", millis.toJson(2));
        result.put("rowsPerSecond", Math.rint(perSecond));
        result.put("timesOf" + to, ratio.toJson(3));
        result.put("cpuMillis", rounds.cpuMillis(title).toJson(2));
        result.put("cpuTimesOf" + to, rounds.cpuRatio(title, to).toJson(3));
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

    /** Adds any other result. */
    void result(Map<String, Object> result, String line) {
        results.add(result);
        out.println("  " + line);
    }

    /** Says that a contender did not run, and why. */
    void skipped(String title, String reason) {
        skipped.add(title + ": " + reason);
        out.println("  " + title + " did not run: " + reason);
    }

    void atLeast(String goal, double limit, double measured) {
        goal(goal, "at least", limit, measured, measured >= limit);
    }

    void atMost(String goal, double limit, double measured) {
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

    /** Prints the goals and returns whether all were met. */
    boolean printGoals() {
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

    Map<String, Object> toJson(Map<String, Object> environment) {
        Map<String, Object> json = new LinkedHashMap<>(environment);
        json.put("sections", sections);
        json.put("goals", goals);
        return json;
    }
}
