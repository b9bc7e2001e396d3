package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadListener;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadProgress;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import dev.longshore.TableName;
import dev.longshore.TransactionState;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a caller is told of a load, and loads on several threads. */
abstract class ListenerRules extends Rules {
    /** Writes down what it is told, and by which thread. */
    private static final class NotingListener implements LoadListener {
        final List<LoadProgress> progress = new ArrayList<>();
        final Set<Thread> threads = new HashSet<>();

        final List<TableName> tables = new ArrayList<>();

        @Override
        public void started(LoadPlan plan) {
            assertThat(progress).as("progress before the start").isEmpty();
            tables.add(plan.table());
            threads.add(Thread.currentThread());
        }

        @Override
        public void progress(LoadProgress made) {
            progress.add(made);
            threads.add(Thread.currentThread());
        }
    }

    @Test
    @DisplayName(
            "R-210 a listener is told the plan once, then the progress, all on the loading thread, the last rows included")
    void told() throws SQLException {
        createItem();
        NotingListener listener = new NotingListener();
        items().listener(listener).insert(Item.some(5_000));
        assertThat(listener.tables).containsExactly(TableName.of("item"));
        assertThat(listener.threads).containsExactly(Thread.currentThread());
        assertThat(listener.progress).isNotEmpty();
        assertThat(listener.progress.get(listener.progress.size() - 1).rows()).isEqualTo(5_000);
        assertThat(listener.progress).extracting(LoadProgress::rows).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R-211 a listener is told about ten times a second, not more often")
    void rate() throws SQLException {
        createItem();
        NotingListener listener = new NotingListener();
        EndlessRows slow = new EndlessRows(index -> TimeUnit.MILLISECONDS.sleep(1));
        long start = System.nanoTime();
        BulkLoadException failure = failureOf(() -> items().batchRows(5)
                .listener(listener)
                .timeout(Duration.ofSeconds(2))
                .insert(slow));
        long tenths = (System.nanoTime() - start) / 100_000_000L;
        assertThat(failure.getMessage()).contains("timeout");
        assertThat((long) listener.progress.size()).isBetween(5L, tenths + 1);
    }

    @Test
    @DisplayName("R-212 a load of one row tells its listener once")
    void oneRow() throws SQLException {
        createItem();
        NotingListener listener = new NotingListener();
        items().listener(listener).insert(Item.some(1));
        assertThat(listener.tables).hasSize(1);
        assertThat(listener.progress).extracting(LoadProgress::rows).containsExactly(1L);
    }

    @Test
    @DisplayName("R-213 what a listener throws at the start ends the load in phase CALLBACK, and nothing is stored")
    void throwingStart() throws SQLException {
        createItem();
        IOException thrown = new IOException("no console");
        BulkLoadException failure = failureOf(() -> items().listener(new LoadListener() {
                    @Override
                    public void started(LoadPlan plan) throws Exception {
                        throw thrown;
                    }

                    @Override
                    public void progress(LoadProgress progress) {}
                })
                .insert(Item.some(1_000)));
        assertPlace(failure, LoadPhase.CALLBACK, -1, null);
        assertFailure(failure).hasMessage("load into item failed: the listener threw java.io.IOException: no console");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-214 what a listener throws at a progress rolls the load back, however few rows it had")
    void throwingProgress() throws SQLException {
        createItem();
        for (int count : new int[] {1, 10, 3_000}) {
            IllegalStateException thrown = new IllegalStateException("enough");
            BulkLoadException failure = failureOf(() -> items().listener(progress -> {
                        throw thrown;
                    })
                    .insert(Item.some(count)));
            assertPlace(failure, LoadPhase.CALLBACK, -1, null);
            assertFailure(failure)
                    .hasMessage("load into item failed: the listener threw java.lang.IllegalStateException: enough");
            assertThat(failure.getCause()).isSameAs(thrown);
            assertNothingStored(failure);
        }
    }

    @Test
    @DisplayName("R-215 several listeners are told in the order in which they were added")
    void severalListeners() throws SQLException {
        createItem();
        List<String> told = new ArrayList<>();
        items().listener(progress -> told.add("first"))
                .listener(progress -> told.add("second"))
                .insert(Item.some(1));
        assertThat(told).containsExactly("first", "second");
    }

    @Test
    @DisplayName("R-216 an empty load tells nobody")
    void emptyLoad() throws SQLException {
        createItem();
        NotingListener listener = new NotingListener();
        items().listener(listener).insert(List.of());
        assertThat(listener.tables).isEmpty();
        assertThat(listener.progress).isEmpty();
    }

    @Test
    @DisplayName("R-217 explain() says what a load would do and does nothing")
    void explain() throws SQLException {
        createItem();
        LoadPlan plan = items().explain(Item.class);
        assertThat(plan.table()).isEqualTo(TableName.of("item"));
        assertThat(plan.database()).startsWith(connection().getMetaData().getDatabaseProductName());
        assertThat(plan.columns()).extracting(LoadPlan.Column::source).containsExactly("id", "name");
        assertThat(plan.columns()).extracting(LoadPlan.Column::column).containsExactly("id", "name");
        assertThat(plan.columns()).extracting(LoadPlan.Column::javaType).containsExactly("long", "String");
        assertThat(plan.path()).isNotEmpty();
        assertThat(plan.toString()).contains("item", plan.path(), plan.transaction());
        assertThat(items().explain(ITEM_MAPPING)).isEqualTo(plan);
        assertThat(jdbc().count("item")).isZero();
        assertThat(connection().getAutoCommit()).isTrue();

        List<String> calls = Wrapped.calls();
        connection().setAutoCommit(false);
        inserterOver(Wrapped.recording(connection(), calls)).into("item").explain(Item.class);
        assertThat(calls).doesNotContain("setAutoCommit", "commit", "rollback", "setSavepoint", "close");
        connection().rollback();
        connection().setAutoCommit(true);
    }

    @Test
    @DisplayName("R-218 explain() fails where the load would fail before its first row, with the same problems")
    void explainFails() throws SQLException {
        createItem();
        RowMapping<Item> unknown = RowMapping.of(Item.class)
                .column("nam", Item::anyName)
                .column("x", Item::anyName)
                .build();
        BulkLoadException explained = failureOf(() -> items().explain(unknown));
        BulkLoadException loaded = failureOf(() -> items().insert(unknown, Item.some(1)));
        assertFailure(explained).hasMessage(loaded.getMessage());
        assertThat(explained.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(explained.transactionState()).isEqualTo(TransactionState.INTACT);
        BulkLoadException missing =
                failureOf(() -> inserter().into("no_such_table").explain(Item.class));
        assertThat(missing.phase()).isEqualTo(LoadPhase.PREFLIGHT);
    }

    @Test
    @DisplayName("R-219 the path of the result is one that the plan named")
    void pathOfPlan() throws SQLException {
        createItem();
        LoadPlan plan = items().explain(Item.class);
        LoadResult many = items().insert(Item.some(20_000));
        assertThat(many.path()).isEqualTo(plan.path());
        jdbc().execute("delete from item");
        LoadResult one = items().insert(Item.some(1));
        assertThat(one.path()).isIn(plan.path(), plan.shortPath());
    }

    /** Makes a further empty database. */
    abstract TckDatabase newDatabase() throws Exception;

    @Test
    @DisplayName("R-220 one inserter serves several threads at once, each with its own connection")
    void threads() throws Exception {
        BulkInserter base = items().batchRows(50);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> loads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                TckDatabase database = jdbc().closedAtEnd(newDatabase());
                loads.add(executor.submit(() -> {
                    loadTenTimes(base, database);
                    return null;
                }));
            }
            for (Future<?> load : loads) {
                load.get(60, TimeUnit.SECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a load on another thread failed", e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    @DisplayName(
            "R-221 a load is refused while another thread loads over the same connection, which goes on undisturbed")
    void oneConnectionForTwoThreads() throws Exception {
        createItem();
        CountDownLatch halfway = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        Iterator<Item> waiting = Stream.iterate(0, id -> id + 1)
                .limit(5_000)
                .map(id -> {
                    if (id == 2_500) {
                        halfway.countDown();
                        await(refused);
                    }
                    return new Item(id, "n" + id);
                })
                .iterator();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<LoadResult> first = executor.submit(() -> items().insert(waiting));
            await(halfway);
            BulkLoadException failure = failureOf(() -> items().insert(List.of(new Item(9_999, "other"))));
            refused.countDown();
            assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
            assertThat(failure.reason()).endsWith("is loading over the same connection");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(first.get(60, TimeUnit.SECONDS).rowsWritten()).isEqualTo(5_000);
        } finally {
            refused.countDown();
            executor.shutdownNow();
        }
        assertThat(jdbc().rows("select count(*), max(id) from item")).containsExactly("5000|4999");
        assertThat(connection().getAutoCommit()).isTrue();
        items().insert(List.of(new Item(9_999, "later")));
        assertThat(jdbc().count("item")).isEqualTo(5_001);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private static void loadTenTimes(BulkInserter base, TckDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            PlainJdbc.execute(
                    connection,
                    "create table item (id " + database.type(ColumnType.BIGINT) + " not null primary key, name "
                            + database.type(ColumnType.TEXT) + ")");
            BulkInserter inserter = base.withConnection(connection);
            for (int i = 0; i < 10; i++) {
                List<Item> rows = new ArrayList<>();
                for (int n = 0; n < 500; n++) {
                    rows.add(Item.numbered(i * 500L + n));
                }
                assertCounts(inserter.insert(rows), 500);
                BulkLoadException failure = failureOf(() -> inserter.insert(rows));
                assertRefusedRow(database, failure, 0, 500);
            }
            assertThat(PlainJdbc.rows(connection, "select id, name from item order by id"))
                    .isEqualTo(Item.shown(5_000));
        }
    }
}
