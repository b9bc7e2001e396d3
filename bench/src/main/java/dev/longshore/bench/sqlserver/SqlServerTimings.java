package dev.longshore.bench.sqlserver;

import static java.util.Objects.requireNonNull;

import com.sun.management.ThreadMXBean;
import dev.longshore.BulkInserter;
import dev.longshore.bench.Environment;
import dev.longshore.bench.Quartiles;
import dev.longshore.bench.Report;
import dev.longshore.bench.Rounds;
import dev.longshore.bench.Taken;
import dev.longshore.sqlserver.SqlServerProvider;
import dev.longshore.tds.TdsEndpoint;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Loads rows by each contender in turn into an endpoint that reads and forgets, and writes what it cost the loading thread as JSON:
 * processor time and memory. An endpoint is no server, so how long a load takes is told only where there is one: 10 000 rows, and
 * few rows by each path.
 *
 * <p>Arguments: the file to write, and the URL of a server, with user and password, if there is one. System property:
 * {@code longshore.bench.rounds}.
 */
public final class SqlServerTimings {
    static final String CLIENT = "client-side";
    static final String LIVE = "live";
    static final String FEW = "few-rows";

    private static final int ROWS = 100_000;
    private static final int LOOP_ROWS = ROWS / 10;
    private static final int LIVE_ROWS = 10_000;
    private static final int WARMUPS = 5;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 21);
    private static final int LIVE_WARMUPS = 1;
    private static final int LIVE_ROUNDS = 5;
    private static final int FEW_WARMUPS = 5;
    private static final int FEW_ROUNDS = 15;
    private static final int[] SIZES = {1, 5, 10, 14, 20, 50, 100, 200, 299};

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SqlServerTimings() {}

    /** What a row cost the loading thread. */
    private record Cost(double cpuNanos, double bytes) {}

    /**
     * Runs all.
     *
     * @param args the file to write, and perhaps the URL
     * @throws Exception if the endpoint can't be started or a load fails
     */
    public static void main(String[] args) throws Exception {
        Report report = new Report(System.out);
        Map<String, Object> environment;
        try (TdsEndpoint endpoint = TdsEndpoint.start();
                Connection connection = DriverManager.getConnection(endpoint.url())) {
            environment = Environment.facts(LocalDate.now(ZoneOffset.UTC), connection);
            environment.put("database", "none: an endpoint of the protocol in the same JVM, which reads and forgets");
            proveEqual(endpoint, connection);
            endpoint.add(Order.TABLE).drain();
            clientSide(connection, report);
        }
        if (args.length > 1) {
            try (Connection connection = DriverManager.getConnection(args[1])) {
                environment.put("liveServer", server(connection));
                live(connection, report);
                fewRows(connection, report);
            }
        }
        report.printGoals();
        report.write(Path.of(args[0]), environment);
    }

    /** A contender that sends other rows than by hand is not measured at all. The loop's values have types of their own. */
    private static void proveEqual(TdsEndpoint endpoint, Connection connection) throws SQLException {
        List<Order> orders = Order.some(1_234);
        endpoint.add(Order.TABLE);
        Contender.BULK_COPY.load(connection, orders);
        List<String> byHand = shown(endpoint);
        endpoint.add(Order.TABLE);
        Contender.LONGSHORE.load(connection, orders);
        if (!shown(endpoint).equals(byHand)) {
            throw new IllegalStateException("Longshore sends other rows than the bulk copy by hand");
        }
    }

    /** The driver's own text of a timestamp has as many digits as the value. */
    private static List<String> shown(TdsEndpoint endpoint) {
        return endpoint.rows("orders").stream()
                .map(row -> row.subList(0, 6) + " " + String.valueOf(row.get(6)).substring(0, 26))
                .toList();
    }

    private static void clientSide(Connection connection, Report report) throws SQLException {
        List<Order> orders = Order.some(ROWS);
        List<Order> few = orders.subList(0, LOOP_ROWS);
        List<Contender> contenders = new ArrayList<>(List.of(Contender.values()));
        Map<Contender, Cost[]> costs = new EnumMap<>(Contender.class);
        contenders.forEach(contender -> costs.put(contender, new Cost[ROUNDS]));
        // not in turn, so that none always has the same one before it
        Random order = new Random(20_26);
        for (int round = -WARMUPS; round < ROUNDS; round++) {
            Collections.shuffle(contenders, order);
            for (Contender contender : contenders) {
                System.gc();
                Cost cost = cost(contender, connection, contender == Contender.LOOP ? few : orders);
                if (round >= 0) {
                    requireNonNull(costs.get(contender))[round] = cost;
                }
            }
        }
        report.section(
                CLIENT,
                "what a row of seven mixed columns costs the loading thread",
                Map.of("rows", ROWS, "rowsOfLoop", LOOP_ROWS, "columns", 7, "warmups", WARMUPS, "rounds", ROUNDS));
        for (Contender contender : Contender.values()) {
            Quartiles cpu = quartiles(costs, contender, null, Cost::cpuNanos);
            Quartiles bytes = quartiles(costs, contender, null, Cost::bytes);
            Quartiles times = quartiles(costs, contender, Contender.LONGSHORE, Cost::cpuNanos);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("contender", contender.title());
            result.put("rows", contender == Contender.LOOP ? LOOP_ROWS : ROWS);
            result.put("cpuNanosPerRow", cpu.toJson(0));
            result.put("cpuTimesOfLongshore", times.toJson(3));
            result.put("bytesPerRow", bytes.toJson(1));
            report.result(
                    result,
                    String.format(
                            Locale.ROOT,
                            "%-26s %6.0f ns of processor time and %7.1f bytes a row, %.2f times Longshore's time",
                            contender.title(),
                            cpu.median(),
                            bytes.median(),
                            times.median()));
        }
        report.atMost(
                "Longshore's processor time over that of the bulk copy by hand",
                1.05,
                quartiles(costs, Contender.LONGSHORE, Contender.BULK_COPY, Cost::cpuNanos)
                        .median());
        report.atMost(
                "bytes a row that Longshore allocates beyond the bulk copy by hand",
                16,
                quartiles(costs, Contender.LONGSHORE, null, Cost::bytes).median()
                        - quartiles(costs, Contender.BULK_COPY, null, Cost::bytes)
                                .median());
        report.atLeast(
                "bytes a row of the loop over Longshore's",
                6,
                quartiles(costs, Contender.LOOP, Contender.LONGSHORE, Cost::bytes)
                        .median());
    }

    /** Of a measure, or of its ratio to another contender's in the same round. */
    private static Quartiles quartiles(
            Map<Contender, Cost[]> costs, Contender of, @Nullable Contender to, ToDoubleFunction<Cost> measure) {
        double[] sample = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            double under = to == null ? 1 : measure.applyAsDouble(requireNonNull(costs.get(to))[round]);
            sample[round] = measure.applyAsDouble(requireNonNull(costs.get(of))[round]) / under;
        }
        return Quartiles.of(sample);
    }

    private static Cost cost(Contender contender, Connection connection, List<Order> orders) throws SQLException {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        contender.load(connection, orders);
        long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpu;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        return new Cost((double) cpuNanos / orders.size(), (double) allocated / orders.size());
    }

    private static String server(Connection connection) throws SQLException {
        String babelfish = babelfish(connection);
        return babelfish == null
                ? connection.getMetaData().getDatabaseProductName()
                        + ' '
                        + connection.getMetaData().getDatabaseProductVersion()
                : "Babelfish " + babelfish;
    }

    private static @Nullable String babelfish(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select cast(serverproperty('BabelfishVersion') as nvarchar(128))")) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void createTable(Connection connection) throws SQLException {
        execute(connection, "drop table if exists orders");
        execute(connection, Order.CREATE);
    }

    private static void live(Connection connection, Report report) throws Exception {
        List<Order> orders = Order.some(LIVE_ROWS);
        // a bulk copy by hand is not converted by Babelfish, and would store something else
        List<Contender> contenders = babelfish(connection) == null
                ? List.of(Contender.values())
                : List.of(Contender.LONGSHORE, Contender.LOOP);
        List<String> expected = List.of();
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            createTable(connection);
            contender.load(connection, orders.subList(0, 1_234));
            List<String> stored = stored(connection);
            if (!expected.isEmpty() && !stored.equals(expected)) {
                throw new IllegalStateException(contender.title() + " stores other rows than Longshore");
            }
            expected = stored;
            tasks.put(contender.title(), () -> {
                execute(connection, "truncate table orders");
                System.gc();
                return Taken.by(() -> contender.load(connection, orders));
            });
        }
        Rounds rounds = Rounds.of(tasks, LIVE_WARMUPS, LIVE_ROUNDS);
        report.section(
                LIVE,
                "rows of seven mixed columns into a table without index",
                Map.of("rows", LIVE_ROWS, "columns", 7, "warmups", LIVE_WARMUPS, "rounds", LIVE_ROUNDS));
        tasks.keySet().forEach(title -> report.load(rounds, title, Contender.LONGSHORE.title(), LIVE_ROWS));
        report.atLeast(
                "10 000 rows into a server, the loop's time over Longshore's",
                10,
                rounds.ratio(Contender.LOOP.title(), Contender.LONGSHORE.title())
                        .median());
        execute(connection, "drop table orders");
    }

    private static List<String> stored(Connection connection) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select * from orders order by id")) {
            while (row.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= Order.COLUMNS.size(); column++) {
                    line.append(row.getString(column)).append('|');
                }
                stored.add(line.toString());
            }
        }
        return stored;
    }

    /** Few rows by either path, to see from how many on bulk copy is the faster one. */
    private static void fewRows(Connection connection, Report report) throws Exception {
        report.section(
                FEW,
                "few rows of seven mixed columns by each path, the server on the same machine",
                Map.of("columns", 7, "warmups", FEW_WARMUPS, "rounds", FEW_ROUNDS));
        createTable(connection);
        BulkInserter inserter = BulkInserter.forConnection(connection).into("orders");
        for (int size : SIZES) {
            List<Order> orders = Order.some(size);
            Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
            for (SqlServerProvider.Path path : SqlServerProvider.Path.values()) {
                BulkInserter by = inserter.option(SqlServerProvider.PATH, path);
                tasks.put(path.toString(), () -> Taken.by(() -> by.insert(Contender.MAPPING, orders)));
            }
            Rounds rounds = Rounds.of(tasks, FEW_WARMUPS, FEW_ROUNDS);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("rows", size);
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%4d rows:", size));
            for (String path : tasks.keySet()) {
                result.put(path, rounds.millis(path).toJson(3));
                line.append(String.format(
                        Locale.ROOT, " %s %.2f ms", path, rounds.millis(path).median()));
            }
            report.result(result, line.toString());
        }
        execute(connection, "drop table orders");
    }
}
