package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * Loads whose connection breaks on the way, by a {@link TcpProxy} that is told where. Whatever breaks: an exception within the
 * timeout and two seconds, which tells the truth; all of the load is stored or nothing; and the server is left without the
 * session. For the tests of providers whose database is reached over TCP: a test factory returns {@link #broken}.
 *
 * <p>Loads run on threads of their own, several at a time, and so do the methods of a subclass.
 *
 * @param <P> where loads break
 */
public abstract class BrokenLoads<P extends BrokenLoads.BreakPoint> {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Duration timeout;
    private final int atATime;

    /** A kind of load that is broken. Its string names it. */
    public interface LoadKind {
        /**
         * How many rows it has.
         *
         * @return the number
         */
        int rows();

        /**
         * Whether it is part of the caller's transaction.
         *
         * @return whether it is; the caller has inserted a row before
         */
        boolean isCallers();
    }

    /** Where a load breaks, and what holds then. */
    public interface BreakPoint {
        /**
         * Names the point among those of its load.
         *
         * @return the name
         */
        String name();

        /**
         * The load that breaks.
         *
         * @return the load
         */
        LoadKind load();

        /**
         * Tells the messages at which it can break, as {@link TcpProxy#breakAt} says.
         *
         * @return what is true for these messages
         */
        Predicate<String> message();

        /**
         * Counts these messages.
         *
         * @return at which of them it breaks, from 1
         */
        int nth();

        /**
         * Counts the bytes of the message that still come through.
         *
         * @return how many, or {@link TcpProxy#REPLY}
         */
        int bytes();

        /**
         * The phase that the exception names, but for a timeout.
         *
         * @return the phase
         */
        LoadPhase phase();

        /**
         * Whether the server has committed all before the break.
         *
         * @return whether it has
         */
        boolean isStored();

        /**
         * Whether the server may have committed, for all that the client knows.
         *
         * @return whether it may
         */
        boolean isUnknown();

        /**
         * Whether it breaks after the message, before the server's reply.
         *
         * @return whether it does
         */
        default boolean isReply() {
            return bytes() == TcpProxy.REPLY;
        }
    }

    /** What came of a load. */
    private record Outcome(
            BulkLoadException failure,
            Duration took,
            boolean isBroken,
            boolean isValid,
            String storedAtOnce,
            String storedInTheEnd) {}

    /**
     * For subclasses.
     *
     * @param timeout the timeout of each load
     * @param atATime how many loads run at a time; most of their time is waiting
     */
    protected BrokenLoads(Duration timeout, int atATime) {
        this.timeout = timeout;
        this.atATime = atATime;
    }

    /**
     * Starts a proxy before the server.
     *
     * @param how what a break is
     * @param action what happens in the midst of the break
     * @return the proxy, closed after the load
     * @throws IOException if there is no port
     */
    protected abstract TcpProxy proxy(TcpProxy.Break how, Runnable action) throws IOException;

    /**
     * Connects to the server without a proxy.
     *
     * @return a new connection in which names of tables mean the same as in that of {@link #connectThrough}
     * @throws SQLException if the server does not answer
     */
    protected abstract Connection connect() throws SQLException;

    /**
     * Connects through a proxy on this machine.
     *
     * @param port the port of the proxy
     * @return a new connection
     * @throws SQLException if the server does not answer
     */
    protected abstract Connection connectThrough(int port) throws SQLException;

    /**
     * Spells the columns of the table that is loaded: {@code id}, a whole number, and {@code b}, a text.
     *
     * @param point where its load breaks
     * @return what follows the table's name in {@code create table}, in parentheses
     */
    protected abstract String columns(P point);

    /**
     * Sets what the load has beside its timeout, such as the option that forces a path.
     *
     * @param inserter an inserter for the table
     * @param point where the load breaks
     * @return the inserter with the settings
     */
    protected abstract BulkInserter configured(BulkInserter inserter, P point);

    /**
     * Numbers a row.
     *
     * @param point where the load breaks
     * @param index the row, counted from 0
     * @return a number of the row's own, not negative; or null, for the database to number it
     */
    protected @Nullable Long id(P point, int index) {
        return index + 1_000_000L;
    }

    /**
     * Asks for the session's own id.
     *
     * @return a query of one row and one column
     */
    protected abstract String ownSession();

    /**
     * Counts sessions by their id.
     *
     * @param id the id
     * @return a query whose one value is 1 while the server has the session, 0 after it
     */
    protected abstract String sessionsOf(String id);

    /**
     * Ends a session, and returns when it is gone.
     *
     * @param killer a connection of its own
     * @param id the session's id
     * @throws SQLException if the server does not do it
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    protected abstract void kill(Connection killer, String id) throws SQLException, InterruptedException;

    /**
     * Breaks a load at each of some points. The loads begin at once; the test of each waits for it.
     *
     * @param how what a break is; {@link TcpProxy.Break#ACT} kills the session
     * @param points where
     * @return a test for each point, in their order
     */
    public final Stream<DynamicTest> broken(TcpProxy.Break how, List<P> points) {
        ExecutorService runners = Executors.newFixedThreadPool(atATime);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            P point = points.get(i);
            String table = "t" + i;
            Future<Outcome> outcome = runners.submit(() -> run(how, point, table));
            tests.add(DynamicTest.dynamicTest(
                    point.load() + ": " + point.name(), () -> assertHonest(how, point, outcome.get())));
        }
        runners.shutdown();
        return tests.stream();
    }

    private void assertHonest(TcpProxy.Break how, P point, Outcome outcome) {
        BulkLoadException failure = outcome.failure;
        assertThat(outcome.isBroken).as("it came to the break").isTrue();
        assertThat(outcome.took).isLessThan(timeout.plus(GRACE));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
        assertThat(outcome.isValid).as("the connection").isFalse();
        if (point.isUnknown()) {
            assertThat(failure.hint()).startsWith("Whether the rows are stored is not known");
        } else {
            assertThat(String.valueOf(failure.hint())).doesNotContain("not known");
        }
        boolean isTimeout = how == TcpProxy.Break.STALL && point.phase() != LoadPhase.COMMIT;
        assertThat(failure.phase()).as(failure.getMessage()).isEqualTo(isTimeout ? LoadPhase.SEND : point.phase());
        String stored = point.isStored() ? String.valueOf(point.load().rows()) : "0";
        assertThat(outcome.storedAtOnce).isEqualTo(stored);
        assertThat(outcome.storedInTheEnd).isEqualTo(stored);
    }

    private Outcome run(TcpProxy.Break how, P point, String table) throws Exception {
        try (Connection observer = connect()) {
            PlainJdbc.execute(observer, "create table " + table + columns(point));
            String[] id = {""};
            Outcome outcome;
            try (TcpProxy proxy = proxy(how, how == TcpProxy.Break.ACT ? () -> kill(id[0]) : () -> {});
                    Connection victim = connectThrough(proxy.port())) {
                id[0] = PlainJdbc.rows(victim, ownSession()).get(0);
                if (point.load().isCallers()) {
                    victim.setAutoCommit(false);
                    PlainJdbc.execute(victim, "insert into " + table + " values (-1, 'earlier')");
                }
                proxy.breakAt(point.message(), point.nth(), point.bytes());
                BulkInserter inserter = configured(
                        BulkInserter.forConnection(victim)
                                .into(table)
                                .columns("id", "b")
                                .timeout(timeout),
                        point);
                long start = System.nanoTime();
                BulkLoadException failure = JdbcTest.failureOf(() -> inserter.insert(source(point)));
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                outcome = new Outcome(failure, took, proxy.isBroken(), victim.isValid(1), count(observer, table), "");
            }
            untilGone(observer, id[0]);
            return new Outcome(
                    outcome.failure,
                    outcome.took,
                    outcome.isBroken,
                    outcome.isValid,
                    outcome.storedAtOnce,
                    count(observer, table));
        }
    }

    private static String count(Connection observer, String table) throws SQLException {
        return PlainJdbc.rows(observer, "select count(*) from " + table).get(0);
    }

    private Iterator<@Nullable Object[]> source(P point) {
        String text = "some text that fills the buffers on the way";
        return IntStream.range(0, point.load().rows())
                .mapToObj(i -> JdbcTest.row(id(point, i), text))
                .iterator();
    }

    private void kill(String id) {
        try (Connection killer = connect()) {
            kill(killer, id);
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits until the server has ended a session, and fails if it does not within ten seconds.
     *
     * @param observer a connection of its own
     * @param id the session's id
     * @throws SQLException if the server can't be asked
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    protected final void untilGone(Connection observer, String id) throws SQLException, InterruptedException {
        String query = sessionsOf(id);
        for (int i = 0; i < 500 && !PlainJdbc.rows(observer, query).equals(List.of("0")); i++) {
            Thread.sleep(20);
        }
        assertThat(PlainJdbc.rows(observer, query))
                .as("sessions that are left on the server")
                .containsExactly("0");
    }
}
