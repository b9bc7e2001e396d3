package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import java.math.BigDecimal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Properties;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.util.PGInterval;

/** Values and connections with which java.sql's classes, the driver or COPY do something else than an INSERT does. */
class DriverLossesTest extends LiveTest {
    private BulkInserter into(String table, PostgresProvider.Path path) {
        return into(table).option(PostgresProvider.PATH, path);
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("old dates before our era stay there, although java.sql's own methods give their year without the era")
    void beforeOurEra(PostgresProvider.Path path) throws SQLException {
        TimeZone before = TimeZone.getDefault();
        for (String zone : new String[] {"UTC", "America/New_York", "Asia/Kolkata"}) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            try (Connection local = PostgresServer.connectTo(schema())) {
                execute(local, "drop table if exists t");
                execute(local, "create table t(ts timestamp, d date)");
                for (long millis : new long[] {-210_866_803_200_000L, -63_000_000_000_001L, -62_135_769_600_000L, -1}) {
                    execute(local, "truncate t");
                    Timestamp timestamp = new Timestamp(millis);
                    java.sql.Date date = new java.sql.Date(millis);
                    try (PreparedStatement insert = local.prepareStatement("insert into t values (?, ?)")) {
                        insert.setTimestamp(1, timestamp);
                        insert.setDate(2, date);
                        insert.executeUpdate();
                    }
                    BulkInserter.forConnection(local)
                            .into("t")
                            .option(PostgresProvider.PATH, path)
                            .insert(rowsOf(row(timestamp, date)));
                    assertThat(rows(local, "select distinct * from t"))
                            .as(zone + " " + millis)
                            .hasSize(1);
                }
            } finally {
                TimeZone.setDefault(before);
            }
        }
    }

