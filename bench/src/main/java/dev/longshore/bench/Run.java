package dev.longshore.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run as its JSON file has it. */
public final class Run {
    private final Map<String, Object> json;

    private Run(Map<String, Object> json) {
        this.json = json;
    }

    /**
     * Reads a run.
     *
     * @param file the file that {@link Report#write} wrote
     * @return the run
     * @throws IOException if it can't be read
     */
    public static Run read(Path file) throws IOException {
        return new Run(JSON.std.mapFrom(Files.readString(file)));
    }

    /**
     * A fact about the machine or the software.
     *
     * @param name the fact's name
     * @return its text
     */
    public String fact(String name) {
        return String.valueOf(json.get(name));
    }

    /** The names of the sections, in their order. */
    List<String> sections() {
        return list(json, "sections").stream()
                .map(section -> String.valueOf(section.get("name")))
                .toList();
    }

    boolean has(String section) {
        return sections().contains(section);
    }

    boolean hasDatabase(String name) {
        return databases().containsKey(name);
    }

    /** The facts of a database. */
    @SuppressWarnings("unchecked") // the form that Benchmarks writes
    Map<String, Object> database(String name) {
        return (Map<String, Object>) Objects.requireNonNull(databases().get(name), name);
    }

    @SuppressWarnings("unchecked") // the form that Benchmarks writes
    private Map<String, Object> databases() {
        return (Map<String, Object>) Objects.requireNonNull(json.get("databases"), "databases");
    }

    List<Map<String, Object>> goals() {
        return list(json, "goals");
    }

    /** A quartile, q1 or q3, of what was measured under a name. */
    @SuppressWarnings("unchecked") // the form that Report writes
    static double quartile(Map<String, Object> result, String name, String which) {
        return number((Map<String, Object>) Objects.requireNonNull(result.get(name), name), which);
    }

    /**
     * The results of a benchmark.
     *
     * @param benchmark its name
     * @return the results
     */
    public List<Map<String, Object>> results(String benchmark) {
        return Objects.requireNonNull(list(section(benchmark), "results"));
    }

    /**
     * The numbers that the results of a benchmark depend on.
     *
     * @param benchmark its name
     * @return the numbers by name
     */
    @SuppressWarnings("unchecked") // the form that Report writes
    public Map<String, Object> parameters(String benchmark) {
        return (Map<String, Object>) Objects.requireNonNull(section(benchmark).get("parameters"));
    }

    private Map<String, Object> section(String benchmark) {
        return list(json, "sections").stream()
                .filter(section -> benchmark.equals(section.get("name")))
                .findFirst()
                .orElseThrow();
    }

    /**
     * A number of a result.
     *
     * @param result a result
     * @param name the number's name
     * @return the number
     */
    public static double number(Map<String, Object> result, String name) {
        return ((Number) Objects.requireNonNull(result.get(name), name)).doubleValue();
    }

    /**
     * The median of what was measured under a name.
     *
     * @param result a result
     * @param name the name
     * @return the median
     */
    @SuppressWarnings("unchecked") // the form that Report writes
    public static double median(Map<String, Object> result, String name) {
        return number((Map<String, Object>) Objects.requireNonNull(result.get(name), name), "median");
    }

    @SuppressWarnings("unchecked") // the form that Report writes
    private static List<Map<String, Object>> list(Map<String, Object> of, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(of.get(name), name);
    }
}
