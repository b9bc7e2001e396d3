package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** As many loads wait at a time. */
    private static final int AT_A_TIME = 10;

    /** The load that is broken. */
    private enum Load implements BrokenLoads.LoadKind {
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

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public boolean isCallers() {
            return this == CALLERS;
        }
    }

    private record Point(String name, Load load, Predicate<String> message, int nth, int bytes, LoadPhase phase)
            implements BrokenLoads.BreakPoint {
        @Override
        public boolean isStored() {
            return isReply()
                    && (phase == LoadPhase.COMMIT || load == Load.SHORT_COPY || load == Load.SHORT_INSERT)
                    && load != Load.CALLERS
                    && !name.startsWith("COPY");
        }

        @Override
        public boolean isUnknown() {
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

    @TestFactory
    @DisplayName("PG-82 the network is cut at any byte")
    Stream<DynamicTest> cut() {
        return new Loads().broken(TcpProxy.Break.CUT, points());
    }

    @TestFactory
    @DisplayName("PG-82 the network stalls at any byte")
    Stream<DynamicTest> stalled() {
        return new Loads().broken(TcpProxy.Break.STALL, points());
    }

    @TestFactory
    @DisplayName("PG-82 the server's process is killed at any point")
    Stream<DynamicTest> killed() {
        // a reply that is there already comes through
        return new Loads()
                .broken(
                        TcpProxy.Break.ACT,
                        points().stream().filter(point -> !point.isReply()).toList());
    }

    /** The loads of one test, in its schema. */
    private final class Loads extends BrokenLoads<Point> {
        Loads() {
            super(TIMEOUT, AT_A_TIME);
        }

        @Override
        protected TcpProxy proxy(TcpProxy.Break how, Runnable action) throws IOException {
            return new TcpProxy(PostgresServer.host(), PostgresServer.port(), PostgresServer::message, how, action);
        }

        @Override
        protected Connection connect() throws SQLException {
            return PostgresServer.connectTo(schema());
        }

        @Override
        protected Connection connectThrough(int port) throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("currentSchema", schema());
            return DriverManager.getConnection(PostgresServer.url(port), PostgresServer.properties(properties));
        }

        @Override
        protected String columns(Point point) {
            return point.load == Load.NUMBERED ? "(id bigserial, b text)" : "(id bigint, b text)";
        }

        @Override
        protected BulkInserter configured(BulkInserter inserter, Point point) {
            return switch (point.load) {
                case TEXT -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_TEXT);
                case INSERT -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES);
                case COPY, CALLERS, NUMBERED, SHORT_COPY, SHORT_INSERT -> inserter;
            };
        }

        @Override
        protected @Nullable Long id(Point point, int index) {
            return point.load == Load.NUMBERED && index % 2 == 0 ? null : super.id(point, index);
        }

        @Override
        protected String ownSession() {
            return "select pg_backend_pid()";
        }

        @Override
        protected String sessionsOf(String id) {
            return "select count(*) from pg_stat_activity where pid = " + id;
        }

        @Override
        protected void kill(Connection killer, String id) throws SQLException {
            assertThat(rows(killer, "select pg_terminate_backend(" + id + ", 5000)"))
                    .containsExactly("t");
        }
    }
}
