package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.postgres.PostgresProvider.Path;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.postgresql.geometric.PGbox;
import org.postgresql.geometric.PGcircle;
import org.postgresql.geometric.PGline;
import org.postgresql.geometric.PGlseg;
import org.postgresql.geometric.PGpath;
import org.postgresql.geometric.PGpoint;
import org.postgresql.geometric.PGpolygon;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** Which Java types go into a column of which type, and what the server then prints, over each path. */
final class JavaTypesTest extends LiveTest {
    private enum Mood {
        SAD,
        OK
    }

    /** A value and the server's text of it. */
    private record Stored(Object value, String text) {}

    /** A column's type and what goes in. */
    private record Column(String type, List<Stored> values) {}

    private static Column column(String type, Object... valuesAndTexts) {
        List<Stored> values = new ArrayList<>();
        for (int i = 0; i < valuesAndTexts.length; i += 2) {
            values.add(new Stored(valuesAndTexts[i], (String) valuesAndTexts[i + 1]));
        }
        return new Column(type, values);
    }

    @TestFactory
    @DisplayName("each Java type that a column takes is stored as the page about types says")
    Stream<DynamicTest> stored() throws Exception {
        execute("create type mood as enum ('SAD', 'OK')", "create domain whole as int check (value > 0)");
        List<DynamicTest> tests = new ArrayList<>();
        for (Path path : Path.values()) {
            for (Column column : columns()) {
                tests.add(DynamicTest.dynamicTest(path + " " + column.type, () -> assertStored(path, column)));
            }
        }
        return tests.stream();
    }

    private void assertStored(Path path, Column column) throws SQLException {
        execute("drop table if exists t", "create table t(i int, c " + column.type + ")");
        List<Object[]> rows = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (Stored each : column.values) {
            rows.add(row(rows.size(), fresh(each.value)));
            expected.add(each.text);
        }
        rows.add(row(rows.size(), null));
        expected.add("null");
        LoadResult result = into("t").option(PostgresProvider.PATH, path).insert(rows);
        assertThat(result.path()).isEqualTo(path.toString());
        assertThat(rows("select c::text from t order by i")).isEqualTo(expected);
    }

