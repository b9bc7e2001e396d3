package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPlan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Loads over MySQL's own driver. */
final class ConnectorJTest extends LiveTest {
    private Connection connectorJ;

    @BeforeEach
    void openConnectorJ() throws SQLException {
        String url = MySqlServer.url().replaceFirst("^jdbc:[a-z]+:", "jdbc:mysql:");
        connectorJ = DriverManager.getConnection(
                url + database() + "?allowPublicKeyRetrieval=true", MySqlServer.properties(new Properties()));
    }

    @AfterEach
    void closeConnectorJ() throws SQLException {
        connectorJ.close();
    }

    private BulkInserter over(String table) {
        return BulkInserter.forConnection(connectorJ).into(table);
    }

    @Test
    @DisplayName("values of every kind arrive as over MariaDB's driver, by multi-row INSERT")
    void values() throws SQLException {
        String columns =
                "(id int, a varchar(50), b varbinary(50), c decimal(20,5), d double, f float, g datetime(6), h time(6),"
                        + " i bigint unsigned, j date, k bit(8), l tinyint(1), m timestamp(6) null)";
        execute("create table t" + columns, "create table other" + columns);
        List<Object[]> rows = List.of(
                row(
                        1,
                        "é😀 'quotes'",
                        new byte[] {0, -1, 92},
                        new BigDecimal("1.00500"),
                        0.1,
                        0.1f,
                        LocalDateTime.parse("2024-01-02T03:04:05.678999"),
                        LocalTime.parse("23:59:59.95"),
                        new BigInteger("18446744073709551615"),
                        LocalDate.parse("1582-10-10"),
                        165,
                        true,
                        Instant.parse("2024-11-03T06:30:00.000001Z")),
                row(2, null, null, null, null, null, null, Duration.ofHours(-30), null, null, null, null, null),
                row(
                        3,
                        "",
                        new byte[0],
                        0,
                        -1.5,
                        2,
                        LocalDateTime.parse("0001-01-01T00:00"),
                        LocalTime.MIDNIGHT,
                        0,
                        null,
                        0,
                        false,
                        null));
        LoadPlan plan = over("t").explain(Object[].class);
        assertThat(plan.path()).isEqualTo("insert-values");
        assertThat(plan.refusedPaths().get(0).reason()).isEqualTo("MySQL Connector/J has no bulk protocol");
        over("t").insert(rows);
        into("other").insert(rows);
        String all =
                "select id, hex(a), hex(b), c, d, f, cast(g as char), cast(h as char), i, cast(j as char), hex(k), l,"
                        + " unix_timestamp(m) from ";
        assertThat(rows(all + "t order by id")).isEqualTo(rows(all + "other order by id"));
    }

    @Test
    @DisplayName("statements of full and of other sizes, a failing row, zeros that are kept")
    void statements() throws SQLException {
        execute("create table t(id int auto_increment primary key, s varchar(10))");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 1; i <= 2_345; i++) {
            rows.add(row(i, "s" + i));
        }
        over("t").insert(rows);
        assertThat(rows("select count(*), sum(id) from t")).containsExactly("2345|2750685");
        over("t").keepIdentity().insert(rowsOf(row(0, "zero")));
        assertThat(rows("select s from t where id = 0")).containsExactly("zero");
        execute("delete from t");
        rows.set(1_777, row(5, "again"));
        BulkLoadException failure = failureOf(() -> over("t").insert(rows));
        assertThat(failure.rowIndex()).isEqualTo(1_777);
        assertThat(rows("select count(*) from t")).containsExactly("0");
        assertThat(rows(connectorJ, "select 1")).containsExactly("1");
        assertThat(connectorJ.getAutoCommit()).isTrue();
    }

    @Test
    @DisplayName("a session that is not strict is looked after, too")
    void notStrict() throws SQLException {
        execute(connectorJ, "set sql_mode = ''");
        execute("create table t(id int, s varchar(3) character set big5)");
        BulkLoadException failure = failureOf(() -> over("t").insert(rowsOf(row(1, "a"), row(2, "😀"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.reason()).startsWith("the server, whose session is not strict, changed a value: ");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }
}
