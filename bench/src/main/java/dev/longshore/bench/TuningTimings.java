package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import dev.longshore.SavepointPolicy;
import dev.longshore.mysql.MySqlProvider;
import dev.longshore.postgres.PostgresProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Times what the user of Longshore can do to make a load of mixed rows faster, against the load as it comes. All settings of a database
 * alternate round by round, each with a table made anew.
 */
public final class TuningTimings {
    /** The load that the others are compared with. */
    static final String PLAIN = "as it comes";

    private static final int ROWS = 100_000;
    private static final int WARMUPS = 3;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 15);

    private static final Setting AS_IT_COMES = Setting.of(PLAIN);
    private static final Setting SMALL_BATCHES = Setting.with("batchRows(1000)", inserter -> inserter.batchRows(1_000));

    private static final String[] KEY = {"alter table bench add primary key (id)"};
    private static final Setting KEY_BEFORE = Setting.of("primary key before", KEY);
    private static final Setting KEY_AFTER = Setting.of("primary key after").then(KEY);

    private static final String[] INDEXES = {
        "create index bench_name on bench (name)",
        "create index bench_created on bench (created)",
        "create index bench_amount on bench (amount)"
    };
    private static final Setting INDEXES_BEFORE = Setting.of("three indexes before", INDEXES);
    private static final Setting INDEXES_AFTER =
            Setting.of("three indexes after").then(INDEXES);

    private final Report report = new Report(System.out);

    /**
     * Something to be tried.
     *
     * @param before run on the empty table, outside the time
     * @param emptied whether the table is emptied in the load's own transaction, outside the time as well
     * @param configured the load
     * @param after run behind the load, within the time
     */
    private record Setting(
            String title,
            List<String> before,
            boolean emptied,
            UnaryOperator<BulkInserter> configured,
            List<String> after) {
        static Setting of(String title, String... before) {
            return new Setting(title, List.of(before), false, inserter -> inserter, List.of());
        }

        static Setting with(String title, UnaryOperator<BulkInserter> configured) {
            return new Setting(title, List.of(), false, configured, List.of());
        }

        Setting inEmptied() {
            return new Setting(title, before, true, configured, after);
        }

        Setting then(String... statements) {
            return new Setting(title, before, emptied, configured, List.of(statements));
        }
    }

    private TuningTimings() {}

    /**
     * Runs all.
     *
     * @param args the file for the figures
     * @throws Exception if anything fails
     */
    public static void main(String[] args) throws Exception {
        TuningTimings timings = new TuningTimings();
        Map<String, Object> databases = new LinkedHashMap<>();
        timings.postgres(databases);
        timings.mariaDb(databases);
        timings.sqlite(databases);
        Map<String, Object> facts = Environment.machine(LocalDate.now(ZoneId.systemDefault()));
        facts.put("databases", databases);
        timings.report.write(Path.of(args[0]), facts);
    }

    private void postgres(Map<String, Object> databases) throws Exception {
        try (Database server = PostgresServer.start()) {
            run(
                    server,
                    List.of("set synchronous_commit = on"),
                    List.of(
                            AS_IT_COMES,
                            SMALL_BATCHES,
                            Setting.with(
                                            "FREEZE",
                                            inserter -> inserter.option(PostgresProvider.FREEZE, true)
                                                    .savepoint(SavepointPolicy.NEVER))
                                    .inEmptied(),
                            Setting.of("unlogged table", "alter table bench set unlogged"),
                            Setting.of("synchronous_commit off", "set synchronous_commit = off"),
                            KEY_BEFORE,
                            KEY_AFTER,
                            INDEXES_BEFORE,
                            INDEXES_AFTER));
            databases.put(server.name(), server.facts());
        }
    }

    private void mariaDb(Map<String, Object> databases) throws Exception {
        try (Database server = MariaDbServer.start()) {
            run(
                    server,
                    List.of("set global innodb_flush_log_at_trx_commit = 2"),
                    List.of(
                            AS_IT_COMES,
                            SMALL_BATCHES,
                            Setting.with(
                                    "LOAD DATA",
                                    inserter -> inserter.option(MySqlProvider.PATH, MySqlProvider.Path.LOAD_DATA)),
                            Setting.of(
                                    "innodb_flush_log_at_trx_commit = 1",
                                    "set global innodb_flush_log_at_trx_commit = 1"),
                            KEY_BEFORE,
                            KEY_AFTER,
                            INDEXES_BEFORE,
                            INDEXES_AFTER));
            databases.put(server.name(), server.facts());
        }
    }

    private void sqlite(Map<String, Object> databases) throws Exception {
        Path folder = Files.createTempDirectory("longshore-tuning");
        try (Database file = SqliteFile.withDefaults(folder)) {
            run(
                    file,
                    List.of(),
                    List.of(
                            AS_IT_COMES,
                            SMALL_BATCHES,
                            Setting.of("journal_mode = wal", "pragma journal_mode = wal"),
                            Setting.of("synchronous = off", "pragma synchronous = off"),
                            Setting.of("journal_mode = memory", "pragma journal_mode = memory"),
                            Setting.of("cache of 64 MiB", "pragma cache_size = -65536"),
                            INDEXES_BEFORE,
                            INDEXES_AFTER));
            databases.put(file.name(), file.facts());
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    /**
     * Runs the settings of a database.
     *
     * @param usual what makes the connection and the server what they were before another setting
     */
    private void run(Database database, List<String> usual, List<Setting> settings) throws Exception {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", ROWS);
        parameters.put("warmups", WARMUPS);
        parameters.put("rounds", ROUNDS);
        report.section(section(database.name()), ROWS + " mixed rows into " + database.name(), parameters);
        Map<String, Rounds.Task> tasks = tasks(database, database.shape("mixed"), usual, settings);
        Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
        tasks.keySet().forEach(title -> report.load(rounds, title, PLAIN, ROWS));
    }

    static String section(String database) {
        return "tuning/" + database;
    }

    private static <R> Map<String, Rounds.Task> tasks(
            Database database, Shape<R> shape, List<String> usual, List<Setting> settings) {
        List<R> rows = shape.some(ROWS);
        RowMapping<R> mapping = shape.mapping();
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (Setting setting : settings) {
            tasks.put(setting.title(), () -> {
                database.beginAnew(shape);
                Connection connection = database.connection("");
                execute(connection, usual);
                execute(connection, setting.before());
                if (setting.emptied()) {
                    connection.setAutoCommit(false);
                    execute(connection, List.of("truncate bench"));
                }
                System.gc();
                Taken taken = Taken.by(() -> {
                    BulkInserter inserter =
                            BulkInserter.forConnection(connection).into("bench");
                    setting.configured().apply(inserter).insert(mapping, rows);
                    execute(connection, setting.after());
                    if (setting.emptied()) {
                        connection.commit();
                    }
                });
                connection.setAutoCommit(true);
                return taken;
            });
        }
        return tasks;
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
