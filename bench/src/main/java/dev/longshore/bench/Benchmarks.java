package dev.longshore.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs the benchmarks, prints what they measure and whether the goals are met. A run of all of them writes
 * {@code docs/benchmarks/sqlite-DATE.json}, and makes {@code docs/benchmarks/sqlite.svg} and the figures of the README from it;
 * a run of some writes into the build's own folder.
 *
 * <p>System properties: {@code bench.include}, a regular expression that chooses benchmarks by name.
 */
public final class Benchmarks {
    private static final List<Benchmark> SQLITE =
            List.of(new MixedRows(), new SmallLoads(), new Growth(), new ColumnCounts());

    private Benchmarks() {}

    /**
     * Runs the benchmarks.
     *
     * @param args none
     * @throws Exception if one can't be run
     */
    public static void main(String[] args) throws Exception {
        Pattern include = Pattern.compile(System.getProperty("bench.include", ""));
        List<Benchmark> chosen = SQLITE.stream()
                .filter(benchmark -> include.matcher(benchmark.name()).find())
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no benchmark's name matches " + include + "; there are "
                    + SQLITE.stream().map(Benchmark::name).toList());
        }
        Path work = Path.of("target", "bench");
        Workplace place = Workplace.in(work);
        LocalDate date = LocalDate.now(java.time.ZoneId.systemDefault());
        Map<String, Object> environment;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            environment = Environment.facts(date, connection);
        }
        environment.forEach((name, value) -> System.out.println(name + ": " + value));
        Report report = new Report(System.out);
        for (Benchmark benchmark : chosen) {
            benchmark.run(place, report);
        }
        boolean met = report.printGoals();
        boolean all = chosen.size() == SQLITE.size();
        Path root = Files.isDirectory(Path.of("docs")) ? Path.of("") : Path.of("..");
        Path folder = all ? Files.createDirectories(root.resolve("docs/benchmarks")) : work;
        Path file = folder.resolve("sqlite-" + date + ".json");
        report.write(file, environment);
        System.out.println("\nWritten to " + file.normalize());
        if (all) {
            Charts.draw(file, folder.resolve("sqlite.svg"));
            Figures.write(root.resolve("README.md"), file);
        }
        if (!met) {
            System.out.println("Not every goal is met.");
        }
    }
}
