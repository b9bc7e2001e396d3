package dev.longshore.bench.mysql;

import dev.longshore.bench.DelayProxy;
import dev.longshore.bench.Environment;
import dev.longshore.bench.Report;
import dev.longshore.bench.Rounds;
import dev.longshore.bench.ShapeRows;
import dev.longshore.bench.Taken;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Loads many rows of mixed types, many rows that are mostly NULL, and few rows, by each contender in turn, and writes medians,
 * ratios and the goals that are met and that are not as JSON.
 *
 * <p>Arguments: the file to write. System properties: {@code longshore.bench.mysql.url}, a server to use instead of one that is
 * started here; {@code longshore.bench.rounds}; {@code bench.include}, a regular expression that chooses sections by name.
 */
public final class MySqlTimings {
    static final String MIXED = "mixed-rows";
    static final String SPARSE = "sparse-rows";
    static final String NEAR = "few-rows-near";
    static final String FAR = "few-rows-1-ms-away";

    private static final int MIXED_ROWS = 100_000;
    private static final int SPARSE_ROWS = 50_000;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 15);
    private static final int WARMUPS = 3;

    /** A loop of many rows is so slow that it is run in every second round only. */
    private static final int LOOP_EVERY = 2;

    private static final long SETTLE_MILLIS = 1_000;

    private static final int[] BATCH_SIZES = {1_000, 10_000};
    private static final int SCAN_ROUNDS = 3;

    private static final int[] SIZES = {1, 2, 5, 10, 20, 50, 99, 200, 500, 1_000};

    /** A loop of so many round trips is never the better way, and would take most of the time of a run. */
    private static final int MOST_LOOPED_NEAR = 20;

    private static final int MOST_LOOPED_FAR = 5;
    private static final long ROUND_TRIP = 1_000_000;

    /** What one round trip to describe the table may take. */
    private static final double ALLOWED_MILLIS = 0.5;

    private static final String OURS = Contender.LONGSHORE.title();

    private final Server server;
    private final Report report;
    private final Map<String, Connection> connections = new HashMap<>();

    private MySqlTimings(Server server, Report report) {
        this.server = server;
        this.report = report;
    }

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if a server can't be started or a load fails
     */
    public static void main(String[] args) throws Exception {
        Pattern include = Pattern.compile(System.getProperty("bench.include", ""));
        Report report = new Report(System.out);
        Map<String, Object> environment;
        try (Server server = Server.start()) {
            MySqlTimings timings = new MySqlTimings(server, report);
            Connection plain = timings.connection("");
            environment = Environment.facts(LocalDate.now(ZoneOffset.UTC), plain);
            if (include.matcher(MIXED).find()) {
                timings.mixedRows();
            }
            if (include.matcher(SPARSE).find()) {
                timings.sparseRows();
            }
            if (include.matcher(NEAR).find()) {
                timings.near();
            }
            if (include.matcher(FAR).find()) {
                timings.far();
            }
            for (Connection connection : timings.connections.values()) {
                connection.close();
            }
        }
        report.printGoals();
        report.write(Path.of(args[0]), environment);
    }

    private Connection connection(String flags) throws SQLException {
        Connection open = connections.get(flags);
        if (open == null) {
            open = server.connect(flags);
            connections.put(flags, open);
        }
        return open;
    }

    private Taken timed(Contender contender, ShapeRows<?> shape) throws Exception {
        Connection connection = connection(contender.flags());
        StoredRows.clear(connection, shape);
        System.gc();
        return Taken.by(() -> contender.load(connection, shape, shape.size()));
    }

    /** What the server has still to do for so long a load would slow down the one that comes next. */
    private Taken timedLoop(ShapeRows<?> shape) throws Exception {
        Taken taken = timed(Contender.LOOP, shape);
        StoredRows.clear(connection(Contender.LOOP.flags()), shape);
        Thread.sleep(SETTLE_MILLIS);
        return taken;
    }

    /** For each flag, the batches of the size at which they are fastest. */
    private List<Contender> bestBatches(ShapeRows<?> shape) throws Exception {
        List<Contender> best = new ArrayList<>();
        for (String flag : Contender.BATCH_FLAGS) {
            Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
            List<Contender> batches = new ArrayList<>();
            for (int size : BATCH_SIZES) {
                Contender batch = Contender.batch(size, flag);
                batches.add(batch);
                tasks.put(batch.title(), () -> timed(batch, shape));
            }
            best.add(fastest(batches, Rounds.of(tasks, 0, SCAN_ROUNDS)));
        }
        return best;
    }

    private static Contender fastest(List<Contender> contenders, Rounds rounds) {
        Contender best = contenders.get(0);
        for (Contender contender : contenders) {
            if (rounds.millis(contender.title()).median()
                    < rounds.millis(best.title()).median()) {
                best = contender;
            }
        }
        return best;
    }

    private void mixedRows() throws Exception {
        StoredRows.prove(server, ShapeRows.mixed(1_234));
        ShapeRows<?> shape = ShapeRows.mixed(MIXED_ROWS);
        List<Contender> batches = bestBatches(shape);
        Contender preEncoded = Contender.preEncoded(shape);
        List<Contender> contenders =
                new ArrayList<>(List.of(Contender.LONGSHORE, Contender.INSERT_VALUES, Contender.LOAD_DATA, preEncoded));
        contenders.addAll(batches);
        report.section(MIXED, "a list of rows of seven mixed columns into a table without index", parameters(shape));
        Map<String, Rounds.Task> tasks = tasks(contenders, shape);
        int[] round = {-WARMUPS};
        tasks.put(Contender.LOOP.title(), () -> Math.floorMod(round[0]++, LOOP_EVERY) == 0 ? timedLoop(shape) : null);
        Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
        tasks.keySet().forEach(title -> report.load(rounds, title, OURS, MIXED_ROWS));
        report.atLeast(
                "mixed rows, the loop's time over Longshore's",
                15,
                rounds.ratio(Contender.LOOP.title(), OURS).median());
        report.atLeast(
                "mixed rows, the loop's time over insert-values'",
                12,
                rounds.ratio(Contender.LOOP.title(), Contender.INSERT_VALUES.title())
                        .median());
        report.atMost(
                "mixed rows, Longshore's time over the best executeBatch's",
                1.03,
                rounds.ratio(OURS, fastest(batches, rounds).title()).median());
        report.atMost(
                "mixed rows, Longshore's time over that of LOAD DATA",
                1.15,
                rounds.ratio(OURS, preEncoded.title()).median());
        report.atMost(
                "mixed rows, load-data's time over that of LOAD DATA",
                1.1,
                rounds.ratio(Contender.LOAD_DATA.title(), preEncoded.title()).median());
    }

    private void sparseRows() throws Exception {
        StoredRows.prove(server, ShapeRows.sparse(1_234));
        ShapeRows<?> shape = ShapeRows.sparse(SPARSE_ROWS);
        List<Contender> batches = bestBatches(shape);
        List<Contender> contenders = new ArrayList<>(List.of(
                Contender.LONGSHORE, Contender.INSERT_VALUES, Contender.LOAD_DATA, Contender.preEncoded(shape)));
        contenders.addAll(batches);
        report.section(
                SPARSE,
                "a list of rows of 21 columns, nine values in ten of which are NULL, into a table without index",
                parameters(shape));
        Map<String, Rounds.Task> tasks = tasks(contenders, shape);
        Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
        tasks.keySet().forEach(title -> report.load(rounds, title, OURS, SPARSE_ROWS));
        report.atLeast(
                "rows that are mostly NULL, the best executeBatch's time over Longshore's",
                3,
                rounds.ratio(fastest(batches, rounds).title(), OURS).median());
    }

    private static Map<String, Object> parameters(ShapeRows<?> shape) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", shape.size());
        parameters.put("columns", shape.columns());
        parameters.put("warmups", WARMUPS);
        parameters.put("rounds", ROUNDS);
        parameters.put("roundsOfLoop", (ROUNDS + LOOP_EVERY - 1) / LOOP_EVERY);
        return parameters;
    }

    private Map<String, Rounds.Task> tasks(List<Contender> contenders, ShapeRows<?> shape) {
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        contenders.forEach(contender -> tasks.put(contender.title(), () -> timed(contender, shape)));
        return tasks;
    }

    /** Opens connections for loads of few rows. */
    private interface Opener {
        Connection open(String flags) throws SQLException;
    }

    private void near() throws Exception {
        report.section(NEAR, "few rows over warm connections, the server on the same machine", Map.of("columns", 7));
        fewRows("near", server::connect, MOST_LOOPED_NEAR, 600, 100);
    }

    private void far() throws Exception {
        report.section(FAR, "few rows over warm connections, one millisecond away", Map.of("columns", 7));
        try (DelayProxy proxy = new DelayProxy(server.port(), ROUND_TRIP)) {
            fewRows("1 ms away", flags -> server.connectThrough(proxy.port(), flags), MOST_LOOPED_FAR, 60, 20);
        }
    }

    private void fewRows(String where, Opener opener, int mostLooped, int rounds, int warmups) throws Exception {
        ShapeRows<?> shape = ShapeRows.mixed(SIZES[SIZES.length - 1]);
        Contender rewritten = Contender.batch(shape.size(), Contender.REWRITE);
        Contender batch = Contender.batch(shape.size(), "");
        try (Connection ours = opener.open("");
                Connection looping = opener.open("");
                Connection batching = opener.open("");
                Connection rewriting = opener.open(rewritten.flags())) {
            Map<Contender, Connection> ways = new LinkedHashMap<>();
            ways.put(Contender.LONGSHORE, ours);
            ways.put(Contender.LOOP, looping);
            ways.put(batch, batching);
            ways.put(rewritten, rewriting);
            // the smallest loads come first, and would be those during which the code is compiled
            for (int size : new int[] {1, 10}) {
                StoredRows.clear(ours, shape);
                Rounds.of(tasks(ways, shape, size, mostLooped), 0, 10 * warmups);
            }
            for (int size : SIZES) {
                StoredRows.clear(ours, shape);
                int counted = Math.max(40, Math.min(rounds, 60_000 / size));
                Map<String, Rounds.Task> tasks = tasks(ways, shape, size, mostLooped);
                fewRows(where, tasks, Rounds.of(tasks, warmups, counted), size, counted);
            }
        }
    }

    private static Map<String, Rounds.Task> tasks(
            Map<Contender, Connection> ways, ShapeRows<?> shape, int size, int mostLooped) {
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        ways.forEach((contender, connection) -> {
            if (size <= mostLooped || !contender.equals(Contender.LOOP)) {
                tasks.put(contender.kind(), () -> Taken.by(() -> contender.load(connection, shape, size)));
            }
        });
        return tasks;
    }

    private void fewRows(String where, Map<String, Rounds.Task> tasks, Rounds rounds, int size, int counted) {
        List<String> others =
                tasks.keySet().stream().filter(title -> !title.equals(OURS)).toList();
        String best = others.get(0);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("rows", size);
        result.put("rounds", counted);
        result.put(OURS, rounds.millis(OURS).toJson(3));
        for (String other : others) {
            result.put(other, rounds.millis(other).toJson(3));
            best = rounds.millis(other).median() < rounds.millis(best).median() ? other : best;
        }
        double more = rounds.difference(OURS, best).median();
        double times = rounds.ratio(OURS, best).median();
        result.put("best", best);
        result.put("timesOfBest", rounds.ratio(OURS, best).toJson(3));
        result.put("millisMoreThanBest", rounds.difference(OURS, best).toJson(3));
        report.result(
                result,
                String.format(
                        Locale.ROOT,
                        "%4d rows: %.3f ms; %s %.3f ms; %.2f times, %.3f ms more",
                        size,
                        rounds.millis(OURS).median(),
                        best,
                        rounds.millis(best).median(),
                        times,
                        more));
        if (size < 100) {
            report.atMost(
                    size + " rows " + where + ", Longshore's milliseconds more than the best's", ALLOWED_MILLIS, more);
        } else if (size >= 200) {
            report.atMost(size + " rows " + where + ", Longshore's time over the best's", 1.1, times);
        }
    }
}
