package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RowMapping;
import dev.longshore.SavepointPolicy;
import dev.longshore.TransactionState;
import dev.longshore.UnstorableText;
import dev.longshore.postgres.PostgresProvider.Path;
import dev.longshore.tck.TcpProxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The neighbours of the inputs in {@link CasesTest}: other types, other paths, other sizes. */
final class CaseKindsTest extends LiveTest {
    private enum Colour {
        RED,
        GREEN
    }

    private BulkInserter into(String table, Path path) {
        return into(table).option(PostgresProvider.PATH, path);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-01 PG-03 NUL and lone surrogates are refused in columns of every type that takes text")
    void unstorableText(Path path) throws SQLException {
        execute(
                "create type mood as enum ('ok')",
                "create domain word as text",
                "create table t(i int, varchar varchar(20), bpchar char(5), name name, json json, xml xml, mood mood,"
                        + " word word, array_ text[], moods mood[], words word[])");
        Map<String, String> fine = new LinkedHashMap<>();
        fine.put("varchar", "x");
        fine.put("bpchar", "x");
        fine.put("name", "x");
        fine.put("json", "\"x\"");
        fine.put("xml", "<x/>");
        fine.put("mood", "ok");
        fine.put("word", "x");
        for (Map.Entry<String, String> column : fine.entrySet()) {
            for (String bad : List.of("a\0b", "a\uD83Db", "\uDE00", "b\uD83D")) {
                BulkLoadException failure = failureOf(() -> into("t", path)
                        .columns("i", column.getKey())
                        .insert(rowsOf(row(1, column.getValue()), row(2, bad), row(3, column.getValue()))));
                assertRefusedText(failure, column.getKey());
            }
        }
        for (String column : List.of("array_", "moods", "words")) {
            for (Object bad : List.of(List.of("ok", "a\0b"), new String[] {"ok", "\uD83D"})) {
                BulkLoadException failure = failureOf(() ->
                        into("t", path).columns("i", column).insert(rowsOf(row(1, List.of("ok")), row(2, bad))));
                assertRefusedText(failure, column);
            }
        }
        assertThat(rows("select * from t")).isEmpty();
    }

    private void assertRefusedText(BulkLoadException failure, String column) throws SQLException {
        assertThat(failure.rowIndex()).as(column).isEqualTo(1);
        assertThat(failure.column()).isEqualTo(column);
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.reason())
                .matches("the text holds the (character NUL|lone surrogate U\\+D83D|"
                        + "lone surrogate U\\+DE00) at index [01]");
        assertUsable();
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-01 PG-03 NUL and lone surrogates are replaced where the option says so, and each text is counted")
    void replacedText(Path path) throws SQLException {
        execute("create table t(i int, body text, words text[])");
        LoadResult result = into("t", path)
                .option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.REPLACE)
                .insert(rowsOf(
                        row(1, "a\0b\0", List.of("x")),
                        row(2, "\uD83D", List.of("\uDE00y", "z")),
                        row(3, "fine 😀", List.of())));
        assertThat(result.warnings()).extracting(LoadWarning::count).containsExactly(3L);
        assertThat(rows("select body, words from t order by i"))
                .containsExactly("a\uFFFDb\uFFFD|{x}", "\uFFFD|{\uFFFDy,z}", "fine 😀|{}");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-01 PG-29 the escape of NUL in jsonb is the server's to refuse, with its row; json keeps it")
    void escapedNul(Path path) throws SQLException {
        execute("create table t(i int, j json, b jsonb)");
        into("t", path).columns("i", "j").insert(rowsOf(row(1, "\"\\u0000\"")));
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("i", "b").insert(rowsOf(row(2, "1"), row(3, "\"\\u0000\""))));
        assertThat(failure.getSQLState()).isEqualTo("22P05");
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(rows("select i, j from t")).containsExactly("1|\"\\u0000\"");
    }

    @ParameterizedTest
    @EnumSource(value = Path.class, mode = EnumSource.Mode.EXCLUDE, names = "COPY_BINARY")
    @DisplayName("PG-04 PG-06 pairs and control characters at every offset around the edge of a buffer, as text")
    void edges(Path path) throws SQLException {
        execute("create table note(id int, body text)");
        List<Object[]> rows = new ArrayList<>();
        for (int edge : new int[] {8_192, 65_536, 81_920}) {
            for (int offset = -20; offset < 4; offset++) {
                rows.add(row(rows.size(), "a".repeat(edge + offset) + "😀\\\n\t\r\\.€"));
            }
        }
        into("note", path).insert(rows);
        assertThat(rows("select count(*) from note where right(body, 8) = '😀' || E'\\\\\\n\\t\\r\\\\.€' and"
                        + " left(body, -8) ~ '^a+$'"))
                .containsExactly(String.valueOf(rows.size()));
    }

