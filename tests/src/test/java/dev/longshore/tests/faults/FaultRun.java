package dev.longshore.tests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.TransactionState;
import dev.longshore.tck.TcpProxy;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One load that meets one fault, and all that must hold afterwards. Used once, by one thread. */
final class FaultRun {
    /** So long a load may take, and two seconds more. */
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    private static final Duration GRACE = Duration.ofSeconds(2);

    /** A load that a fault only delays has as long as it needs. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The pool waits so long for a connection, and MariaDB's driver for a server. */
    private static final Duration CONNECT = Duration.ofMillis(500);

    private static final Pattern COMMITTED_BEFORE = Pattern.compile("The rows before row (\\d+) are committed");
    private static final Pattern UNKNOWN = Pattern.compile("(stored|committed) is not known");

    /** What undisturbed loads send and receive, by what they are. */
    private static final Map<String, Map<TcpProxy.Direction, Long>> REHEARSED = new ConcurrentHashMap<>();

    private final FaultyDatabase database;
    private final Fault fault;
    private final LoadKind kind;
    private final String table;
    private final String text;
    private final Set<Long> sessions = ConcurrentHashMap.newKeySet();
    private final LoadControl control = new LoadControl();
    private Duration timeout = TIMEOUT;

    /** What stood in the way of the fault, which happens on a thread of the proxy. */
    private volatile @Nullable Exception hitch;

    private @Nullable LoadResult result;
    private @Nullable BulkLoadException failure;
    private Duration took = Duration.ZERO;
    /** What happened to the caller's own commit, if there was one. */
    private CallersCommit callersCommit = CallersCommit.NONE;

    private enum CallersCommit {
        NONE,
        DONE,
        UNKNOWN
    }

    /** The load took longer than it may, which can be the fault of a busy machine as well. */
    static final class Overdue extends AssertionError {
        private static final long serialVersionUID = 1;

        Overdue(String message) {
            super(message);
        }
    }

    /** Done when the load is about to begin, and after it. */
    private interface Step {
        void run(@Nullable HikariDataSource pool) throws Exception;
    }

    FaultRun(FaultyDatabase database, Fault fault) {
        this.database = database;
        this.fault = fault;
        this.kind = fault.load();
        this.table = fault.table();
        this.text = "x".repeat(fault.kind() == FaultKind.DISK_FULL ? 1_000 : 40);
    }

    /** Lets the load meet its fault. Returns whether it did. */
    boolean run() throws Exception {
        database.create(fault);
        boolean isMet = meet();
        database.drop(table);
        return isMet;
    }

    private boolean meet() throws Exception {
        if (fault.kind().isOfNetwork()) {
            return meetInNetwork();
        }
        return switch (fault.kind()) {
            case DISK_FULL -> fillDisk();
            case POOL_EXHAUSTED -> exhaustPool();
            case LOCKED -> lock();
            case STOPPED -> stop();
            case JVM_KILLED -> killJvm();
            default -> throw new IllegalStateException(fault.toString());
        };
    }

    // ---- the faults

    private boolean meetInNetwork() throws Exception {
        long total = rehearsed().get(fault.kind().direction());
        boolean isMet;
        try (TcpProxy proxy = proxy(fault.kind().how(), this::act)) {
            if (fault.passes()) {
                proxy.recover();
            }
            timeout = fault.kind().isDelay() ? PATIENCE : TIMEOUT;
            load(
                    proxy.port(),
                    pool -> proxy.breakAtByte(fault.kind().direction(), fault.place(total)),
                    source -> source,
                    () -> {
                        proxy.disarm();
                        return proxy.isBroken();
                    });
            isMet = proxy.isBroken();
        }
        assertThat(hitch).as("what stood in the way of the fault").isNull();
        if (fault.kind().isDelay()) {
            failIfOverdue();
            assertThat((Throwable) failure).as("nothing was to stop it").isNull();
        } else if (!isMet && failure != null) {
            // on a busy machine the time is over first
            assertThat(failure.getSQLState()).as(failure.toString()).isEqualTo("HYT00");
        }
        verify();
        return isMet;
    }

    private TcpProxy proxy(TcpProxy.Break how, Runnable action) throws IOException {
        return new TcpProxy("localhost", database.port(table), TcpProxy.BYTES, how, action);
    }

