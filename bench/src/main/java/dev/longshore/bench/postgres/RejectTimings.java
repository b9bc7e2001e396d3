package dev.longshore.bench.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadResult;
import dev.longshore.bench.Environment;
import dev.longshore.bench.Report;
import dev.longshore.bench.Rounds;
import dev.longshore.bench.Taken;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Times what it costs that rows may be rejected: loads of 100 000 rows of which none, ten or a hundred break a constraint, beside a
 * plain load of the good ones. Arguments: the file to write. System properties: {@code longshore.bench.rounds};
 * {@code longshore.bench.postgres.url}, a server to use instead of one that is started here.
 */
public final class RejectTimings {
    private static final int ROWS = 100_000;
    private static final int WARMUPS = 5;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 21);

    private static final String PLAIN = "Longshore, all or nothing";
    private static final String NONE = "rows may be rejected, none is";
    private static final String TEN = "10 rows in 100 000 are rejected";
    private static final String HUNDRED = "100 rows in 100 000 are rejected";

    private RejectTimings() {}

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if the server can't be started, a load fails or stores other rows than it should
     */
    public static void main(String[] args) throws Exception {
        String url = System.getProperty("longshore.bench.postgres.url");
        if (url != null) {
            run(url, Path.of(args[0]));
            return;
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            run(server.getJdbcUrl("postgres", "postgres"), Path.of(args[0]));
        }
    }

    private static void run(String url, Path file) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute("create table bench "
                    + MixedRow.TABLE.replace("quantity integer", "quantity integer check (quantity >= 0)"));
            Report report = new Report(System.out);
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("rows", ROWS);
            parameters.put("columns", 7);
            parameters.put("warmups", WARMUPS);
            parameters.put("rounds", ROUNDS);
            report.section("rejects-" + ROWS, ROWS + " rows of which some may be rejected", parameters);
            Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
            tasks.put(PLAIN, task(connection, statement, ErrorPolicy.fail(), 0));
            ErrorPolicy rejecting = ErrorPolicy.rejectUpTo(1_000, rejected -> {});
            tasks.put(NONE, task(connection, statement, rejecting, 0));
            tasks.put(TEN, task(connection, statement, rejecting, 10));
            tasks.put(HUNDRED, task(connection, statement, rejecting, 100));
            Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
            tasks.keySet().forEach(title -> report.load(rounds, title, PLAIN, ROWS));
            report.atMost(
                    "time where no row is rejected",
                    1.05,
                    rounds.ratio(NONE, PLAIN).median());
            report.atMost(
                    "time where 0.01 % are rejected",
                    2.5, rounds.ratio(TEN, PLAIN).median());
            report.atMost(
                    "time where 0.1 % are rejected",
                    6, rounds.ratio(HUNDRED, PLAIN).median());
            report.printGoals();
            report.write(file, Environment.facts(LocalDate.now(ZoneId.systemDefault()), connection));
        }
    }

    private static Rounds.Task task(Connection connection, Statement statement, ErrorPolicy policy, int bad) {
        List<MixedRow> rows = new ArrayList<>(MixedRow.some(ROWS));
        Random random = new Random(bad);
        for (int i = 0; i < bad; i++) {
            int place = i * (ROWS / bad) + random.nextInt(ROWS / bad);
            MixedRow row = rows.get(place);
            rows.set(
                    place,
                    new MixedRow(row.id(), row.name(), row.amount(), -1, row.created(), row.active(), row.note()));
        }
        return () -> {
            statement.execute("truncate bench");
            System.gc();
            LoadResult[] result = new LoadResult[1];
            Taken taken = Taken.by(() -> result[0] = BulkInserter.forConnection(connection)
                    .into("bench")
                    .onError(policy)
                    .insert(rows));
            if (result[0].rowsWritten() != ROWS - bad || result[0].rowsRejected() != bad) {
                throw new IllegalStateException("stored " + result[0]);
            }
            return taken;
        };
    }
}
