package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import dev.longshore.TransactionState;
import dev.longshore.ZeroIdentity;
import dev.longshore.tck.JdbcTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that SQLite refuses, in the ways that it has beside a check and a key. */
final class RejectsTest extends JdbcTest {
    private final List<RejectedRow> rejected = new ArrayList<>();
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = Database.inMemory("pragma foreign_keys = on");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Override
    protected Connection connection() {
        return connection;
    }

    private BulkInserter rejecting() {
        return into("t").zeroIdentity(ZeroIdentity.KEEP).onError(ErrorPolicy.rejectUpTo(1_000, rejected::add));
    }

    private List<Long> indexes() {
        return rejected.stream().map(RejectedRow::index).toList();
    }

    @Test
    @DisplayName("a deferred foreign key fails at the commit, where no row can be found; nothing is stored then")
    void deferred() throws SQLException {
        execute(
                "create table t(id integer primary key, name text, parent integer references t deferrable initially deferred)");

        BulkLoadException failure = failureOf(() ->
                rejecting().columns("id", "name", "parent").insert(rowsOf(row(1L, "n", null), row(2L, "n", 99L))));

        assertThat(failure.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(failure.hint()).contains("deferred");
        assertThat(rejected).isEmpty();
        assertThat(rows("select * from t")).isEmpty();
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abort", "fail"})
    @DisplayName("rows are found for which a trigger raises an error, before or after the row")
    void raisingTrigger(String how) throws SQLException {
        for (String when : List.of("before", "after")) {
            execute(
                    "drop table if exists t",
                    "create table t(id integer primary key, name text)",
                    "create trigger raising " + when + " insert on t when new.id in (3, 150, 199) begin select raise("
                            + how + ", 'not this'); end");
            rejected.clear();

            LoadResult result = rejecting().columns("id", "name").insert(numberedRows(200));

            assertThat(indexes()).containsExactly(3L, 150L, 199L);
            assertThat(rejected.get(1).failure().reason()).isEqualTo("not this");
            assertCounts(result, 200, 3, 0);
            assertThat(rows("select count(*) from t")).containsExactly("197");
        }
    }

    @Test
    @DisplayName("a trigger or a constraint that leaves rows out is counted beside the rejected rows")
    void skipping() throws SQLException {
        execute(
                "create table t(id integer primary key, name text check (name <> 'bad'), n integer unique on conflict ignore)",
                "create trigger skipping before insert on t when new.id % 10 = 0 begin select raise(ignore); end");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> rows.add(row((long) i, "name", (long) i)));
        rows.set(17, row(17L, "bad", 17L));
        rows.set(20, row(20L, "bad", 20L));
        rows.set(31, row(31L, "name", 1L));

        LoadResult result = rejecting().columns("id", "name", "n").insert(rows);

        assertThat(indexes()).as("%s", rejected).containsExactly(17L);
        assertCounts(result, 100, 1, 11);
        assertThat(rows("select count(*) from t")).containsExactly("88");
    }

    @Test
    @DisplayName("what ends the whole transaction ends the load, since no savepoint is left to go back to")
    void rollback() throws SQLException {
        execute(
                "create table t(id integer primary key, name text)",
                "create trigger raising before insert on t when new.id = 150 begin select raise(rollback, 'not this'); end");

        BulkLoadException failure =
                failureOf(() -> rejecting().columns("id", "name").insert(numberedRows(200)));

        assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
        assertThat(failure.reason()).isEqualTo("not this");
        assertThat(rows("select * from t")).isEmpty();
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    @DisplayName("rows are found that a strict type, a generated column or an index on an expression refuses")
    void otherConstraints() throws SQLException {
        execute(
                "create table t(id integer primary key, n int not null, text text,"
                        + " doubled int generated always as (abs(n)) stored check (doubled < 1000)) strict",
                "create index i on t(json_extract(text, '$.a'))");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 60).forEach(i -> rows.add(row((long) i, (long) i, "{}")));
        rows.set(10, row(10L, 1_000L, "{}"));
        rows.set(20, row(20L, Long.MIN_VALUE, "{}"));
        rows.set(30, row(30L, 30L, "no json"));
        rows.set(40, row(40L, "no number", "{}"));
        rows.set(50, row(50L, null, "{}"));

        LoadResult result = rejecting().columns("id", "n", "text").insert(rows);

        assertThat(indexes()).containsExactly(10L, 20L, 30L, 40L, 50L);
        assertCounts(result, 60, 5, 0);
    }

    @Test
    @DisplayName("warnings are told once for all batches and pieces of a load")
    void warnings() throws SQLException {
        execute("create table t(id integer primary key, n integer, name text check (name <> 'bad'))");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 90).forEach(i -> rows.add(row((long) i, "00" + i, i % 9 == 4 ? "bad" : "good")));

        LoadResult result = rejecting().columns("id", "n", "name").insert(rows);

        assertCounts(result, 90, 10, 0);
        assertThat(result.warnings()).hasSize(1);
        assertThat(result.warnings().get(0).count()).isEqualTo(80);
        assertThat(result.warnings().get(0).message()).startsWith("80 texts");
    }

    @Test
    @DisplayName(
            "the check is told that refuses a row if it has a name, and the index on an expression, and a foreign key by its SQLState")
    void constraints() throws SQLException {
        execute(
                "create table t(id integer, name text check (name <> 'worse') constraint named check (name <> 'bad'))",
                "create unique index i on t(abs(id))");
        BulkInserter inserter = rejecting().onError(ErrorPolicy.fail()).columns("id", "name");

        BulkLoadException named = failureOf(() -> inserter.insert(rowsOf(row(1L, "good"), row(2L, "bad"))));
        assertThat(named.getMessage()).isEqualTo("load into t failed at row 1: CHECK constraint failed: named");
        assertThat(named.constraint()).isEqualTo("named");
        BulkLoadException unnamed = failureOf(() -> inserter.insert(rowsOf(row(1L, "good"), row(2L, "worse"))));
        assertThat(unnamed.getMessage())
                .isEqualTo("load into t failed at row 1: CHECK constraint failed: name <> 'worse'");
        assertThat(unnamed.constraint()).isNull();
        BulkLoadException index = failureOf(() -> inserter.insert(rowsOf(row(1L, "good"), row(-1L, "good"))));
        assertThat(index.getMessage()).isEqualTo("load into t failed at row 1: UNIQUE constraint failed: index 'i'");
        assertThat(index.constraint()).isEqualTo("i");

        execute("create table child(parent integer references parent)", "create table parent(id integer primary key)");
        BulkLoadException reference =
                failureOf(() -> into("child").columns("parent").insert(rowsOf(row(99L))));
        assertThat(reference.getSQLState()).isEqualTo("23503");
    }
}
