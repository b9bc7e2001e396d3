package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPlan;
import dev.longshore.RefusedPath;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What MySQL does otherwise than MariaDB, as it is set up by default. */
@EnabledIf(value = "dev.longshore.mysql.MySqlContainer#isDockerThere", disabledReason = MySqlContainer.NO_DOCKER)
final class MySqlBehaviourTest extends LiveTest {
    @Override
    MySqlServer.Login login() {
        return MySqlContainer.login();
    }

    @Test
    @DisplayName("the path is insert-values, and the plan says why")
    void path() throws Exception {
        execute("create table t(id int)");
        LoadPlan plan = into("t").explain(Object[].class);
        assertThat(plan.path()).isEqualTo("insert-values");
        assertThat(plan.refusedPaths()).singleElement().satisfies(refused -> {
            assertThat(refused.path()).isEqualTo("insert-bulk");
            assertThat(refused.reason()).endsWith("has no bulk protocol");
        });
        BulkLoadException failure =
                failureOf(() -> into("t", MySqlProvider.Path.INSERT_BULK).insert(rowsOf(row(1))));
        assertThat(failure.reason()).contains("has no bulk protocol");
        into("t").insert(rowsOf(row(1), row(2)));
        assertThat(rows("select id from t order by id")).containsExactly("1", "2");
    }

    @Test
    @DisplayName(
            "local_infile is off: load-data is refused where it is required, and passed over where it is preferred")
    void localInfileIsOff() throws Exception {
        execute("create table t(id int)");
        assertThat(rows("select @@local_infile")).containsExactly("0");
        BulkLoadException failure =
                failureOf(() -> into("t", MySqlProvider.Path.LOAD_DATA).insert(rowsOf(row(1))));
        assertThat(failure.reason()).isEqualTo("the path load-data can't be taken: the server's local_infile is off");
        assertThat(failure.hint()).isEqualTo("Run SET GLOBAL local_infile = 1");
        LoadPlan plan = into("t").option(MySqlProvider.PREFER_LOAD_DATA, true).explain(Object[].class);
        assertThat(plan.path()).isEqualTo("insert-values");
        assertThat(plan.refusedPaths().stream().map(RefusedPath::path)).contains("load-data");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @Test
    @DisplayName("fractions that a column does not hold are rounded, as by an INSERT")
    void fractionsAreRounded() throws Exception {
        execute("create table t(id int, at datetime, length time(3))", "create table plain like t");
        into("t")
                .insert(rowsOf(
                        row(1, LocalDateTime.parse("2024-12-31T23:59:59.5"), Duration.parse("PT-27H-0.0005S")),
                        row(2, LocalDateTime.parse("2024-12-31T23:59:59.499999"), Duration.parse("PT27H0.000499S"))));
        execute("insert into plain values (1, '2024-12-31 23:59:59.5', '-27:00:00.0005'),"
                + " (2, '2024-12-31 23:59:59.499999', '27:00:00.000499')");
        assertThat(rows("select * from t order by id")).isEqualTo(rows("select * from plain order by id"));
        assertThat(rows("select at from t order by id")).containsExactly("2025-01-01 00:00:00", "2024-12-31 23:59:59");
    }

    @Test
    @DisplayName("with interleaved numbering, rows are numbered in the order in which they came")
    void interleavedNumbers() throws Exception {
        assertThat(rows("select @@innodb_autoinc_lock_mode")).containsExactly("2");
        execute("create table t(id int auto_increment primary key, n int)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            rows.add(row(null, i));
        }
        into("t").insert(rows);
        assertThat(rows("select count(*), count(distinct id) from t")).containsExactly("5000|5000");
        assertThat(rows("select count(*) from t a join t b on b.n = a.n + 1 where b.id <= a.id"))
                .containsExactly("0");
    }

    @Test
    @DisplayName("JSON is a type of its own: what is none fails with its row")
    void json() throws Exception {
        execute("create table t(id int, j json)");
        into("t").insert(rowsOf(row(1, "{\"b\": \"\uD83D\uDE00\",  \"a\": 1}")));
        assertThat(rows("select j from t")).containsExactly("{\"a\": 1, \"b\": \"\uD83D\uDE00\"}");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(2, "{}"), row(3, "{"), row(4, "[]"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(rows("select id from t")).containsExactly("1");
    }
}
