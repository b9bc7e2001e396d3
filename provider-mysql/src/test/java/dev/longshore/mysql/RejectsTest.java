package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that the server refuses, in the ways that it has beside a check and a key. */
@Timeout(120)
final class RejectsTest extends LiveTest {
    private final List<RejectedRow> rejected = new ArrayList<>();

    private BulkInserter rejecting(String table, MySqlProvider.Path path) {
        return into(table, path).onError(ErrorPolicy.rejectUpTo(1_000, rejected::add));
    }

    private List<Long> indexes() {
        return rejected.stream().map(RejectedRow::index).toList();
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("rows are found for which a trigger signals any SQLState, before or after the row")
    void signallingTrigger(MySqlProvider.Path path) throws SQLException {
        for (String when : List.of("before", "after")) {
            for (String state : List.of("45000", "MY001", "99999", "23000")) {
                execute(
                        "drop table if exists t",
                        "create table t(id bigint primary key, name text)",
                        "create trigger signalling " + when
                                + " insert on t for each row begin if new.id in (3, 150, 199)"
                                + " then signal sqlstate '" + state + "' set message_text = 'not this'; end if; end");
                rejected.clear();

                LoadResult result = rejecting("t", path).columns("id", "name").insert(numberedRows(200));

                assertThat(indexes()).as("%s %s", when, state).containsExactly(3L, 150L, 199L);
                assertCounts(result, 200, 3, 0);
                assertThat(rejected.get(1).failure().getSQLState()).isEqualTo(state);
                assertThat(rejected.get(1).failure().reason()).isEqualTo("not this");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("rows are found that an expression of a generated column or a partition refuses")
    void otherConstraints(MySqlProvider.Path path) throws SQLException {
        execute("create table t(id bigint, name varchar(100), half tinyint generated always as (id / 2) stored)"
                + " partition by list (id % 7) (partition p values in (0, 1, 2, 3, 4, 5))");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 60).forEach(i -> rows.add(row((long) i * 7 % 200, "name " + i)));
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if ((long) rows.get(i)[0] % 7 == 6 || (long) rows.get(i)[0] >= 255) {
                expected.add((long) i);
            }
        }
        rows.set(20, row(700L, "half is out of range"));
        expected.add(20L);
        expected.sort(null);

        LoadResult result = rejecting("t", path).columns("id", "name").insert(rows);

        assertThat(indexes()).isEqualTo(expected.stream().distinct().toList());
        assertCounts(result, 60, rejected.size(), 0);
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("in a session that is not strict, rows whose values would be changed are rejected")
    void notStrict(MySqlProvider.Path path) throws SQLException {
        execute(
                "set sql_mode = ''",
                "create table t(id bigint primary key, name varchar(10), n tinyint, d decimal(4, 1), half tinyint generated always as (id / 2) stored)");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 60).forEach(i -> rows.add(row((long) i, "name " + i, 1, "1")));
        rows.set(7, row(7L, "longer than ten", 1, "1"));
        rows.set(8, row(8L, "name", 1, "1"));
        rows.set(20, row(2_000L, "name", 1, "1"));
        rows.set(59, row(59L, "name", 1, "123456"));

        LoadResult result = rejecting("t", path).columns("id", "name", "n", "d").insert(rows);

        assertThat(indexes()).containsExactly(7L, 20L, 59L);
        assertCounts(result, 60, 3, 0);
        assertThat(rows("select count(*) from t")).containsExactly("57");
    }

    @Test
    @DisplayName(
            "a table without transactions is refused where rows may be rejected or batches tried again, since nothing can be undone")
    void withoutTransactions() throws SQLException {
        execute("create table t(id bigint primary key, name varchar(10)) engine = MyISAM");
        BulkInserter inserter = into("t").columns("id", "name").option(MySqlProvider.NON_TRANSACTIONAL, true);

        BulkLoadException failure = failureOf(
                () -> inserter.onError(ErrorPolicy.rejectUpTo(5, rejected::add)).insert(numberedRows(5)));

        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason()).contains("the table has no transactions").contains("no row can be rejected");
        assertThat(rows("select * from t")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("rows so large that statements end early are rejected like others, also one that no packet can hold")
    void large(MySqlProvider.Path path) throws SQLException {
        execute("create table t(id bigint primary key, name longtext check (name <> 'bad'))");
        String large = "x".repeat(700_000);
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 30).forEach(i -> rows.add(row((long) i, large)));
        for (int bad : List.of(0, 2, 3, 13, 29)) {
            rows.set(bad, row((long) bad, "bad"));
        }
        rows.set(12, row(11L, large));
        long packet = Long.parseLong(rows("select @@max_allowed_packet").get(0));
        rows.set(20, row(20L, "y".repeat((int) packet)));

        LoadResult result = rejecting("t", path).columns("id", "name").insert(rows);

        assertThat(indexes()).containsExactly(0L, 2L, 3L, 12L, 13L, 20L, 29L);
        assertCounts(result, 30, 7, 0);
        assertThat(rows("select count(*), sum(length(name)) from t")).containsExactly("23|" + 23 * 700_000);
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("rows that bring numbers beside rows that leave them are rejected like others")
    void numbers(MySqlProvider.Path path) throws SQLException {
        execute(
                "create table t(id bigint auto_increment primary key, name varchar(20) unique, check (name <> 'bad')) auto_increment = 5000000");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> rows.add(row(i % 3 == 0 ? null : (Object) (1_000L + i), "name " + i)));
        rows.set(9, row(null, "name 80"));
        rows.set(12, row(null, "bad"));
        rows.set(33, row(null, "name 2"));
        rows.set(50, row(1_001L, "name 50"));

        LoadResult result = rejecting("t", path).columns("id", "name").insert(rows);

        assertThat(indexes()).containsExactly(12L, 33L, 50L, 80L);
        assertCounts(result, 100, 4, 0);
    }

    @ParameterizedTest
    @EnumSource(MySqlProvider.Path.class)
    @DisplayName("the constraint is told that refuses a row, whatever its name and the values are")
    void constraints(MySqlProvider.Path path) throws SQLException {
        execute(
                "create table t(id varchar(50), name varchar(50), parent varchar(50), unique key `a ' key` (id),"
                        + " constraint `a `` check` check (name <> 'bad'), constraint `a fk` foreign key (parent) references t(id))");
        execute("insert into t values (\"' for key 'x'\", 'stored', null)");
        BulkInserter inserter = into("t", path).columns("id", "name", "parent");

        BulkLoadException duplicate =
                failureOf(() -> inserter.insert(rowsOf(row("a", "good", null), row("' for key 'x'", "good", null))));
        assertThat(duplicate.getMessage())
                .isEqualTo("load into t failed at row 1: Duplicate entry '' for key 'x'' for key 'a ' key'");
        assertThat(duplicate.constraint()).isEqualTo("a ' key");
        BulkLoadException check =
                failureOf(() -> inserter.insert(rowsOf(row("a", "good", null), row("b", "bad", null))));
        assertThat(check.getMessage())
                .isEqualTo("load into t failed at row 1: CONSTRAINT `a `` check` failed for `" + database() + "`.`t`");
        assertThat(check.constraint()).isEqualTo("a ` check");
        BulkLoadException reference =
                failureOf(() -> inserter.insert(rowsOf(row("a", "good", null), row("b", "n", "none"))));
        assertPlace(reference, 1, "parent");
        assertThat(reference.constraint()).isEqualTo("a fk");
        assertThat(reference.getSQLState()).isEqualTo("23000");
    }
}
