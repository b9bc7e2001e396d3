package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connections of a pool: borrowed, wrapped, given back. */
abstract class PoolRules extends Rules {
    /** A pool of one connection, so that one not given back is missed at once. */
    private HikariDataSource pool(boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(new ConnectingDataSource(jdbc().database()::connect));
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(2_000);
        config.setAutoCommit(autoCommit);
        return jdbc().closedAtEnd(new HikariDataSource(config));
    }

    private static List<Item> withDuplicate(int count) {
        List<Item> rows = new ArrayList<>(Item.some(count));
        rows.set(count - 1, new Item(0, "duplicate"));
        return rows;
    }

    @Test
    @DisplayName("R-180 FW-06 a pool's connection serves a load, and stays the caller's")
    void pooledConnection() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(true);
                Connection pooled = pool.getConnection()) {
            assertCounts(inserterOver(pooled).into("item").insert(Item.some(1_000)), 1_000);
            assertThat(pooled.isClosed()).isFalse();
            assertThat(pooled.getAutoCommit()).isTrue();
            assertThat(PlainJdbc.count(pooled, "item")).isEqualTo(1_000);
        }
        assertThat(jdbc().count("item")).isEqualTo(1_000);
    }

    @Test
    @DisplayName("R-181 after each of a hundred failed loads in a row a pooled connection works")
    void hundredFailures() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(true);
                Connection pooled = pool.getConnection()) {
            BulkInserter inserter = inserterOver(pooled).into("item");
            for (int i = 0; i < 100; i++) {
                int size = i % 2 == 0 ? 2 : 700;
                BulkLoadException failure = failureOf(() -> inserter.insert(withDuplicate(size)));
                assertRefusedRow(failure, size - 1L, size);
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(pooled.getAutoCommit()).isTrue();
                assertThat(PlainJdbc.rows(pooled, "select count(*) from item")).containsExactly("0");
            }
            assertCounts(inserter.insert(Item.some(10)), 10);
        }
        assertThat(storedItems()).isEqualTo(Item.shown(10));
    }

    @Test
    @DisplayName("R-182 forDataSource borrows a connection for each load and gives it back, also on failure")
    void borrowedConnection() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(true)) {
            BulkInserter inserter = jdbc().database()
                    .configured(BulkInserter.forDataSource(pool))
                    .into("item");
            for (int i = 0; i < 20; i++) {
                failureOf(() -> inserter.insert(withDuplicate(300)));
                failureOf(() -> inserter.insert(new ThrowingRows(5, 10, IllegalStateException::new)));
                failureOf(() -> inserter.columns("no_such_column").insert(List.of(1)));
                failureOf(() -> inserter.into("no_such_table").insert(Item.some(1)));
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            }
            assertCounts(inserter.insert(Item.some(400)), 400);
            assertCounts(inserter.insert(List.of(new Item(400, "name 400"))), 1);
            inserter.explain(Item.class);
            assertCounts(inserter.insert(List.of()), 0);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            try (Connection pooled = pool.getConnection()) {
                assertThat(pooled.getAutoCommit()).isTrue();
                assertThat(PlainJdbc.count(pooled, "item")).isEqualTo(401);
            }
        }
        assertThat(jdbc().count("item")).isEqualTo(401);
    }

    @Test
    @DisplayName("R-183 forDataSource commits and rolls back a transaction of its own also where autocommit is off")
    void autoCommitOff() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(false)) {
            BulkInserter inserter = jdbc().database()
                    .configured(BulkInserter.forDataSource(pool))
                    .into("item");
            assertCounts(inserter.insert(Item.some(1)), 1);
            jdbc().execute("delete from item");
            assertCounts(inserter.insert(Item.some(600)), 600);
            assertThat(jdbc().count("item")).isEqualTo(600);
            BulkLoadException failure =
                    failureOf(() -> inserter.insert(List.of(new Item(1_000, "a"), new Item(0, "b"))));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(failure.rowIndex()).isEqualTo(1);
            assertThat(jdbc().count("item")).isEqualTo(600);
            try (Connection pooled = pool.getConnection()) {
                assertThat(pooled.getAutoCommit()).isFalse();
            }
            // nothing is left locked
            jdbc().execute("delete from item");
        }
    }

    @Test
    @DisplayName("R-184 a writer keeps its borrowed connection until it is closed")
    void writerOfDataSource() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(true)) {
            BulkInserter inserter = jdbc().database()
                    .configured(BulkInserter.forDataSource(pool))
                    .into("item");
            try (BulkWriter<Item> writer = inserter.open(Item.class)) {
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
                writer.write(new Item(1, "a"));
                LoadResult result = writer.finish();
                assertCounts(result, 1);
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            }
            failureOf(() -> {
                try (BulkWriter<Item> writer = inserter.open(Item.class)) {
                    writer.write(new Item(2, "b"));
                }
                return null;
            });
            try (BulkWriter<Item> writer = inserter.open(Item.class)) {
                assertCounts(writer.finish(), 0);
            }
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        assertThat(storedItems()).containsExactly("1|a");
    }

    @Test
    @SuppressWarnings("try") // the pool is closed on purpose
    @DisplayName("R-185 a data source that gives no connection is an error in phase CONNECT")
    void noConnection() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(true)) {
            pool.close();
            BulkLoadException failure = failureOf(() -> jdbc().database()
                    .configured(BulkInserter.forDataSource(pool))
                    .into("item")
                    .insert(Item.some(1)));
            assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
            assertThat(failure.reason()).startsWith("no connection from the DataSource: ");
            assertThat(failure.getCause()).isInstanceOf(SQLException.class);
        }
    }

    @Test
    @DisplayName("R-186 in a pooled connection's transaction a failed load leaves the earlier work")
    void pooledTransaction() throws SQLException {
        createItem();
        try (HikariDataSource pool = pool(false);
                Connection pooled = pool.getConnection()) {
            BulkInserter inserter = inserterOver(pooled).into("item");
            inserter.insert(List.of(new Item(0, "earlier")));
            BulkLoadException failure = failureOf(() -> inserter.insert(List.of(new Item(1, "a"), new Item(0, "b"))));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            pooled.commit();
        }
        assertThat(storedItems()).containsExactly("0|earlier");
    }
}
