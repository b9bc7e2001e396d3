package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that PostgreSQL refuses, in the ways that it has beside a check and a key. */
@Timeout(120)
final class RejectsTest extends LiveTest {
    private final List<RejectedRow> rejected = new ArrayList<>();

    private BulkInserter rejecting(String table, PostgresProvider.Path path) {
        return into(table).option(PostgresProvider.PATH, path).onError(ErrorPolicy.rejectUpTo(1_000, rejected::add));
    }

    private List<Long> indexes() {
        return rejected.stream().map(RejectedRow::index).toList();
    }

    /** The rows that INSERT statements of one row each would refuse. */
    private List<Long> refusedOneByOne(String insert, List<@Nullable Object[]> rows) throws SQLException {
        List<Long> refused = new ArrayList<>();
        Connection connection = connection();
        connection.setAutoCommit(false);
        for (int i = 0; i < rows.size(); i++) {
            Savepoint before = connection.setSavepoint();
            Object[] row = rows.get(i);
            String values = Arrays.stream(row)
                    .map(value -> value == null ? "default" : "?")
                    .toList()
                    .toString();
            try (PreparedStatement statement = connection.prepareStatement(
                    insert + " values (" + values.substring(1, values.length() - 1) + ")")) {
                int at = 1;
                for (Object value : row) {
                    if (value != null) {
                        statement.setObject(at++, value);
                    }
                }
                statement.executeUpdate();
            } catch (SQLException e) {
                connection.rollback(before);
                refused.add((long) i);
            }
        }
        connection.rollback();
        connection.setAutoCommit(true);
        return refused;
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("rows are found for which a trigger raises an error of any SQLState, before or after the row")
    void raisingTrigger(PostgresProvider.Path path) throws SQLException {
        for (String when : List.of("before", "after")) {
            for (String state : List.of("P0001", "MY001", "23514", "54000", "99999")) {
                execute(
                        "drop table if exists t",
                        "create table t(id bigint primary key, name text)",
                        "create or replace function raising() returns trigger language plpgsql as $$ begin"
                                + " if new.id in (3, 150, 199) then raise exception 'not %', new.id using errcode = '"
                                + state
                                + "'; end if; return new; end $$",
                        "create trigger raising " + when + " insert on t for each row execute function raising()");
                rejected.clear();

                LoadResult result = rejecting("t", path).columns("id", "name").insert(numberedRows(200));

                assertThat(indexes()).as("%s %s", when, state).containsExactly(3L, 150L, 199L);
                assertCounts(result, 200, 3, 0);
                assertThat(rejected.get(1).failure().getSQLState()).isEqualTo(state);
                assertThat(rejected.get(1).failure().reason()).isEqualTo("not 150");
                assertThat(rows("select count(*) from t")).containsExactly("197");
            }
        }
    }

    @Test
    @DisplayName("a trigger that leaves rows out is counted beside the rejected rows")
    void skippingTrigger() throws SQLException {
        execute(
                "create table t(id bigint primary key, name text check (name <> 'bad'))",
                "create function skipping() returns trigger language plpgsql as $$ begin"
                        + " return case when new.id % 10 = 0 then null else new end; end $$",
                "create trigger skipping before insert on t for each row execute function skipping()");
        List<@Nullable Object[]> rows = numberedRows(100);
        rows.set(17, row(17L, "bad"));
        rows.set(20, row(20L, "bad"));
        for (PostgresProvider.Path path : PostgresProvider.Path.values()) {
            execute("delete from t");
            rejected.clear();

            LoadResult result = rejecting("t", path).columns("id", "name").insert(rows);

            // the trigger leaves 20 out before it is checked
            assertThat(indexes()).containsExactly(17L);
            assertCounts(result, 100, 1, 10);
            assertThat(rows("select count(*) from t")).containsExactly("89");
        }
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName(
            "rows are found that an exclusion constraint, a domain, a generated column, an index or a partition refuses")
    void otherConstraints(PostgresProvider.Path path) throws SQLException {
        execute(
                "create domain even as bigint check (value % 2 = 0)",
                "create table t(id bigint not null, n even, part int, text text,"
                        + " inverse numeric generated always as (1.0 / id) stored,"
                        + " exclude using btree (n with =, part with =)) partition by list (part)",
                "create table t1 partition of t for values in (1)",
                "create index on t(text)");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 60).forEach(i -> rows.add(row((long) i + 1, 2L * i, 1, "text")));
        rows.set(10, row(0L, 20L, 1, "divides by it"));
        rows.set(20, row(20L, 41L, 1, "no even number"));
        rows.set(30, row(30L, 2L, 1, "excluded by row 1"));
        rows.set(40, row(40L, 80L, 2, "no partition"));
        Random random = new Random(1);
        StringBuilder incompressible = new StringBuilder();
        random.ints(9_000, 'a', 'z').forEach(c -> incompressible.append((char) (c + random.nextInt(200))));
        rows.set(50, row(50L, 100L, 1, incompressible.toString()));

        LoadResult result =
                rejecting("t", path).columns("id", "n", "part", "text").insert(rows);

        assertThat(indexes()).containsExactly(10L, 20L, 30L, 40L, 50L);
        assertThat(rejected.stream().map(row -> row.failure().getSQLState()))
                .containsExactly("22012", "23514", "23P01", "23514", "54000");
        assertCounts(result, 60, 5, 0);
    }

    @Test
    @DisplayName("rows are found that a policy of row-level security refuses")
    void rowSecurity() throws SQLException {
        execute(
                "create table t(id bigint primary key, name text)",
                "alter table t enable row level security, force row level security",
                "create policy p on t with check (name <> 'bad')",
                "create policy s on t for select using (true)",
                "do $$ begin create role longshore_rejects; exception when duplicate_object then null; end $$",
                "grant usage on schema " + schema() + " to longshore_rejects",
                "grant all on t to longshore_rejects",
                "set role longshore_rejects");
        List<@Nullable Object[]> rows = numberedRows(50);
        rows.set(7, row(7L, "bad"));
        rows.set(49, row(49L, "bad"));

        LoadResult result = into("t")
                .columns("id", "name")
                .onError(ErrorPolicy.rejectUpTo(10, rejected::add))
                .insert(rows);

        assertThat(indexes()).containsExactly(7L, 49L);
        assertCounts(result, 50, 2, 0);
        assertThat(rows("select count(*) from t")).containsExactly("48");
        execute("reset role");
    }

    @Test
    @DisplayName("a deferred constraint fails at the commit, where no row can be found; nothing is stored then")
    void deferred() throws SQLException {
        execute(
                "create table p(id bigint primary key)",
                "create table t(id bigint primary key, name text check (name <> 'bad'), parent bigint references p"
                        + " deferrable initially deferred)");
        BulkInserter inserter =
                into("t").columns("id", "name", "parent").onError(ErrorPolicy.rejectUpTo(10, rejected::add));

        BulkLoadException failure = failureOf(
                () -> inserter.insert(rowsOf(row(1L, "good", null), row(2L, "bad", null), row(3L, "good", 99L))));

        assertThat(failure.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(failure.hint()).contains("deferred");
        assertThat(rows("select * from t")).isEmpty();
        assertUsable();
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName(
            "where some rows bring numbers and others leave them, those are rejected that one INSERT each would refuse")
    void shapes(PostgresProvider.Path path) throws SQLException {
        execute("create table t(id bigint generated by default as identity (start with 1000) primary key,"
                + " name text unique check (name <> 'bad'))");
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> rows.add(row(i % 3 == 0 ? null : (Object) (long) i, "name " + i)));
        rows.set(9, row(null, "name 80"));
        rows.set(12, row(null, "bad"));
        rows.set(13, row(13L, "bad"));
        rows.set(33, row(null, "name 2"));
        rows.set(50, row(1L, "name 50"));
        rows.set(99, row(null, "name 98"));
        List<Long> expected = refusedOneByOne("insert into t(id, name)", rows);
        assertThat(expected).containsExactly(12L, 13L, 33L, 50L, 80L, 99L);

        LoadResult result = rejecting("t", path).columns("id", "name").insert(rows);

        assertThat(indexes()).isEqualTo(expected);
        assertCounts(result, 100, 6, 0);
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("the sequence is moved behind the numbers of rows that are stored, not of those that are rejected")
    void keepIdentity(PostgresProvider.Path path) throws SQLException {
        execute("create table t(id bigint generated always as identity primary key, name text check (name <> 'bad'))");
        List<@Nullable Object[]> rows = numberedRows(50);
        rows.remove(0);
        rows.set(20, row(4_000_000_000L, "bad"));
        rows.set(21, row(5_000_000_000L, "a\0b"));

        LoadResult result =
                rejecting("t", path).columns("id", "name").keepIdentity().insert(rows);

        assertThat(indexes()).containsExactly(20L, 21L);
        assertCounts(result, 49, 2, 0);
        execute("insert into t(name) values ('next')");
        assertThat(rows("select id from t where name = 'next'")).containsExactly("50");
    }

    @Test
    @DisplayName(
            "a handler that breaks or ends the transaction ends the load, whose commit would store nothing without a word")
    void handlerBreaksTransaction() throws SQLException {
        execute("create table t(id bigint primary key, name text check (name <> 'bad'))");
        for (String sql : List.of("select 1 from no_such_table", "rollback")) {
            rejected.clear();
            BulkInserter inserter = into("t").columns("id", "name").onError(ErrorPolicy.rejectUpTo(9, row -> {
                rejected.add(row);
                try {
                    execute(sql);
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).isEqualTo("42P01");
                }
            }));

            BulkLoadException failure = failureOf(() -> inserter.insert(rowsOf(row(1L, "good"), row(2L, "bad"))));

            assertThat(rejected).hasSize(1);
            assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
            assertThat(failure.reason())
                    .startsWith("the transaction was ended or broken by the handler of rejected rows");
            assertThat(rows("select * from t")).isEmpty();
            assertUsable();
        }
    }

    @Test
    @DisplayName("a table whose one column is numbered is loaded with rejected rows too")
    void oneColumn() throws SQLException {
        execute("create table t(id bigint generated by default as identity primary key check (id <> 3))");
        LoadResult result = into("t")
                .onError(ErrorPolicy.rejectUpTo(9, rejected::add))
                .columns("id")
                .insert(Stream.of(10L, null, null, 3L, null, null, 10L).map(id -> row(id)));

        // whatever number the server had for 3 is refused as well, but numbers once taken are not given again
        assertThat(indexes()).contains(3L, 6L);
        assertCounts(result, 7, rejected.size(), 0);
        assertThat(rows("select count(*) from t where id <> 3")).containsExactly(String.valueOf(7 - rejected.size()));
    }

    @Test
    @DisplayName(
            "the messages of the common refusals say which constraint it was and what is wrong, and the constraint is told apart")
    void messages() throws SQLException {
        execute(
                "create table t(id bigint constraint t_key primary key, name text constraint t_check check (name <> 'bad'),"
                        + " parent bigint constraint t_parent references t)");
        execute("insert into t values (1, 'stored', null)");
        BulkInserter inserter = into("t").columns("id", "name", "parent");

        BulkLoadException duplicate =
                failureOf(() -> inserter.insert(rowsOf(row(2L, "good", null), row(1L, "good", null))));
        assertThat(duplicate.getMessage())
                .isEqualTo("load into t failed at row 1: duplicate key value violates unique constraint \"t_key\":"
                        + " Key (id)=(1) already exists.");
        assertThat(duplicate.constraint()).isEqualTo("t_key");
        BulkLoadException check = failureOf(() -> inserter.insert(rowsOf(row(2L, "good", null), row(3L, "bad", null))));
        assertThat(check.getMessage())
                .isEqualTo(
                        "load into t failed at row 1: new row for relation \"t\" violates check constraint \"t_check\":"
                                + " Failing row contains (3, bad, null).");
        assertThat(check.constraint()).isEqualTo("t_check");
        BulkLoadException reference =
                failureOf(() -> inserter.insert(rowsOf(row(2L, "good", null), row(3L, "n", 99L))));
        assertThat(reference.reason())
                .isEqualTo("insert or update on table \"t\" violates foreign key constraint \"t_parent\":"
                        + " Key (parent)=(99) is not present in table \"t\".");
        assertThat(reference.constraint()).isEqualTo("t_parent");
        assertThat(reference.getSQLState()).isEqualTo("23503");
    }
}