    /** Streams can be read once, and each path reads them. */
    private static Object fresh(Object value) {
        if (value instanceof Bytes bytes) {
            return new ByteArrayInputStream(bytes.text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return value instanceof Characters characters ? new StringReader(characters.text) : value;
    }

    /** Stands for an InputStream. */
    private record Bytes(String text) {}

    /** Stands for a Reader. */
    private record Characters(String text) {}

    private List<Column> columns() throws Exception {
        LocalDateTime local = LocalDateTime.parse("2024-02-29T12:34:56.789012");
        Instant instant = Instant.parse("2024-02-29T12:34:56.789012Z");
        Timestamp stamp = Timestamp.valueOf(local);
        java.util.Date date = new java.util.Date(stamp.getTime());
        java.sql.Date day = java.sql.Date.valueOf("2024-02-29");
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("GMT+02:00"));
        calendar.setTimeInMillis(Instant.parse("2024-02-29T10:00:00.5Z").toEpochMilli());
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        PGobject json = new PGobject();
        json.setType("json");
        json.setValue("{\"a\": 1}");
        PGobject seven = new PGobject();
        seven.setType("int4");
        seven.setValue("7");
        SQLXML xml = connection().createSQLXML();
        xml.setString("<a>é</a>");
        PGpoint[] points = {new PGpoint(1, 2), new PGpoint(3, 4)};
        Object whole = new Object[] {1, null};
        return List.of(
                column("boolean", true, "true", false, "false", "yes", "true", "0", "false"),
                column(
                        "smallint",
                        (byte) 1,
                        "1",
                        (short) -2,
                        "-2",
                        3,
                        "3",
                        4L,
                        "4",
                        BigInteger.valueOf(5),
                        "5",
                        new BigDecimal("6.0"),
                        "6",
                        7d,
                        "7",
                        8f,
                        "8",
                        "9",
                        "9",
                        seven,
                        "7"),
                column("integer", Integer.MIN_VALUE, "-2147483648", 2.5d, "2", 3.5d, "4", new BigDecimal("2.5"), "3"),
                column("whole", 1, "1", 2L, "2", "3", "3"),
                column("bigint", Long.MIN_VALUE, "-9223372036854775808", BigInteger.ONE, "1", (byte) -1, "-1"),
                column("oid", 4_294_967_295L, "4294967295", 7, "7"),
                column("real", 1.5f, "1.5", 2, "2", 0.1d, "0.1", new BigDecimal("3.25"), "3.25", Float.NaN, "NaN"),
                column(
                        "float8",
                        0.1d,
                        "0.1",
                        1.5f,
                        "1.5",
                        2L,
                        "2",
                        new BigDecimal("1e-300"),
                        "1e-300",
                        BigInteger.TEN,
                        "10",
                        Double.NEGATIVE_INFINITY,
                        "-Infinity"),
                column(
                        "numeric",
                        (byte) 1,
                        "1",
                        2,
                        "2",
                        3L,
                        "3",
                        0.1f,
                        "0.1",
                        0.1d,
                        "0.1",
                        new BigDecimal("1.500"),
                        "1.500",
                        new BigDecimal("1E+3"),
                        "1000",
                        BigInteger.TEN.pow(40),
                        "1" + "0".repeat(40),
                        "2.50",
                        "2.50",
                        Double.NaN,
                        "NaN",
                        Double.POSITIVE_INFINITY,
                        "Infinity"),
                column("numeric(6, 2)", 1.005d, "1.01", new BigDecimal("-1.005"), "-1.01", 7, "7.00"),
                column(
                        "text",
                        "plain",
                        "plain",
                        CharBuffer.wrap("built"),
                        "built",
                        'c',
                        "c",
                        Mood.OK,
                        "OK",
                        new Characters("read é😀"),
                        "read é😀",
                        true,
                        "true",
                        7,
                        "7",
                        2.5d,
                        "2.5",
                        1.5f,
                        "1.5",
                        new BigDecimal("1E+3"),
                        "1000",
                        uuid,
                        uuid.toString(),
                        local,
                        "2024-02-29T12:34:56.789012",
                        LocalDate.EPOCH,
                        "1970-01-01",
                        instant,
                        "2024-02-29T12:34:56.789012Z",
                        DayOfWeek.MONDAY,
                        "MONDAY",
                        "",
                        ""),
                column("varchar(7)", "plain", "plain", Mood.SAD, "SAD", 'c', "c", "", ""),
                column("char(3)", "ab", "ab", 'c', "c"),
                column("name", "plain", "plain", Mood.SAD, "SAD"),
                column("\"char\"", 'c', "c", "d", "d"),
                column("mood", Mood.SAD, "SAD", "OK", "OK"),
                column(
                        "bytea",
                        new byte[] {0, 92, -1},
                        "\\x005cff",
                        new byte[0],
                        "\\x",
                        new Bytes("\u0001\u00ff"),
                        "\\x01ff",
                        "\\x0a",
                        "\\x0a"),
                column(
                        "uuid",
                        uuid,
                        uuid.toString(),
                        uuid.toString().toUpperCase(java.util.Locale.ROOT),
                        uuid.toString()),
                column(
                        "date",
                        local.toLocalDate(),
                        "2024-02-29",
                        local,
                        "2024-02-29",
                        day,
                        "2024-02-29",
                        stamp,
                        "2024-02-29",
                        date,
                        "2024-02-29",
                        calendar,
                        "2024-02-29",
                        "2024-02-29",
                        "2024-02-29"),
                column(
                        "time",
                        local.toLocalTime(),
                        "12:34:56.789012",
                        local,
                        "12:34:56.789012",
                        java.sql.Time.valueOf("01:02:03"),
                        "01:02:03",
                        stamp,
                        "12:34:56.789012",
                        "10:00",
                        "10:00:00"),
                column(
                        "timetz",
                        OffsetTime.parse("01:02:03+05:30"),
                        "01:02:03+05:30",
                        OffsetDateTime.parse("2024-02-29T01:02:03-02:00"),
                        "01:02:03-02",
                        "10:00+01",
                        "10:00:00+01"),
                column(
                        "timestamp",
                        local,
                        "2024-02-29 12:34:56.789012",
                        local.toLocalDate(),
                        "2024-02-29 00:00:00",
                        stamp,
                        "2024-02-29 12:34:56.789012",
                        date,
                        "2024-02-29 12:34:56.789",
                        day,
                        "2024-02-29 00:00:00",
                        calendar,
                        "2024-02-29 12:00:00.5",
                        "2024-02-29T12:34:56",
                        "2024-02-29 12:34:56"),
                column(
                        "timestamptz",
                        instant,
                        "2024-02-29 12:34:56.789012+00",
                        instant.atOffset(ZoneOffset.ofHours(3)),
                        "2024-02-29 12:34:56.789012+00",
                        instant.atZone(ZoneId.of("Asia/Kolkata")),
                        "2024-02-29 12:34:56.789012+00",
                        stamp,
                        "2024-02-29 12:34:56.789012+00",
                        date,
                        "2024-02-29 12:34:56.789+00",
                        day,
                        "2024-02-29 00:00:00+00",
                        calendar,
                        "2024-02-29 10:00:00.5+00",
                        "2024-02-29T12:00+02:00",
                        "2024-02-29 10:00:00+00"),
                column(
                        "interval",
                        Duration.ofSeconds(90_061, 500_000_000),
                        "25:01:01.5",
                        Period.of(1, 2, 3),
                        "1 year 2 mons 3 days",
                        new PGInterval(1, 2, 3, 4, 5, 6.7),
                        "1 year 2 mons 3 days 04:05:06.7",
                        "P1DT2H",
                        "1 day 02:00:00",
                        "-1 days",
                        "-1 days"),
                column("json", "{\"a\":  1}", "{\"a\":  1}", json, "{\"a\": 1}", new Characters("[1]"), "[1]"),
                column("jsonb", "{\"a\":  1}", "{\"a\": 1}", json, "{\"a\": 1}", new Characters("[1]"), "[1]"),
                column("xml", "<a/>", "<a/>", xml, "<a>é</a>"),
                column(
                        "inet",
                        InetAddress.getByAddress(new byte[] {10, 1, 2, 3}),
                        "10.1.2.3/32",
                        InetAddress.getByName("2001:db8::1"),
                        "2001:db8::1/128",
                        "10.0.0.0/8",
                        "10.0.0.0/8"),
                column(
                        "cidr",
                        InetAddress.getByAddress(new byte[] {10, 1, 2, 3}),
                        "10.1.2.3/32",
                        "10.0.0.0/8",
                        "10.0.0.0/8"),
                column("macaddr", "08:00:2b:01:02:03", "08:00:2b:01:02:03"),
                column("macaddr8", "08:00:2b:01:02:03:04:05", "08:00:2b:01:02:03:04:05"),
                column("bit(3)", "101", "101"),
                column("bit varying", "1", "1", true, "1", "", ""),
                column("point", points[0], "(1,2)", "(1,2)", "(1,2)"),
                column("line", new PGline(1, 2, 3), "{1,2,3}"),
                column("lseg", new PGlseg(points[0], points[1]), "[(1,2),(3,4)]"),
                column("box", new PGbox(points[1], points[0]), "(3,4),(1,2)"),
                column("path", new PGpath(points, true), "[(1,2),(3,4)]", new PGpath(points, false), "((1,2),(3,4))"),
                column("polygon", new PGpolygon(points), "((1,2),(3,4))"),
                column("circle", new PGcircle(1, 2, 3), "<(1,2),3>"),
                column("int4range", "[1,5)", "[1,5)", "(,5]", "(,6)", "empty", "empty"),
                column("tsmultirange", "{}", "{}"),
                column(
                        "int[]",
                        new int[] {1, 2},
                        "{1,2}",
                        new long[] {3},
                        "{3}",
                        whole,
                        "{1,NULL}",
                        List.of(1, 2),
                        "{1,2}",
                        Arrays.asList(null, 5L),
                        "{NULL,5}",
                        new int[0],
                        "{}",
                        new int[][] {{1, 2}, {3, 4}},
                        "{{1,2},{3,4}}",
                        List.of(new int[] {1}, new int[] {2}),
                        "{{1},{2}}",
                        connection().createArrayOf("int4", new Integer[] {7, 8}),
                        "{7,8}",
                        "{9}",
                        "{9}"),
                column("mood[]", Mood.values(), "{SAD,OK}", List.of("OK"), "{OK}", new String[] {null}, "{NULL}"),
                column("whole[]", new int[] {1}, "{1}"),
                column(
                        "timestamptz[]",
                        List.of(instant, date),
                        "{\"2024-02-29 12:34:56.789012+00\"," + "\"2024-02-29 12:34:56.789+00\"}"));
    }

    @TestFactory
    @DisplayName("what a column does not take is refused with row and column before it is sent")
    Stream<DynamicTest> refused() {
        List<Column> refused = List.of(
                column("boolean", 1, "", 'x', "", new byte[0], ""),
                column("integer", true, "", LocalDate.EPOCH, "", "1.5x", "", Year.of(2024), "", Optional.of(1), ""),
                column("text", new byte[] {1}, "", Map.of("a", 1), "", List.of("a"), "", new int[] {1}, ""),
                column("json", Map.of("a", 1), "", List.of(1), "", 7, "", true, ""),
                column("jsonb", Map.of("a", 1), "", List.of(1), "", new String[] {"a"}, ""),
                column("bytea", "plain", "", 7, "", UUID.randomUUID(), ""),
                column("uuid", new byte[16], "", "0011", ""),
                column("date", LocalTime.NOON, "", 7, "", Instant.EPOCH, ""),
                column("time", LocalDate.EPOCH, "", Duration.ZERO, ""),
                column("timetz", LocalTime.NOON, ""),
                column("timestamp", Instant.EPOCH, "", 7L, ""),
                column("timestamptz", LocalDateTime.MIN.plusYears(1), "", LocalTime.NOON, ""),
                column("interval", LocalTime.NOON, "", 7, ""),
                column("inet", 7, ""),
                column("int[]", 7, "", List.of("x"), "", List.of(true), ""),
                column("point", 7, ""));
        return refused.stream()
                .flatMap(column -> column.values.stream()
                        .map(each -> DynamicTest.dynamicTest(
                                column.type + ": " + each.value.getClass().getTypeName(), () -> {
                                    execute("drop table if exists t", "create table t(i int, c " + column.type + ")");
                                    BulkLoadException failure =
                                            failureOf(() -> into("t").insert(rowsOf(row(1, null), row(2, each.value))));
                                    assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
                                    assertThat(failure.rowIndex()).isEqualTo(1);
                                    assertThat(failure.column()).isEqualTo("c");
                                    assertThat(rows("select * from t")).isEmpty();
                                })));
    }
}