    private void act() {
        if (fault.kind().isDelay()) {
            LockSupport.parkNanos(fault.variant() * 4_000L);
        } else if (fault.kind() == FaultKind.KILLED) {
            try {
                database.kill(table, Set.copyOf(sessions));
            } catch (Exception e) {
                hitch = e;
            }
        }
    }

    /** How many bytes such a load sends and receives if nothing happens. */
    private Map<TcpProxy.Direction, Long> rehearsed() throws Exception {
        String key = database.name() + kind + fault.rows() + "/" + fault.batch();
        Map<TcpProxy.Direction, Long> known = REHEARSED.get(key);
        if (known != null) {
            return known;
        }
        Fault undisturbed = fault.rehearsal();
        database.create(undisturbed);
        Map<TcpProxy.Direction, Long> bytes;
        try {
            bytes = rehearsed(undisturbed);
        } finally {
            database.drop(undisturbed.table());
        }
        REHEARSED.put(key, bytes);
        return bytes;
    }

    private Map<TcpProxy.Direction, Long> rehearsed(Fault undisturbed) throws Exception {
        FaultRun rehearsal = new FaultRun(database, undisturbed);
        rehearsal.timeout = PATIENCE;
        Map<TcpProxy.Direction, Long> bytes = new EnumMap<>(TcpProxy.Direction.class);
        try (TcpProxy proxy = rehearsal.proxy(TcpProxy.Break.ACT, () -> {})) {
            rehearsal.load(
                    proxy.port(),
                    pool -> proxy.breakAtByte(TcpProxy.Direction.SENT, Long.MAX_VALUE),
                    source -> source,
                    () -> {
                        for (TcpProxy.Direction direction : TcpProxy.Direction.values()) {
                            bytes.put(direction, proxy.bytes(direction));
                        }
                        return false;
                    });
        }
        rehearsal.failIfOverdue();
        assertThat((Throwable) rehearsal.failure).as("the load without a fault").isNull();
        rehearsal.verify();
        return bytes;
    }

    private boolean fillDisk() throws Exception {
        boolean isMet;
        // there is one disk
        synchronized (database) {
            Closeable filled = database.fillDisk(fault);
            try {
                timeout = PATIENCE;
                loadDirectly(source -> source);
            } finally {
                filled.close();
            }
            isMet = failure != null;
            if (isMet) {
                assertThat(failure.phase())
                        .as(failure.toString())
                        .isIn(LoadPhase.SERVER, LoadPhase.SEND, LoadPhase.COMMIT);
                assertThat(failure.transactionState())
                        .as(failure.toString())
                        .isIn(TransactionState.INTACT, TransactionState.ROLLED_BACK_BY_SERVER);
            }
            verify();
            database.drop(table);
            database.create(fault);
        }
        return isMet;
    }

    private boolean exhaustPool() throws Exception {
        timeout = fault.passes() ? PATIENCE : TIMEOUT;
        try (HikariDataSource pool = pool(database.port(table), 1, fault.passes() ? PATIENCE : CONNECT)) {
            Connection holder = FaultyDatabase.first(pool);
            Future<?> releasing = closedLater(holder);
            measure(BulkInserter.forDataSource(pool), source -> source);
            if (fault.passes()) {
                releasing.get();
                failIfOverdue();
                assertThat((Throwable) failure).isNull();
            } else {
                holder.close();
                assertThat((Throwable) failure)
                        .as("a load without a connection")
                        .isNotNull();
                assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
            }
        }
        verify();
        return true;
    }

    /** Closes a connection after a while, if the fault passes. What becomes of it is told when it is waited for. */
    private Future<?> closedLater(Connection connection) {
        FutureTask<@Nullable Void> closing = new FutureTask<>(() -> {
            LockSupport.parkNanos(fault.variant() * 4_000L);
            connection.close();
            return null;
        });
        if (fault.passes()) {
            new Thread(closing, "faults").start();
        }
        return closing;
    }

