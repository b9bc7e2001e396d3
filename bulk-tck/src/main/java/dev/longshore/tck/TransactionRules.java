package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.SavepointPolicy;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose transaction a load runs in, and what is left after it failed. */
abstract class TransactionRules extends Rules {
    /** A load's size: one statement is enough, or several are needed. */
    private static final List<Integer> SIZES = List.of(1, 3, 1_200);

    private void insertEarlier() throws SQLException {
        jdbc().execute("insert into item (id, name) values (-1, 'earlier')");
    }

    /** Rows whose last one repeats an id, so that the database refuses it. */
    private static List<Item> withDuplicate(int count) {
        List<Item> rows = new ArrayList<>(Item.some(count));
        rows.set(count - 1, new Item(-1, "duplicate"));
        return rows;
    }

    private Stream<DynamicTest> bySize(SizedTest test) {
        return SIZES.stream()
                .map(size -> DynamicTest.dynamicTest(size + (size == 1 ? " row" : " rows"), () -> {
                    if (!connection().getAutoCommit()) {
                        connection().rollback();
                        connection().setAutoCommit(true);
                    }
                    jdbc().execute("drop table if exists item");
                    createItem();
                    insertEarlier();
                    test.run(size);
                }));
    }

    private interface SizedTest {
        void run(int size) throws Exception;
    }

    @TestFactory
    @DisplayName("R-60 under autocommit a load is committed when the verb returns, and autocommit is on as before")
    Stream<DynamicTest> ownTransaction() {
        return bySize(size -> {
            assertCounts(items().insert(Item.some(size)), size);
            assertThat(connection().getAutoCommit()).isTrue();
            try (Connection other = jdbc().database().connect()) {
                assertThat(PlainJdbc.count(other, "item")).isEqualTo(size + 1L);
            }
            assertUsable(connection());
        });
    }

    @TestFactory
    @DisplayName("R-61 under autocommit a failed load leaves nothing, the connection usable and autocommit on")
    Stream<DynamicTest> ownTransactionFails() {
        return bySize(size -> {
            BulkLoadException failure = failureOf(() -> items().insert(withDuplicate(size)));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertRefusedRow(failure, size - 1L, size);
            assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
            assertThat(connection().getAutoCommit()).isTrue();
            assertThat(storedItems()).containsExactly("-1|earlier");
            assertUsable(connection());
            // no transaction is left open that would keep others out
            try (Connection other = jdbc().database().connect()) {
                PlainJdbc.execute(other, "insert into item (id, name) values (-2, 'other')");
            }
            items().insert(Item.some(size));
            assertThat(jdbc().count("item")).isEqualTo(size + 2L);
        });
    }

    @TestFactory
    @DisplayName("R-62 with autocommit off a load joins the caller's transaction and never commits it")
    Stream<DynamicTest> callersTransaction() {
        return bySize(size -> {
            connection().setAutoCommit(false);
            jdbc().execute("insert into item (id, name) values (-2, 'in the same transaction')");
            assertCounts(items().insert(Item.some(size)), size);
            assertThat(connection().getAutoCommit()).isFalse();
            assertThat(jdbc().count("item")).isEqualTo(size + 2L);
            connection().rollback();
            assertThat(storedItems()).containsExactly("-1|earlier");

            assertCounts(items().insert(Item.some(size)), size);
            connection().commit();
            connection().rollback();
            assertThat(jdbc().count("item")).isEqualTo(size + 1L);
        });
    }

    @TestFactory
    @DisplayName("R-63 a load that fails in the caller's transaction leaves the caller's earlier work usable")
    Stream<DynamicTest> callersTransactionFails() {
        return bySize(size -> {
            connection().setAutoCommit(false);
            jdbc().execute("insert into item (id, name) values (-2, 'in the same transaction')");
            BulkLoadException failure = failureOf(() -> items().insert(withDuplicate(size)));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertRefusedRow(failure, size - 1L, size);
            assertThat(connection().getAutoCommit()).isFalse();
            assertThat(storedItems()).containsExactly("-2|in the same transaction", "-1|earlier");
            jdbc().execute("insert into item (id, name) values (-3, 'after the failure')");
            connection().commit();
            try (Connection other = jdbc().database().connect()) {
                assertThat(PlainJdbc.rows(other, "select id from item order by id"))
                        .containsExactly("-3", "-2", "-1");
            }
        });
    }

    @TestFactory
    @DisplayName("R-64 savepoint(NEVER): a failed load says that the caller must roll back, and a good one is joined")
    Stream<DynamicTest> withoutSavepoint() {
        return bySize(size -> {
            List<String> calls = Wrapped.calls();
            BulkInserter inserter = inserterOver(Wrapped.recording(connection(), calls))
                    .into("item")
                    .savepoint(SavepointPolicy.NEVER);
            connection().setAutoCommit(false);
            BulkLoadException failure = failureOf(() -> inserter.insert(withDuplicate(size)));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
            assertThat(connection().getAutoCommit()).isFalse();
            connection().rollback();
            assertThat(storedItems()).containsExactly("-1|earlier");

            assertCounts(inserter.insert(Item.some(size)), size);
            connection().rollback();
            assertThat(storedItems()).containsExactly("-1|earlier");
            assertThat(calls).doesNotContain("setSavepoint", "commit", "rollback", "setAutoCommit", "close");
        });
    }

    @Test
    @DisplayName("R-65 where the driver refuses savepoints the load goes without one, and plan and state say so")
    void savepointsRefused() throws SQLException {
        createItem();
        insertEarlier();
        connection().setAutoCommit(false);
        BulkInserter inserter =
                inserterOver(Wrapped.withoutSavepoints(connection())).into("item");

        assertThat(inserter.explain(Item.class).transaction()).contains("without a savepoint");
        assertCounts(inserter.insert(Item.some(5)), 5);
        BulkLoadException failure = failureOf(() -> inserter.insert(withDuplicate(5)));

        assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        connection().rollback();
        assertThat(storedItems()).containsExactly("-1|earlier");
    }

