package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Servers that go away, networks that stall, pools, and sources that get in the way of the load. */
@Timeout(120)
final class FaultsTest extends LiveTest {
    private static final int ROWS = 60_000;

    /** Rows made one by one, with something to happen at each. */
    private static Iterator<Object[]> rows(int count, LongFunction<Object[]> each) {
        return IntStream.range(0, count).mapToObj(each::apply).iterator();
    }

    private static Object[] wide(long index) {
        return row(index, "some text that fills the buffers on the way", null);
    }

    /** Loads that fail, each in a way of its own. */
    private static List<Load> failingLoads(BulkInserter inserter) {
        LongFunction<Object[]> duplicate = index -> index == 2 ? wide(0) : wide(index);
        LongFunction<Object[]> throwing = index -> {
            if (index == 2) {
                throw new IllegalStateException("source");
            }
            return wide(index);
        };
        return List.of(
                () -> inserter.insert(rows(3, throwing)),
                () -> inserter.insert(
                        rows(20_000, index -> throwing.apply(index == 2 ? 3 : index == 19_000 ? 2 : index))),
                () -> inserter.insert(rows(3, duplicate)),
                () -> inserter.insert(rows(20_000, duplicate)),
                () -> inserter.insert(rows(5_000, index -> row(index, index == 4_000 ? "a\0b" : "text", null))),
                // checked when the transaction ends
                () -> inserter.insert(rows(3_000, index -> row(index, "text", 99))),
                () -> inserter.insert(rows(3, index -> row(index, "text", 99))),
                () -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES)
                        .insert(rows(3_000, duplicate)),
                () -> inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_TEXT)
                        .insert(rows(3_000, duplicate)),
                () -> inserter.columns("id", "b", "missing").insert(rows(3, FaultsTest::wide)),
                () -> {
                    LoadControl control = new LoadControl();
                    return inserter.control(control).insert(rows(20_000, index -> {
                        if (index == 10_000) {
                            control.cancel();
                        }
                        return wide(index);
                    }));
                },
                () -> inserter.timeout(Duration.ofMillis(30)).insert(rows(20_000, index -> {
                    if (index == 10_000) {
                        sleep(50);
                    }
                    return wide(index);
                })),
                () -> {
                    try {
                        return inserter.insert(rows(20_000, index -> {
                            if (index == 10_000) {
                                Thread.currentThread().interrupt();
                            }
                            return wide(index);
                        }));
                    } finally {
                        assertThat(Thread.interrupted())
                                .as("the interrupt is still told")
                                .isTrue();
                    }
                });
    }

    @Test
    @DisplayName("PG-83 a hundred failed loads through one pooled connection leave it usable each time")
    void pooled() throws SQLException {
        execute(
                "create table p(id int primary key)",
                "create table t(id bigint primary key, b text, parent int references p deferrable initially deferred)");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setDataSourceProperties(PostgresServer.properties(new Properties()));
        config.setSchema(schema());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            BulkInserter inserter = BulkInserter.forDataSource(pool).into("t").columns("id", "b", "parent");
            String process = process(pool);
            List<Load> loads = failingLoads(inserter);
            for (int i = 0; i < 104; i++) {
                BulkLoadException failure = failureOf(loads.get(i % loads.size()));
                assertThat(failure.transactionState()).as(failure.getMessage()).isEqualTo(TransactionState.INTACT);
                try (Connection same = pool.getConnection()) {
                    assertThat(same.getAutoCommit()).isTrue();
                    assertThat(rows(same, "select count(*), current_schema() from t"))
                            .containsExactly("0|" + schema());
                }
            }
            assertThat(process(pool)).as("the server's process behind the pool").isEqualTo(process);
            assertThat(inserter.insert(rows(3_000, FaultsTest::wide)).rowsWritten())
                    .isEqualTo(3_000);
        }
    }

    private static String process(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return rows(connection, "select pg_backend_pid()").get(0);
        }
    }

    @TestFactory
    @DisplayName("PG-80 a lazy source over the connection that is loaded over is refused instead of waiting for ever")
    Stream<DynamicTest> sameConnection() {
        return Stream.of(true, false)
                .map(autoCommit -> DynamicTest.dynamicTest("autocommit " + autoCommit, () -> {
                    execute("drop table if exists t", "create table t(id bigint, b text)");
                    connection().setAutoCommit(autoCommit);
                    BulkLoadException failure =
                            failureOf(() -> into("t").columns("id", "b").insert(rows(ROWS, index -> {
                                if (index == 20_000) {
                                    try {
                                        execute("select 1");
                                    } catch (SQLException e) {
                                        throw new IllegalStateException(e);
                                    }
                                }
                                return row(index, "some text that fills the buffers on the way");
                            })));
                    assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
                    assertThat(failure.reason())
                            .isEqualTo("the source of the rows uses the connection that it is loaded over, which can do"
                                    + " nothing else while a COPY is open");
                    assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                    assertThat(rows("select count(*) from t")).containsExactly("0");
                    if (!autoCommit) {
                        connection().commit();
                        connection().setAutoCommit(true);
                    }
                }));
    }

    @Test
    @DisplayName("PG-80 a ResultSet that fetches its rows over the same connection is refused too")
    void sameConnectionResultSet() throws SQLException {
        execute("create table t(id bigint, b text)");
        connection().setAutoCommit(false);
        try (Statement statement = connection().createStatement()) {
            statement.setFetchSize(1_000);
            try (ResultSet rows = statement.executeQuery(
                    "select g as id, 'some text that fills the buffers' as b from generate_series(1, 100000) g")) {
                BulkLoadException failure = failureOf(() -> into("t").insert(rows));
                assertThat(failure.reason()).contains("uses the connection that it is loaded over");
            }
        }
        assertThat(rows("select count(*) from t")).containsExactly("0");
        connection().rollback();
    }

    @Test
    @DisplayName("a ResultSet of another connection is copied, whatever its types")
    void otherConnectionResultSet() throws SQLException {
        String columns =
                "1::int8 as id, 'x'::text as b, '{1,NULL}'::int4[] as c, '2024-01-01 00:00+00'::timestamptz as d,"
                        + " '[1,5)'::int4range as e, '10.0.0.1'::inet as f, '{\"a\": 1}'::jsonb as g, '1 day'::interval as h,"
                        + " 1.50::numeric as i, '\\x00'::bytea as j, B'101' as k, '(1,2)'::point as l, '10:00'::time as m,"
                        + " '10:00+02'::timetz as n, null::uuid as o, 'infinity'::timestamp as p, '<a/>'::xml as q";
        execute("create table t as select " + columns + " limit 0");
        try (Connection source = PostgresServer.connect();
                Statement statement = source.createStatement();
                ResultSet rows = statement.executeQuery("select " + columns)) {
            into("t").insert(rows);
        }
        assertThat(rows("select t::text from t")).isEqualTo(rows("select x::text from (select " + columns + ") x"));
    }

    @Test
    @DisplayName("a load that is long and slow notices an error of the server before its end")
    void longLoad() throws SQLException {
        execute("create table t(id bigint check (id <> 5), b text)");
        long[] made = new long[1];
        BulkLoadException failure = failureOf(() -> into("t").columns("id", "b").insert(rows(10_000_000, index -> {
            made[0] = index;
            if (index == 50_000) {
                sleep(1_100);
            }
            return row(index, "x");
        })));
        assertThat(failure.rowIndex()).isEqualTo(5);
        assertThat(made[0]).isLessThan(1_000_000);
    }

    @Test
    @DisplayName("rows after the first cut are named rightly too, and a statement trigger forbids cutting")
    void cuts() throws SQLException {
        execute(
                "create table t(id bigint check (id <> 250000), b text)",
                "create table log(n int)",
                "create function note() returns trigger language plpgsql as $$ begin insert into log values (1); return null;"
                        + " end $$");
        LongFunction<Object[]> slow = index -> {
            if (index % 100_000 == 50_000) {
                sleep(1_100);
            }
            return row(index, "x");
        };
        BulkLoadException failure = failureOf(() -> into("t").columns("id", "b").insert(rows(300_000, slow)));
        assertThat(failure.rowIndex()).isEqualTo(250_000);
        execute("create trigger n after insert on t for each statement execute function note()");
        assertThat(into("t").columns("id", "b").insert(rows(249_000, slow)).rowsWritten())
                .isEqualTo(249_000);
        assertThat(rows("select count(*) from log")).containsExactly("1");
        assertThat(rows("select count(*), max(id) from t")).containsExactly("249000|248999");
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("FREEZE is passed on where it is legal, and the server's refusal where it is not")
    void freeze() throws SQLException {
        execute("create table t(id int)");
        BulkInserter freezing = into("t").option(PostgresProvider.FREEZE, true);
        BulkLoadException failure = failureOf(() -> freezing.insert(rowsOf(row(1))));
        assertThat(failure.getSQLState()).isEqualTo("55000");
        connection().setAutoCommit(false);
        execute("truncate t");
        freezing.savepoint(dev.longshore.SavepointPolicy.NEVER).insert(rowsOf(row(1)));
        connection().commit();
        assertThat(rows("select id from t")).containsExactly("1");
    }

    @Test
    @DisplayName("a sorted list of what is there comes with the error for a table that is not")
    void missingTable() throws SQLException {
        execute("create table b(id int)", "create table a(id int)", "create materialized view m as select 1 as x");
        BulkLoadException failure = failureOf(() -> into("c").insert(rowsOf(row(1))));
        assertThat(failure.getMessage())
                .isEqualTo("load into c failed: there is no table \"c\" in the search path; it has a, b");
        BulkLoadException inSchema = failureOf(() -> into(schema() + ".c").insert(rowsOf(row(1))));
        assertThat(inSchema.reason()).isEqualTo("there is no table \"c\"; schema " + schema() + " has a, b");
        assertThat(failureOf(() -> into("m").insert(rowsOf(row(1)))).reason())
                .isEqualTo("m is a materialized view, which is filled by REFRESH only");
    }

    record OrderLine(int id) {}

    @Test
    @DisplayName("a name derived from a class finds the table that differs in case and underscores only")
    void derivedNames() throws SQLException {
        execute("create table \"Order_Line\"(id int)");
        BulkInserter.forConnection(connection()).insert(List.of(new OrderLine(1)));
        assertThat(rows("select id from \"Order_Line\"")).containsExactly("1");
        execute("create table order_line(id int)");
        BulkLoadException failure =
                failureOf(() -> BulkInserter.forConnection(connection()).insert(List.of(new OrderLine(1))));
        assertThat(failure.reason())
                .isEqualTo("the name OrderLine fits several tables: Order_Line, order_line; name the one by into(…)");
    }
}
