package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Identifier.Match;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaReaderTest {
    private static SqliteTable describe(Connection connection, String name) throws SQLException {
        return new SqliteProvider().describe(connection, SqliteDialect.INSTANCE.parse(name));
    }

    private static SqliteTable describe(Connection connection, Identifier... name) throws SQLException {
        return new SqliteProvider().describe(connection, List.of(name));
    }

    private static void assertRefused(Connection connection, String name, String reason) {
        assertThatThrownBy(() -> describe(connection, name)).isInstanceOfSatisfying(BulkLoadException.class, e -> {
            assertThat(e.reason()).isEqualTo(reason);
            assertThat(e.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        });
    }

    private static TargetColumn column(
            String name, String type, ColumnKind kind, boolean nullable, boolean hasDefault, Numbering numbering) {
        return new TargetColumn(name, type, kind, nullable, hasDefault, numbering, false);
    }

    @Nested
    class Tables {
        @Test
        void columns_come_with_type_default_nullability_and_numbering() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL"
                    + " DEFAULT 'x', amount DECIMAL(10,2) DEFAULT NULL, any, twice AS (amount * 2), thrice INT"
                    + " GENERATED ALWAYS AS (amount * 3) STORED)")) {
                SqliteTable table = describe(connection, "t");
                assertThat(table.columns())
                        .containsExactly(
                                column("id", "INTEGER", ColumnKind.INTEGER, true, false, Numbering.BY_DEFAULT),
                                column("name", "TEXT", ColumnKind.TEXT, false, true, Numbering.NONE),
                                column("amount", "DECIMAL(10,2)", ColumnKind.DECIMAL, true, false, Numbering.NONE),
                                column("any", "", ColumnKind.ANY, true, false, Numbering.NONE),
                                new TargetColumn("twice", "", ColumnKind.ANY, true, false, Numbering.NONE, true),
                                new TargetColumn(
                                        "thrice", "INT", ColumnKind.INTEGER, true, false, Numbering.NONE, true));
                assertThat(table.name()).isEqualTo(TableName.of("t"));
                assertThat(table.sqlName()).isEqualTo("\"main\".\"t\"");
                assertThat(table.rowidAlias()).isEqualTo("id");
                assertThat(table.strict()).isFalse();
                assertThat(table.view()).isFalse();
                assertThat(table.skipCause()).isNull();
                assertThat(table.partialCause()).isNull();
                assertThat(table.notes()).isEmpty();
            }
        }

        @Test
        void only_an_integer_primary_key_of_a_rowid_table_numbers_rows() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE alias1 (id integer PRIMARY KEY AUTOINCREMENT NOT NULL)",
                    "CREATE TABLE alias2 (id INTEGER, a, PRIMARY KEY (id DESC))",
                    "CREATE TABLE alias3 (id INTEGER PRIMARY KEY) STRICT",
                    "CREATE TABLE no1 (id INTEGER PRIMARY KEY DESC)",
                    "CREATE TABLE no2 (id INT PRIMARY KEY)",
                    "CREATE TABLE no3 (id INTEGER PRIMARY KEY) WITHOUT ROWID",
                    "CREATE TABLE no4 (id INTEGER, a INTEGER, PRIMARY KEY (id, a))",
                    "CREATE TABLE no5 (id INTEGER)")) {
                for (String name : List.of("alias1", "alias2", "alias3")) {
                    TargetColumn id = describe(connection, name).columns().get(0);
                    assertThat(id.numbering()).as(name).isEqualTo(Numbering.BY_DEFAULT);
                    assertThat(id.nullable()).as(name).isTrue();
                    Database.run(connection, "INSERT INTO " + name + " (id) VALUES (NULL)");
                }
                for (String name : List.of("no1", "no2", "no3", "no4", "no5")) {
                    assertThat(describe(connection, name).columns().get(0).numbering())
                            .as(name)
                            .isEqualTo(Numbering.NONE);
                }
                assertThat(describe(connection, "no2").columns().get(0).nullable())
                        .isTrue();
                assertThat(describe(connection, "no3").columns().get(0).nullable())
                        .isFalse();
            }
        }

        @Test
        void odd_names_are_read() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE \"we'ird \"\"t [x].y\" (\"a b\" INT, \"c\"\"q\" TEXT, PRIMARY KEY (\"a b\"))"
                            + " STRICT, WITHOUT ROWID")) {
                SqliteTable table = describe(connection, new Identifier("we'ird \"t [x].y", Match.EXACT));
                assertThat(table.columns()).extracting(TargetColumn::name).containsExactly("a b", "c\"q");
                assertThat(table.sqlName()).isEqualTo("\"main\".\"we'ird \"\"t [x].y\"");
                assertThat(table.strict()).isTrue();
            }
        }

        @Test
        void virtual_tables_are_read_without_their_hidden_columns() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE VIRTUAL TABLE v USING fts5(title, body)")) {
                SqliteTable table = describe(connection, "v");
                assertThat(table.columns()).extracting(TargetColumn::name).containsExactly("title", "body");
                assertThat(table.rowidAlias()).isNull();
            }
        }

        @Test
        void what_may_skip_rows_or_keep_part_of_a_failed_statement_is_known() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE t (a)",
                    "CREATE TRIGGER on_delete AFTER DELETE ON t BEGIN SELECT 1; END",
                    "CREATE TABLE trig (a)",
                    "CREATE TRIGGER on_insert AFTER INSERT ON trig BEGIN SELECT 1; END",
                    "CREATE TABLE ign (a UNIQUE ON CONFLICT IGNORE)",
                    "CREATE TABLE fail (a UNIQUE ON CONFLICT FAIL)",
                    "CREATE TABLE repl (a UNIQUE ON CONFLICT REPLACE)",
                    "CREATE TABLE roll (a UNIQUE ON CONFLICT ROLLBACK)")) {
                assertThat(describe(connection, "t").skipCause()).isNull();
                assertThat(describe(connection, "t").partialCause()).isNull();
                assertThat(describe(connection, "trig").skipCause())
                        .isEqualTo("the table has triggers that may leave rows out: on_insert");
                assertThat(describe(connection, "trig").partialCause()).isEqualTo("triggers");
                assertThat(describe(connection, "trig").notes())
                        .containsExactly("triggers fire for each row: on_insert");
                assertThat(describe(connection, "ign").skipCause())
                        .isEqualTo("the table has a constraint with ON CONFLICT IGNORE");
                assertThat(describe(connection, "ign").partialCause()).isNull();
                assertThat(describe(connection, "fail").partialCause()).isEqualTo("ON CONFLICT FAIL");
                assertThat(describe(connection, "repl").partialCause()).isEqualTo("ON CONFLICT REPLACE");
                assertThat(describe(connection, "roll").partialCause()).isNull();
            }
        }

        @Test
        void a_temporary_trigger_on_the_table_counts() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE t (a)", "CREATE TEMP TRIGGER tt BEFORE INSERT ON main.t BEGIN SELECT 1; END")) {
                assertThat(describe(connection, "t").partialCause()).isEqualTo("triggers");
            }
        }

        @Test
        void a_view_needs_a_trigger_that_takes_the_rows() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE t (a INT)", "CREATE VIEW v AS SELECT a, a + 1 AS b FROM t")) {
                assertRefused(
                        connection,
                        "v",
                        "v is a view without INSTEAD OF INSERT trigger, so that nothing can be inserted");
                Database.run(
                        connection, "CREATE TRIGGER vi INSTEAD OF INSERT ON v BEGIN INSERT INTO t VALUES (new.a); END");
                SqliteTable view = describe(connection, "v");
                assertThat(view.view()).isTrue();
                assertThat(view.columns()).extracting(TargetColumn::name).containsExactly("a", "b");
                assertThat(view.notes()).containsExactly("a view, whose triggers take the rows: vi");
            }
        }
    }

    @Nested
    class Names {
        @Test
        void a_temporary_table_hides_others_and_main_hides_attached_databases() throws SQLException {
            try (Connection connection = Database.inMemory(
                    "CREATE TABLE t (m)",
                    "ATTACH ':memory:' AS \"odd 'x\"",
                    "CREATE TABLE \"odd 'x\".t (x)",
                    "CREATE TABLE \"odd 'x\".u (y INTEGER PRIMARY KEY)")) {
                assertThat(describe(connection, "t").sqlName()).isEqualTo("\"main\".\"t\"");
                assertThat(describe(connection, "u").sqlName()).isEqualTo("\"odd 'x\".\"u\"");
                assertThat(describe(connection, "U").name()).isEqualTo(TableName.of("u"));
                assertThat(describe(connection, "[odd 'x].T").name()).isEqualTo(TableName.of("odd 'x", "t"));
                Database.run(connection, "CREATE TEMP TABLE t (temporary)");
                assertThat(describe(connection, "t").sqlName()).isEqualTo("\"temp\".\"t\"");
                assertThat(describe(connection, "t").columns())
                        .extracting(TargetColumn::name)
                        .containsExactly("temporary");
                assertThat(describe(connection, "MAIN.t").columns())
                        .extracting(TargetColumn::name)
                        .containsExactly("m");
                assertThat(describe(connection, "temp.t").columns())
                        .extracting(TargetColumn::name)
                        .containsExactly("temporary");
            }
        }

        @Test
        void case_is_ignored_unless_the_name_is_quoted() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE Orders (a)")) {
                assertThat(describe(connection, "ORDERS").name()).isEqualTo(TableName.of("Orders"));
                assertThat(describe(connection, "\"Orders\"").name()).isEqualTo(TableName.of("Orders"));
                assertRefused(connection, "\"ORDERS\"", "there is no table \"ORDERS\"; the database has Orders");
            }
        }

        @Test
        void a_derived_name_may_differ_in_underscores() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE order_line (a)", "CREATE TEMP TABLE other_line (a)")) {
                assertThat(describe(connection, new Identifier("OrderLine", Match.DERIVED))
                                .name())
                        .isEqualTo(TableName.of("order_line"));
                assertThat(describe(connection, new Identifier("OtherLine", Match.DERIVED))
                                .sqlName())
                        .isEqualTo("\"temp\".\"other_line\"");
                assertRefused(
                        connection,
                        "OrderLine",
                        "there is no table \"OrderLine\"; the database has other_line, order_line");
            }
        }

        @Test
        void several_candidates_for_a_derived_name_are_listed() throws SQLException {
            try (Connection connection =
                    Database.inMemory("CREATE TABLE order_line (a)", "CREATE TABLE o_rderline (a)")) {
                assertThatThrownBy(() -> describe(connection, new Identifier("OrderLine", Match.DERIVED)))
                        .hasMessage("load into OrderLine failed: the name OrderLine fits several tables: o_rderline,"
                                + " order_line; name the one by into(…)");
            }
        }

        @Test
        void a_missing_table_is_told_with_those_that_exist() throws SQLException {
            try (Connection connection =
                    Database.inMemory("ATTACH ':memory:' AS aux", "CREATE VIEW aux.v AS SELECT 1")) {
                assertRefused(connection, "x", "there is no table \"x\"; the database has none");
                assertRefused(connection, "aux.x", "there is no table \"x\" in schema aux; it has v");
                assertRefused(connection, "nope.x", "there is no schema \"nope\"; the connection has temp, main, aux");
                for (int i = 10; i < 35; i++) {
                    Database.run(connection, "CREATE TABLE t" + i + " (a)");
                }
                String first = IntStream.range(10, 30).mapToObj(i -> "t" + i).collect(Collectors.joining(", "));
                assertRefused(connection, "x", "there is no table \"x\"; the database has " + first + " and 5 more");
            }
        }

        @Test
        void three_parts_are_refused() throws SQLException {
            try (Connection connection = Database.inMemory()) {
                Identifier part = new Identifier("a", Match.EXACT);
                assertThatThrownBy(() -> describe(connection, part, part, part))
                        .hasMessage("load into a.a.a failed: a table name has at most two parts in SQLite: schema and"
                                + " table");
            }
        }

        @Test
        void tables_of_sqlite_itself_are_not_loaded() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (a)")) {
                assertRefused(connection, "sqlite_schema", "there is no table \"sqlite_schema\"; the database has t");
                assertRefused(connection, "json_each", "there is no table \"json_each\"; the database has t");
            }
        }
    }

    @Nested
    class Memory {
        @TempDir
        private Path folder = Path.of("");

        private static List<String> columns(SqliteTable table) {
            return table.columns().stream().map(TargetColumn::name).toList();
        }

        @Test
        void an_unchanged_table_is_described_once() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (a)")) {
                SqliteTable first = describe(connection, "t");
                Database.run(connection, "INSERT INTO t VALUES (1)");
                assertThat(describe(connection, "t")).isSameAs(first);
                connection.setAutoCommit(false);
                assertThat(describe(connection, "t")).isSameAs(first);
            }
        }

        @Test
        void ddl_of_this_or_another_connection_is_seen() throws SQLException {
            Path file = folder.resolve("ddl.db");
            try (Connection connection = Database.inFile(file, "PRAGMA journal_mode=wal", "CREATE TABLE t (a)");
                    Connection other = Database.inFile(file)) {
                assertThat(columns(describe(connection, "t"))).containsExactly("a");
                Database.run(connection, "ALTER TABLE t ADD COLUMN b");
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "b");
                Database.run(other, "ALTER TABLE t ADD COLUMN c");
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "b", "c");
                Database.run(other, "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END");
                assertThat(describe(connection, "t").partialCause()).isEqualTo("triggers");
                connection.setAutoCommit(false);
                Database.run(connection, "ALTER TABLE t DROP COLUMN b");
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "c");
                connection.rollback();
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "b", "c");
            }
        }

        @Test
        void temporary_objects_are_seen() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (a)")) {
                SqliteTable first = describe(connection, "t");
                Database.run(connection, "CREATE TEMP TABLE t (b)");
                assertThat(columns(describe(connection, "t"))).containsExactly("b");
                Database.run(connection, "DROP TABLE temp.t");
                assertThat(columns(describe(connection, "t"))).containsExactly("a");
                Database.run(connection, "CREATE TEMP TRIGGER x AFTER INSERT ON main.t BEGIN SELECT 1; END");
                assertThat(describe(connection, "t").partialCause()).isEqualTo("triggers");
                assertThat(first.partialCause()).isNull();
            }
        }

        @Test
        void what_was_read_in_a_transaction_is_not_taken_for_a_later_schema_of_the_same_version() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (a)")) {
                connection.setAutoCommit(false);
                Database.run(connection, "ALTER TABLE t ADD COLUMN rolled_back INTEGER");
                String version = Database.value(connection, "PRAGMA schema_version");
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "rolled_back");
                connection.rollback();
                connection.setAutoCommit(true);
                Database.run(connection, "ALTER TABLE t ADD COLUMN committed TEXT");
                assertThat(Database.value(connection, "PRAGMA schema_version")).isEqualTo(version);
                assertThat(columns(describe(connection, "t"))).containsExactly("a", "committed");
            }
        }

        @Test
        void a_transaction_that_jdbc_does_not_know_of_is_refused_and_left_alone() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (a)")) {
                for (String begin : List.of("BEGIN", "SAVEPOINT s")) {
                    Database.run(connection, begin, "INSERT INTO t VALUES (1)");
                    assertRefused(
                            connection,
                            "t",
                            "a transaction was begun by SQL while the connection is in autocommit mode, so that JDBC does not"
                                    + " know of it; begin it by setAutoCommit(false), or end it before the load");
                    Database.run(connection, "ROLLBACK");
                    assertThat(Database.rows(connection, "SELECT * FROM t")).isEmpty();
                    assertThat(columns(describe(connection, "t"))).containsExactly("a");
                }
            }
        }

        @Test
        void an_attached_database_that_takes_the_place_of_another_is_seen() throws SQLException {
            try (Connection connection = Database.inMemory("ATTACH ':memory:' AS aux", "CREATE TABLE aux.t (a TEXT)")) {
                assertThat(describe(connection, "aux.t").columns().get(0).typeName())
                        .isEqualTo("TEXT");
                Database.run(connection, "DETACH aux", "ATTACH ':memory:' AS aux", "CREATE TABLE aux.t (a INT)");
                assertThat(describe(connection, "aux.t").columns().get(0).typeName())
                        .isEqualTo("INT");
            }
        }

        @Test
        void what_is_kept_stands_in_nobodys_way() throws SQLException {
            try (Connection connection = Database.inFile(folder.resolve("kept.db"), "CREATE TABLE t (a)")) {
                describe(connection, "t");
                describe(connection, "t");
                Database.run(
                        connection, "VACUUM", "PRAGMA journal_mode=wal", "PRAGMA journal_mode=delete", "DROP TABLE t");
                assertRefused(connection, "t", "there is no table \"t\"; the database has none");
            }
        }
    }
}
