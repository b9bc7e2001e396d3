package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.mysql.MySqlProvider.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered of a table between the loads over a connection never stands for what the table has become meanwhile. */
final class DescriptionsTest extends LiveTest {
    @BeforeEach
    void makeTableAndLoad() throws SQLException {
        execute("create table t(id int not null, s varchar(10))");
        into("t").insert(rowsOf(row(1, "a")));
        into("t").insert(rowsOf(row(2, "b")));
    }

    /** Runs statements in a session that the loads know nothing of. */
    private void elsewhere(String... statements) throws SQLException {
        try (Connection other = login().connectTo(database(), new Properties())) {
            execute(other, statements);
        }
    }

    @Test
    @DisplayName("a column that another session added gets its values")
    void columnAdded() throws SQLException {
        elsewhere("alter table t add column n int after id");
        into("t").insert(rowsOf(row(3, 33, "c")));
        assertThat(rows("select id, n, s from t order by id")).containsExactly("1|null|a", "2|null|b", "3|33|c");
    }

    @Test
    @DisplayName("a column that another session dropped is none, and one that it renamed has its new name")
    void columnDropped() throws SQLException {
        elsewhere("alter table t drop column s, rename column id to nr");
        assertThat(failureOf(() -> into("t").columns("id", "s").insert(rowsOf(row(3, "c"))))
                        .reason())
                .contains("id", "s");
        into("t").columns("nr").insert(rowsOf(row(3)));
        assertThat(rows("select * from t order by nr")).containsExactly("1", "2", "3");
    }