    private boolean lock() throws Exception {
        timeout = fault.passes() ? PATIENCE : TIMEOUT;
        try (Connection holder = database.connect(table)) {
            database.lock(holder, table);
            Future<?> releasing = closedLater(holder);
            loadDirectly(source -> source);
            if (fault.passes()) {
                releasing.get();
                failIfOverdue();
                assertThat((Throwable) failure).isNull();
            } else {
                assertThat((Throwable) failure)
                        .as("a load that waits for a lock")
                        .isNotNull();
                assertThat(failure.transactionState()).as(failure.toString()).isEqualTo(TransactionState.INTACT);
            }
        }
        verify();
        return true;
    }

    private boolean stop() throws Exception {
        Thread loader = Thread.currentThread();
        long place = fault.place(fault.rows());
        boolean[] isMet = {false};
        loadDirectly(source -> new WatchedRows(source, index -> {
            if (index == place) {
                isMet[0] = true;
                stop(loader);
            }
        }));
        boolean wasInterrupted = Thread.interrupted();
        if (isMet[0]) {
            assertThat((Throwable) failure)
                    .as("a load that is stopped, at row %s", place)
                    .isNotNull();
        }
        if (failure != null) {
            assertThat(failure.transactionState()).as(failure.toString()).isEqualTo(TransactionState.INTACT);
            if (fault.variant() % 4 != 2) {
                failIfOverdue();
            }
            assertThat(wasInterrupted).as("interrupted").isEqualTo(fault.variant() % 4 == 1);
        }
        verify();
        return isMet[0];
    }

