package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.TransactionState;
import dev.longshore.mysql.MySqlProvider.Path;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is peculiar to LOAD DATA LOCAL: that it ignores errors, that it must be allowed, and how it reads fields. */
final class LoadDataTest extends LiveTest {
    private BulkInserter loadData(String table) {
        return into(table, Path.LOAD_DATA);
    }

    @Test
    @DisplayName("MY-05 duplicates and what LOCAL would change fail the load, with the row, and nothing is stored")
    void nothingIgnored() throws SQLException {
        execute("create table t(id int primary key, n int not null)");
        BulkLoadException duplicate = failureOf(() -> loadData("t").insert(rowsOf(row(1, 5), row(1, 6))));
        assertThat(duplicate.rowIndex()).isEqualTo(1);
        assertThat(duplicate.getErrorCode()).isEqualTo(1062);
        assertThat(duplicate.getSQLState()).isEqualTo("23000");
        assertThat(duplicate.reason()).isEqualTo("Duplicate entry '1' for key 'PRIMARY'");
        assertThat(duplicate.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(duplicate.transactionState()).isEqualTo(TransactionState.INTACT);
        Throwable loadData = duplicate.getCause().getSuppressed()[0];
        assertThat(loadData)
                .hasMessage("LOAD DATA changes or leaves out what does not fit, and warns: Duplicate entry '1' for key"
                        + " 'PRIMARY'");
        assertThat(loadData.getSuppressed()).hasSize(1).allMatch(each -> each instanceof SQLWarning);
        assertPlace(failureOf(() -> loadData("t").insert(rowsOf(row(1, 5), row(2, "x")))), 1, "n");
        assertThat(rows("select * from t")).isEmpty();
    }

    @Test
    @DisplayName("a failing row is found wherever it stands, beside more warnings than the server keeps")
    void failingRow() throws SQLException {
        execute("create table t(id int primary key, s varchar(10) check (s <> 'bad'))");
        for (int first : new int[] {0, 1, 4_321, 24_900}) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 25_000; i++) {
                rows.add(row(i, i >= first && i < first + 100 ? "bad" : "good"));
            }
            BulkLoadException failure = failureOf(() -> loadData("t").insert(rows));
            assertThat(failure.rowIndex()).isEqualTo(first);
            assertThat(failure.getErrorCode()).isIn(4025, 3819);
            assertThat(rows("select count(*) from t")).containsExactly("0");
        }
        assertUsable();
    }

    @Test
    @DisplayName("what a session's mode lets a plain INSERT change is refused, too")
    void notStrict() throws SQLException {
        execute(
                "set sql_mode = ''",
                "create table t(id int, s varchar(3) character set big5, n int generated always as (id * 1000) stored)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(row(i, i == 2_345 ? "😀" : "a"));
        }
        BulkLoadException failure =
                failureOf(() -> loadData("t").columns("id", "s").insert(rows));
        assertPlace(failure, 2_345, "s");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @Test
    @DisplayName("a trigger that changes a value or fails does so as for INSERT, and never silently")
    void triggers() throws SQLException {
        execute(
                "create table t(id int, s varchar(3))",
                "create trigger longer before insert on t for each row set new.s = if(new.id = 7, 'abcdef', new.s)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(row(i, "abc"));
        }
        BulkLoadException failure = failureOf(() -> loadData("t").insert(rows));
        assertThat(failure.rowIndex()).isEqualTo(7);
        assertThat(rows("select count(*) from t")).containsExactly("0");
        rows.remove(7);
        assertThat(loadData("t").insert(rows).rowsWritten()).isEqualTo(9);
    }

    @Test
    @DisplayName("more blanks than fit, which are but noted, are cut as INSERT cuts them, also in many rows")
    void notes() throws SQLException {
        execute("create table t(v varchar(3), c char(3))");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(row("abc   ", "abc   "));
        }
        String before = rows("select @@sql_notes").get(0);
        loadData("t").insert(rows);
        assertThat(rows("select v, c, count(*) from t group by v, c")).containsExactly("abc|abc|500");
        assertThat(rows("select @@sql_notes")).containsExactly(before);
    }

    @Test
    @DisplayName("MY-11 every character below 256, each byte, and texts that look like NULL are stored as they are")
    void everyCharacter() throws SQLException {
        execute("create table t(id int, s varchar(20), b varbinary(20))");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            rows.add(row(i, "a" + (char) i + "b" + (char) i, new byte[] {(byte) i, (byte) i, 'x', (byte) i}));
        }
        List<String> odd = List.of("\\N", "N", "\\", "\\\\N", "", "\t", "\n", "NULL", "'", "\"", "\\0");
        for (int i = 0; i < odd.size(); i++) {
            rows.add(row(256 + i, odd.get(i), odd.get(i).getBytes(StandardCharsets.UTF_8)));
        }
        for (String mode : List.of("", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES")) {
            execute("set sql_mode = '" + mode + "'", "truncate table t");
            loadData("t").insert(rows);
            List<String> stored = rows("select hex(s), hex(b) from t order by id");
            for (int i = 0; i < rows.size(); i++) {
                byte[] text = ((String) rows.get(i)[1]).getBytes(StandardCharsets.UTF_8);
                HexFormat hex = HexFormat.of().withUpperCase();
                assertThat(stored.get(i))
                        .as(mode + " " + i)
                        .isEqualTo(hex.formatHex(text) + "|" + hex.formatHex((byte[]) rows.get(i)[2]));
            }
        }
    }

    @Test
    @DisplayName("year 0, empty bytes, and a value near the packet's limit arrive; no variable is left behind")
    void edges() throws SQLException {
        execute("create table t(id int, y year, b longblob, c binary(3), f bit(64))");
        byte[] large = new byte[15 << 20];
        Arrays.fill(large, (byte) 0xE7);
        loadData("t").insert(rowsOf(row(1, 0, new byte[0], new byte[] {1}, 0), row(2, 2155, large, null, 5)));
        assertThat(rows("select y, length(b), hex(c), f + 0 from t order by id"))
                .containsExactly("0000|0|010000|0", "2155|15728640|null|5");
        assertThat(rows("select hex(right(b, 2)) from t where id = 2")).containsExactly("E7E7");
        assertThat(rows("select @longshore_0, @longshore_1, @longshore_2, @longshore_3, @longshore_4"))
                .containsExactly("null|null|null|null|null");
    }

    @Test
    @DisplayName("numbered rows keep zeros that are to be kept, and nulls beside them are numbered")
    void numbering() throws SQLException {
        execute("create table t(id int auto_increment primary key, s varchar(5))");
        loadData("t").insert(rowsOf(row(null, "a"), row(null, "b"), row(10, "c"), row(null, "d")));
        assertThat(rows("select id, s from t order by id")).containsExactly("1|a", "2|b", "10|c", "11|d");
        loadData("t").keepIdentity().insert(rowsOf(row(0, "z")));
        assertThat(rows("select s from t where id = 0")).containsExactly("z");
    }

    @Test
    @DisplayName(
            "MY-08 a source that throws, at any row, rolls the load back, its exception is the cause, the connection lives")
    void throwingSource() throws SQLException {
        execute("create table t(id int primary key)");
        for (int at : new int[] {0, 1, 5, 19_999, 20_000, 20_001, 41_000}) {
            IllegalStateException thrown = new IllegalStateException("at " + at);
            Iterator<Object[]> rows = IntStream.iterate(0, i -> i + 1)
                    .mapToObj(i -> {
                        if (i == at) {
                            throw thrown;
                        }
                        return row(i);
                    })
                    .iterator();
            BulkLoadException failure = failureOf(() -> loadData("t").insert(rows));
            assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
            assertThat(failure.rowIndex()).isEqualTo(at);
            assertThat(failure.getCause()).isSameAs(thrown);
            assertThat(rows("select count(*) from t")).containsExactly("0");
        }
    }

    @Test
    @DisplayName("FW-07 a source may read over the same connection, and finds its own settings there")
    void sameConnection() throws SQLException {
        execute("create table t(id int, b varbinary(5))");
        Iterator<Object[]> reading = IntStream.range(0, 300)
                .mapToObj(i -> {
                    try {
                        assertThat(rows("select @@sql_notes, @longshore_1")).containsExactly("1|null");
                        return row(Integer.parseInt(rows("select " + i).get(0)), new byte[] {1});
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .iterator();
        loadData("t").batchRows(50).insert(reading);
        assertThat(rows("select count(*), sum(id) from t")).containsExactly("300|44850");
    }

    @Test
    @DisplayName("in the caller's transaction a failed load takes back its own rows only, and leaves no savepoint")
    void callersTransaction() throws SQLException {
        execute("create table t(id int primary key)");
        connection().setAutoCommit(false);
        execute("insert into t values (-1)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            rows.add(row(i == 29_999 ? 3 : i));
        }
        BulkLoadException failure = failureOf(() -> loadData("t").insert(rows));
        assertThat(failure.rowIndex()).isEqualTo(29_999);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(rows("select id from t")).containsExactly("-1");
        loadData("t").insert(rows.subList(0, 10));
        assertThat(rows("select count(*) from t")).containsExactly("11");
        assertThatThrownBy(() -> execute("rollback to savepoint longshore_load_data"))
                .isInstanceOf(SQLException.class);
        connection().rollback();
        connection().setAutoCommit(true);
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @Test
    @DisplayName("where the server has local_infile off, PATH fails with what to run, and the preference falls back")
    void serverOff() throws SQLException {
        execute("create table t(id int)");
        String before = rows("select @@global.local_infile").get(0);
        execute("set global local_infile = 0");
        try {
            BulkLoadException failure = failureOf(() -> loadData("t").insert(rowsOf(row(1))));
            assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(failure.getMessage())
                    .isEqualTo(
                            "load into t failed: the path load-data can't be taken: the server's local_infile is off."
                                    + " Run SET GLOBAL local_infile = 1");
            assertFallsBack(into("t"), "the server's local_infile is off. Run SET GLOBAL local_infile = 1");
        } finally {
            execute("set global local_infile = " + before);
        }
    }

    private void assertFallsBack(BulkInserter inserter, String reason) throws SQLException {
        BulkInserter preferring = inserter.option(MySqlProvider.PREFER_LOAD_DATA, true);
        LoadPlan plan = preferring.explain(Object[].class);
        assertThat(plan.path()).startsWith("insert-");
        assertThat(plan.refusedPaths().get(0).path()).isEqualTo("load-data");
        assertThat(plan.refusedPaths().get(0).reason()).isEqualTo(reason);
        assertThat(preferring.insert(rowsOf(row(1), row(2))).path()).startsWith("insert-");
        assertThat(rows("select count(*) from t")).containsExactly("2");
    }

    @Test
    @DisplayName(
            "where the connection has allowLocalInfile off, PATH fails with what to give, and the preference falls back")
    void clientOff() throws SQLException {
        execute("create table t(id int)");
        Properties off = new Properties();
        off.setProperty("allowLocalInfile", "false");
        try (Connection refusing = MySqlServer.connectTo(database(), off)) {
            BulkInserter inserter = BulkInserter.forConnection(refusing).into("t");
            BulkLoadException failure = failureOf(
                    () -> inserter.option(MySqlProvider.PATH, Path.LOAD_DATA).insert(rowsOf(row(1))));
            assertThat(failure.getMessage())
                    .isEqualTo("load into t failed: the path load-data can't be taken: the connection says"
                            + " allowLocalInfile=false. Give allowLocalInfile=true in its URL");
            assertFallsBack(
                    inserter, "the connection says allowLocalInfile=false. Give allowLocalInfile=true in its URL");
        }
    }

    @Test
    @DisplayName(
            "the preference takes the path where nothing is in the way; no table without transactions, no second opinion")
    void preference() throws SQLException {
        execute("create table t(id int)", "create table m(id int) engine = MyISAM");
        BulkInserter preferring = into("t").option(MySqlProvider.PREFER_LOAD_DATA, true);
        LoadPlan plan = preferring.explain(Object[].class);
        assertThat(plan.path()).isEqualTo("load-data");
        assertThat(plan.refusedPaths()).isEmpty();
        assertThat(preferring.insert(rowsOf(row(1))).path()).isEqualTo("load-data");
        BulkInserter either = preferring.option(MySqlProvider.PATH, Path.INSERT_VALUES);
        assertThat(failureOf(() -> either.insert(rowsOf(row(1)))).getMessage())
                .isEqualTo(
                        "load into t failed: the option mysql.preferLoadData is true, but mysql.path is insert-values."
                                + " Give one of the two");
        BulkInserter myIsam = into("m").option(MySqlProvider.NON_TRANSACTIONAL, true);
        assertThat(myIsam.option(MySqlProvider.PREFER_LOAD_DATA, true)
                        .insert(rowsOf(row(1)))
                        .path())
                .startsWith("insert-");
        assertThat(failureOf(() -> myIsam.option(MySqlProvider.PATH, Path.LOAD_DATA)
                                .insert(rowsOf(row(1))))
                        .reason())
                .contains("the table's engine MyISAM has no transactions");
    }

    @Test
    @DisplayName("a session that keeps too few warnings is refused, since what is changed might not be seen")
    void fewWarnings() throws SQLException {
        execute("create table t(s varchar(3) character set big5)", "set sql_mode = '', max_error_count = 0");
        BulkLoadException failure = failureOf(() -> loadData("t").insert(rowsOf(row("😀"))));
        assertThat(failure.getMessage())
                .isEqualTo(
                        "load into t failed: the path load-data can't be taken: the session's max_error_count is 0, so"
                                + " that a warning of what LOAD DATA changes may not be seen. Run SET max_error_count = 64");
        execute("set max_error_count = 16");
        assertPlace(failureOf(() -> loadData("t").insert(rowsOf(row("😀")))), 0, "s");
        assertThat(rows("select * from t")).isEmpty();
    }

    @Test
    @DisplayName("a view is loaded, and its check is not ignored")
    void views() throws SQLException {
        execute(
                "create table t(id int not null, b varbinary(5))",
                "create view v as select id, b from t where id < 100 with check option");
        loadData("v").insert(rowsOf(row(1, new byte[] {9}), row(2, null)));
        assertThat(rows("select id, hex(b) from t")).containsExactly("1|09", "2|null");
        BulkLoadException failure = failureOf(() -> loadData("v").insert(rowsOf(row(1, null), row(100, null))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getErrorCode()).isEqualTo(1369);
        assertThat(rows("select count(*) from t")).containsExactly("2");
    }

    @Test
    @DisplayName("over MySQL's own driver it must be allowed in the URL, and loads the same")
    void connectorJ(@TempDir java.nio.file.Path folder) throws Exception {
        execute("create table t(id int primary key, s varchar(20), b varbinary(5), f bit(8), d double)");
        String url = MySqlServer.url().replaceFirst("^jdbc:[a-z]+:", "jdbc:mysql:") + database()
                + "?allowPublicKeyRetrieval=true";
        try (Connection refusing = DriverManager.getConnection(url, MySqlServer.properties(new Properties()))) {
            BulkInserter inserter =
                    BulkInserter.forConnection(refusing).into("t").option(MySqlProvider.PATH, Path.LOAD_DATA);
            assertThat(failureOf(() -> inserter.insert(rowsOf(row(1, "a", null, null, null))))
                            .getMessage())
                    .endsWith(
                            "the connection says allowLoadLocalInfile=false. Give allowLoadLocalInfile=true in its URL");
        }
        url += "&allowLoadLocalInfile=true";
        try (Connection allowing = DriverManager.getConnection(url, MySqlServer.properties(new Properties()))) {
            BulkInserter inserter =
                    BulkInserter.forConnection(allowing).into("t").option(MySqlProvider.PATH, Path.LOAD_DATA);
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 30_000; i++) {
                rows.add(row(i, "é\t😀\\" + i, i % 2 == 0 ? null : new byte[] {0, -1}, 165, 0.1));
            }
            inserter.insert(rows);
            assertThat(rows("select count(*), count(b), min(hex(b)), max(bin(f)), min(d), max(s) from t where s ="
                            + " concat('é\\t😀\\\\', id)"))
                    .containsExactly("30000|15000|00FF|10100101|0.1|é\t😀\\9999");
            execute("truncate table t");
            rows.set(777, row(5, "again", null, null, null));
            BulkLoadException failure = failureOf(() -> inserter.insert(rows));
            assertThat(failure.rowIndex()).isEqualTo(777);
            assertThat(failure.getErrorCode()).isEqualTo(1062);
            assertThat(rows("select count(*) from t")).containsExactly("0");
            assertThat(rows(allowing, "select @@sql_notes")).containsExactly("1");
            java.nio.file.Path file = Files.writeString(folder.resolve("lines"), "1\n2\n");
            execute(allowing, "load data local infile '" + file + "' into table t (id)");
            assertThat(rows("select id from t order by id"))
                    .as("the caller's own file, after a load")
                    .containsExactly("1", "2");
        }
    }
}
