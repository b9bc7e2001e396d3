package dev.longshore.bench;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs of {@link EncodeBenchmark}. */
final class EncodeRun {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private static final List<String> SHAPES =
            Shape.all(ChronoUnit.MICROS).stream().<String>map(Shape::name).toList();
    private static final int MILLIS = 500;
    private static final int ITERATIONS = 5;

    private EncodeRun() {}

    /**
     * What a row took.
     *
     * @param database the database
     * @param shape the shape of the rows
     * @param nanos time
     * @param nanosError half of the interval in which, by its scatter, the time lies with a probability of 99.9 %; NaN of too few
     *     iterations
     * @param bytes allocated memory, of the iteration that had least
     */
    record Cost(String database, String shape, double nanos, double nanosError, double bytes) {
        String name() {
            return database + "/" + shape;
        }
    }

    /** Those that each build holds against the baseline: short, as memory is counted and not sampled. */
    static List<Cost> guarded() throws RunnerException {
        return of(EncodeTarget.DATABASES, List.of("mixed", "sparse"), 200, 3);
    }

    /** The same for one of them, with more patience. */
    static List<Cost> again(Cost cost) throws RunnerException {
        return of(List.of(cost.database()), List.of(cost.shape()), 1_000, 5);
    }

    /** Names a database and a shape, as {@code -Dbench.include} chooses them. */
    static String name(String database, String shape) {
        return "encode/" + database + "-" + shape;
    }

    /** All names. */
    static List<String> names() {
        return EncodeTarget.DATABASES.stream()
                .flatMap(database -> SHAPES.stream().map(shape -> name(database, shape)))
                .toList();
    }

    /** Runs those whose names match, and reports them. */
    static void report(Pattern include, int divisor, Report report) throws RunnerException {
        int millis = Math.max(10, MILLIS / divisor);
        for (String database : EncodeTarget.DATABASES) {
            List<String> shapes = SHAPES.stream()
                    .filter(shape -> include.matcher(name(database, shape)).find())
                    .toList();
            if (!shapes.isEmpty()) {
                report.section(
                        "encode/" + database,
                        "rows read, converted and encoded, without a server",
                        Map.of(
                                "database",
                                database,
                                "warmups",
                                ITERATIONS,
                                "iterations",
                                ITERATIONS,
                                "millis",
                                millis));
                for (Cost cost : of(List.of(database), shapes, millis, ITERATIONS)) {
                    Map<String, Object> result = new LinkedHashMap<>();
                    result.put("shape", cost.shape());
                    result.put("nanosPerRow", Quartiles.rounded(cost.nanos(), 1));
                    result.put("nanosPerRowError", Quartiles.rounded(cost.nanosError(), 1));
                    result.put("bytesPerRow", Quartiles.rounded(cost.bytes(), 1));
                    report.result(
                            result,
                            String.format(
                                    Locale.ROOT,
                                    "%-20s %8.1f ns a row (+-%.1f), %.1f bytes a row",
                                    cost.name(),
                                    cost.nanos(),
                                    cost.nanosError(),
                                    cost.bytes()));
                }
            }
        }
    }

    /**
     * Runs some, each in a JVM of its own.
     *
     * @param shapes the shapes' names
     * @param millis how long an iteration takes
     * @param iterations how many count; as many come before that do not
     */
    private static List<Cost> of(List<String> databases, List<String> shapes, int millis, int iterations)
            throws RunnerException {
        Options options = new OptionsBuilder()
                .include(EncodeBenchmark.class.getName().replace(".", "\\.") + "\\.")
                .param("database", databases.toArray(String[]::new))
                .param("shape", shapes.toArray(String[]::new))
                .forks(1)
                .jvmArgsAppend("-Dslf4j.internal.verbosity=ERROR")
                .warmupTime(TimeValue.milliseconds(millis))
                .warmupIterations(iterations)
                .measurementTime(TimeValue.milliseconds(millis))
                .measurementIterations(iterations)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        List<Cost> costs = new ArrayList<>();
        for (RunResult result : results) {
            Result<?> time = result.getPrimaryResult();
            // the least: on a busy machine the first iterations may run code that is not compiled to the end yet
            double bytes = result.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .mapToDouble(iteration -> Objects.requireNonNull(
                                    iteration.getSecondaryResults().get(ALLOCATED), ALLOCATED)
                            .getScore())
                    .min()
                    .orElse(Double.NaN);
            costs.add(new Cost(
                    result.getParams().getParam("database"),
                    result.getParams().getParam("shape"),
                    time.getScore(),
                    time.getScoreError(),
                    bytes));
        }
        costs.sort(Comparator.comparing(Cost::name));
        return costs;
    }
}
