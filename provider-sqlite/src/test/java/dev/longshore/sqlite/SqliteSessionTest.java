package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.TransactionState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

class SqliteSessionTest {
    @TempDir
    private Path folder = Path.of("");

    /** Rows (0, 0), (1, 1), … with another value of v at one place. */
    private static List<Object[]> rows(int count, int odd, @Nullable Object value) {
        List<Object[]> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {i, i == odd ? value : i});
        }
        return rows;
    }

    private static LoadResult load(Connection connection, List<Object[]> rows) throws BulkLoadException {
        return BulkInserter.forConnection(connection)
                .into("t")
                .columns("id", "v")
                .insert(rows);
    }

    private static BulkLoadException failure(Connection connection, List<Object[]> rows) {
        return catchThrowableOfType(BulkLoadException.class, () -> load(connection, rows));
    }

    private static String count(Connection connection) throws SQLException {
        return Database.value(connection, "SELECT count(*) FROM t");
    }

    /** In what a load runs. */
    private enum Mode {
        ONE_STATEMENT(20, true),
        OWN_TRANSACTION(1500, true),
        CALLERS_TRANSACTION(1500, false);

        private final int rows;
        private final boolean autoCommit;

        Mode(int rows, boolean autoCommit) {
            this.rows = rows;
            this.autoCommit = autoCommit;
        }

        int oddRow() {
            return rows * 3 / 4;
        }
    }

    @Nested
    class FailingRows {
        private void assertFound(
                Mode mode, String ddl, Object odd, String reason, @Nullable String column, String sqlState)
                throws SQLException {
            try (Connection connection = Database.inMemory(ddl.split(";;"))) {
                connection.setAutoCommit(mode.autoCommit);
                if (!mode.autoCommit) {
                    Database.run(connection, "CREATE TABLE callers (a)");
                }
                BulkLoadException e = failure(connection, rows(mode.rows, mode.oddRow(), odd));
                assertThat(e.reason()).isEqualTo(reason);
                assertThat(e.rowIndex()).isEqualTo(mode.oddRow());
                assertThat(e.column()).isEqualTo(column);
                assertThat(e.getSQLState()).isEqualTo(sqlState);
                assertThat(e.phase()).isEqualTo(LoadPhase.SERVER);
                assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(e.getCause()).isInstanceOf(SQLiteException.class);
                assertThat(e.getErrorCode()).isEqualTo(((SQLiteException) e.getCause()).getErrorCode());
                assertThat(connection.getAutoCommit()).isEqualTo(mode.autoCommit);
                assertThat(count(connection)).isEqualTo("0");
                if (!mode.autoCommit) {
                    Database.run(connection, "INSERT INTO callers VALUES (1)");
                    connection.commit();
                }
                assertThat(load(connection, rows(3, -1, null)).rowsWritten()).isEqualTo(3);
            }
        }

        @ParameterizedTest
        @EnumSource
        void a_unique_constraint(Mode mode) throws SQLException {
            assertFound(
                    mode, "CREATE TABLE t (id INT, v INT UNIQUE)", 5, "UNIQUE constraint failed: t.v", "v", "23505");
        }

        @ParameterizedTest
        @EnumSource
        void a_primary_key_of_two_columns_names_none(Mode mode) throws SQLException {
            String ddl = "CREATE TABLE t (id INT CHECK (id IS NOT NULL), v INT, w INT DEFAULT 1, UNIQUE (v, w))";
            assertFound(mode, ddl, 5, "UNIQUE constraint failed: t.v, t.w", null, "23505");
        }

        @ParameterizedTest
        @EnumSource
        void a_not_null_constraint(Mode mode) throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v INT NOT NULL)")) {
                connection.setAutoCommit(mode.autoCommit);
                BulkLoadException e = failure(connection, rows(mode.rows, mode.oddRow(), null));
                assertThat(e.getMessage())
                        .isEqualTo("load into t failed at row " + mode.oddRow()
                                + ", column v: NOT NULL constraint failed: t.v");
                assertThat(e.getSQLState()).isEqualTo("23502");
                assertThat(count(connection)).isEqualTo("0");
            }
        }

        @ParameterizedTest
        @EnumSource
        void a_check(Mode mode) throws SQLException {
            String ddl = "CREATE TABLE t (id INT, v INT, CONSTRAINT positive CHECK (v >= 0))";
            assertFound(mode, ddl, -1, "CHECK constraint failed: positive", null, "23514");
        }

        @ParameterizedTest
        @EnumSource
        void a_foreign_key(Mode mode) throws SQLException {
            String ddl = "PRAGMA foreign_keys = on;;CREATE TABLE p (id INTEGER PRIMARY KEY);;WITH RECURSIVE n(i) AS"
                    + " (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 1500) INSERT INTO p SELECT i FROM n;;"
                    + "CREATE TABLE t (id INT, v INT REFERENCES p)";
            assertFound(mode, ddl, 9999, "FOREIGN KEY constraint failed", null, "23503");
        }

        @ParameterizedTest
        @EnumSource
        void an_expression(Mode mode) throws SQLException {
            String ddl = "CREATE TABLE t (id INT, v INT);;CREATE INDEX i ON t (abs(v))";
            assertFound(mode, ddl, Long.MIN_VALUE, "integer overflow", null, "HY000");
        }

        @ParameterizedTest
        @EnumSource
        void a_value_that_is_too_big(Mode mode) throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v BLOB)")) {
                connection.unwrap(SQLiteConnection.class).setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, 1000);
                connection.setAutoCommit(mode.autoCommit);
                BulkLoadException e = failure(connection, rows(mode.rows, mode.oddRow(), new byte[2000]));
                assertThat(e.reason()).isEqualTo("string or blob too big");
                assertThat(e.rowIndex()).isEqualTo(mode.oddRow());
                assertThat(e.getSQLState()).isEqualTo("22001");
                assertThat(count(connection)).isEqualTo("0");
            }
        }

        @ParameterizedTest
        @EnumSource
        void a_trigger_that_aborts_or_fails(Mode mode) throws SQLException {
            for (String raise : List.of("ABORT", "FAIL")) {
                String ddl = "CREATE TABLE t (id INT, v INT);;CREATE TRIGGER x AFTER INSERT ON t WHEN new.v < 0 BEGIN"
                        + " SELECT raise(" + raise + ", 'below zero'); END";
                assertFound(mode, ddl, -1, "below zero", null, "23000");
            }
        }

        @ParameterizedTest
        @EnumSource
        void a_trigger_on_another_table(Mode mode) throws SQLException {
            String ddl = "CREATE TABLE t (id INT, v INT);;CREATE TABLE log (v INTEGER PRIMARY KEY);;CREATE TRIGGER x"
                    + " AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.v); END";
            assertFound(mode, ddl, 5, "UNIQUE constraint failed: log.v", null, "23505");
            assertFound(mode, ddl, "five", "datatype mismatch", null, "22000");
        }

        @ParameterizedTest
        @EnumSource
        void a_conflict_that_keeps_the_rows_before_it(Mode mode) throws SQLException {
            assertFound(
                    mode,
                    "CREATE TABLE t (id INT, v INT UNIQUE ON CONFLICT FAIL)",
                    5,
                    "UNIQUE constraint failed: t.v",
                    "v",
                    "23505");
        }

        @ParameterizedTest
        @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALLERS_TRANSACTION")
        void a_conflict_that_ends_the_transaction_names_the_rows_of_the_statement(Mode mode) throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT UNIQUE ON CONFLICT ROLLBACK)")) {
                BulkLoadException e = failure(connection, rows(mode.rows, mode.oddRow(), 5));
                assertThat(e.reason()).isEqualTo("UNIQUE constraint failed: t.v");
                assertThat(count(connection)).isEqualTo("0");
                assertThat(connection.getAutoCommit()).isTrue();
                if (mode == Mode.ONE_STATEMENT) {
                    assertThat(e.rowIndex()).isEqualTo(15);
                } else {
                    assertThat(e.rowIndex()).isEqualTo(-1);
                    assertThat(e.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
                    assertThat(e.hint()).isEqualTo("It is one of the rows 1000 to 1249, but which is not known");
                }
                assertThat(load(connection, rows(3, -1, null)).rowsWritten()).isEqualTo(3);
            }
        }

        @Test
        void a_conflict_that_ends_the_callers_transaction_is_told() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE t (id INT, v INT UNIQUE ON CONFLICT ROLLBACK)", "CREATE TABLE callers (a)")) {
                connection.setAutoCommit(false);
                Database.run(connection, "INSERT INTO callers VALUES (1)");
                BulkLoadException e = failure(connection, rows(3, 2, 0));
                assertThat(e.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
                assertThat(connection.getAutoCommit()).isFalse();
                connection.commit();
                assertThat(Database.rows(connection, "SELECT * FROM callers")).isEmpty();
                assertThat(count(connection)).isEqualTo("0");
            }
        }

        @Test
        void a_row_may_refer_to_a_later_one_of_its_statement() throws SQLException {
            String[] ddl = {
                "PRAGMA foreign_keys = on",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, v INT REFERENCES t, CHECK (id < 15))"
            };
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                rows.add(new Object[] {i + 1, i < 9 ? i + 2 : null});
            }
            try (Connection connection = Database.inMemory(ddl)) {
                assertThat(load(connection, rows).rowsWritten()).isEqualTo(10);
            }
            try (Connection connection = Database.inMemory(ddl)) {
                rows.add(new Object[] {15, 1});
                assertThat(failure(connection, rows).getMessage())
                        .isEqualTo("load into t failed at row 10: CHECK constraint failed: id < 15");
            }
            try (Connection connection = Database.inMemory(ddl)) {
                rows.set(10, new Object[] {11, 99});
                assertThat(failure(connection, rows).getMessage())
                        .isEqualTo("load into t failed at row 10: FOREIGN KEY constraint failed");
            }
        }

        @Test
        void a_deferred_foreign_key_has_no_row() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "PRAGMA foreign_keys = on",
                    "CREATE TABLE t (id INTEGER PRIMARY KEY, v INT REFERENCES t DEFERRABLE INITIALLY DEFERRED)")) {
                BulkLoadException e = failure(connection, List.of(new Object[] {1, 1}, new Object[] {2, 3}));
                assertThat(e.getMessage())
                        .isEqualTo(
                                "load into t failed: FOREIGN KEY constraint failed. It is one of the rows 0 to 1, but"
                                        + " which is not known");
                assertThat(count(connection)).isEqualTo("0");
            }
        }

        @Test
        void the_search_leaves_no_savepoint_behind() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v INT UNIQUE)")) {
                connection.setAutoCommit(false);
                assertThat(failure(connection, rows(10, 9, 0)).rowIndex()).isEqualTo(9);
                load(connection, rows(10, -1, null));
                assertThatThrownBy(() -> Database.run(connection, "RELEASE longshore_statement"))
                        .hasMessageContaining("no such savepoint: longshore_statement");
            }
        }
    }

    @Nested
    class OtherErrors {
        @Test
        void a_lock_of_another_connection_is_told_with_the_time_waited() throws SQLException {
            Path file = folder.resolve("busy.db");
            try (Connection connection =
                            Database.inFile(file, "CREATE TABLE t (id INT, v INT)", "PRAGMA busy_timeout = 20");
                    Connection other = Database.inFile(file, "BEGIN IMMEDIATE")) {
                for (int count : new int[] {1, 10, 1000}) {
                    BulkLoadException e = failure(connection, rows(count, -1, null));
                    assertThat(e.reason())
                            .isEqualTo(
                                    "another connection holds the lock for writing, and kept it for the 20 ms that this"
                                            + " one waits");
                    assertThat(e.hint())
                            .isEqualTo(
                                    "Let it wait longer by PRAGMA busy_timeout or the connection property busy_timeout");
                    assertThat(e.getSQLState()).isEqualTo("40001");
                    assertThat(e.getErrorCode()).isEqualTo(5);
                    assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
                }
                Database.run(other, "ROLLBACK");
                assertThat(load(connection, rows(10, -1, null)).rowsWritten()).isEqualTo(10);
            }
        }

        @Test
        void a_snapshot_that_is_too_old_is_told_with_the_way_out() throws SQLException {
            Path file = folder.resolve("snapshot.db");
            try (Connection connection =
                            Database.inFile(file, "PRAGMA journal_mode = wal", "CREATE TABLE t (id INT, v INT)");
                    Connection other = Database.inFile(file)) {
                connection.setAutoCommit(false);
                assertThat(count(connection)).isEqualTo("0");
                Database.run(other, "INSERT INTO t VALUES (1, 1)");
                BulkLoadException e = failure(connection, rows(10, -1, null));
                assertThat(e.getMessage())
                        .isEqualTo(
                                "load into t failed: another connection wrote after this transaction had read, so that"
                                        + " it can't write any more. Roll back and repeat; a transaction begun by BEGIN IMMEDIATE"
                                        + " (connection property transaction_mode=IMMEDIATE) is safe from this");
                connection.rollback();
                assertThat(load(connection, rows(10, -1, null)).rowsWritten()).isEqualTo(10);
            }
        }

        @Test
        void a_database_that_can_not_be_written_is_told() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT)", "PRAGMA query_only = on")) {
                BulkLoadException e = failure(connection, rows(10, -1, null));
                assertThat(e.getMessage())
                        .isEqualTo(
                                "load into t failed: the database can't be written (attempt to write a readonly database)");
                assertThat(e.getSQLState()).isEqualTo("25006");
            }
        }

        @ParameterizedTest
        @EnumSource
        void a_full_database_is_told_and_the_connection_usable(Mode mode) throws SQLException {
            Path file = folder.resolve("full.db");
            try (Connection connection = Database.inFile(
                    file,
                    "CREATE TABLE t (id INT, v TEXT)",
                    "CREATE TABLE callers (a)",
                    "PRAGMA max_page_count = 20")) {
                connection.setAutoCommit(mode.autoCommit);
                List<Object[]> rows = IntStream.range(0, mode.rows)
                        .mapToObj(i -> new Object[] {i, "x".repeat(20_000)})
                        .toList();
                BulkLoadException e = failure(connection, rows);
                assertThat(e.reason()).isEqualTo("the database or its disk is full");
                assertThat(e.getSQLState()).isEqualTo("53100");
                assertThat(e.rowIndex()).isEqualTo(-1);
                assertThat(connection.getAutoCommit()).isEqualTo(mode.autoCommit);
                assertThat(count(connection)).isEqualTo("0");
                assertThat(load(connection, rows.subList(0, 1)).rowsWritten()).isEqualTo(1);
            }
        }

        @Test
        void a_table_that_a_reader_locks_is_told() throws SQLException {
            String url = "jdbc:sqlite:file:shared?mode=memory&cache=shared";
            try (Connection connection =
                            Database.open(url, "CREATE TABLE t (id INT, v INT)", "INSERT INTO t VALUES (1, 1)");
                    Connection other = Database.open(url);
                    Statement statement = other.createStatement();
                    ResultSet open = statement.executeQuery("SELECT * FROM t")) {
                assertThat(open.next()).isTrue();
                BulkLoadException e = failure(connection, rows(10, -1, null));
                assertThat(e.reason())
                        .isEqualTo(
                                "a statement that is still open, or a connection with a shared cache, locks the table"
                                        + " (database table is locked: t)");
            }
        }
    }

    @Nested
    class BusyTimeout {
        @Test
        void a_lock_is_not_awaited_longer_than_the_load_may_last() throws SQLException {
            Path file = folder.resolve("timeout.db");
            try (Connection connection =
                            Database.inFile(file, "CREATE TABLE t (id INT, v INT)", "PRAGMA busy_timeout = 60000");
                    Connection other = Database.inFile(file, "BEGIN IMMEDIATE")) {
                long start = System.nanoTime();
                assertThatThrownBy(() -> BulkInserter.forConnection(connection)
                                .into("t")
                                .timeout(Duration.ofMillis(100))
                                .insert(rows(10, -1, null)))
                        .isInstanceOf(BulkLoadException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
                assertThat(Database.value(connection, "PRAGMA busy_timeout")).isEqualTo("60000");
                Database.run(other, "ROLLBACK");
            }
        }

        @Test
        void the_callers_is_restored_after_success_and_failure() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT UNIQUE)", "PRAGMA busy_timeout = 77777777")) {
                BulkInserter loader =
                        BulkInserter.forConnection(connection).into("t").timeout(Duration.ofMinutes(5));
                loader.insert(rows(10, -1, null));
                assertThat(Database.value(connection, "PRAGMA busy_timeout")).isEqualTo("77777777");
                assertThatThrownBy(() -> loader.insert(rows(1000, -1, null))).isInstanceOf(BulkLoadException.class);
                assertThat(Database.value(connection, "PRAGMA busy_timeout")).isEqualTo("77777777");
            }
        }
    }

    @Nested
    class Counts {
        @ParameterizedTest
        @EnumSource
        void rows_that_a_conflict_clause_or_a_trigger_skips_are_told(Mode mode) throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT UNIQUE ON CONFLICT IGNORE)")) {
                connection.setAutoCommit(mode.autoCommit);
                LoadResult result = load(connection, rows(mode.rows, mode.oddRow(), 5));
                assertThat(result.rowsWritten()).isEqualTo(mode.rows - 1);
                assertThat(result.rowsSkipped()).isEqualTo(1);
                assertThat(result.warnings())
                        .extracting(Object::toString)
                        .containsExactly(
                                "1 row was skipped by the database: the table has a constraint with ON CONFLICT"
                                        + " IGNORE");
            }
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE t (id INT, v INT)",
                    "CREATE TRIGGER x BEFORE INSERT ON t WHEN new.v = -1 BEGIN SELECT raise(IGNORE); END")) {
                connection.setAutoCommit(mode.autoCommit);
                assertThat(load(connection, rows(mode.rows, mode.oddRow(), -1)).warnings())
                        .extracting(Object::toString)
                        .containsExactly(
                                "1 row was skipped by the database: the table has triggers that may leave rows out: x");
            }
        }

        @Test
        void rows_that_replace_others_count() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT UNIQUE ON CONFLICT REPLACE)")) {
                assertThat(load(connection, rows(20, 15, 5)).rowsWritten()).isEqualTo(20);
                assertThat(count(connection)).isEqualTo("19");
            }
        }

        @Test
        void rows_that_a_views_trigger_takes_count() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE base (id INT, v INT)",
                    "CREATE VIEW t AS SELECT * FROM base",
                    "CREATE TRIGGER x INSTEAD OF INSERT ON t BEGIN INSERT INTO base VALUES (new.id, new.v); END")) {
                assertThat(load(connection, rows(20, -1, null)).rowsWritten()).isEqualTo(20);
                assertThat(load(connection, rows(1000, -1, null)).rowsWritten()).isEqualTo(1000);
                assertThat(count(connection)).isEqualTo("1020");
            }
        }

        @Test
        void rows_of_virtual_tables_count() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE VIRTUAL TABLE t USING fts5(id, v)")) {
                assertThat(load(connection, rows(1000, -1, null)).rowsWritten()).isEqualTo(1000);
                assertThat(Database.value(connection, "SELECT rowid FROM t WHERE t MATCH '777'"))
                        .isEqualTo("778");
            }
        }

        @Test
        void statements_of_any_size_add_up() throws SQLException {
            for (int count : new int[] {1, 2, 63, 64, 65, 499, 500, 501, 999, 1000, 1001, 1500}) {
                try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v INT)")) {
                    assertThat(load(connection, rows(count, -1, null)).rowsWritten())
                            .isEqualTo(count);
                    assertThat(Database.value(connection, "SELECT count(DISTINCT id) || ' ' || sum(v = id) FROM t"))
                            .isEqualTo(count + " " + count);
                }
            }
        }
    }

    @Nested
    class Connections {
        @Test
        void kept_statements_follow_changes_of_the_table() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v INT)")) {
                load(connection, rows(2, -1, null));
                Database.run(connection, "ALTER TABLE t ADD COLUMN w DEFAULT 7");
                load(connection, rows(2, -1, null));
                Database.run(connection, "VACUUM", "DROP TABLE t", "CREATE TABLE t (v TEXT, id TEXT)");
                load(connection, rows(2, -1, null));
                assertThat(Database.rows(connection, "SELECT id, typeof(v) FROM t"))
                        .containsExactly("0|text", "1|text");
                Database.run(connection, "CREATE TEMP TABLE t (id, v)");
                load(connection, rows(2, -1, null));
                assertThat(Database.value(connection, "SELECT count(*) FROM main.t"))
                        .isEqualTo("2");
                assertThat(Database.value(connection, "SELECT count(*) FROM temp.t"))
                        .isEqualTo("2");
            }
        }

        @Test
        void a_source_may_load_and_read_over_the_same_connection() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (id INT, v INT)", "CREATE TABLE u (id INT)")) {
                Iterator<Object[]> source = IntStream.range(0, 1200)
                        .mapToObj(i -> {
                            try {
                                BulkInserter.forConnection(connection)
                                        .into("u")
                                        .insert(List.<Object[]>of(new Object[] {i}));
                            } catch (BulkLoadException e) {
                                throw new IllegalStateException(e);
                            }
                            return new Object[] {i, i};
                        })
                        .iterator();
                assertThat(BulkInserter.forConnection(connection)
                                .into("t")
                                .insert(source)
                                .rowsWritten())
                        .isEqualTo(1200);
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT id, id AS v FROM u")) {
                    assertThat(BulkInserter.forConnection(connection)
                                    .into("t")
                                    .insert(rows)
                                    .rowsWritten())
                            .isEqualTo(1200);
                }
                assertThat(count(connection)).isEqualTo("2400");
            }
        }

        @Test
        void rows_are_sent_once_their_values_take_a_megabyte() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INT, v BLOB)")) {
                Iterator<Object[]> source = IntStream.range(0, 100)
                        .mapToObj(i -> new Object[] {i, new byte[300_000]})
                        .iterator();
                assertThat(BulkInserter.forConnection(connection)
                                .into("t")
                                .insert(source)
                                .rowsWritten())
                        .isEqualTo(100);
                assertThat(Database.value(connection, "SELECT sum(length(v)) FROM t"))
                        .isEqualTo("30000000");
            }
        }

        @Test
        void a_pool_sees_that_its_connection_holds_a_transaction() throws SQLException {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("pool.db"));
            config.setMaximumPoolSize(1);
            config.setAutoCommit(false);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                try (Connection connection = pool.getConnection()) {
                    Database.run(connection, "CREATE TABLE t (id INT, v INT)");
                    connection.commit();
                    load(connection, rows(5, -1, null));
                    connection.commit();
                }
                try (Connection connection = pool.getConnection()) {
                    load(connection, rows(5, -1, null));
                    // given back without a commit
                }
                try (Connection connection = pool.getConnection()) {
                    assertThat(count(connection)).isEqualTo("5");
                    connection.rollback();
                    connection.setAutoCommit(true);
                    load(connection, rows(5, -1, null));
                    load(connection, rows(1000, -1, null));
                    assertThat(count(connection)).isEqualTo("1010");
                    assertThat(failure(connection, List.of(new Object[] {1, 2}, new Object[] {3}))
                                    .rowIndex())
                            .isEqualTo(1);
                }
            }
        }
    }
}
