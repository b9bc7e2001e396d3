package dev.longshore.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs the benchmarks, prints what they measure and whether the goals are met. A whole run writes
 * {@code docs/benchmarks/bench-DATE.json}, or {@code bench-full-DATE.json}, draws the charts beside it, and puts its figures into
 * {@code docs/benchmarks.md} and the README; a run of some writes into the build's own folder,
 * and so does any run what it has so far, after each database.
 *
 * <p>System properties: {@code bench}, {@code full} for all that there is; {@code bench.include}, a regular expression that chooses
 * comparisons by name; {@code bench.divisor}, by which the numbers of rounds are divided in a run that is only to show that all
 * works, and whose file is not for the documentation.
 */
public final class Benchmarks {
    private Benchmarks() {}

    /**
     * Runs the benchmarks.
     *
     * @param args none
     * @throws Exception if one can't be run
     */
    public static void main(String[] args) throws Exception {
        Suite suite = suite(System.getProperty("bench", ""));
        String include = System.getProperty("bench.include", "");
        int divisor = Integer.getInteger("bench.divisor", 1);
        Pattern pattern = Pattern.compile(include);
        List<Suite.Comparison> chosen = suite.comparisons().stream()
                .filter(comparison -> pattern.matcher(comparison.name()).find())
                .toList();
        List<String> names = new ArrayList<>(
                suite.comparisons().stream().map(Suite.Comparison::name).toList());
        names.addAll(EncodeRun.names());
        if (names.stream().noneMatch(name -> pattern.matcher(name).find())) {
            throw new IllegalArgumentException("no name matches " + include + "; there are " + names);
        }
        Path work = Files.createDirectories(Path.of("target", "bench"));
        LocalDate date = LocalDate.now(ZoneId.systemDefault());
        String name = "bench-" + (suite == Suite.FULL ? "full-" : "") + date + ".json";
        Path soFar = work.resolve(name);
        Map<String, Object> environment = Environment.machine(date);
        environment.put("libraries", Environment.libraries());
        environment.put("suite", suite == Suite.FULL ? "full" : "default");
        environment.put("include", include);
        Map<String, Object> databases = new LinkedHashMap<>();
        environment.put("databases", databases);
        Report report = new Report(System.out);
        Map<String, List<Suite.Comparison>> byDatabase = new LinkedHashMap<>();
        for (Suite.Comparison comparison : chosen) {
            byDatabase
                    .computeIfAbsent(comparison.database(), any -> new ArrayList<>())
                    .add(comparison);
        }
        for (Map.Entry<String, List<Suite.Comparison>> entry : byDatabase.entrySet()) {
            try (Database database = open(entry.getKey(), work)) {
                compare(database, entry.getValue(), suite, divisor, report);
                databases.put(database.name(), database.facts());
            }
            // a long run that is ended early has this
            report.write(soFar, environment);
        }
        EncodeRun.report(pattern, divisor, report);
        boolean met = report.printGoals();
        boolean whole = include.isEmpty() && divisor == 1;
        Path root = Files.isDirectory(Path.of("docs")) ? Path.of("") : Path.of("..");
        Path folder = whole ? Files.createDirectories(root.resolve("docs/benchmarks")) : work;
        Path file = folder.resolve(name);
        report.write(file, environment);
        System.out.println("\nWritten to " + file.normalize());
        if (whole) {
            BenchmarkPage.write(root.resolve("docs/benchmarks.md"), file);
            Figures.write(root.resolve("README.md"), file);
        }
        if (!met) {
            System.out.println("Not every goal is met.");
        }
    }

    private static Suite suite(String name) {
        return switch (name) {
            case "" -> Suite.USEFUL;
            case "full" -> Suite.FULL;
            default -> throw new IllegalArgumentException("-Dbench=full, or nothing; not " + name);
        };
    }

    static Database open(String name, Path work) throws Exception {
        return switch (name) {
            case "sqlite" -> SqliteFile.withDefaults(work);
            case "sqlite-wal" -> SqliteFile.withWriteAheadLog(work);
            case "postgres" -> PostgresServer.start();
            case "postgres-1ms" -> PostgresServer.startAway();
            case "mariadb" -> MariaDbServer.start();
            case "mariadb-1ms" -> MariaDbServer.startAway();
            case "sqlserver-client" -> SqlServerEndpoint.start();
            default -> throw new IllegalArgumentException("no such database: " + name);
        };
    }

    private static void compare(
            Database database, List<Suite.Comparison> comparisons, Suite suite, int divisor, Report report)
            throws Exception {
        List<Contender> contenders = database.contenders();
        for (Shape<?> shape : database.shapes()) {
            for (Contender contender : contenders) {
                if (contender.takes(shape, Proof.ROWS)) {
                    Proof.of(contender, database, shape);
                }
            }
        }
        database.proven();
        Duration warmUp = Measurement.WARM_UP_OF_FEW;
        for (Suite.Comparison comparison : comparisons) {
            compare(database, comparison, contenders, suite, warmUp, divisor, report);
            if (comparison.rows() < Measurement.MANY) {
                warmUp = Measurement.WARM_UP_OF_FEW_MORE;
            }
        }
        for (Contender contender : contenders) {
            contender.close();
        }
    }

    private static void compare(
            Database database,
            Suite.Comparison comparison,
            List<Contender> contenders,
            Suite suite,
            Duration warmUp,
            int divisor,
            Report report)
            throws Exception {
        String name = comparison.name();
        int rows = comparison.rows();
        switch (comparison.shape()) {
            case Suite.KEYS -> Goals.check(name, new KeyLoads(database, rows, divisor).run(name, report), report);
            case Suite.REJECTS -> Goals.check(name, new RejectLoads(database, rows, divisor).run(name, report), report);
            default -> {
                Shape<?> shape = database.shape(comparison.shape());
                Rounds taken =
                        new Measurement<>(database, shape, rows, suite, warmUp, divisor).run(name, contenders, report);
                Goals.check(name, rows, database.isTimed(), taken, report);
            }
        }
    }
}
