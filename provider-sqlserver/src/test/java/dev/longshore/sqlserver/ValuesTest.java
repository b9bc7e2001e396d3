package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.LoadOptions;
import dev.longshore.LoadWarning;
import dev.longshore.UnstorableText;
import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsError;
import dev.longshore.tds.TdsTable;
import dev.longshore.tds.WireType;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes over the wire for each Java value and column type, on both paths. */
@DisplayName("Values on the wire")
final class ValuesTest extends WireTest {
    private static final LocalDateTime GAP = LocalDateTime.parse("2024-10-06T02:30");

    static Arguments stored(String type, Object value, Object wire) {
        return Arguments.of(type, value, wire);
    }

    static Stream<Arguments> stored() {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        return Stream.of(
                stored("bit", true, true),
                stored("bit", 1, true),
                stored("bit", "false", false),
                stored("tinyint", 0, 0L),
                stored("tinyint", 255, 255L),
                stored("tinyint", true, 1L),
                stored("smallint", (short) -32_768, -32_768L),
                stored("int", 2_147_483_647L, 2_147_483_647L),
                stored("int", new BigDecimal("-1.9"), -1L),
                stored("int", 1.9d, 1L),
                stored("int", " 7 ", 7L),
                stored("bigint", Long.MIN_VALUE, Long.MIN_VALUE),
                stored("bigint", BigInteger.valueOf(5), 5L),
                stored("real", 0.1f, 0.1f),
                stored("real", 2.5d, 2.5f),
                stored("float", Double.MIN_VALUE, Double.MIN_VALUE),
                stored("float", 0.1f, (double) 0.1f),
                stored("float", 3, 3.0),
                stored("decimal(10,4)", new BigDecimal("1.5"), new BigDecimal("1.5000")),
                stored("decimal(10,4)", new BigDecimal("-1.23455"), new BigDecimal("-1.2346")),
                stored("decimal(10,4)", 0.1f, new BigDecimal("0.1000")),
                stored("decimal(10,4)", 7, new BigDecimal("7.0000")),
                stored("decimal(38,0)", new BigDecimal("9".repeat(38)), new BigDecimal("9".repeat(38))),
                stored("numeric(5,5)", new BigDecimal("0.12345"), new BigDecimal("0.12345")),
                stored("decimal(10,4)", new BigDecimal("0E+1000000000"), new BigDecimal("0.0000")),
                stored("money", new BigDecimal("922337203685477.5807"), new BigDecimal("922337203685477.5807")),
                stored("money", new BigDecimal("1.00005"), new BigDecimal("1.0001")),
                stored("smallmoney", new BigDecimal("-214748.3648"), new BigDecimal("-214748.3648")),
                stored("char(5)", "ab", "ab"),
                stored("nchar(3)", "äöü", "äöü"),
                stored("varchar(5)", "fünf€", "fünf€"),
                stored("varchar(3)", "abc   ", "abc"),
                stored("varchar(max)", "x".repeat(9_000), "x".repeat(9_000)),
                stored("nvarchar(5)", "a\0b", "a\0b"),
                stored("nvarchar(2)", "😀", "😀"),
                stored("nvarchar(max)", "", ""),
                stored("nvarchar(max)", new StringReader("read"), "read"),
                stored("nvarchar(40)", uuid, uuid.toString()),
                stored("nvarchar(40)", 5L, "5"),
                stored("nvarchar(40)", true, "1"),
                stored("text", "old", "old"),
                stored("ntext", "öld", "öld"),
                stored("xml", "<a>é</a>", "<a>é</a>"),
                stored("binary(3)", new byte[] {1, 2}, new byte[] {1, 2}),
                stored("varbinary(max)", new byte[0], new byte[0]),
                stored("varbinary(max)", new byte[3_000_000], new byte[3_000_000]),
                stored("varbinary(4)", new ByteArrayInputStream(new byte[] {7}), new byte[] {7}),
                stored("varbinary(4)", "0x00ff", new byte[] {0, -1}),
                stored("image", new byte[] {1}, new byte[] {1}),
                stored("geography", new byte[] {1, 2, 3}, new byte[] {1, 2, 3}),
                stored("hierarchyid", new byte[] {0x58}, new byte[] {0x58}),
                stored("uniqueidentifier", uuid, uuid.toString()),
                stored("uniqueidentifier", "{00112233-4455-6677-8899-AABBCCDDEEFF}", uuid.toString()),
                stored("date", LocalDate.of(1, 1, 1), "0001-01-01"),
                stored("date", java.sql.Date.valueOf("2024-02-29"), "2024-02-29"),
                stored("date", LocalDateTime.parse("2024-02-29T10:00"), "2024-02-29"),
                stored("time(7)", LocalTime.parse("10:20:30.123456789"), "10:20:30.1234568"),
                stored("time(7)", LocalTime.MAX, "23:59:59.9999999"),
                stored("datetime2(7)", GAP, "2024-10-06T02:30:00.0000000"),
                stored("datetime2(3)", LocalDateTime.parse("2024-01-01T00:00:00.0006"), "2024-01-01T00:00:00.0006000"),
                stored(
                        "datetime2(7)",
                        LocalDateTime.parse("2024-12-31T23:59:59.99999999"),
                        "2025-01-01T00:00:00.0000000"),
                stored("datetime2(7)", "2024-01-02 03:04:05.5", "2024-01-02T03:04:05.5000000"),
                stored("datetime2(7)", Timestamp.valueOf("2024-01-02 03:04:05.678"), "2024-01-02T03:04:05.6780000"),
                stored("datetime", LocalDateTime.parse("2024-01-01T12:00:00.1234567"), "2024-01-01T12:00:00.123"),
                stored("datetime", LocalDateTime.parse("2024-01-01T12:00:00.0017"), "2024-01-01T12:00:00.003"),
                stored("datetime", LocalDateTime.parse("2024-12-31T23:59:59.999"), "2025-01-01T00:00:00.000"),
                stored("smalldatetime", LocalDateTime.parse("2024-01-01T12:00:29.998"), "2024-01-01T12:00:00"),
                stored("smalldatetime", LocalDateTime.parse("2024-01-01T12:00:29.999"), "2024-01-01T12:01:00"),
                stored(
                        "datetimeoffset(7)",
                        OffsetDateTime.parse("2024-01-01T10:00+02:00"),
                        "2024-01-01T10:00:00.0000000+02:00"),
                stored(
                        "datetimeoffset(7)",
                        Instant.parse("2024-01-01T00:00:00.001Z"),
                        "2024-01-01T00:00:00.0010000+00:00"),
                stored(
                        "datetimeoffset(7)",
                        OffsetDateTime.parse("2024-01-01T10:00:30+00:00:30"),
                        "2024-01-01T10:00:00.0000000+00:00"),
                stored(
                        "datetimeoffset(7)",
                        OffsetDateTime.parse("2024-01-01T10:00-03:30"),
                        "2024-01-01T10:00:00.0000000-03:30"));
    }

