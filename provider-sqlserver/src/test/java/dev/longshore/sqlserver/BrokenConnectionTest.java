package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import dev.longshore.tck.TcpProxy;
import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsEndpoint;
import dev.longshore.tds.TdsTable;
import java.io.DataInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Networks that are cut or stall, at points from the first byte of a load to its last. Whatever breaks: an exception within the
 * timeout and a grace; it tells the truth, and all of the load is stored or nothing.
 */
@Timeout(300)
final class BrokenConnectionTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** The driver is asked to give up first, and the connection is ended a second later. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /** As many loads wait at a time. */
    private static final int AT_A_TIME = 8;

    private static final int HEADER = 8;
    private static final char BATCH = 1;
    private static final char CALL = 3;
    private static final char BULK = 7;

    /** The load that is broken. */
    private enum Load {
        /** A bulk copy in a transaction of its own. */
        COPY(20_000, SqlServerProvider.Path.BULK_COPY),
        /** The same in a transaction of the caller's, who has inserted a row before. */
        CALLERS_COPY(20_000, SqlServerProvider.Path.BULK_COPY),
        /** Several INSERT statements in a transaction of its own. */
        VALUES(4_500, SqlServerProvider.Path.INSERT_VALUES),
        /** One INSERT under autocommit. */
        SHORT_VALUES(500, SqlServerProvider.Path.INSERT_VALUES);

        private final int rows;
        private final SqlServerProvider.Path path;

        Load(int rows, SqlServerProvider.Path path) {
            this.rows = rows;
            this.path = path;
        }
    }

    /**
     * Where it breaks.
     *
     * @param packet by what the packet is known
     * @param nth which of these packets
     * @param bytes how many bytes of it still come through, or {@link TcpProxy#REPLY}
     */
    private record Point(String name, Load load, Predicate<String> packet, int nth, int bytes) {
        boolean isCommit() {
            return name.startsWith("commit") && load != Load.CALLERS_COPY;
        }

        /** Whether the server has committed all before the break. */
        boolean isStored() {
            boolean isReply = bytes == TcpProxy.REPLY;
            return name.startsWith("autocommit back")
                    || (isReply && isCommit())
                    || (isReply && load == Load.SHORT_VALUES && name.startsWith("statement"));
        }
    }

    private static Predicate<String> packet(char type, String text) {
        String wide = String.join("\0", text.split("")) + '\0';
        return packet -> packet.charAt(0) == type && (text.isEmpty() || packet.contains(wide));
    }

    private static List<Point> points() {
        Predicate<String> catalog = packet(CALL, "sys.tables");
        Predicate<String> begin = packet(BATCH, "implicit_transactions on");
        Predicate<String> names = packet(BATCH, "FMTONLY");
        Predicate<String> columns = packet(BATCH, "is_computed from sys.columns");
        Predicate<String> announced = packet(BATCH, "INSERT BULK");
        Predicate<String> rows = packet(BULK, "");
        Predicate<String> insert = packet(CALL, "");
        Predicate<String> save = packet(BATCH, "SAVE TRAN");
        Predicate<String> commit = packet(BATCH, "> 0 COMMIT TRAN");
        Predicate<String> restore = packet(BATCH, "implicit_transactions off");
        int reply = TcpProxy.REPLY;
        return List.of(
                new Point("in the catalog query", Load.COPY, catalog, 1, 9),
                new Point("catalog query answered", Load.COPY, catalog, 1, reply),
                new Point("begin", Load.COPY, begin, 1, 0),
                new Point("begin answered", Load.COPY, begin, 1, reply),
                new Point("the driver's names", Load.COPY, names, 1, 0),
                new Point("the driver's names answered", Load.COPY, names, 1, reply),
                new Point("the driver's columns", Load.COPY, columns, 1, 30),
                new Point("the driver's columns answered", Load.COPY, columns, 1, reply),
                new Point("announcement", Load.COPY, announced, 1, 0),
                new Point("announcement answered", Load.COPY, announced, 1, reply),
                new Point("first packet", Load.COPY, rows, 1, 0),
                new Point("header of the first packet", Load.COPY, rows, 1, 5),
                new Point("in the first packet", Load.COPY, rows, 1, 4_000),
                new Point("between packets", Load.COPY, rows, 2, 0),
                new Point("in a later packet", Load.COPY, rows, 40, 7_999),
                new Point(
                        "last rows answered",
                        Load.COPY,
                        packet -> packet.charAt(0) == BULK && packet.charAt(1) == 1,
                        1,
                        reply),
                new Point("commit", Load.COPY, commit, 1, 0),
                new Point("commit half sent", Load.COPY, commit, 1, 20),
                new Point("commit answered", Load.COPY, commit, 1, reply),
                new Point("autocommit back", Load.COPY, restore, 1, 0),
                new Point("autocommit back answered", Load.COPY, restore, 1, reply),
                new Point("catalog query", Load.CALLERS_COPY, catalog, 1, 0),
                new Point("savepoint", Load.CALLERS_COPY, save, 1, 0),
                new Point("savepoint answered", Load.CALLERS_COPY, save, 1, reply),
                new Point("in a packet", Load.CALLERS_COPY, rows, 2, 300),
                new Point("begin", Load.VALUES, begin, 1, 0),
                new Point("first statement", Load.VALUES, insert, 2, 0),
                new Point("in the first statement", Load.VALUES, insert, 2, 5_000),
                new Point("between statements", Load.VALUES, insert, 30, 0),
                new Point("commit", Load.VALUES, commit, 1, 0),
                new Point("commit answered", Load.VALUES, commit, 1, reply),
                new Point("in the statement", Load.SHORT_VALUES, insert, 2, 5_000),
                new Point(
                        "statement answered",
                        Load.SHORT_VALUES,
                        packet -> packet.charAt(0) == CALL && packet.charAt(1) == 1,
                        2,
                        reply));
    }

    /** A packet tells its length, high byte first. */
    private static byte[] packet(DataInputStream client, byte @Nullable [] previous) throws IOException {
        byte[] header = new byte[HEADER];
        client.readFully(header);
        int length = (header[2] & 0xFF) << 8 | (header[3] & 0xFF);
        return TcpProxy.message(client, header, length - HEADER);
    }

    /** What came of a load. */
    private record Outcome(BulkLoadException failure, Duration took, boolean isBroken, boolean isValid, int stored) {}

    @TestFactory
    @DisplayName("the network is cut at any byte")
    Stream<DynamicTest> cut() {
        return broken(TcpProxy.Break.CUT);
    }

    @TestFactory
    @DisplayName("the network stalls at any byte")
    Stream<DynamicTest> stalled() {
        return broken(TcpProxy.Break.STALL);
    }

    /** Most of the time is waiting, so several go at once. */
    private static Stream<DynamicTest> broken(TcpProxy.Break how) {
        ExecutorService runners = Executors.newFixedThreadPool(AT_A_TIME);
        List<DynamicTest> tests = new ArrayList<>();
        for (Point point : points()) {
            Future<Outcome> outcome = runners.submit(() -> run(how, point));
            tests.add(
                    DynamicTest.dynamicTest(point.load + ": " + point.name, () -> assertHonest(point, outcome.get())));
        }
        runners.shutdown();
        return tests.stream();
    }

    private static void assertHonest(Point point, Outcome outcome) {
        BulkLoadException failure = outcome.failure;
        assertThat(outcome.isBroken).as("it came to the break").isTrue();
        assertThat(outcome.took).isLessThan(TIMEOUT.plus(GRACE));
        assertThat(failure.transactionState()).as(failure.toString()).isEqualTo(TransactionState.CONNECTION_LOST);
        assertThat(outcome.isValid).as("the connection").isFalse();
        assertThat(outcome.stored).isEqualTo(point.isStored() ? point.load.rows : 0);
        boolean isUnknown = point.isCommit() || point.load == Load.SHORT_VALUES;
        if (isUnknown) {
            assertThat(failure.hint()).startsWith("Whether the rows are stored is not known");
        } else {
            assertThat(String.valueOf(failure.hint())).doesNotContain("not known");
        }
        if (point.isCommit()) {
            assertThat(failure.phase()).isEqualTo(LoadPhase.COMMIT);
        }
    }

    private static Outcome run(TcpProxy.Break how, Point point) throws Exception {
        try (TdsEndpoint endpoint = TdsEndpoint.start();
                TcpProxy proxy =
                        new TcpProxy("127.0.0.1", port(endpoint.url()), BrokenConnectionTest::packet, how, () -> {});
                Connection victim = DriverManager.getConnection(
                        endpoint.url().replace(":" + port(endpoint.url()) + ";", ":" + proxy.port() + ";"))) {
            endpoint.add(TdsTable.of("t", TdsColumn.of("id", "bigint"), TdsColumn.of("b", "nvarchar(60)")));
            if (point.load == Load.CALLERS_COPY) {
                victim.setAutoCommit(false);
                BulkInserter.forConnection(victim).into("t").insert(List.<Object[]>of(new Object[] {-1, "earlier"}));
            }
            proxy.breakAt(point.packet, point.nth, point.bytes);
            BulkInserter inserter = BulkInserter.forConnection(victim)
                    .into("t")
                    .option(SqlServerProvider.PATH, point.load.path)
                    .timeout(TIMEOUT);
            long start = System.nanoTime();
            BulkLoadException failure = WireTest.failureOf(() -> inserter.insert(source(point.load)));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            return new Outcome(
                    failure,
                    took,
                    proxy.isBroken(),
                    victim.isValid(1),
                    endpoint.rows("t").size());
        }
    }

    private static int port(String url) {
        return Integer.parseInt(url.replaceFirst("^.*127\\.0\\.0\\.1:(\\d+);.*$", "$1"));
    }

    private static Iterator<Object[]> source(Load load) {
        String text = "some text that fills the packets on the way";
        return IntStream.range(0, load.rows)
                .mapToObj(i -> new Object[] {i + 1_000_000L, text})
                .iterator();
    }
}