    private void stop(Thread loader) {
        switch (fault.variant() % 4) {
            case 0 -> control.cancel();
            case 1 -> loader.interrupt();
            case 2 -> {
                try {
                    Thread.sleep(PATIENCE.toMillis());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            default -> throw new IllegalStateException("the source ends");
        }
    }

    /** Where something else was to end the load, or nothing: on a busy machine the time is over first. */
    private void failIfOverdue() {
        if (failure != null && "HYT00".equals(failure.getSQLState())) {
            throw new Overdue("the load was too slow for what was to happen: " + failure);
        }
    }

    private boolean killJvm() throws Exception {
        boolean isMet = VictimJvm.loadAndKill(database, fault, text, sessions);
        database.untilGone(table, sessions);
        List<Long> stored = database.stored(table);
        List<Long> all = kind.stored(fault.rows());
        if (kind == LoadKind.CALLERS) {
            List<Long> both = new ArrayList<>(all);
            both.add(0, LoadKind.EARLIER);
            assertThat(shown(stored)).isIn("", shown(both));
        } else if (kind.isInBatches()) {
            assertThat(shown(stored)).isEqualTo(shown(kind.stored(stored.size())));
            assertWholeBatches(stored.size());
            resume(stored.size());
        } else {
            assertThat(shown(stored)).isIn("", shown(all));
        }
        return isMet;
    }

    /**
     * A load during which the server is restarted by someone else.
     *
     * @param begun told when it is under way
     * @param restarting told before the server is stopped
     * @param restarted awaited before anything is looked at
     */
    boolean runDuringRestart(CountDownLatch begun, CountDownLatch restarting, CountDownLatch restarted)
            throws Exception {
        database.create(fault);
        // once for each load, or the restart would not wait for all of them
        AtomicBoolean isTold = new AtomicBoolean();
        Runnable tell = () -> {
            if (!isTold.getAndSet(true)) {
                begun.countDown();
            }
        };
        loadDirectly(source -> new WatchedRows(source, index -> {
            if (index == 10) {
                tell.run();
            }
            if (index % 20 == 19) {
                LockSupport.parkNanos(4_000_000);
            }
        }));
        boolean isOver = restarting.getCount() > 0;
        tell.run();
        assertThat(restarted.await(2, TimeUnit.MINUTES)).isTrue();
        verify();
        database.drop(table);
        return failure != null || (kind == LoadKind.RESUMED && !isOver);
    }

    // ---- the load

    /** Whether the connection may be broken although the load was told of nothing. */
    private interface After {
        boolean isBroken();
    }

    private void loadDirectly(UnaryOperator<Iterator<Object[]>> source) throws Exception {
        boolean mayBreak = fault.kind() == FaultKind.RESTARTED;
        load(database.port(table), pool -> {}, source, () -> mayBreak);
    }

    private void load(int port, Step arm, UnaryOperator<Iterator<Object[]>> source, After after) throws Exception {
        if (kind.isOverPool()) {
            try (HikariDataSource pool = pool(port, 2, CONNECT)) {
                try {
                    FaultyDatabase.first(pool).close();
                } catch (SQLTransientConnectionException e) {
                    throw new Overdue("the pool has got no connection: " + e);
                }
                arm.run(pool);
                measure(BulkInserter.forDataSource(pool), source);
                after.isBroken();
            }
            return;
        }
        Connection victim = FaultyDatabase.first(connections(port));
        try {
            if (kind == LoadKind.CALLERS) {
                victim.setAutoCommit(false);
                LoadKind.insertEarlier(victim, table);
            }
            arm.run(null);
            measure(BulkInserter.forConnection(victim), source);
            boolean wasInterrupted = Thread.interrupted();
            lookAt(victim, after.isBroken());
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            boolean isLost = failure != null && failure.transactionState() == TransactionState.CONNECTION_LOST;
            if (isLost) {
                victim.abort(Runnable::run);
            } else {
                victim.close();
            }
        }
    }

    private DataSource connections(int port) {
        return FaultyDatabase.recording(database.victimUrl(fault, port), sessions::add);
    }

    private HikariDataSource pool(int port, int size, Duration wait) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(connections(port));
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(wait.toMillis());
        pool.setValidationTimeout(CONNECT.toMillis());
        pool.setInitializationFailTimeout(-1);
        return pool;
    }

    private void measure(BulkInserter inserter, UnaryOperator<Iterator<Object[]>> source) {
        BulkInserter configured =
                kind.configured(inserter, table, fault.batch(), timeout).control(control);
        long start = System.nanoTime();
        try {
            result = configured.insert(source.apply(kind.rows(fault.rows(), text)));
        } catch (BulkLoadException e) {
            failure = e;
        }
        took = Duration.ofNanos(System.nanoTime() - start);
    }

    /** Holds what the exception says of the connection against the connection, and ends the caller's transaction. */
    private void lookAt(Connection victim, boolean mayBeBroken) throws SQLException {
        TransactionState state = failure == null ? TransactionState.INTACT : failure.transactionState();
        if (state == TransactionState.CONNECTION_LOST) {
            assertThat(victim.isValid(1))
                    .as("a connection that is told to be lost: %s", failure)
                    .isFalse();
            return;
        }
        if (mayBeBroken && !victim.isValid(1)) {
            // it broke after the load had all that it asked for
            callersCommit = CallersCommit.UNKNOWN;
            assertThat((Throwable) failure)
                    .as("the connection is lost, but that is not told")
                    .isNull();
            return;
        }
        assertThat(victim.isValid(5))
                .as("a connection that is told to be usable: %s", failure)
                .isTrue();
        assertThat(victim.getAutoCommit()).isEqualTo(kind != LoadKind.CALLERS);
        if (kind != LoadKind.CALLERS) {
            return;
        }
        if (state == TransactionState.INTACT) {
            victim.commit();
            callersCommit = CallersCommit.DONE;
        } else {
            victim.rollback();
        }
    }

    // ---- what must hold

    private void verify() throws Exception {
        Duration most = timeout.plus(GRACE).plus(CONNECT);
        if (took.compareTo(most) >= 0) {
            throw new Overdue("the load took " + took + ", and had " + most + ": " + failure);
        }
        database.untilGone(table, sessions);
        List<Long> stored = database.stored(table);
        List<Long> all = kind.stored(fault.rows());
        if (result != null) {
            assertThat(result.rowsRead()).isEqualTo(fault.rows());
            assertThat(result.rowsWritten()).isEqualTo(all.size());
            assertThat(result.rowsRejected()).isEqualTo(fault.rows() - all.size());
        }
        if (kind == LoadKind.CALLERS) {
            verifyCallers(stored, all);
        } else if (failure == null) {
            assertThat(shown(stored)).isEqualTo(shown(all));
        } else if (kind.isInBatches()) {
            verifyBatches(failure, stored);
        } else {
            verifyWhole(failure, stored, all);
        }
        if (kind == LoadKind.RESUMED || (kind == LoadKind.BATCHES && failure != null)) {
            resume(stored.size());
        }
    }

    /** Ids in ascending order as runs of numbers; one that is there twice begins a run of its own. */
    private static String shown(List<Long> ids) {
        StringBuilder shown = new StringBuilder();
        for (int from = 0; from < ids.size(); ) {
            int to = from;
            while (to + 1 < ids.size() && ids.get(to + 1) == ids.get(to) + 1) {
                to++;
            }
            shown.append(ids.get(from)).append('-').append(ids.get(to)).append(' ');
            from = to + 1;
        }
        return shown.toString();
    }

    private void verifyCallers(List<Long> stored, List<Long> all) {
        List<Long> both = new ArrayList<>(failure == null ? all : List.of());
        both.add(0, LoadKind.EARLIER);
        if (failure != null) {
            assertThat(failure.rowsCommitted()).as(failure.toString()).isZero();
        }
        switch (callersCommit) {
            case DONE -> assertThat(shown(stored)).as("%s", failure).isEqualTo(shown(both));
            case UNKNOWN, NONE ->
                assertThat(stored)
                        .as("without the caller's commit: %s", failure)
                        .isEmpty();
        }
    }

    /** A load over a pool may have had another connection since. */
    private void assertUnknown(BulkLoadException failure) {
        if (kind != LoadKind.RESUMED) {
            assertThat(failure.transactionState()).as(failure.toString()).isEqualTo(TransactionState.CONNECTION_LOST);
        }
        assertThat(failure.hint()).containsPattern(UNKNOWN);
    }

    private void verifyWhole(BulkLoadException failure, List<Long> stored, List<Long> all) {
        if (failure.rowsCommitted() < 0) {
            assertUnknown(failure);
            assertThat(shown(stored)).as(failure.toString()).isIn("", shown(all));
            return;
        }
        assertThat(String.valueOf(failure.hint())).doesNotContainPattern(UNKNOWN);
        boolean isTold = failure.rowsCommitted() == fault.rows();
        assertThat(shown(stored)).as(failure.toString()).isEqualTo(isTold ? shown(all) : "");
    }

    private void verifyBatches(BulkLoadException failure, List<Long> stored) {
        if (failure.rowsCommitted() >= 0) {
            assertThat(String.valueOf(failure.hint())).doesNotContainPattern(UNKNOWN);
            assertThat(shown(stored)).as(failure.toString()).isEqualTo(shown(kind.stored(failure.rowsCommitted())));
            assertWholeBatches(stored.size());
            return;
        }
        assertUnknown(failure);
        Matcher told = COMMITTED_BEFORE.matcher(String.valueOf(failure.hint()));
        long before = told.find() ? Long.parseLong(told.group(1)) : 0;
        assertThat(shown(stored))
                .as(failure.toString())
                .isIn(shown(kind.stored(before)), shown(kind.stored(Math.min(fault.rows(), before + fault.batch()))));
    }

    private void assertWholeBatches(long rows) {
        assertThat(rows == fault.rows() || rows % fault.batch() == 0)
                .as("%s of %s rows are no whole batches of %s", rows, fault.rows(), fault.batch())
                .isTrue();
    }

    /** Lets the load go on where it ended, after which all rows are there once. */
    private void resume(long stored) throws Exception {
        sessions.clear();
        try (Connection connection = database.connect(table)) {
            BulkInserter again =
                    kind.configured(BulkInserter.forConnection(connection), table, fault.batch(), PATIENCE);
            if (kind == LoadKind.RESUMED) {
                assertThat(database.ledgerRows(table)).as("the ledger").isEqualTo(stored);
            } else {
                again = again.resumeFrom(stored);
            }
            LoadResult rest = again.insert(kind.rows(fault.rows(), text));
            assertThat(rest.rowsRead()).isEqualTo(fault.rows() - stored);
            if (kind == LoadKind.RESUMED) {
                assertThat(again.insert(kind.rows(fault.rows(), text)).rowsRead())
                        .isZero();
                assertThat(database.ledgerRows(table)).isEqualTo(fault.rows());
            }
        }
        assertThat(shown(database.stored(table))).isEqualTo(shown(kind.stored(fault.rows())));
    }
}
