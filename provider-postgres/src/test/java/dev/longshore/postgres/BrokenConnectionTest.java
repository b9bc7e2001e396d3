package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import dev.longshore.tck.TcpProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Servers that are killed, and networks that are cut or stall, at points from the first byte of a load to its last. Whatever
 * breaks: an exception within the timeout and two seconds, which tells the truth, and all of the load is stored or nothing.
 */
@Timeout(180)
final class BrokenConnectionTest extends LiveTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** The load that is broken. */
    private enum Load {
        /** Many blocks by COPY in a transaction of its own. */
        COPY(40_000),
        /** The same in a transaction of the caller's, who has inserted a row before. */
        CALLERS(40_000),
        /** Rows with and without a number alternate, so there are two COPYs. */
        NUMBERED(40_000),
        TEXT(40_000),
        /** Several INSERT statements. */
        INSERT(5_000),
        /** A COPY under autocommit. */
        SHORT_COPY(500),
        /** An INSERT under autocommit. */
        SHORT_INSERT(1);

        private final int rows;

        Load(int rows) {
            this.rows = rows;
        }
    }

    /**
     * Where it breaks.
     *
     * @param message by what the message is known
     * @param nth which of these messages
     * @param bytes how many bytes of it still come through, or {@link TcpProxy#REPLY}
     * @param phase the phase that the exception names, but for a timeout
     */
    private record Point(String name, Load load, Predicate<String> message, int nth, int bytes, LoadPhase phase) {
        boolean isReply() {
            return bytes == TcpProxy.REPLY;
        }

        /** Whether the server has committed all before the break. */
        boolean isStored() {
            return isReply()
                    && (phase == LoadPhase.COMMIT || load == Load.SHORT_COPY || load == Load.SHORT_INSERT)
                    && load != Load.CALLERS
                    && !name.startsWith("COPY");
        }

        /** Whether the server may have committed, for all that the client knows. */
        boolean isUnknown() {
            boolean isCommit = phase == LoadPhase.COMMIT && load != Load.CALLERS;
            return isCommit || load == Load.SHORT_COPY || load == Load.SHORT_INSERT;
        }
    }

    private static Predicate<String> with(String text) {
        return message -> message.charAt(0) != 'd' && message.contains(text);
    }

    private static Predicate<String> ofType(char type) {
        return message -> message.charAt(0) == type;
    }

    private static List<Point> points() {
        Predicate<String> any = message -> true;
        Predicate<String> copy = with("COPY ");
        Predicate<String> data = ofType('d');
        Predicate<String> done = ofType('c');
        // the rows that waited at the side go in one piece
        Predicate<String> waited = message -> message.charAt(0) == 'd' && message.length() > 500_000;
        Predicate<String> insert = with("insert into");
        return List.of(
                new Point("first byte", Load.COPY, any, 1, 0, LoadPhase.PREFLIGHT),
                new Point("catalog query", Load.COPY, with("pg_attribute"), 1, 200, LoadPhase.PREFLIGHT),
                new Point("catalog answer", Load.COPY, with("pg_attribute"), 1, TcpProxy.REPLY, LoadPhase.PREFLIGHT),
                new Point("BEGIN", Load.COPY, with("BEGIN"), 1, 0, LoadPhase.SEND),
                new Point("BEGIN answered", Load.COPY, with("BEGIN"), 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("COPY statement", Load.COPY, copy, 1, 7, LoadPhase.SEND),
                new Point("COPY answered", Load.COPY, copy, 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("first block", Load.COPY, data, 1, 0, LoadPhase.SEND),
                new Point("length of the first block", Load.COPY, data, 1, 3, LoadPhase.SEND),
                new Point("header of the first block", Load.COPY, data, 1, 15, LoadPhase.SEND),
                new Point("in the first block", Load.COPY, data, 1, 40_000, LoadPhase.SEND),
                new Point("between blocks", Load.COPY, data, 4, 0, LoadPhase.SEND),
                new Point("in a later block", Load.COPY, data, 20, 65_000, LoadPhase.SEND),
                new Point("CopyDone", Load.COPY, done, 1, 0, LoadPhase.SEND),
                new Point("in CopyDone", Load.COPY, done, 1, 2, LoadPhase.SEND),
                new Point("CopyDone answered", Load.COPY, done, 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("COMMIT", Load.COPY, with("COMMIT"), 1, 0, LoadPhase.COMMIT),
                new Point("in COMMIT", Load.COPY, with("COMMIT"), 1, 9, LoadPhase.COMMIT),
                new Point("COMMIT answered", Load.COPY, with("COMMIT"), 1, TcpProxy.REPLY, LoadPhase.COMMIT),
                new Point("catalog query", Load.CALLERS, with("pg_attribute"), 1, 0, LoadPhase.PREFLIGHT),
                new Point("savepoint", Load.CALLERS, with("SAVEPOINT"), 1, 0, LoadPhase.SEND),
                new Point("savepoint answered", Load.CALLERS, with("SAVEPOINT"), 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("in a block", Load.CALLERS, data, 10, 30_000, LoadPhase.SEND),
                new Point("CopyDone answered", Load.CALLERS, done, 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("release", Load.CALLERS, with("RELEASE"), 1, 0, LoadPhase.COMMIT),
                new Point("release answered", Load.CALLERS, with("RELEASE"), 1, TcpProxy.REPLY, LoadPhase.COMMIT),
                new Point("between COPYs", Load.NUMBERED, copy, 2, 0, LoadPhase.SEND),
                new Point("in the second COPY", Load.NUMBERED, waited, 1, 500_000, LoadPhase.SEND),
                new Point("second CopyDone answered", Load.NUMBERED, done, 2, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("in a block", Load.TEXT, data, 3, 20_000, LoadPhase.SEND),
                new Point("CopyDone", Load.TEXT, done, 1, 0, LoadPhase.SEND),
                new Point("first INSERT", Load.INSERT, insert, 1, 0, LoadPhase.SEND),
                new Point("values", Load.INSERT, ofType('B'), 4, 1_000, LoadPhase.SEND),
                new Point("INSERT answered", Load.INSERT, insert, 2, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("COMMIT", Load.INSERT, with("COMMIT"), 1, 0, LoadPhase.COMMIT),
                new Point("COPY statement", Load.SHORT_COPY, copy, 1, 0, LoadPhase.SEND),
                new Point("CopyDone", Load.SHORT_COPY, done, 1, 0, LoadPhase.SEND),
                new Point("CopyDone answered", Load.SHORT_COPY, done, 1, TcpProxy.REPLY, LoadPhase.SEND),
                new Point("INSERT", Load.SHORT_INSERT, insert, 1, 20, LoadPhase.SEND),
                new Point("INSERT answered", Load.SHORT_INSERT, insert, 1, TcpProxy.REPLY, LoadPhase.SEND));
    }

    /** What came of a load. */
    private record Outcome(
            BulkLoadException failure,
            Duration took,
            boolean isBroken,
            boolean isValid,
            String storedAtOnce,
            String storedInTheEnd) {}

    @TestFactory
    @DisplayName("PG-82 the network is cut at any byte")
    Stream<DynamicTest> cut() {
        return broken(TcpProxy.Break.CUT, points());
    }

    @TestFactory
    @DisplayName("PG-82 the network stalls at any byte")
    Stream<DynamicTest> stalled() {
        return broken(TcpProxy.Break.STALL, points());
    }

    @TestFactory
    @DisplayName("PG-82 the server's process is killed at any point")
    Stream<DynamicTest> killed() {
        // a reply that is there already comes through
        return broken(
                TcpProxy.Break.ACT,
                points().stream().filter(point -> !point.isReply()).toList());
    }

    /** Most of the time is waiting, so several go at once. */
    private Stream<DynamicTest> broken(TcpProxy.Break how, List<Point> points) {
        ExecutorService runners = Executors.newFixedThreadPool(10);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            String table = "t" + i;
            Future<Outcome> outcome = runners.submit(() -> run(how, point, table));
            tests.add(DynamicTest.dynamicTest(
                    point.load + ": " + point.name, () -> assertHonest(how, point, outcome.get())));
        }
        runners.shutdown();
        return tests.stream();
    }

    private static void assertHonest(TcpProxy.Break how, Point point, Outcome outcome) {
        BulkLoadException failure = outcome.failure;
        assertThat(outcome.isBroken).as("it came to the break").isTrue();
        assertThat(outcome.took).isLessThan(TIMEOUT.plus(GRACE));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
        assertThat(outcome.isValid).as("the connection").isFalse();
        if (point.isUnknown()) {
            assertThat(failure.hint()).startsWith("Whether the rows are stored is not known");
        } else {
            assertThat(String.valueOf(failure.hint())).doesNotContain("not known");
        }
        assertThat(failure.phase())
                .isEqualTo(
                        how == TcpProxy.Break.STALL && point.phase != LoadPhase.COMMIT ? LoadPhase.SEND : point.phase);
        String all = String.valueOf(point.load.rows);
        assertThat(outcome.storedAtOnce).isEqualTo(point.isStored() ? all : "0");
        assertThat(outcome.storedInTheEnd).isEqualTo(point.isStored() ? all : "0");
    }

    private Outcome run(TcpProxy.Break how, Point point, String table) throws Exception {
        try (Connection observer = PostgresServer.connectTo(schema())) {
            execute(
                    observer,
                    "create table " + table
                            + (point.load == Load.NUMBERED ? "(id bigserial, b text)" : "(id bigint, b text)"));
            String[] pid = new String[1];
            Outcome outcome;
            try (TcpProxy proxy = new TcpProxy(
                            PostgresServer.host(),
                            PostgresServer.port(),
                            PostgresServer::message,
                            how,
                            how == TcpProxy.Break.ACT ? () -> kill(pid[0]) : () -> {});
                    Connection victim = DriverManager.getConnection(
                            PostgresServer.url(proxy.port()), PostgresServer.properties(schemaProperty()))) {
                pid[0] = rows(victim, "select pg_backend_pid()").get(0);
                if (point.load == Load.CALLERS) {
                    victim.setAutoCommit(false);
                    execute(victim, "insert into " + table + " values (-1, 'earlier')");
                }
                proxy.breakAt(point.message, point.nth, point.bytes);
                BulkInserter inserter = inserter(victim, table, point.load);
                long start = System.nanoTime();
                BulkLoadException failure = failureOf(() -> inserter.insert(source(point.load)));
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                outcome = new Outcome(failure, took, proxy.isBroken(), victim.isValid(1), count(observer, table), "");
            }
            untilGone(observer, pid[0]);
            return new Outcome(
                    outcome.failure,
                    outcome.took,
                    outcome.isBroken,
                    outcome.isValid,
                    outcome.storedAtOnce,
                    count(observer, table));
        }
    }

    private Properties schemaProperty() {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema());
        return properties;
    }

    private static String count(Connection observer, String table) throws SQLException {
        return rows(observer, "select count(*) from " + table).get(0);
    }

    private static BulkInserter inserter(Connection victim, String table, Load load) {
        BulkInserter inserter = BulkInserter.forConnection(victim)
                .into(table)
                .columns("id", "b")
                .timeout(TIMEOUT);
        return switch (load) {
            case TEXT -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_TEXT);
            case INSERT -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES);
            case COPY, CALLERS, NUMBERED, SHORT_COPY, SHORT_INSERT -> inserter;
        };
    }

    private static Iterator<Object[]> source(Load load) {
        String text = "some text that fills the buffers on the way";
        return IntStream.range(0, load.rows)
                .mapToObj(i -> row(load == Load.NUMBERED && i % 2 == 0 ? null : number(i), text))
                .iterator();
    }

    private static @Nullable Long number(int index) {
        return index + 1_000_000L;
    }

    private void kill(String pid) {
        try (Connection killer = PostgresServer.connect()) {
            assertThat(rows(killer, "select pg_terminate_backend(" + pid + ", 5000)"))
                    .containsExactly("t");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void untilGone(Connection observer, String pid) throws SQLException, InterruptedException {
        String query = "select count(*) from pg_stat_activity where pid = " + pid;
        for (int i = 0; i < 500 && !rows(observer, query).equals(List.of("0")); i++) {
            Thread.sleep(20);
        }
        assertThat(rows(observer, query))
                .as("sessions that are left on the server")
                .containsExactly("0");
    }
}
