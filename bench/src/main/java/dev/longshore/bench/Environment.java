package dev.longshore.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** On what a run was made: figures mean nothing without it. */
public final class Environment {
    private Environment() {}

    /**
     * Collects the facts.
     *
     * @param date the day of the run
     * @param connection a connection to the database
     * @return the facts by name
     * @throws SQLException if the database can't be asked
     */
    public static Map<String, Object> facts(LocalDate date, Connection connection) throws SQLException {
        Map<String, Object> facts = machine(date);
        facts.putAll(database(connection));
        return facts;
    }

    /** What doesn't depend on a database. */
    static Map<String, Object> machine(LocalDate date) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("date", date.toString());
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memoryMiB", memoryMiB());
        // what else ran on the machine; the figures of a busy one are worth little
        facts.put(
                "loadAverageBefore",
                Quartiles.rounded(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 1));
        String kernel = System.getProperty("os.version").replaceFirst("^(\\d+\\.\\d+).*", "$1");
        facts.put("os", System.getProperty("os.name") + " " + kernel + " " + System.getProperty("os.arch"));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put(
                "jvmArguments",
                // where a run's files lay is of no use to a reader
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> !argument.startsWith("-Djava.io.tmpdir="))
                        .collect(Collectors.joining(" ")));
        return facts;
    }

    /** The versions of the libraries that are compared with, as the build has them. */
    static Map<String, Object> libraries() throws IOException {
        Properties versions = new Properties();
        try (InputStream file = Objects.requireNonNull(
                Environment.class.getResourceAsStream("/libraries.properties"), "libraries.properties")) {
            versions.load(file);
        }
        Map<String, Object> libraries = new LinkedHashMap<>();
        new TreeMap<>(versions).forEach((library, version) -> libraries.put(String.valueOf(library), version));
        return libraries;
    }

    /** Driver and server. */
    static Map<String, Object> database(Connection connection) throws SQLException {
        Map<String, Object> facts = new LinkedHashMap<>();
        DatabaseMetaData metadata = connection.getMetaData();
        String driver = metadata.getDriverName();
        facts.put(
                "driver", (driver.equals("SQLite JDBC") ? "sqlite-jdbc" : driver) + ' ' + metadata.getDriverVersion());
        facts.put("database", metadata.getDatabaseProductName() + ' ' + metadata.getDatabaseProductVersion());
        return facts;
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    private static long memoryMiB() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getTotalMemorySize()
                / (1 << 20);
    }
}