    @Test
    @DisplayName("R-66 the caller's connection is never closed and no setting of it is left changed")
    void settingsStay() throws SQLException {
        createItem();
        insertEarlier();
        int isolation = connection().getTransactionIsolation();
        int holdability = connection().getHoldability();
        boolean readOnly = connection().isReadOnly();
        String catalog = connection().getCatalog();
        String schema = connection().getSchema();
        List<String> calls = Wrapped.calls();
        BulkInserter inserter =
                inserterOver(Wrapped.recording(connection(), calls)).into("item");

        inserter.insert(Item.some(800));
        failureOf(() -> inserter.insert(withDuplicate(800)));

        assertThat(calls).doesNotContain("close", "abort");
        assertThat(connection().isClosed()).isFalse();
        assertThat(connection().getTransactionIsolation()).isEqualTo(isolation);
        assertThat(connection().getHoldability()).isEqualTo(holdability);
        assertThat(connection().isReadOnly()).isEqualTo(readOnly);
        assertThat(connection().getCatalog()).isEqualTo(catalog);
        assertThat(connection().getSchema()).isEqualTo(schema);
    }

    @Test
    @DisplayName("R-67 several loads share the caller's transaction, and only a failed one is undone")
    void severalLoads() throws SQLException {
        createItem();
        insertEarlier();
        connection().setAutoCommit(false);
        items().insert(List.of(new Item(1, "first")));
        failureOf(() -> items().insert(withDuplicate(700)));
        items().insert(List.of(new Item(2, "second")));
        connection().commit();
        assertThat(storedItems()).containsExactly("-1|earlier", "1|first", "2|second");
    }

    @Test
    @DisplayName("R-68 pushed rows obey the same rules: joined, undone behind the savepoint, never committed")
    void pushedRows() throws SQLException {
        createItem();
        insertEarlier();
        connection().setAutoCommit(false);
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            for (Item item : Item.some(500)) {
                writer.write(item);
            }
            assertCounts(writer.finish(), 500);
        }
        assertThat(jdbc().count("item")).isEqualTo(501);
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                writer.write(new Item(1_000, "fine"));
                writer.write(new Item(-1, "duplicate"));
                return writer.finish();
            }
        });
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(jdbc().count("item")).isEqualTo(501);
        connection().rollback();
        assertThat(storedItems()).containsExactly("-1|earlier");
    }

    @Test
    @DisplayName("R-70 the plan made in the caller's transaction names the paths of few and of many rows there")
    void planInCallersTransaction() throws SQLException {
        createItem();
        connection().setAutoCommit(false);
        LoadPlan plan = items().explain(Item.class);
        assertThat(plan.transaction()).startsWith("the caller's");
        assertThat(items().insert(Item.some(20_000)).path()).isEqualTo(plan.path());
        connection().rollback();
        assertThat(items().insert(Item.some(1)).path())
                .isEqualTo(plan.shortRows() > 0 ? plan.shortPath() : plan.path());
        assertThat(items().insert(List.of(new Item(-1, "a"), new Item(-2, "b"))).path())
                .isEqualTo(plan.shortRows() > 1 ? plan.shortPath() : plan.path());
        connection().rollback();
    }

    @Test
    @DisplayName("R-71 the caller's own savepoint stands as before after loads of few rows, good ones and failed ones")
    void callersSavepoint() throws SQLException {
        createItem();
        insertEarlier();
        connection().setAutoCommit(false);
        jdbc().execute("insert into item (id, name) values (-2, 'before the savepoint')");
        Savepoint savepoint = connection().setSavepoint("own");
        for (int i = 0; i < 20; i++) {
            items().insert(List.of(new Item(2L * i, "good"), new Item(2L * i + 1, "good")));
            BulkLoadException failure = failureOf(() -> items().insert(withDuplicate(1)));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            List<Item> second = List.of(new Item(1_000, "new"), new Item(0, "there already"));
            assertThat(failureOf(() -> items().insert(second)).rowIndex()).isEqualTo(1);
        }
        assertThat(jdbc().count("item")).isEqualTo(42);
        connection().rollback(savepoint);
        assertThat(storedItems()).containsExactly("-2|before the savepoint", "-1|earlier");
        connection().commit();
        assertThat(jdbc().count("item")).isEqualTo(2);
    }

    @Test
    @DisplayName("R-69 a connection that is closed already is refused before anything else")
    void closedConnection() throws SQLException {
        createItem();
        Connection closed = jdbc().database().connect();
        closed.close();
        BulkLoadException failure =
                failureOf(() -> inserterOver(closed).into("item").insert(Item.some(1)));
        assertFailure(failure).hasMessageEndingWith("failed: the connection is closed");
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @ParameterizedTest
    @CsvSource({"0,true", "1,true", "999,true", "1500,true", "0,false", "1,false", "1500,false"})
    @DisplayName("R-72 a source that ends the connection ends the load, and nothing is stored")
    void connectionEndedBySource(int row, boolean autoCommit) throws SQLException {
        createItem();
        Connection ended = jdbc().connect();
        ended.setAutoCommit(autoCommit);
        Stream<Item> rows = Item.some(2_000).stream().peek(item -> {
            if (item.id() == row) {
                end(ended);
            }
        });

        BulkLoadException failure =
                failureOf(() -> inserterOver(ended).into("item").insert(ITEM_MAPPING, rows));

        assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
        assertThat(storedItems()).isEmpty();
    }
}