    @Test
    @DisplayName(
            "a column whose type another session changed takes the new values, and refuses what it no longer holds")
    void typeChanged() throws SQLException {
        elsewhere("delete from t", "alter table t modify id tinyint unsigned not null, modify s datetime(3)");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(1, null), row(256, null))));
        assertPlace(failure, 1, "id");
        into("t").insert(rowsOf(row(255, "2024-02-29 01:02:03.5")));
        assertThat(rows("select id, cast(s as char) from t")).containsExactly("255|2024-02-29 01:02:03.500");
        elsewhere("delete from t", "alter table t modify s varchar(2)");
        assertPlace(failureOf(() -> into("t").insert(rowsOf(row(1, "abc")))), 0, "s");
    }

    @Test
    @DisplayName("a temporary table of the same name is loaded while it is there")
    void temporaryTable() throws SQLException {
        execute("create temporary table t(only_one varchar(5))");
        into("t").insert(rowsOf(row("temp")));
        assertThat(rows("select * from t")).containsExactly("temp");
        execute("drop temporary table t");
        into("t").insert(rowsOf(row(3, "c")));
        execute("create temporary table t(id int not null, s varchar(10))");
        into("t").insert(rowsOf(row(4, "temp")));
        assertThat(rows("select * from t")).containsExactly("4|temp");
        execute("drop temporary table t");
        assertThat(rows("select * from t order by id")).containsExactly("1|a", "2|b", "3|c");
    }

    @Test
    @DisplayName("a trigger that another session made fires and replaces a null; without it the null is refused again")
    void triggerMade() throws SQLException {
        assertPlace(failureOf(() -> into("t").insert(rowsOf(row(null, "x")))), 0, "id");
        elsewhere("create trigger fill before insert on t for each row set new.id = coalesce(new.id, 77)");
        into("t").insert(rowsOf(row(null, "c")));
        assertThat(rows("select id from t where s = 'c'")).containsExactly("77");
        elsewhere("drop trigger fill");
        assertPlace(failureOf(() -> into("t").insert(rowsOf(row(null, "x")))), 0, "id");
    }

    @Test
    @DisplayName("a table that was dropped is missing, and one that was made again is another")
    void droppedAndMadeAgain() throws SQLException {
        elsewhere("drop table t");
        assertThat(failureOf(() -> into("t").insert(rowsOf(row(3, "c")))).reason())
                .startsWith("there is no table \"t\"");
        elsewhere("create table t(s varchar(10) primary key, id bigint)");
        into("t").insert(rowsOf(row("c", 1L << 40)));
        assertThat(rows("select * from t")).containsExactly("c|1099511627776");
        elsewhere("drop table t", "create table u(a int)", "create view t as select a from u");
        into("t").insert(rowsOf(row(5)));
        assertThat(rows("select * from u")).containsExactly("5");
        elsewhere("drop view t", "create table t(a int) engine = MyISAM");
        assertThat(failureOf(() -> into("t").insert(rowsOf(row(5)))).reason())
                .startsWith("the table's engine MyISAM has no transactions");
    }

    @Test
    @DisplayName("columns of a view follow the table behind it")
    void viewFollows() throws SQLException {
        execute("create view v as select * from t");
        into("v").insert(rowsOf(row(3, "c")));
        elsewhere("alter table t modify s varchar(1)");
        assertPlace(failureOf(() -> into("v").insert(rowsOf(row(4, "dd")))), 0, "s");
    }

    @Test
    @DisplayName("the sql_mode is that of the moment, and with it what a backslash means")
    void sqlMode() throws SQLException {
        execute("create table e(s enum('a\\\\b', 'c') not null)", "set session sql_mode = ''");
        into("e").insert(rowsOf(row("a\\b")));
        assertPlace(failureOf(() -> into("e").insert(rowsOf(row("a\\\\b")))), 0, "s");
        for (String mode : List.of("NO_BACKSLASH_ESCAPES", "STRICT_ALL_TABLES", "ANSI_QUOTES", "NO_TABLE_OPTIONS")) {
            execute("set session sql_mode = '" + mode + "'");
            into("e").insert(rowsOf(row("a\\b"), row("c")));
            assertPlace(failureOf(() -> into("e").insert(rowsOf(row("d")))), 0, "s");
        }
        assertThat(rows("select distinct hex(s) from e order by 1")).containsExactly("615C62", "63");
    }

    @Test
    @DisplayName("after USE, the table of the other database is loaded")
    void otherDatabase() throws SQLException {
        String other = login().newDatabase();
        try {
            execute("create table " + other + ".t(id int not null, s varchar(10))");
            connection().setCatalog(other);
            into("t").insert(rowsOf(row(3, "other")));
            assertThat(rows("select * from " + other + ".t")).containsExactly("3|other");
            execute("alter table t drop column s", "use " + database());
            into("t").insert(rowsOf(row(4, "here")));
            into(other + ".t").insert(rowsOf(row(5)));
            execute("use " + other);
            into("t").insert(rowsOf(row(6)));
            assertThat(rows("select * from t order by id")).containsExactly("3", "5", "6");
            assertThat(rows("select * from " + database() + ".t order by id")).containsExactly("1|a", "2|b", "4|here");
        } finally {
            connection().setCatalog(database());
            login().dropDatabase(other);
        }
    }

    @Test
    @DisplayName("a table without a default database is refused, and found once one is chosen")
    void noDatabase() throws SQLException {
        execute("create table n(id int)");
        try (Connection none = login().connectTo("", new Properties())) {
            BulkInserter inserter = BulkInserter.forConnection(none).into("n");
            assertThat(failureOf(() -> inserter.insert(rowsOf(row(1)))).reason())
                    .isEqualTo("no database is chosen, and the name n says none");
            none.setCatalog(database());
            inserter.insert(rowsOf(row(1)));
        }
        assertThat(rows("select * from n")).containsExactly("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "disablePipeline", "transactionReplay", "useServerPrepStmts", "rewriteBatchedStatements"})
    @DisplayName("whatever the URL says, tables are described again and again as they are")
    void byEachUrl(String flag) throws SQLException {
        Properties properties = new Properties();
        if (!flag.isEmpty()) {
            properties.setProperty(flag, "true");
        }
        try (Connection flagged = login().connectTo(database(), properties)) {
            BulkInserter inserter = BulkInserter.forConnection(flagged).into("t");
            for (int i = 3; i < 6; i++) {
                elsewhere("alter table t add column c" + i + " int default " + i);
                List<Object> row = new ArrayList<>(List.of(i, "x"));
                for (int column = 3; column <= i; column++) {
                    row.add(-i);
                }
                inserter.insert(rowsOf(row.toArray()));
            }
        }
        assertThat(rows("select * from t where id > 2 order by id"))
                .containsExactly("3|x|-3|4|5", "4|x|-4|-4|5", "5|x|-5|-5|-5");
    }

    @Test
    @DisplayName("a numbered table that each load moves on is the same table")
    void numbered() throws SQLException {
        execute("create table n(id int auto_increment primary key, s varchar(10))");
        for (int i = 0; i < 3; i++) {
            into("n").columns("s").insert(rowsOf(row("a"), row("b")));
        }
        assertThat(rows("select count(*), count(distinct id) from n")).containsExactly("6|6");
        elsewhere("alter table n modify id bigint auto_increment", "alter table n auto_increment = 5000000000");
        into("n").columns("id", "s").insert(rowsOf(row(4_999_999_999L, "given"), row(null, "numbered")));
        assertThat(rows("select id from n where id > 4000000000 order by id"))
                .containsExactly("4999999999", "5000000000");
    }

    @Test
    @DisplayName("queries of one round trip are read in their order")
    void atOnce() throws SQLException {
        List<String> read = new ArrayList<>();
        MariaDbDriver.of(connection()).queryAll(List.of("select 'a'", "do 1", "select 'b'"), (query, rows) -> {
            assertThat(rows.next()).isTrue();
            read.add(query + rows.getString(1));
        });
        assertThat(read).containsExactly("0a", "2b");
        assertUsable();
    }

    @Test
    @DisplayName("over many tables, each is known by itself")
    void manyTables() throws SQLException {
        for (int i = 0; i < 70; i++) {
            execute("create table m" + i + "(" + (i % 2 == 0 ? "a int, b int" : "b int, a int") + ")");
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 70; i++) {
                into("m" + i, Path.INSERT_VALUES).columns("a", "b").insert(rowsOf(row(i, -i)));
            }
        }
        for (int i = 0; i < 70; i++) {
            assertThat(rows("select a, b from m" + i)).containsExactly(i + "|" + -i, i + "|" + -i);
        }
    }
}
