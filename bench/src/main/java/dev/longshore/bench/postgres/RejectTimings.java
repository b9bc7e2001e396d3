package dev.longshore.bench.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadResult;
import dev.longshore.bench.BenchRow;
import dev.longshore.bench.Environment;
import dev.longshore.bench.Report;
import dev.longshore.bench.Rounds;
import dev.longshore.bench.Taken;
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
 * Times what it costs that rows may be rejected: loads of which none, 0.01 % or 0.1 % of the rows break a constraint, beside a
 * plain load of the good ones. Arguments: the file to write. System properties: {@code longshore.bench.rounds};
 * {@code longshore.bench.postgres.url}, a server to use instead of one that is started here.
 */
public final class RejectTimings {
    private static final List<Integer> ROWS = List.of(100_000, 1_000_000);
    private static final int MANY = 200_000;
    private static final int WARMUPS = 5;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 21);

    private static final String PLAIN = "Longshore, all or nothing";
    private static final String NONE = "rows may be rejected, none is";
    private static final String FEW = "0.01 % of the rows are rejected";
    private static final String SOME = "0.1 % of the rows are rejected";

    private RejectTimings() {}

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if the server can't be started, a load fails or stores other rows than it should
     */
    public static void main(String[] args) throws Exception {
        PostgresUrl.with(url -> run(url, Path.of(args[0])));
    }

    private static void run(String url, Path file) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute("create table bench "
                    + MixedRows.TABLE.replace("quantity integer", "quantity integer check (quantity >= 0)"));
            Report report = new Report(System.out);
            for (int count : ROWS) {
                run(connection, statement, count, report);
            }
            report.printGoals();
            report.write(file, Environment.facts(LocalDate.now(ZoneId.systemDefault()), connection));
        }
    }

    private static void run(Connection connection, Statement statement, int count, Report report) throws Exception {
        int roundCount = count > MANY ? Math.min(ROUNDS, 9) : ROUNDS;
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", count);
        parameters.put("columns", 7);
        parameters.put("warmups", WARMUPS);
        parameters.put("rounds", roundCount);
        report.section("rejects-" + count, count + " rows of which some may be rejected", parameters);
        ErrorPolicy rejecting = ErrorPolicy.rejectUpTo(count, rejected -> {});
        List<BenchRow> rows = MixedRows.some(count);
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        tasks.put(PLAIN, task(connection, statement, ErrorPolicy.fail(), rows, 0));
        tasks.put(NONE, task(connection, statement, rejecting, rows, 0));
        tasks.put(FEW, task(connection, statement, rejecting, rows, count / 10_000));
        tasks.put(SOME, task(connection, statement, rejecting, rows, count / 1_000));
        Rounds rounds = Rounds.of(tasks, WARMUPS, roundCount);
        tasks.keySet().forEach(title -> report.load(rounds, title, PLAIN, count));
        report.atMost(
                count + " rows, none rejected", 1.05, rounds.ratio(NONE, PLAIN).median());
        report.atMost(
                count + " rows, 0.01 % rejected", 2.5, rounds.ratio(FEW, PLAIN).median());
        report.atMost(
                count + " rows, 0.1 % rejected", 6, rounds.ratio(SOME, PLAIN).median());
    }

    private static Rounds.Task task(
            Connection connection, Statement statement, ErrorPolicy policy, List<BenchRow> good, int bad) {
        List<BenchRow> rows = new ArrayList<>(good);
        Random random = new Random(bad);
        for (int i = 0; i < bad; i++) {
            int place = i * (rows.size() / bad) + random.nextInt(rows.size() / bad);
            BenchRow row = rows.get(place);
            rows.set(
                    place,
                    new BenchRow(row.id(), row.name(), row.amount(), -1, row.created(), row.active(), row.note()));
        }
        return () -> {
            statement.execute("truncate bench");
            System.gc();
            LoadResult[] result = new LoadResult[1];
            Taken taken = Taken.by(() -> result[0] = BulkInserter.forConnection(connection)
                    .into("bench")
                    .onError(policy)
                    .insert(rows));
            if (result[0].rowsWritten() != rows.size() - bad || result[0].rowsRejected() != bad) {
                throw new IllegalStateException("stored " + result[0]);
            }
            return taken;
        };
    }
}