    @Test
    @DisplayName("PG-15 a row with a value too many or too few says how many there must be")
    void fieldCounts() throws SQLException {
        execute("create table t(a int, b int)");
        for (Object[] bad : rowsOf(row(3), row(3, 4, 5), row())) {
            BulkLoadException failure =
                    failureOf(() -> into("t").columns("a", "b").insert(rowsOf(row(1, 2), bad)));
            assertThat(failure.rowIndex()).isEqualTo(1);
            assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
            assertThat(failure.reason()).contains("2").contains(String.valueOf(bad.length));
        }
        assertThat(rows("select * from t")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-20 PG-28 numbers out of range of the column, each width and each class of number")
    void ranges(Path path) throws SQLException {
        execute("create table t(i int, s smallint, l bigint, o oid, n numeric(4, 2), r real)");
        Map<String, List<Object>> tooLarge = new LinkedHashMap<>();
        tooLarge.put("s", List.of(32_768, -32_769L, new BigDecimal("40000"), 1e5, "32768"));
        tooLarge.put("i", List.of(3_000_000_000L, new BigDecimal("3e9"), -3e9f, "3000000000"));
        tooLarge.put("l", List.of(new java.math.BigInteger("9223372036854775808"), 1e19, "9223372036854775808"));
        tooLarge.put("o", List.of(4_294_967_296L));
        tooLarge.put("n", List.of(new BigDecimal("100.00"), 100, "99.995", 99.995d));
        tooLarge.put("r", List.of(1e39, new BigDecimal("1e39")));
        for (Map.Entry<String, List<Object>> column : tooLarge.entrySet()) {
            for (Object bad : column.getValue()) {
                BulkLoadException failure =
                        failureOf(() -> into("t", path).columns(column.getKey()).insert(rowsOf(row(1), row(bad))));
                assertThat(failure.rowIndex()).as(column.getKey() + " " + bad).isEqualTo(1);
                if (path != Path.INSERT_VALUES || failure.phase() == LoadPhase.MAPPING) {
                    assertThat(failure.column()).as(column.getKey() + " " + bad).isEqualTo(column.getKey());
                }
            }
        }
        assertThat(rows("select * from t")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Path.class, mode = EnumSource.Mode.EXCLUDE, names = "COPY_BINARY")
    @DisplayName("PG-40 bits, money, intervals and hstore by the text that the server reads")
    void textTypes(Path path) throws SQLException {
        assumeExtension("hstore");
        execute("create table t(f bit(5), v varbit(8), m money, d interval, h public.hstore)");
        into("t", path)
                .insert(rowsOf(
                        row("10110", "1", 12.5d, Duration.ofMillis(90_500), Map.of("a", "x\"y")),
                        row("00000", "", "-3.25", "1 year 2 mons 3 days 04:05:06.7", "k=>NULL")));
        assertThat(rows("select f, v, m::numeric, d, h::text from t order by v desc"))
                .containsExactly(
                        "10110|1|12.50|00:01:30.5|\"a\"=>\"x\\\"y\"",
                        "00000||-3.25|1 year 2 mons 3 days 04:05:06.7|\"k\"=>NULL");
    }

    @Test
    @DisplayName("PG-40 bits and intervals in binary; a wrong length of bits is the server's error with row and column")
    void binaryBits() throws SQLException {
        execute("create table t(f bit(5), v varbit(3), d interval, one bit)");
        LoadResult result = into("t", Path.COPY_BINARY)
                .insert(rowsOf(row("10110", "", "P1Y2M3DT4H5M6.7S", true), row("00001", "101", "-1 days", false)));
        assertThat(result.path()).isEqualTo("copy-binary");
        assertThat(rows("select f, v, d, one from t order by v"))
                .containsExactly("10110||1 year 2 mons 3 days 04:05:06.7|1", "00001|101|-1 days|0");
        BulkLoadException fixed = failureOf(() -> into("t").columns("f").insert(rowsOf(row("10110"), row("1011"))));
        assertThat(List.of(fixed.getSQLState(), fixed.rowIndex(), fixed.column()))
                .containsExactly("22026", 1L, "f");
        BulkLoadException varying = failureOf(() -> into("t").columns("v").insert(rowsOf(row("101"), row("1011"))));
        assertThat(List.of(varying.getSQLState(), varying.rowIndex(), varying.column()))
                .containsExactly("22001", 1L, "v");
    }

    private void assumeExtension(String name) throws SQLException {
        if (rows("select 1 from pg_available_extensions where name = '" + name + "'")
                .isEmpty()) {
            Assumptions.abort("the server has no extension " + name);
        }
        execute("set client_min_messages = warning", "create extension if not exists " + name + " schema public");
    }

    @Test
    @DisplayName(
            "PG-55 a local time into timestamptz and an instant into timestamp need a zone, and are exact with one")
    void zones() throws SQLException {
        execute("create table t(tz timestamptz, ts timestamp)");
        LocalDateTime local = LocalDateTime.parse("2024-07-01T12:00");
        Instant instant = Instant.parse("2024-07-01T12:00:00Z");
        BulkLoadException zoned = failureOf(() -> into("t").columns("tz").insert(rowsOf(row(local))));
        assertThat(zoned.getMessage()).contains(".zone(ZoneOffset.UTC)");
        BulkLoadException plain = failureOf(() -> into("t").columns("ts").insert(rowsOf(row(instant))));
        assertThat(plain.getMessage()).contains(".zone(ZoneOffset.UTC)");
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Australia/Lord_Howe"));
        try {
            into("t").zone(ZoneId.of("America/New_York")).insert(rowsOf(row(local, instant)));
            into("t").insert(rowsOf(row(Timestamp.from(instant), Timestamp.valueOf(local))));
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(rows("select tz at time zone 'UTC', ts from t order by tz desc"))
                .containsExactly("2024-07-01 16:00:00|2024-07-01 08:00:00", "2024-07-01 12:00:00|2024-07-01 12:00:00");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-56 the server rounds dates, times, intervals and their arrays to the column's precision")
    void precision(Path path) throws SQLException {
        execute("create table t(a timestamp(0), b timestamptz(2), c time(0), d interval second(1), e timestamp(2)[])");
        LocalDateTime half = LocalDateTime.parse("1999-12-31T23:59:59.5");
        into("t", path)
                .insert(rowsOf(row(
                        half,
                        OffsetDateTime.parse("2024-01-01T12:00:00.005Z"),
                        LocalTime.parse("10:00:00.5"),
                        Duration.ofMillis(1_250),
                        List.of(LocalDateTime.parse("2024-01-01T12:00:00.005")))));
        assertThat(rows("select a, b at time zone 'UTC', c, d, e from t"))
                .containsExactly("1999-12-31 23:59:59|2024-01-01 12:00:00.01|10:00:01|00:00:01.3|"
                        + "{\"2024-01-01 12:00:00.01\"}");
    }

    @ParameterizedTest
    @CsvSource({"COPY_BINARY, 500000", "COPY_TEXT, 100000", "INSERT_VALUES, 20000"})
    @DisplayName("PG-58 FW-10 the catalog is asked once for a load, however many rows it has")
    void metadata(Path path, int count) throws Exception {
        execute(
                "create type mood as enum ('sad', 'ok')",
                "create unlogged table t(id bigint, n numeric(10, 2), m mood, a int[])");
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema());
        try (TcpProxy proxy = new TcpProxy(
                        PostgresServer.host(),
                        PostgresServer.port(),
                        PostgresServer::message,
                        TcpProxy.Break.ACT,
                        () -> {});
                Connection watched = DriverManager.getConnection(
                        PostgresServer.url(proxy.port()), PostgresServer.properties(properties))) {
            proxy.breakAt(
                    message -> {
                        if (message.contains("pg_catalog") && message.charAt(0) != 'd') {
                            asked.add(message);
                        }
                        return false;
                    },
                    1,
                    0);
            BigDecimal n = new BigDecimal("1.50");
            int[] a = {1, 2};
            LoadResult result = BulkInserter.forConnection(watched)
                    .into("t")
                    .option(PostgresProvider.PATH, path)
                    .columns("id", "n", "m", "a")
                    .insert(IntStream.range(0, count)
                            .mapToObj(i -> row(i, n, "ok", a))
                            .iterator());
            assertThat(result.rowsWritten()).isEqualTo(count);
        }
        assertThat(rows("select count(*), sum(n), min(m), min(a) from t"))
                .containsExactly(count + "|" + n(count) + "|ok|{1,2}");
        assertThat(asked).hasSizeBetween(1, 2);
    }

    private static String n(int count) {
        return new BigDecimal("1.50").multiply(BigDecimal.valueOf(count)).toPlainString();
    }

    record Doubled(int a, int b) {}

    @Test
    @DisplayName("PG-62 a virtual generated column is treated as a stored one, on servers that have them")
    void virtualColumns() throws SQLException {
        int version = connection().getMetaData().getDatabaseMajorVersion();
        if (version < 18) {
            Assumptions.abort("the server is " + version + "; virtual columns come with 18");
        }
        execute("create table t(a int, b int generated always as (a * 2) virtual)");
        into("t").insert(List.of(new Doubled(4, 0)));
        assertThat(rows("select * from t")).containsExactly("4|8");
        BulkLoadException failure = failureOf(() -> into("t").columns("a", "b").insert(rowsOf(row(1, 2))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.column()).isEqualTo("b");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-35 PG-63 PG-91 null in a domain that is NOT NULL, and in arrays of one whose check fails on it")
    void nullsInDomains(Path path) throws SQLException {
        execute("create domain filled as text not null", "create table t(i int, d filled, a filled[])");
        BulkLoadException failure =
                failureOf(() -> into("t", path).insert(rowsOf(row(1, "x", null), row(2, null, null))));
        assertThat(failure.getSQLState()).isEqualTo("23502");
        assertThat(failure.rowIndex()).isEqualTo(1);
        BulkLoadException element = failureOf(() ->
                into("t", path).insert(rowsOf(row(1, "x", List.of("y")), row(2, "x", Arrays.asList("y", null)))));
        assertThat(element.getSQLState()).isEqualTo("23502");
        assertThat(element.rowIndex()).isEqualTo(1);
        assertThat(rows("select * from t")).isEmpty();
    }

    @Test
    @DisplayName("PG-66 PG-18 partitions whose columns stand in another order, below other partitions")
    void oddPartitions() throws SQLException {
        execute(
                "create table p(d date, v int, w text) partition by range(d)",
                "create table p24(w text, gone int, v int, d date) partition by list(v)",
                "alter table p24 drop gone",
                "create table p24one(x int, d date, w text, v int)",
                "alter table p24one drop x",
                "alter table p24 attach partition p24one for values in (1)",
                "alter table p attach partition p24 for values from ('2024-01-01') to ('2025-01-01')");
        LocalDate day = LocalDate.of(2024, 5, 1);
        assertThat(into("p").insert(rowsOf(row(day, 1, "x"), row(day, 1, "y"))).path())
                .isEqualTo("copy-binary");
        assertThat(rows("select d, v, w from p24one order by w")).containsExactly("2024-05-01|1|x", "2024-05-01|1|y");
        BulkLoadException failure = failureOf(() -> into("p").insert(rowsOf(row(day, 1, "x"), row(day, 2, "y"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("23514");
        assertThat(failure.reason()).startsWith("no partition of relation \"p24\" found for row");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-71 rows are numbered in their order, so that each number is known by the row beside it")
    void numberedInOrder(Path path) throws SQLException {
        execute(
                "create table t(id bigint generated always as identity, v int) partition by hash (v)",
                "create table t0 partition of t for values with (modulus 2, remainder 0)",
                "create table t1 partition of t for values with (modulus 2, remainder 1)");
        int count = 3_500;
        into("t", path)
                .columns("v")
                .insert(IntStream.range(0, count)
                        .mapToObj(i -> row((i * 7) % count))
                        .iterator());
        List<String> expected = IntStream.range(0, count)
                .mapToObj(i -> (i + 1) + "|" + (i * 7) % count)
                .toList();
        assertThat(rows("select id, v from t order by id")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("PG-85 notices and changed parameters that the server reports during a load do not disturb it")
    void parameterStatus(Path path) throws SQLException {
        execute(
                "create table t(a int check (a <> 1500), b text)",
                "create function f() returns trigger language plpgsql as $$ begin perform set_config('application_name',"
                        + " 'row ' || new.a, false); raise warning 'row %', new.a; return new; end $$",
                "create trigger f before insert on t for each row execute function f()");
        List<Object[]> rows =
                IntStream.range(0, 3_000).mapToObj(i -> row(i, "text " + i)).toList();
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("a", "b").insert(rows));
        assertThat(failure.getSQLState()).isEqualTo("23514");
        assertThat(failure.rowIndex()).isEqualTo(1_500);
        assertUsable();
        assertThat(into("t", path)
                        .columns("a", "b")
                        .insert(rows.subList(0, 1_500))
                        .rowsWritten())
                .isEqualTo(1_500);
        assertThat(rows("select count(*) from t")).containsExactly("1500");
    }

    @Test
    @DisplayName("PG-88 without a savepoint a failed load says that the caller must roll back, and does not itself")
    void withoutSavepoint() throws SQLException {
        execute("create table t(a int primary key)");
        connection().setAutoCommit(false);
        execute("insert into t values (1)");
        BulkLoadException failure =
                failureOf(() -> into("t").savepoint(SavepointPolicy.NEVER).insert(rowsOf(row(2), row(1))));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        assertThat(connection().getAutoCommit()).isFalse();
        connection().rollback();
        assertThat(rows("select * from t")).isEmpty();
    }

    @Test
    @DisplayName(
            "PG-89 the end of a COPY may take long; a socketTimeout that is shorter ends the load, never as if stored")
    void slowEnd() throws SQLException {
        execute(
                "create table t(a int)",
                "create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(1.2); return null;"
                        + " end $$",
                "create constraint trigger slow after insert on t initially deferred for each row when (new.a = 0)"
                        + " execute function slow()",
                "create trigger s after insert on t for each statement execute function slow()");
        List<Object[]> rows = IntStream.range(0, 2_000).mapToObj(i -> row(i)).toList();
        assertThat(into("t").timeout(Duration.ofSeconds(60)).insert(rows).rowsWritten())
                .isEqualTo(2_000);
        execute("truncate t");
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema());
        properties.setProperty("socketTimeout", "1");
        try (Connection hasty = PostgresServer.connect(properties)) {
            BulkLoadException failure =
                    failureOf(() -> BulkInserter.forConnection(hasty).into("t").insert(rows));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(failure.phase()).isEqualTo(LoadPhase.SEND);
        }
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("FW-04 FW-17 a load that failed and is repeated stores each row once; autocommit is what it was")
    void repeated(Path path) throws SQLException {
        execute("create table t(id int primary key, b text)", "insert into t values (2400, 'taken')");
        List<Object[]> rows =
                IntStream.range(0, 5_000).mapToObj(i -> row(i, "row " + i)).toList();
        for (boolean autoCommit : new boolean[] {true, false}) {
            connection().setAutoCommit(autoCommit);
            BulkLoadException failure =
                    failureOf(() -> into("t", path).columns("id", "b").insert(rows));
            assertThat(failure.rowIndex()).isEqualTo(2_400);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection().getAutoCommit()).isEqualTo(autoCommit);
        }
        execute("delete from t");
        assertThat(into("t", path).columns("id", "b").insert(rows).rowsWritten())
                .isEqualTo(5_000);
        connection().commit();
        connection().setAutoCommit(true);
        assertThat(rows("select count(*), min(id), max(id) from t")).containsExactly("5000|0|4999");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("FW-12 one row, and as many as a statement, a short load or a block holds, one less and one more")
    void sizes(Path path) throws SQLException {
        execute("create unlogged table t(n int)");
        // 1000 rows are a statement and a short load; a block of 64 KiB in binary holds 6553 of these rows
        for (int count : new int[] {1, 2, 999, 1_000, 1_001, 2_000, 2_001, 6_551, 6_552, 6_553, 6_554}) {
            execute("truncate t");
            LoadResult result = into("t", path)
                    .columns("n")
                    .insert(IntStream.range(0, count).mapToObj(i -> row(i)).iterator());
            assertThat(result.rowsRead()).isEqualTo(count);
            assertThat(result.rowsWritten()).isEqualTo(count);
            assertThat(rows("select count(*), coalesce(sum(n), 0) from t"))
                    .containsExactly(count + "|" + (long) count * (count - 1) / 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("FW-15 a mapping's own conversions run before encoding; an enum is its name, a char is text")
    void conversions(Path path) throws SQLException {
        execute(
                "create type colour as enum ('RED', 'GREEN')",
                "create table t(c colour, s text, n int, one char, byte \"char\", cs colour[])");
        RowMapping<Colour> mapping = RowMapping.of(Colour.class)
                .column("c", Colour.class, colour -> colour)
                .column("s", colour -> colour)
                .intColumn("n", Colour::ordinal)
                .column("one", Character.class, colour -> colour.name().charAt(0))
                .column("byte", colour -> colour.name().charAt(1))
                .column("cs", colour -> Colour.values())
                .build();
        into("t", path).insert(mapping, List.of(Colour.GREEN, Colour.RED));
        assertThat(rows("select * from t order by n"))
                .containsExactly("RED|RED|0|R|E|{RED,GREEN}", "GREEN|GREEN|1|G|R|{RED,GREEN}");
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("n", "c").insert(rowsOf(row(1, "RED"), row(2, "BLUE"))));
        assertThat(failure.getSQLState()).isEqualTo("22P02");
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.reason()).isEqualTo("invalid input value for enum colour: \"BLUE\"");
    }
}