    @Test
    @DisplayName("a leap day that only the Julian calendar has is refused")
    void julianLeapDay() throws SQLException {
        execute("create table t(d date)");
        java.sql.Date leapDay = java.sql.Date.valueOf("1000-02-28");
        leapDay.setTime(leapDay.getTime() + 86_400_000);
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(leapDay))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.reason()).isEqualTo("1000-02-29 is a leap day of the Julian calendar only");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName(
            "values that the driver would bind as others: the first timestamp, a decimal of 131 073 digits, far offsets")
    void boundAsOthers(PostgresProvider.Path path) throws SQLException {
        execute("create table t(ts timestamp, tz timestamptz, n numeric)");
        into("t", path)
                .insert(rowsOf(
                        row(LocalDateTime.of(-4713, 11, 24, 0, 0), OffsetDateTime.parse("2024-01-01T10:00+18:00"), 0),
                        row(null, OffsetDateTime.parse("+294277-01-01T00:00+01:00"), new BigDecimal("0E+2000000000"))));
        assertThat(rows("select ts, tz at time zone 'UTC', n from t"))
                .containsExactly("4714-11-24 00:00:00 BC|2023-12-31 16:00:00|0", "null|294276-12-31 23:00:00|0");
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("n").insert(rowsOf(row(new BigDecimal("1E+131072")))));
        assertThat(failure.reason()).isEqualTo("the number has more than 131072 digits before the point");
        BulkLoadException early = failureOf(
                () -> into("t", path).columns("ts").insert(rowsOf(row(LocalDateTime.of(-4713, 11, 23, 23, 59)))));
        assertThat(early.reason())
                .isEqualTo("-4713-11-23T23:59 is out of range: timestamp without time zone holds the years 4714 BC to"
                        + " 294276");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("a decimal and a text become the nearest real at once, not by way of a double; -0 keeps its sign")
    void roundedOnce(PostgresProvider.Path path) throws SQLException {
        execute("create table t(f real)");
        String halfway = "1.00000017881393432617187499";
        into("t", path).insert(rowsOf(row(halfway), row(new BigDecimal(halfway)), row("-0")));
        try (PreparedStatement insert = connection().prepareStatement("insert into t values (?)")) {
            insert.setBigDecimal(1, new BigDecimal(halfway));
            insert.executeUpdate();
        }
        assertThat(rows("select f from t")).containsExactly("1.0000001", "1.0000001", "-0", "1.0000001");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName(
            "an interval object without value is NULL; an address with a scope is refused; a zero has any exponent")
    void objects(PostgresProvider.Path path) throws SQLException, UnknownHostException {
        execute("create table t(i interval, a inet, n int)");
        PGInterval nothing = new PGInterval();
        nothing.setValue((String) null);
        into("t", path).insert(rowsOf(row(nothing, null, new BigDecimal("0E+2000000000"))));
        assertThat(rows("select * from t")).containsExactly("null|null|0");
        InetAddress scoped =
                Inet6Address.getByAddress(null, InetAddress.getByName("fe80::1").getAddress(), 1);
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("a").insert(rowsOf(row((Object) null), row(scoped))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.reason()).isEqualTo("the address fe80:0:0:0:0:0:0:1%1 has a scope, which can't be stored");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("a connection that is set to read-only is not written to, although the driver would let COPY through")
    void readOnly(PostgresProvider.Path path) throws SQLException {
        execute("create table t(a int)");
        connection().setReadOnly(true);
        for (boolean autoCommit : new boolean[] {true, false}) {
            connection().setAutoCommit(autoCommit);
            BulkLoadException failure = failureOf(() -> into("t", path).insert(rowsOf(row(1))));
            assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(failure.reason()).isEqualTo("the connection is read-only");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        }
        connection().rollback();
        connection().setReadOnly(false);
        into("t", path).insert(rowsOf(row(2)));
        connection().commit();
        assertThat(rows("select a from t")).containsExactly("2");
    }

    @Test
    @DisplayName("a client_encoding that the driver does not send in is refused")
    void clientEncoding() throws SQLException {
        execute("create table t(a text)");
        Properties properties = new Properties();
        properties.setProperty("allowEncodingChanges", "true");
        properties.setProperty("currentSchema", schema());
        try (Connection latin = PostgresServer.connect(properties)) {
            execute(latin, "set client_encoding to 'LATIN1'");
            BulkInserter inserter = BulkInserter.forConnection(latin).into("t");
            BulkLoadException failure = failureOf(() -> inserter.insert(rowsOf(row("é"))));
            assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(failure.reason())
                    .isEqualTo("the connection's client_encoding is LATIN1, but the driver sends text as UTF8");
            execute(latin, "set client_encoding to 'UTF8'");
            inserter.insert(rowsOf(row("é")));
        }
        assertThat(rows("select a, octet_length(a) from t")).containsExactly("é|2");
    }

    @Test
    @DisplayName("keepIdentity() leaves a sequence alone for numbers that it never comes to")
    void beyondTheSequence() throws SQLException {
        execute("create table t(id int generated by default as identity (minvalue 1 maxvalue 100), v text)");
        into("t").keepIdentity().insert(rowsOf(row(7, "a"), row(5_000, "b"), row(-3, "c")));
        execute("insert into t(v) values ('next')");
        assertThat(rows("select id from t where v = 'next'")).containsExactly("8");
    }

    @Test
    @DisplayName("a sequence that runs out names no row, since numbers drawn again would name another")
    void exhaustedSequence() throws SQLException {
        execute("create table t(id smallint generated by default as identity (maxvalue 3), a int)");
        BulkLoadException failure = failureOf(() -> into("t", PostgresProvider.Path.INSERT_VALUES)
                .columns("a")
                .insert(rowsOf(row(1), row(2), row(3), row(4), row(5))));
        assertThat(failure.getSQLState()).isEqualTo("2200H");
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(rows("select * from t")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("an endless interval of a ResultSet, which the driver's PGInterval takes for zero, is refused")
    void endlessInterval(PostgresProvider.Path path) throws SQLException {
        execute("create table t(i interval)");
        try (Connection other = PostgresServer.connectTo(schema());
                Statement statement = other.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select * from (values (interval '1 mon 2 days 3.5 sec'), ('infinity')) as v(i)")) {
            BulkLoadException failure = failureOf(() -> into("t", path).insert(rows));
            assertThat(failure.rowIndex()).isEqualTo(1);
            assertThat(failure.column()).isEqualTo("i");
            assertThat(failure.reason()).startsWith("\"infinity\" is no interval");
        }
    }
}
