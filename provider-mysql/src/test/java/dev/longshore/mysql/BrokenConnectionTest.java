package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.LoadPhase;
import dev.longshore.tck.BrokenLoads;
import dev.longshore.tck.TcpProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Sessions that are killed, and networks that are cut or stall, at points from the first byte of a load to its last. Whatever breaks:
 * an exception within the timeout and two seconds; it tells the truth, and all of
 * the load is stored or nothing.
 */
@Timeout(300)
final class BrokenConnectionTest extends LiveTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** MariaDB's driver opens a connection to end another one. */
    private static final Duration CONNECT = Duration.ofMillis(500);

    /** As many loads wait at a time. */
    private static final int AT_A_TIME = 8;

    /** The load that is broken. */
    private enum Load implements BrokenLoads.LoadKind {
        /** Several packets of the bulk protocol in a transaction of its own. */
        BULK(40_000, MySqlProvider.Path.INSERT_BULK),
        /** The same in a transaction of the caller's, who has inserted a row before. */
        CALLERS(40_000, MySqlProvider.Path.INSERT_BULK),
        /** Several INSERT statements in a transaction of its own. */
        VALUES(4_500, MySqlProvider.Path.INSERT_VALUES),
        /** The same in a transaction of the caller's. */
        CALLERS_VALUES(4_500, MySqlProvider.Path.INSERT_VALUES),
        /** One packet of the bulk protocol under autocommit. */
        SHORT_BULK(500, MySqlProvider.Path.INSERT_BULK),
        /** One INSERT under autocommit. */
        SHORT_VALUES(500, MySqlProvider.Path.INSERT_VALUES);

        private final int rows;
        private final MySqlProvider.Path path;

        Load(int rows, MySqlProvider.Path path) {
            this.rows = rows;
            this.path = path;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public boolean isCallers() {
            return this == CALLERS || this == CALLERS_VALUES;
        }

        boolean isStatement() {
            return this == SHORT_BULK || this == SHORT_VALUES;
        }
    }

    private record Point(String name, Load load, Predicate<String> message, int nth, int bytes, LoadPhase phase)
            implements BrokenLoads.BreakPoint {
        /** Whether the server has told that it committed before the break. */
        boolean isTold() {
            return name.startsWith("autocommit back");
        }

        @Override
        public boolean isStored() {
            boolean isCommit = phase == LoadPhase.COMMIT && !load.isCallers();
            boolean isStatement = load.isStatement() && name.startsWith("statement");
            return isTold() || (isReply() && (isCommit || isStatement));
        }

        @Override
        public boolean isUnknown() {
            boolean isCommit = phase == LoadPhase.COMMIT && !load.isCallers();
            return !isTold() && (isCommit || load.isStatement());
        }
    }

    private static Predicate<String> query(String text) {
        return ofCommand(0x03, text);
    }

    private static Predicate<String> ofCommand(int command, String text) {
        return packet -> packet.charAt(4) == command && packet.contains(text);
    }

    private static List<Point> points() {
        Predicate<String> settings = query("@@sql_mode");
        Predicate<String> catalog = query("SHOW CREATE TABLE");
        Predicate<String> begin = query("set autocommit=0");
        Predicate<String> prepare = ofCommand(0x16, "INSERT INTO");
        Predicate<String> bulk = ofCommand(0xFA, "");
        Predicate<String> values = ofCommand(0x17, "");
        Predicate<String> commit = query("COMMIT");
        Predicate<String> savepoint = query("SAVEPOINT");
        Predicate<String> release = query("RELEASE");
        Predicate<String> restore = query("set autocommit=1");
        int reply = TcpProxy.REPLY;
        LoadPhase preflight = LoadPhase.PREFLIGHT;
        LoadPhase send = LoadPhase.SEND;
        LoadPhase server = LoadPhase.SERVER;
        LoadPhase committing = LoadPhase.COMMIT;
        return List.of(
                new Point("settings", Load.BULK, settings, 1, 0, preflight),
                new Point("settings answered", Load.BULK, settings, 1, reply, preflight),
                new Point("in the catalog query", Load.BULK, catalog, 1, 9, preflight),
                new Point("catalog query answered", Load.BULK, catalog, 1, reply, preflight),
                new Point("begin", Load.BULK, begin, 1, 0, send),
                new Point("begin answered", Load.BULK, begin, 1, reply, send),
                new Point("prepare", Load.BULK, prepare, 1, 0, server),
                new Point("in prepare", Load.BULK, prepare, 1, 20, server),
                new Point("first packet", Load.BULK, bulk, 1, 0, server),
                new Point("header of the first packet", Load.BULK, bulk, 1, 2, server),
                new Point("in the first packet", Load.BULK, bulk, 1, 100_000, server),
                new Point("first packet answered", Load.BULK, bulk, 1, reply, server),
                new Point("between packets", Load.BULK, bulk, 2, 0, server),
                new Point("in a later packet", Load.BULK, bulk, 3, 200_000, server),
                new Point("end of the last packet", Load.BULK, bulk, 4, 540_014, server),
                new Point("last packet answered", Load.BULK, bulk, 4, reply, server),
                new Point("commit", Load.BULK, commit, 1, 0, committing),
                new Point("in commit", Load.BULK, commit, 1, 7, committing),
                new Point("commit answered", Load.BULK, commit, 1, reply, committing),
                new Point("autocommit back", Load.BULK, restore, 1, 0, committing),
                new Point("autocommit back answered", Load.BULK, restore, 1, reply, committing),
                new Point("catalog query", Load.CALLERS, catalog, 1, 0, preflight),
                new Point("savepoint", Load.CALLERS, savepoint, 1, 0, send),
                new Point("savepoint answered", Load.CALLERS, savepoint, 1, reply, send),
                new Point("in a packet", Load.CALLERS, bulk, 2, 30_000, server),
                new Point("last packet answered", Load.CALLERS, bulk, 4, reply, server),
                new Point("release", Load.CALLERS, release, 1, 0, committing),
                new Point("release answered", Load.CALLERS, release, 1, reply, committing),
                new Point("in prepare", Load.VALUES, prepare, 1, 4_000, server),
                new Point("first statement", Load.VALUES, values, 1, 0, server),
                new Point("between statements", Load.VALUES, values, 3, 0, server),
                new Point("in a statement", Load.VALUES, values, 3, 40_000, server),
                new Point("shorter statement prepared", Load.VALUES, prepare, 2, 0, server),
                new Point("shorter statement answered", Load.VALUES, values, 5, reply, server),
                new Point("commit", Load.VALUES, commit, 1, 0, committing),
                new Point("commit answered", Load.VALUES, commit, 1, reply, committing),
                new Point("in a statement", Load.CALLERS_VALUES, values, 2, 10_000, server),
                new Point("statement answered", Load.CALLERS_VALUES, values, 4, reply, server),
                new Point("prepare", Load.SHORT_BULK, prepare, 1, 0, server),
                new Point("in the packet", Load.SHORT_BULK, bulk, 1, 20_000, server),
                new Point("statement answered", Load.SHORT_BULK, bulk, 1, reply, server),
                new Point("in the statement", Load.SHORT_VALUES, values, 1, 20_000, server),
                new Point("statement answered", Load.SHORT_VALUES, values, 1, reply, server));
    }

    @TestFactory
    @DisplayName("MY-29 FW-13 the network is cut at any byte")
    Stream<DynamicTest> cut() throws SQLException {
        return broken(TcpProxy.Break.CUT, points());
    }

    @TestFactory
    @DisplayName("MY-29 FW-13 the network stalls at any byte")
    Stream<DynamicTest> stalled() throws SQLException {
        return broken(TcpProxy.Break.STALL, points());
    }

    @TestFactory
    @DisplayName("MY-29 the session is killed at any point")
    Stream<DynamicTest> killed() throws SQLException {
        // a reply that is there already comes through
        return broken(
                TcpProxy.Break.ACT,
                points().stream().filter(point -> !point.isReply()).toList());
    }

    private Stream<DynamicTest> broken(TcpProxy.Break how, List<Point> points) throws SQLException {
        Assumptions.assumeTrue(MySqlServer.isMariaDb(), "MySQL has no bulk protocol");
        return new Loads().broken(how, points);
    }

    /** The loads of one test, in its database. */
    private final class Loads extends BrokenLoads<Point> {
        Loads() {
            super(TIMEOUT, AT_A_TIME);
        }

        @Override
        protected TcpProxy proxy(TcpProxy.Break how, Runnable action) throws IOException {
            return new TcpProxy(MySqlServer.host(), MySqlServer.port(), MySqlServer::packet, how, action);
        }

        @Override
        protected Connection connect() throws SQLException {
            return MySqlServer.connectTo(database());
        }

        @Override
        protected Connection connectThrough(int port) throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("connectTimeout", String.valueOf(CONNECT.toMillis()));
            return DriverManager.getConnection(MySqlServer.url(port) + database(), MySqlServer.properties(properties));
        }

        @Override
        protected String columns(Point point) {
            return "(id bigint primary key, b text)";
        }

        @Override
        protected BulkInserter configured(BulkInserter inserter, Point point) {
            return inserter.option(MySqlProvider.PATH, point.load.path);
        }

        @Override
        protected String ownSession() {
            return "select connection_id()";
        }

        @Override
        protected String sessionsOf(String id) {
            return "select count(*) from information_schema.processlist where id = " + id;
        }

        @Override
        protected void kill(Connection killer, String id) throws SQLException, InterruptedException {
            execute(killer, "kill " + id);
            untilGone(killer, id);
        }
    }
}
