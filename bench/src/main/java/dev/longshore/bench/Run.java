package dev.longshore.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A run as its JSON file has it. */
public final class Run {
    private final Map<?, ?> json;

    private Run(Map<?, ?> json) {
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
        return object(json, "databases").containsKey(name);
    }

    /** The facts of a database. */
    Map<?, ?> database(String name) {
        return object(object(json, "databases"), name);
    }

    List<Map<?, ?>> goals() {
        return list(json, "goals");
    }

    /** A quartile, q1 or q3, of what was measured under a name. */
    static double quartile(Map<?, ?> result, String name, String which) {
        return number(object(result, name), which);
    }

    /**
     * The results of a benchmark.
     *
     * @param benchmark its name
     * @return the results
     */
    public List<Map<?, ?>> results(String benchmark) {
        return list(section(benchmark), "results");
    }

    /**
     * The numbers that the results of a benchmark depend on.
     *
     * @param benchmark its name
     * @return the numbers by name
     */
    public Map<?, ?> parameters(String benchmark) {
        return object(section(benchmark), "parameters");
    }

    private Map<?, ?> section(String benchmark) {
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
    public static double number(Map<?, ?> result, String name) {
        if (result.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("no number " + name + " in " + result);
    }

    /**
     * The median of what was measured under a name.
     *
     * @param result a result
     * @param name the name
     * @return the median
     */
    public static double median(Map<?, ?> result, String name) {
        return quartile(result, name, "median");
    }

    /**
     * An object within another one.
     *
     * @param of the outer one
     * @param name the name of the inner one
     * @return the inner one
     */
    public static Map<?, ?> object(Map<?, ?> of, String name) {
        if (of.get(name) instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("no object " + name + " in " + of);
    }

    private static List<Map<?, ?>> list(Map<?, ?> of, String name) {
        if (!(of.get(name) instanceof List<?> list)) {
            throw new IllegalArgumentException("no list " + name + " in " + of);
        }
        List<Map<?, ?>> objects = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof Map<?, ?> object)) {
                throw new IllegalArgumentException(name + " has what is no object: " + each);
            }
            objects.add(object);
        }
        return objects;
    }
}
