package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.ReturnedRow;
import dev.longshore.tck.MiscountedRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of tables that only SQLite has, and what SQLite alone does to keys. */
class KeysTest {
    private Connection connection;

    record Named(String name) {}

    record Own(Long id, String name) {}

    @BeforeEach
    void open() throws SQLException {
        connection = Database.inMemory();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private void execute(String... statements) throws SQLException {
        Database.run(connection, statements);
    }

    private BulkInserter into(String table) {
        return BulkInserter.forConnection(connection).into(table);
    }

    private static List<Named> rows(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Named("n" + i)).toList();
    }

    private String value(String sql) throws SQLException {
        return String.valueOf(Database.value(connection, sql));
    }

    private String path(String table, int count) throws BulkLoadException {
        LoadResult result = into(table).insertReturningKeys(rows(count).iterator(), Object.class, (row, key) -> {
            if (key == null) {
                throw new IllegalStateException();
            }
        });
        return result.path();
    }

    @Test
    void a_number_that_autoincrement_gave_once_is_not_given_again() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
                "INSERT INTO t VALUES (70, 'gone')",
                "DELETE FROM t");
        assertThat(into("t").insertReturningKeys(rows(2))).containsExactly(71L, 72L);
        execute("DELETE FROM t");
        assertThat(into("t").insertReturningKeys(rows(1))).containsExactly(73L);
        assertThat(into("t").insertReturningKeys(List.of(new Own(90L, "a"), new Own(null, "b"), new Own(3L, "c"))))
                .containsExactly(90L, 91L, 3L);
        execute("INSERT INTO t (name) VALUES ('plain')");
        assertThat(value("SELECT max(id) FROM t")).isEqualTo("92");
    }

    @Test
    void without_autoincrement_the_highest_number_counts() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
                "INSERT INTO t VALUES (70, 'gone')",
                "DELETE FROM t",
                "INSERT INTO t VALUES (-9, 'low')");
        List<Long> keys = into("t").insertReturningKeys(rows(3));
        execute("INSERT INTO t (name) VALUES ('n3')");
        assertThat(keys).hasSize(3);
        assertThat(value("SELECT group_concat(id) FROM (SELECT id FROM t ORDER BY id)"))
                .isEqualTo("-9," + keys.get(0) + "," + keys.get(1) + "," + keys.get(2) + "," + (keys.get(2) + 1));
        assertThat(path("t", 2)).isEqualTo("insert-values");
    }

    @ParameterizedTest
    @CsvSource({"3000, 3000", "3000, 5000", "60000, 55000"})
    void rows_of_a_collection_go_straight_through(int count, int size) throws SQLException {
        execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO t VALUES (70, 'first')");
        List<Named> rows = rows(count);
        Collection<Named> told = new MiscountedRows<>(rows, size);

        List<Long> keys = into("t").insertReturningKeys(told);

        assertThat(keys).isEqualTo(LongStream.range(71, 71 + count).boxed().toList());
        assertThat(value("SELECT count(*) FROM t WHERE name = 'n' || (id - 71)"))
                .isEqualTo(String.valueOf(count));
    }

    @Test
    void at_the_end_of_all_numbers_each_row_is_read_back() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
                "INSERT INTO t VALUES (" + (Long.MAX_VALUE - 1) + ", 'last but one')");
        List<Long> keys = into("t").insertReturningKeys(rows(5));
        assertThat(keys).hasSize(5).doesNotHaveDuplicates().contains(Long.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            assertThat(value("SELECT name FROM t WHERE id = " + keys.get(i))).isEqualTo("n" + i);
        }
    }

    @Test
    void a_table_without_rowid_gives_back_its_key() throws SQLException {
        execute("CREATE TABLE t (id TEXT DEFAULT (hex(randomblob(8))) PRIMARY KEY, name TEXT) WITHOUT ROWID");
        List<String> keys = into("t").insertReturningKeys(rows(40), String.class);
        for (int i = 0; i < 40; i++) {
            assertThat(value("SELECT id FROM t WHERE name = 'n" + i + "'")).isEqualTo(keys.get(i));
        }
        assertThat(path("t", 3)).isEqualTo("insert-returning");
    }

    @Test
    void what_a_trigger_stores_is_what_comes_back() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, note TEXT)",
                "CREATE TRIGGER noting AFTER INSERT ON t BEGIN"
                        + " UPDATE t SET note = 'of ' || new.name WHERE id = new.id; END");
        List<ReturnedRow> rows = into("t").returning("id", "note").insertReturningKeys(rows(30), ReturnedRow.class);
        assertThat(rows.get(7).values()).containsExactly(8, "of n7");
        LoadPlan plan = into("t").returning("id").explain(Named.class);
        assertThat(plan.path()).isEqualTo("insert-returning");
        assertThat(plan.refusedPaths().toString())
                .contains("what is stored may differ from what is sent, because of the table has triggers");
    }

    @Test
    void a_key_that_a_trigger_changes_is_not_told_wrongly() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TRIGGER moving AFTER INSERT ON t BEGIN UPDATE t SET id = -new.id WHERE id = new.id; END");
        for (int count : new int[] {1, 3}) {
            BulkLoadException failure = catchThrowableOfType(
                    BulkLoadException.class, () -> into("t").insertReturningKeys(rows(count)));
            assertThat(failure.reason()).startsWith("the row is not found under the key that it was inserted with");
            assertThat(value("SELECT count(*) FROM t")).isEqualTo("0");
        }
    }

    @Test
    void a_row_that_a_conflict_clause_leaves_out_has_no_key() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT IGNORE)",
                "INSERT INTO t (name) VALUES ('n1')");
        assertThat(into("t").insertReturningKeys(rows(3))).containsExactly(2L, null, 3L);
        assertThat(into("t").insertReturningKeys(rows(1))).containsExactly((Long) null);
    }

    @Test
    void a_rowid_whose_names_are_columns_is_no_hindrance() throws SQLException {
        execute(
                "CREATE TABLE t (rowid TEXT, _rowid_ TEXT, name TEXT, id TEXT DEFAULT (hex(randomblob(4))))",
                "CREATE TRIGGER noting AFTER INSERT ON t BEGIN UPDATE t SET rowid = 'x' WHERE oid = new.oid; END");
        List<ReturnedRow> rows = into("t").returning("rowid", "id").insertReturningKeys(rows(2), ReturnedRow.class);
        assertThat(rows.get(1).get("rowid")).isEqualTo("x");
        assertThat(rows.get(1).get("id")).isEqualTo(Database.value(connection, "SELECT id FROM t WHERE name = 'n1'"));
    }

    @Test
    void views_and_virtual_tables_are_refused_before_the_first_row() throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE VIEW v AS SELECT id, name FROM t",
                "CREATE TRIGGER taking INSTEAD OF INSERT ON v BEGIN INSERT INTO t (name) VALUES (new.name); END",
                "CREATE VIRTUAL TABLE f USING fts5(name)");
        BulkLoadException view = catchThrowableOfType(
                BulkLoadException.class, () -> into("v").returning("id").insertReturningKeys(rows(2)));
        assertThat(view.reason()).isEqualTo("no keys can come back: the table is a view, whose triggers take the rows");
        BulkLoadException virtual = catchThrowableOfType(
                BulkLoadException.class, () -> into("f").returning("name").insertReturningKeys(rows(2), String.class));
        assertThat(virtual.reason())
                .isEqualTo("no keys can come back: the table is a virtual one, for which SQLite has no RETURNING");
    }

    @Test
    void temporary_and_attached_tables_give_keys_of_their_own(@TempDir Path folder) throws SQLException {
        execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
                "INSERT INTO t VALUES (500, 'main')",
                "ATTACH '" + folder.resolve("other.db") + "' AS \"other db\"",
                "CREATE TABLE \"other db\".t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
                "INSERT INTO \"other db\".t VALUES (900, 'other')",
                "CREATE TEMP TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)");
        assertThat(into("t").insertReturningKeys(rows(2))).containsExactly(1L, 2L);
        assertThat(into("main.t").insertReturningKeys(rows(2))).containsExactly(501L, 502L);
        assertThat(into("\"other db\".t").insertReturningKeys(rows(2))).containsExactly(901L, 902L);
    }

    @Test
    void the_write_lock_is_held_before_numbers_are_reserved(@TempDir Path folder) throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("keys.db");
        try (Connection first = DriverManager.getConnection(url);
                Connection second = DriverManager.getConnection(url + "?busy_timeout=1")) {
            Database.run(first, "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)");
            List<String> refusals = new ArrayList<>();
            BulkInserter.forConnection(first)
                    .into("t")
                    .insertReturningKeys(rows(60_000).iterator(), Long.class, (row, key) -> {
                        if (row.name().equals("n0")) {
                            try {
                                Database.run(second, "INSERT INTO t (name) VALUES ('between')");
                            } catch (SQLException e) {
                                refusals.add(e.getMessage());
                            }
                        }
                    });
            assertThat(refusals).hasSize(1).first().asString().contains("SQLITE_BUSY");
            assertThat(Database.value(first, "SELECT count(*) || ' ' || max(id) FROM t"))
                    .isEqualTo("60000 60000");
        }
    }

    @Test
    void statements_between_two_blocks_may_number_rows_too() throws SQLException {
        execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)");
        List<Long> keys = new ArrayList<>();
        into("t").insertReturningKeys(rows(50_010).iterator(), Long.class, (row, key) -> {
            keys.add(key);
            if (keys.size() == 1) {
                execute("INSERT INTO t (name) VALUES ('between')");
            }
        });
        assertThat(keys.get(49_999)).isEqualTo(50_000L);
        assertThat(keys.get(50_000)).isEqualTo(50_002L);
        assertThat(value("SELECT name FROM t WHERE id = 50002")).isEqualTo("n50000");
    }
}
