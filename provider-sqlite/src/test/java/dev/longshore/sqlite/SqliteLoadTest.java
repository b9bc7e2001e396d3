package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.TransactionState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole loads that go wrong, or could, in ways that only SQLite knows. */
class SqliteLoadTest {
    private static final String KEYED = "CREATE TABLE t (id INTEGER PRIMARY KEY, v INT)";

    private static List<Object[]> rows(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Object[] {i, i})
                .toList();
    }

    private static BulkLoadException failureOf(BulkInserter loader, Iterator<?> rows) {
        return catchThrowableOfType(BulkLoadException.class, () -> loader.insert(rows));
    }

    /** Rows of which one does something to the connection. */
    private static Iterator<Object[]> acting(int count, int at, Act act) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> {
                    if (i == at) {
                        try {
                            act.run();
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    return new Object[] {i, i};
                })
                .iterator();
    }

    private interface Act {
        void run() throws SQLException;
    }

    @Test
    void a_column_named_desc_behind_the_key_leaves_it_numbered() throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, desc TEXT)")) {
            BulkInserter loader = BulkInserter.forConnection(connection).into("t");
            loader.insert(List.of(new Object[] {0, "a"}, new Object[] {0, "b"}));
            loader.columns("desc").insert(List.of("c"));
            assertThat(Database.value(connection, "SELECT group_concat(id || desc) FROM t"))
                    .isEqualTo("1a,2b,3c");
        }
    }

    @Test
    void a_timeout_that_is_over_at_once_stores_nothing() throws SQLException {
        try (Connection connection = Database.inMemory(KEYED)) {
            for (int count : new int[] {3, 2000}) {
                BulkLoadException e = failureOf(
                        BulkInserter.forConnection(connection).into("t").timeout(Duration.ofNanos(1)),
                        rows(count).iterator());
                assertThat(e.reason()).isEqualTo("the load took longer than its timeout of PT0.000000001S");
                assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(Database.value(connection, "SELECT count(*) FROM t")).isEqualTo("0");
            }
        }
    }

    @Test
    void a_lock_at_the_commit_ends_with_the_timeout_and_leaves_the_connection_usable(@TempDir Path folder)
            throws SQLException {
        Path file = folder.resolve("locked.db");
        try (Connection connection = Database.inFile(file, KEYED);
                Connection reader = Database.inFile(file, "BEGIN")) {
            assertThat(Database.value(reader, "SELECT count(*) FROM t")).isEqualTo("0");
            long start = System.nanoTime();
            BulkLoadException e = failureOf(
                    BulkInserter.forConnection(connection).into("t").timeout(Duration.ofMillis(300)),
                    rows(5000).iterator());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2500));
            assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
            assertThat(e.getSQLState()).isEqualTo("HYT00");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(Database.value(connection, "PRAGMA busy_timeout")).isEqualTo("3000");
            Database.run(reader, "ROLLBACK");
            assertThat(Database.value(connection, "SELECT count(*) FROM t")).isEqualTo("0");
        }
    }

    @Test
    void a_deferred_foreign_key_is_told_at_the_commit() throws SQLException {
        try (Connection connection = Database.inMemory(
                "PRAGMA foreign_keys = ON",
                "CREATE TABLE p (id INTEGER PRIMARY KEY)",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, v INT REFERENCES p DEFERRABLE INITIALLY DEFERRED)")) {
            BulkLoadException e = failureOf(
                    BulkInserter.forConnection(connection).into("t"), rows(2000).iterator());
            assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
            assertThat(e.reason()).isEqualTo("FOREIGN KEY constraint failed");
            assertThat(e.getSQLState()).isEqualTo("23503");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(Database.value(connection, "SELECT count(*) FROM t")).isEqualTo("0");
        }
    }

    @Test
    void a_source_that_ends_the_transaction_is_found_out() throws SQLException {
        for (boolean autoCommit : new boolean[] {true, false}) {
            for (String end : List.of("rollback", "commit", "autocommit")) {
                try (Connection connection = Database.inMemory(KEYED)) {
                    connection.setAutoCommit(autoCommit);
                    Act act = () -> {
                        switch (end) {
                            case "rollback" -> connection.rollback();
                            case "commit" -> connection.commit();
                            default -> connection.setAutoCommit(true);
                        }
                    };
                    BulkLoadException e =
                            failureOf(BulkInserter.forConnection(connection).into("t"), acting(2000, 1999, act));
                    assertThat(e.reason())
                            .as("%s, autocommit %s", end, autoCommit)
                            .contains("by the source of the rows or a listener");
                }
            }
        }
    }

    @Test
    void no_short_load_is_promised_in_a_transaction() throws SQLException {
        try (Connection connection = Database.inMemory(KEYED)) {
            BulkInserter loader = BulkInserter.forConnection(connection).into("t");
            assertThat(loader.explain(Object[].class).shortRows()).isPositive();
            connection.setAutoCommit(false);
            LoadPlan plan = loader.explain(Object[].class);
            assertThat(plan.shortPath()).isNull();
            assertThat(plan.shortRows()).isZero();
        }
    }

    @Test
    void a_date_of_a_year_without_a_form_is_refused_at_its_row() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:?date_class=text")) {
            Database.run(connection, "CREATE TABLE t (at TEXT)");
            BulkLoadException e = failureOf(
                    BulkInserter.forConnection(connection).into("t").columns("at"),
                    List.of(new Date(0), new Date(Long.MAX_VALUE)).iterator());
            assertThat(e.rowIndex()).isEqualTo(1);
            assertThat(e.column()).isEqualTo("at");
            assertThat(e.phase()).isEqualTo(LoadPhase.MAPPING);
            assertThat(Database.value(connection, "SELECT count(*) FROM t")).isEqualTo("0");
        }
    }

    @Test
    void a_table_that_the_source_drops_is_no_fault_of_a_row() throws SQLException {
        try (Connection connection = Database.inMemory(KEYED)) {
            BulkLoadException e = failureOf(
                    BulkInserter.forConnection(connection).into("t"),
                    acting(2, 2, () -> Database.run(connection, "DROP TABLE t")));
            assertThat(e.rowIndex()).isEqualTo(-1);
            assertThat(e.reason()).contains("no such table");
        }
    }
}