    @ParameterizedTest
    @MethodSource("stored")
    void aValueIsSentExactly(String type, Object value, Object wire) throws Exception {
        table("t", column("c", type), column("n", type));

        copyInto("t").columns("c", "n").insert(rowsOf(row(value, null)));

        assertSame(endpoint().rows("t").get(0), wire);
    }

    @ParameterizedTest
    @MethodSource("stored")
    void aParameterIsTheSame(String type, Object value, Object wire) throws Exception {
        // a stream can be read once, which it was
        if (value instanceof StringReader || value instanceof ByteArrayInputStream) {
            return;
        }
        table("t", column("c", type), column("n", type));

        insertInto("t").columns("c", "n").insert(rowsOf(row(value, null)));

        assertSame(endpoint().rows("t").get(0), wire);
    }

    private static void assertSame(List<Object> row, Object wire) {
        Object came = row.get(0);
        if (came instanceof BigDecimal decimal) {
            assertThat(decimal).isEqualByComparingTo((BigDecimal) wire);
        } else {
            assertThat(came).isEqualTo(wire);
        }
        assertThat(row.get(1)).isNull();
    }

    static Arguments refused(String type, Object value, String reason) {
        return Arguments.of(type, value, reason);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused("bit", 2, "2 is neither 0 nor 1, as a column of type bit holds"),
                refused("tinyint", 300, "300 is out of range for a column of type tinyint"),
                refused("tinyint", -1, "-1 is out of range for a column of type tinyint"),
                refused("smallint", 32_768, "32768 is out of range for a column of type smallint"),
                refused("int", 3_000_000_000L, "3000000000 is out of range for a column of type int"),
                refused("int", Double.NaN, "NaN is out of range for a column of type int"),
                refused("int", "1x", "\"1x\" is no whole number for a column of type int"),
                refused("float", Double.NaN, "NaN is no number that SQL Server has"),
                refused("real", Float.POSITIVE_INFINITY, "Infinity is no number that SQL Server has"),
                refused("real", 1e300, "1.0E300 is out of range for a column of type real"),
                refused("decimal(4,2)", new BigDecimal("100"), "100 is out of range for a column of type decimal(4,2)"),
                refused(
                        "decimal(4,2)",
                        new BigDecimal("99.995"),
                        "99.995 is out of range for a column of type decimal(4,2)"),
                refused(
                        "decimal(4,2)",
                        new BigDecimal("1E+1000000000"),
                        "1E+1000000000 is out of range for a column of type decimal(4,2)"),
                refused(
                        "smallmoney",
                        new BigDecimal("214748.3648"),
                        "214748.3648 is out of range for a column of type smallmoney"),
                refused(
                        "nvarchar(10)",
                        "elevenchars",
                        "the text is 11 characters long, but a column of type nvarchar(10) holds 10"),
                refused(
                        "varchar(4)",
                        "ab 名",
                        "the text holds U+540D at index 3, which code page 1252 of the column does" + " not have"),
                refused("nvarchar(10)", "half \uD83D", "the text holds the lone surrogate U+D83D at index 5"),
                refused(
                        "varbinary(2)",
                        new byte[3],
                        "the value is 3 bytes long, but a column of type varbinary(2) holds 2"),
                refused(
                        "uniqueidentifier",
                        "1-1-1-1-1",
                        "\"1-1-1-1-1\" is no uniqueidentifier for a column of type" + " uniqueidentifier"),
                refused(
                        "date",
                        "2023-02-29",
                        "\"2023-02-29\" is no date or time in ISO form for a column of type date"),
                refused(
                        "datetime2(3)",
                        "2024-01-01T24:00",
                        "\"2024-01-01T24:00\" is no date or time in ISO form for a column of type datetime2(3)"),
                refused("time(3)", "24:00", "\"24:00\" is no date or time in ISO form for a column of type time(3)"),
                refused("date", LocalDate.of(10_000, 1, 1), "+10000-01-01 is out of range for a column of type date"),
                refused(
                        "date",
                        LocalTime.NOON,
                        "a value of java.time.LocalTime can't be stored in a column of type date"),
                refused(
                        "datetime",
                        LocalDateTime.parse("1752-12-31T00:00"),
                        "1752-12-31T00:00 is out of range for a column of type datetime"),
                refused(
                        "smalldatetime",
                        LocalDateTime.parse("1850-01-01T00:00"),
                        "1850-01-01T00:00 is out of range for a column of type smalldatetime"),
                refused(
                        "datetime2(7)",
                        LocalDateTime.parse("9999-12-31T23:59:59.99999999"),
                        "9999-12-31T23:59:59.999999990 is out of range for a column of type datetime2(7)"),
                refused(
                        "datetime2(7)",
                        "yesterday",
                        "\"yesterday\" is no date or time in ISO form for a column of type" + " datetime2(7)"),
                refused(
                        "datetime2(7)",
                        Instant.EPOCH,
                        "a value of java.time.OffsetDateTime, an instant, into a column of type datetime2(7) needs a zone"),
                refused(
                        "datetimeoffset(7)",
                        LocalDateTime.MIN,
                        "a value of java.time.LocalDateTime, a local time, into a column of type datetimeoffset(7) needs a"
                                + " zone"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aValueThatDoesNotFitIsRefusedWithItsPlace(String type, Object value, String reason) throws Exception {
        table("t", column("id", "int"), column("c", type));

        for (var inserter : List.of(copyInto("t"), insertInto("t"))) {
            var failure = failureOf(() -> inserter.columns("id", "c").insert(rowsOf(row(1, null), row(2, value))));

            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure.rowIndex()).isEqualTo(1);
            assertThat(failure.column()).isEqualTo("c");
            assertThat(endpoint().rows("t")).isEmpty();
            assertUsable();
        }
    }

    /** Sends values into a column by both paths, and returns what came of each row. */
    private List<Object> sent(String type, Object... values) throws Exception {
        table("t", column("c", type));
        copyInto("t").columns("c").insert(each(values));
        List<Object> copied =
                endpoint().rows("t").stream().map(row -> row.get(0)).toList();
        table("t", column("c", type));
        insertInto("t").columns("c").insert(each(values));
        assertThat(endpoint().rows("t").stream().map(row -> row.get(0)).map(ValuesTest::comparable))
                .containsExactlyElementsOf(
                        copied.stream().map(ValuesTest::comparable).toList());
        return copied;
    }

    /** A parameter's decimal has the scale that the value came with. */
    private static Object comparable(Object value) {
        return value instanceof BigDecimal decimal
                ? decimal.stripTrailingZeros()
                : value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    }

    private String refusal(String type, Object value) {
        table("t", column("c", type));
        List<String> messages = Stream.of(copyInto("t"), insertInto("t"))
                .map(inserter -> failureOf(() -> inserter.columns("c").insert(each(null, value)))
                        .getMessage())
                .distinct()
                .toList();
        assertThat(messages).hasSize(1);
        assertThat(endpoint().rows("t")).isEmpty();
        return messages.get(0);
    }

    @Test
    @DisplayName("MS-10 all decimals have the column's scale, whatever the first one's")
    void scaleOfTheColumn() throws Exception {
        assertThat(sent("decimal(10,4)", new BigDecimal("1.5"), new BigDecimal("1.2345"), new BigDecimal("0.01")))
                .containsExactly(new BigDecimal("1.5000"), new BigDecimal("1.2345"), new BigDecimal("0.0100"));
    }

    @Test
    @DisplayName("MS-11 digits beyond the scale are rounded half away from zero, as the server does")
    void excessScale() throws Exception {
        assertThat(sent(
                        "decimal(10,4)",
                        new BigDecimal("1.23456"),
                        new BigDecimal("1.23455"),
                        new BigDecimal("-1.23455"),
                        new BigDecimal("1.23454999")))
                .containsExactly(
                        new BigDecimal("1.2346"),
                        new BigDecimal("1.2346"),
                        new BigDecimal("-1.2346"),
                        new BigDecimal("1.2345"));
    }

    @Test
    @DisplayName("MS-13 what a tinyint, smallint or int has no room for is refused, not wrapped")
    void integersDoNotWrap() {
        String place = "load into t failed at row 1, column c: ";
        assertThat(refusal("tinyint", 300)).isEqualTo(place + "300 is out of range for a column of type tinyint");
        assertThat(refusal("tinyint", -1)).isEqualTo(place + "-1 is out of range for a column of type tinyint");
        assertThat(refusal("tinyint", (byte) -1)).isEqualTo(place + "-1 is out of range for a column of type tinyint");
        assertThat(refusal("smallint", 65_536))
                .isEqualTo(place + "65536 is out of range for a column of type smallint");
        assertThat(refusal("int", 1L << 32)).isEqualTo(place + "4294967296 is out of range for a column of type int");
    }

    @Test
    @DisplayName("MS-14 boolean into int is 1 or 0, and those are all that bit takes of numbers")
    void booleansAndNumbers() throws Exception {
        assertThat(sent("int", true, false)).containsExactly(1L, 0L);
        assertThat(sent("bit", 1, 0L, true)).containsExactly(true, false, true);
        assertThat(refusal("bit", 2))
                .isEqualTo(
                        "load into t failed at row 1, column c: 2 is neither 0 nor 1, as a column of type bit holds");
    }

    @Test
    @DisplayName("MS-20 a datetime is on the server's grid of 1/300 second before it is sent")
    void datetimeOnTheGrid() throws Exception {
        assertThat(sent(
                        "datetime",
                        LocalDateTime.parse("2024-01-01T12:00:00.1234567"),
                        LocalDateTime.parse("2024-01-01T12:00:00.005"),
                        LocalDateTime.parse("2024-01-01T12:00:00.9999999")))
                .containsExactly("2024-01-01T12:00:00.123", "2024-01-01T12:00:00.007", "2024-01-01T12:00:01.000");
    }

    @Test
    @DisplayName("MS-21 a smalldatetime is the nearest minute, and a year that it does not have is refused")
    void smalldatetimeOnTheMinute() throws Exception {
        assertThat(sent(
                        "smalldatetime",
                        LocalDateTime.parse("2024-01-01T12:00:29.998"),
                        LocalDateTime.parse("2024-01-01T12:00:29.999"),
                        LocalDateTime.parse("2079-06-06T23:59:29")))
                .containsExactly("2024-01-01T12:00:00", "2024-01-01T12:01:00", "2079-06-06T23:59:00");
        assertThat(refusal("smalldatetime", LocalDateTime.parse("1850-01-01T00:00")))
                .endsWith("1850-01-01T00:00 is out of range for a column of type smalldatetime");
        assertThat(refusal("smalldatetime", LocalDateTime.parse("2079-06-06T23:59:30")))
                .endsWith("2079-06-06T23:59:30 is out of range for a column of type smalldatetime");
    }

    @Test
    @DisplayName("MS-27 the fraction of a datetime2(3) is the server's to round, which gets all seven digits")
    void fractionsAreRoundedByTheServer() throws Exception {
        assertThat(sent("datetime2(3)", LocalDateTime.parse("2024-01-01T00:00:00.0006")))
                .containsExactly("2024-01-01T00:00:00.0006000");
        assertThat(sent("time(3)", LocalTime.parse("00:00:00.0006"))).containsExactly("00:00:00.0006000");
    }

    @Test
    @DisplayName("MS-31 text that is too long is refused with row, column and length")
    void textTooLong() {
        assertThat(refusal("nvarchar(10)", "elevenchars"))
                .isEqualTo("load into t failed at row 1, column c: the text is 11 characters long, but a column of type"
                        + " nvarchar(10) holds 10");
        assertThat(refusal("varbinary(2)", new byte[3]))
                .isEqualTo("load into t failed at row 1, column c: the value is 3 bytes long, but a column of type"
                        + " varbinary(2) holds 2");
    }

    @Test
    @DisplayName("MS-32 empty and large values of (max) columns are what they are")
    void emptyAndLargeValues() throws Exception {
        String text = "名前 😀\n".repeat(400_000);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(sent("nvarchar(max)", "", "x", text, null)).containsExactly("", "x", text, null);
        assertThat(sent("varchar(max)", "", "é".repeat(3_000_000))).containsExactly("", "é".repeat(3_000_000));
        assertThat(sent("varbinary(max)", new byte[0], bytes, null)).containsExactly(new byte[0], bytes, null);
    }

    @Test
    @DisplayName("MS-34 a short char is left to the server to pad, and blanks at the end have no room to ask for")
    void blanksAtTheEnd() throws Exception {
        assertThat(sent("char(5)", "ab", "ab   ", "abcde     ")).containsExactly("ab", "ab   ", "abcde");
    }

    @Test
    @DisplayName("MS-35 a uniqueidentifier is sent as its text, so that no order of bytes matters, and null is NULL")
    void uniqueidentifiers() throws Exception {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        assertThat(sent("uniqueidentifier", uuid, null, uuid.toString().toUpperCase(Locale.ROOT)))
                .containsExactly(uuid.toString(), null, uuid.toString());
    }

    @Test
    @DisplayName("MS-37 xml and json go as text, whatever encoding the text declares")
    void xmlAndJson() throws Exception {
        String declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>é</a>";
        assertThat(sent("xml", "<a>é</a>", declared)).containsExactly("<a>é</a>", declared);
        assertThat(sent("json", "{\"a\":\"é\"}")).containsExactly("{\"a\":\"é\"}");
    }

    @Test
    @DisplayName("MS-37 what the server says to an xml is passed on with its number")
    void errorOfXml() {
        String declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>";
        endpoint()
                .add(TdsTable.of("t", column("c", "xml"))
                        .check(row ->
                                TdsError.of(9402, "XML parsing: line 1, character 38, unable to switch the encoding")));

        var failure = failureOf(() -> copyInto("t").columns("c").insert(each(declared)));

        assertThat(failure.getErrorCode()).isEqualTo(9402);
        assertThat(failure.reason()).isEqualTo("XML parsing: line 1, character 38, unable to switch the encoding");
    }

    @Test
    @DisplayName("MS-38 null is NULL in a column of any type, after a value and before one")
    void nullIsNull() throws Exception {
        for (Arguments stored : stored().toList()) {
            Object value = stored.get()[1];
            if (!(value instanceof StringReader || value instanceof ByteArrayInputStream)) {
                List<Object> came = sent((String) stored.get()[0], null, value, null);
                assertThat(came.get(0)).isNull();
                assertThat(came.get(1)).isNotNull();
                assertThat(came.get(2)).isNull();
            }
        }
    }

    @Test
    @DisplayName("MS-23 MS-24 MS-26: no zone of the JVM and no setting of the driver changes a time")
    void timesAreExactInEveryZone() throws Exception {
        TimeZone before = TimeZone.getDefault();
        OffsetDateTime offset = OffsetDateTime.parse("2024-01-01T10:00:00.001+05:30");
        try {
            for (String zone : List.of("UTC", "Australia/Sydney", "America/New_York")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                for (String setting : List.of("true", "false")) {
                    reconnect("sendTemporalDataTypesAsStringForBulkCopy=" + setting);
                    table("t", column("a", "datetime2(7)"), column("b", "datetimeoffset(7)"), column("c", "datetime"));

                    copyInto("t").columns("a", "b", "c").insert(rowsOf(row(GAP, offset, GAP)));

                    assertThat(endpoint().rows("t"))
                            .containsExactly(list(
                                    "2024-10-06T02:30:00.0000000",
                                    "2024-01-01T10:00:00.0010000+05:30",
                                    "2024-10-06T02:30:00.000"));
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void aZoneMakesInstantsLocalAndLocalTimesInstants() throws Exception {
        table("t", column("a", "datetime2(0)"), column("b", "datetimeoffset(0)"));

        copyInto("t")
                .zone(ZoneId.of("Australia/Sydney"))
                .columns("a", "b")
                .insert(rowsOf(row(Instant.parse("2024-01-01T00:00:00Z"), LocalDateTime.parse("2024-07-01T12:00"))));

        assertThat(endpoint().rows("t"))
                .containsExactly(list("2024-01-01T11:00:00.0000000", "2024-07-01T12:00:00.0000000+10:00"));
    }

    @Test
    void textIsMendedWhereTheCallerWantsIt() throws Exception {
        table("t", column("a", "varchar(10)"), column("b", "nvarchar(10)"));

        var result = copyInto("t")
                .option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.REPLACE)
                .columns("a", "b")
                .insert(rowsOf(row("a名b", "c\uD83D"), row("fine", "名")));

        assertThat(endpoint().rows("t")).containsExactly(list("a?b", "c\uFFFD"), list("fine", "名"));
        assertThat(result.warnings())
                .containsExactly(new LoadWarning(
                        LoadWarning.Code.TEXT_CHANGED, 2, "2 texts with characters that can't be stored were changed"));
    }

    @Test
    void aNarrowColumnOfUtf8HoldsAllCharactersAndCountsBytes() throws Exception {
        table("t", column("a", "varchar(6)").codePage(65_001));

        copyInto("t").columns("a").insert(each("名前"));

        assertThat(endpoint().rows("t")).containsExactly(list("名前"));
        assertThat(failureOf(() -> copyInto("t").columns("a").insert(each("名前x")))
                        .reason())
                .isEqualTo("the text is 7 bytes long, but a column of type varchar(6) holds 6 bytes of UTF-8");
    }

    @Test
    void wireTypesAreThoseOfTheColumns() throws Exception {
        List<String> types = List.of(
                "bit",
                "tinyint",
                "smallint",
                "int",
                "bigint",
                "real",
                "float",
                "decimal(9,2)",
                "money",
                "smallmoney",
                "nvarchar(7)",
                "nvarchar(max)",
                "varbinary(7)",
                "varbinary(max)");
        var columns = types.stream()
                .map(type -> column("c" + types.indexOf(type), type))
                .toList();
        endpoint().add(TdsTable.of("t", columns.toArray(new TdsColumn[0])));

        copyInto("t").insert(rowsOf(new Object[types.size()]));

        assertThat(endpoint().loads().get(0).types().stream().map(WireType::name))
                .isEqualTo(types);
        assertThat(endpoint().rows("t")).containsExactly(Arrays.asList(new Object[types.size()]));
    }

    @Test
    void sqlVariantKeepsTheTypeOfEachValueByInsert() throws Exception {
        table("t", column("v", "sql_variant"));

        into("t").columns("v").insert(each(5L, "text", new BigDecimal("1.5"), null));

        assertThat(endpoint().rows("t").stream().map(row -> row.get(0)))
                .containsExactly(5L, "text", new BigDecimal("1.5"), null);
        assertThat(into("t").columns("v").explain(Object[].class).toString())
                .contains("column v is sql_variant, at which the driver's bulk copy fails");
    }

    @Test
    void aTypeThatIsDeclaredAndDoesNotFitIsRefusedBeforeTheFirstRow() {
        record Row(LocalDate id, ZoneOffset zone) {}
        table("t", column("id", "int"), column("zone", "int"));

        assertThat(failureOf(() -> into("t").insert(List.of(new Row(LocalDate.EPOCH, ZoneOffset.UTC))))
                        .reason())
                .contains("2 problems before the first row")
                .contains("- column id: a value of java.time.LocalDate can't be stored in a column of type int")
                .contains("- column zone: a value of java.time.ZoneOffset can't be stored in a column of type int");
    }
}
