package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import dev.longshore.UnstorableText;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextMender;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.geometric.PGbox;
import org.postgresql.geometric.PGcircle;
import org.postgresql.geometric.PGline;
import org.postgresql.geometric.PGlseg;
import org.postgresql.geometric.PGpath;
import org.postgresql.geometric.PGpoint;
import org.postgresql.geometric.PGpolygon;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** What each Java value becomes in a column of each type, as bytes. */
final class SinksTest {
    private static String sent(int oid, @Nullable ZoneId zone, Object value) throws SQLException {
        BinaryWire wire = new BinaryWire(0);
        PgType type = PgType.builtIn(oid);
        TargetColumn column =
                new TargetColumn("c", "type" + oid, type.family().kind(), true, false, Numbering.NONE, false);
        PgSink.Context context = new PgSink.Context(wire, zone, new TextMender(UnstorableText.REFUSE, true));
        Sinks.of(column, type, context).object(value);
        byte[] bytes = Arrays.copyOfRange(wire.bytes, 0, wire.length);
        String hex = HexFormat.of().formatHex(bytes);
        int length = Integer.parseUnsignedInt(hex.substring(0, 8), 16);
        assertThat(length).isIn(-1, bytes.length - 4);
        return length == -1 ? "null" : hex.substring(8);
    }

    private static String sent(int oid, Object value) throws SQLException {
        return sent(oid, null, value);
    }

    private static void assertRefused(int oid, Object value, String reason) {
        assertThatThrownBy(() -> sent(oid, value))
                .isInstanceOf(BulkLoadException.class)
                .hasMessageContaining(reason);
    }

    @Test
    @DisplayName("PG-20 whole numbers fit their column's width or are refused")
    void integers() throws SQLException {
        assertThat(sent(20, 5)).isEqualTo("0000000000000005");
        assertThat(sent(23, 258L)).isEqualTo("00000102");
        assertThat(sent(21, (byte) -2)).isEqualTo("fffe");
        assertThat(sent(26, 4_294_967_295L)).isEqualTo("ffffffff");
        assertThat(sent(23, new BigDecimal("2.5"))).isEqualTo("00000003");
        assertThat(sent(23, -2.5d)).isEqualTo("fffffffe");
        assertThat(sent(23, " 12 ")).isEqualTo("0000000c");
        assertRefused(23, 3_000_000_000L, "3000000000 is out of range for a column of type type23");
        assertRefused(20, BigInteger.ONE.shiftLeft(63), "out of range");
        assertRefused(20, new BigDecimal("1E+100"), "out of range");
        assertRefused(20, Double.NaN, "out of range");
        assertRefused(26, -1, "out of range");
        assertRefused(23, "12x", "\"12x\" is no whole number");
        assertRefused(23, true, "a value of java.lang.Boolean can't be stored");
    }

    @Test
    @DisplayName("floating-point numbers keep their bits or are refused where they would overflow")
    void floats() throws SQLException {
        assertThat(sent(700, 1.5f)).isEqualTo("3fc00000");
        assertThat(sent(700, 3)).isEqualTo("40400000");
        assertThat(sent(701, 1.5f)).isEqualTo("3ff8000000000000");
        assertThat(sent(701, 7L)).isEqualTo("401c000000000000");
        assertThat(sent(701, "-Infinity")).isEqualTo("fff0000000000000");
        assertThat(sent(701, -0.0d)).isEqualTo("8000000000000000");
        assertThat(sent(701, Double.NaN)).isEqualTo("7ff8000000000000");
        assertThat(sent(700, Float.NaN)).isEqualTo("7fc00000");
        assertThat(sent(700, -0.0f)).isEqualTo("80000000");
        assertThat(sent(701, new BigDecimal("1.5"))).isEqualTo("3ff8000000000000");
        assertRefused(700, 1e300, "out of range");
        assertRefused(700, 1e-300, "out of range");
        assertRefused(701, new BigDecimal("1E+400"), "out of range");
        assertRefused(701, new BigDecimal("1E-400"), "out of range");
        assertRefused(701, "much", "is no number");
    }

    @Test
    @DisplayName("PG-22 PG-25 PG-26 numbers of any class become decimals without loss")
    void decimals() throws SQLException {
        assertThat(sent(1700, 12.345d)).isEqualTo(sent(1700, new BigDecimal("12.345")));
        assertThat(sent(1700, 0.1f)).isEqualTo(sent(1700, new BigDecimal("0.1")));
        assertThat(sent(1700, new BigInteger("999999999999999999999999999999999999")))
                .isEqualTo("0009000800000000" + "270f".repeat(9));
        assertThat(sent(1700, BigInteger.TEN)).isEqualTo("0001000000000000000a");
        assertThat(sent(1700, new BigDecimal("0E+5"))).isEqualTo("0000000000000000");
        assertThat(sent(1700, new BigDecimal("0E-100000"))).isEqualTo("0000000000003fff");
        assertThat(sent(1700, -0.0d)).isEqualTo("0000000000000001");
        assertThat(sent(1700, Double.NaN)).isEqualTo("00000000c0000000");
        assertThat(sent(1700, Float.NEGATIVE_INFINITY)).isEqualTo("00000000f0000000");
        assertThat(sent(1700, "NaN")).isEqualTo("00000000c0000000");
        assertThat(sent(1700, "1.50")).isEqualTo("00020000000000020001" + "1388");
        assertRefused(1700, new BigDecimal("1E+1000000000"), "more than 131072 digits before the point");
        assertRefused(1700, new BigDecimal("1E-20000"), "more than 16383 digits behind the point");
    }

    @Test
    @DisplayName("truth values, also by the words that the server knows")
    void booleans() throws SQLException {
        assertThat(sent(16, true)).isEqualTo("01");
        assertThat(sent(16, "YES")).isEqualTo("01");
        assertThat(sent(16, "off")).isEqualTo("00");
        assertRefused(16, "maybe", "\"maybe\" is no truth value");
        assertRefused(16, 1, "can't be stored");
    }

    @Test
    @DisplayName("what has a usual text form goes into columns of text")
    void texts() throws SQLException {
        for (Object value : List.of(
                true,
                7L,
                1.5f,
                2.5d,
                new BigInteger("7").pow(50),
                new BigDecimal("1.50"),
                LocalDate.EPOCH,
                LocalTime.NOON,
                LocalDateTime.MAX,
                OffsetDateTime.MIN,
                OffsetTime.MAX,
                new java.util.UUID(1, 2))) {
            assertThat(new String(HexFormat.of().parseHex(sent(25, value)), StandardCharsets.UTF_8))
                    .isEqualTo(value.toString());
        }
        assertThat(sent(25, new BigDecimal("1E+3"))).isEqualTo("31303030");
        assertThat(sent(18, "x")).isEqualTo("78");
        assertThat(sent(18, "")).isEqualTo("00");
        assertRefused(18, "xy", "is not one ASCII character");
        assertRefused(114, 7, "can't be stored");
        assertRefused(25, new byte[0], "a value of byte[] can't be stored");
        PGobject object = new PGobject();
        assertThat(sent(25, object)).isEqualTo("null");
        object.setValue("x");
        assertThat(sent(25, object)).isEqualTo("78");
    }

    @Test
    @DisplayName("bytes, also in the server's hexadecimal form")
    void bytes() throws SQLException {
        assertThat(sent(17, new byte[0])).isEmpty();
        assertThat(sent(17, "\\x00ff")).isEqualTo("00ff");
        assertRefused(17, "\\x0", "is no hexadecimal text");
        assertRefused(17, "text", "text is no bytes");
    }

    @Test
    @DisplayName("PG-38 UUIDs, also by text in the forms that the server reads")
    void uuids() throws SQLException {
        String hex = "00112233445566778899aabbccddeeff";
        assertThat(sent(2950, java.util.UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")))
                .isEqualTo(hex);
        assertThat(sent(2950, "00112233-4455-6677-8899-AABBCCDDEEFF")).isEqualTo(hex);
        assertThat(sent(2950, "{" + hex + "}")).isEqualTo(hex);
        assertRefused(2950, "not-a-uuid", "\"not-a-uuid\" is no UUID");
        assertRefused(2950, "00112233-4455-6677-8899-aabbccddeef", "is no UUID");
        assertRefused(2950, hex + "0", "is no UUID");
    }

    @ParameterizedTest(name = "{0} is {2}")
    @CsvSource({
        "1970-01-01, 1970-01-01, ffffd533",
        "0001-12-31 BC, 0000-12-31, fff4dbf8",
        "4713-01-01 BC, -4712-01-01, ffda97cd",
        "infinity, +999999999-12-31, 7fffffff",
        "-infinity, -999999999-01-01, 80000000"
    })
    @DisplayName(
            "PG-50 days are counted from 2000-01-01, on the calendar of java.time; text is as the server prints it")
    void dates(String text, LocalDate date, String hex) throws SQLException {
        assertThat(sent(1082, text)).isEqualTo(hex);
        assertThat(sent(1082, date)).isEqualTo(hex);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1970-01-01T00:00, fffca2fec4c82000",
        "1999-12-31T23:59:59.999999, ffffffffffffffff",
        "-0043-03-15T12:00, ff1af9e8fb46d000",
        "+294276-12-31T23:59:59.999999, 7fffff5bb3b29fff"
    })
    @DisplayName("PG-50 PG-52 timestamps are microseconds from 2000-01-01")
    void timestamps(String text, String hex) throws SQLException {
        assertThat(sent(1114, LocalDateTime.parse(text))).isEqualTo(hex);
        assertThat(sent(1184, LocalDateTime.parse(text).atOffset(ZoneOffset.UTC)))
                .isEqualTo(hex);
    }

    @Test
    @DisplayName("the ends of the java.time classes are the infinities, what lies beyond the server's years is refused")
    void ends() throws SQLException {
        assertThat(sent(1082, LocalDate.MAX)).isEqualTo("7fffffff");
        assertThat(sent(1082, LocalDate.MIN)).isEqualTo("80000000");
        assertThat(sent(1114, LocalDateTime.MAX)).isEqualTo("7fffffffffffffff");
        assertThat(sent(1114, LocalDate.MIN)).isEqualTo("8000000000000000");
        assertThat(sent(1184, OffsetDateTime.MAX)).isEqualTo("7fffffffffffffff");
        assertThat(sent(1184, OffsetDateTime.MIN)).isEqualTo("8000000000000000");
        assertThat(sent(1184, LocalDateTime.MIN)).isEqualTo("8000000000000000");
        assertThat(sent(1184, "Infinity")).isEqualTo("7fffffffffffffff");
        assertThat(sent(1114, "-infinity")).isEqualTo("8000000000000000");
        assertRefused(1082, LocalDate.of(6_000_000, 1, 1), "holds the years 4714 BC to 5874897");
        assertRefused(1114, LocalDateTime.of(300_000, 1, 1, 0, 0), "holds the years 4714 BC to 294276");
        assertRefused(1184, LocalDateTime.of(-5_000, 1, 1, 0, 0).atOffset(ZoneOffset.UTC), "is out of range");
    }

    @Test
    @DisplayName("fractions are rounded to microseconds, half up, and carry")
    void fractions() throws SQLException {
        LocalDateTime base = LocalDateTime.of(2000, 1, 1, 0, 0);
        assertThat(sent(1114, base.plusNanos(1_499))).isEqualTo("0000000000000001");
        assertThat(sent(1114, base.plusNanos(1_500))).isEqualTo("0000000000000002");
        assertThat(sent(1114, base.minusNanos(400))).isEqualTo("0000000000000000");
        assertThat(sent(1083, LocalTime.MAX)).isEqualTo("000000141dd76000");
        assertThat(sent(1083, "24:00:00")).isEqualTo("000000141dd76000");
    }

    @Test
    @DisplayName("PG-32 PG-53 PG-55 dates and times by the column's type, with a zone where one is needed")
    void conversions() throws SQLException {
        LocalDateTime local = LocalDateTime.of(2000, 1, 1, 1, 0);
        String hour = "00000000d693a400";
        assertThat(sent(1083, local)).isEqualTo(hour);
        assertThat(sent(1082, local)).isEqualTo("00000000");
        assertThat(sent(1114, LocalDate.of(2000, 1, 1))).isEqualTo("0000000000000000");
        assertThat(sent(1184, ZoneOffset.ofHours(-1), LocalDate.of(2000, 1, 1))).isEqualTo(hour);
        assertThat(sent(1184, ZoneOffset.UTC, local)).isEqualTo(hour);
        assertThat(sent(1114, ZoneOffset.ofHours(1), Instant.parse("2000-01-01T00:00:00Z")))
                .isEqualTo(hour);
        assertThat(sent(1266, OffsetTime.of(1, 0, 0, 0, ZoneOffset.ofHours(2)))).isEqualTo(hour + "ffffe3e0");
        assertThat(sent(1266, OffsetTime.of(1, 0, 0, 0, ZoneOffset.ofHoursMinutes(-5, -30))))
                .isEqualTo(hour + "00004d58");
        assertThat(sent(1266, ZoneOffset.UTC, LocalTime.of(1, 0))).isEqualTo(hour + "00000000");
        assertThat(sent(1266, local.atOffset(ZoneOffset.ofHours(2)))).isEqualTo(hour + "ffffe3e0");
        assertThat(sent(1266, "01:00+02")).isEqualTo(hour + "ffffe3e0");
        assertThat(sent(1266, "01:00:00+02:00")).isEqualTo(hour + "ffffe3e0");
        assertThat(sent(1114, "2000-01-01 01:00:00")).isEqualTo(hour);
        assertThat(sent(1184, "2000-01-01T01:00Z")).isEqualTo(hour);
        assertThat(sent(1184, "2000-01-01 03:00+02")).isEqualTo(hour);
        assertThat(sent(1114, "2000-01-01")).isEqualTo("0000000000000000");
        assertRefused(1184, local, "needs a zone. Add .zone(ZoneOffset.UTC)");
        assertRefused(1114, Instant.EPOCH, "an instant, into a column of type type1114 needs a zone");
        assertRefused(1266, LocalTime.NOON, "a time without offset");
        assertRefused(1083, LocalDate.EPOCH, "can't be stored");
        assertRefused(1082, LocalTime.NOON, "can't be stored");
        assertRefused(1114, "soon", "\"soon\" is no date or time in ISO form");
        assertThatThrownBy(() -> sent(1184, ZoneId.of("America/New_York"), LocalDateTime.of(2024, 3, 10, 2, 30)))
                .hasMessageContaining("does not exist in the zone America/New_York");
    }

    @Test
    @DisplayName("old dates are their instant in zoned columns and their local fields elsewhere")
    void legacyDates() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try {
            Timestamp stamp = Timestamp.valueOf("2000-01-01 00:00:00.000001");
            assertThat(sent(1114, stamp)).isEqualTo("0000000000000001");
            assertThat(sent(1184, stamp)).isEqualTo(sent(1184, Instant.parse("2000-01-01T05:00:00.000001Z")));
            java.util.Date date = new java.util.Date(stamp.getTime());
            assertThat(sent(1114, date)).isEqualTo("0000000000000000");
            assertThat(sent(1184, date)).isEqualTo(sent(1184, Instant.parse("2000-01-01T05:00:00Z")));
            assertThat(sent(1082, date)).isEqualTo("00000000");
            java.sql.Date day = java.sql.Date.valueOf("2000-01-01");
            assertThat(sent(1082, day)).isEqualTo("00000000");
            assertThat(sent(1114, day)).isEqualTo("0000000000000000");
            assertThat(sent(1184, day)).isEqualTo(sent(1184, Instant.parse("2000-01-01T05:00:00Z")));
            assertThat(sent(1083, java.sql.Time.valueOf("01:00:00"))).isEqualTo("00000000d693a400");
            Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Kolkata"));
            calendar.setTimeInMillis(Instant.parse("1999-12-31T18:30:00Z").toEpochMilli());
            assertThat(sent(1114, calendar)).isEqualTo("0000000000000000");
            assertThat(sent(1184, calendar)).isEqualTo(sent(1184, Instant.parse("1999-12-31T18:30:00Z")));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    @DisplayName("PG-40 intervals by Duration, Period, the driver's class and text")
    void intervals() throws SQLException {
        String all = "000000036c966ee0" + "00000003" + "0000000e";
        assertThat(sent(1186, new PGInterval("1 year 2 mons 3 days 04:05:06.7")))
                .isEqualTo(all);
        assertThat(sent(1186, "P1Y2M3DT4H5M6.7S")).isEqualTo(all);
        assertThat(sent(1186, Duration.ofSeconds(-1, 500_000_000))).isEqualTo("fffffffffff85ee0" + "0".repeat(16));
        assertThat(sent(1186, Period.of(1, 2, 3))).isEqualTo("0".repeat(16) + "00000003" + "0000000e");
        assertRefused(1186, Duration.ofSeconds(Long.MAX_VALUE), "out of range");
        assertRefused(1186, "a while", "is no interval");
        assertRefused(1186, 5, "can't be stored");
    }

    @Test
    @DisplayName("PG-34 addresses, by InetAddress and by text")
    void addresses() throws Exception {
        assertThat(sent(869, "10.1.2.3/24")).isEqualTo("02180004" + "0a010203");
        assertThat(sent(869, InetAddress.getByAddress(HexFormat.of().parseHex("0".repeat(31) + "1"))))
                .isEqualTo("03800010" + "0".repeat(30) + "01");
        assertThat(sent(869, "::ffff:1.2.3.4")).isEqualTo("03800010" + "0".repeat(20) + "ffff01020304");
        assertThat(sent(650, "10.1.2.0/24")).isEqualTo("02180104" + "0a010200");
        assertThat(sent(829, "08:00:2b:01:02:03")).isEqualTo("08002b010203");
        assertThat(sent(774, "08-00-2b-01-02-03-04-05")).isEqualTo("08002b0102030405");
        assertRefused(869, "localhost", "is no network address");
        assertRefused(869, "1.2.3.4/33", "is no network address");
        assertRefused(829, "08:00", "is no card address");
        assertRefused(829, "08-00-2b-01-02-03-04-05", "is no card address");
    }

    @Test
    @DisplayName("PG-40 bit strings are left aligned")
    void bits() throws SQLException {
        assertThat(sent(1562, "10110")).isEqualTo("00000005" + "b0");
        assertThat(sent(1562, "111111110")).isEqualTo("00000009" + "ff00");
        assertThat(sent(1562, "")).isEqualTo("00000000");
        assertThat(sent(1560, true)).isEqualTo("00000001" + "80");
        assertRefused(1562, "102", "is no text of 0 and 1");
    }

    @Test
    @DisplayName("shapes, by the driver's classes and by text")
    void shapes() throws SQLException {
        String one = "3ff0000000000000";
        String two = "4000000000000000";
        String zero = "0".repeat(16);
        assertThat(sent(600, new PGpoint(1, 2))).isEqualTo(one + two);
        assertThat(sent(600, "(1,2)")).isEqualTo(one + two);
        assertThat(sent(628, new PGline(1, 2, 0))).isEqualTo(one + two + zero);
        assertThat(sent(601, new PGlseg(1, 2, 0, 0))).isEqualTo(one + two + zero + zero);
        assertThat(sent(603, new PGbox(1, 2, 0, 0))).isEqualTo(one + two + zero + zero);
        PGpoint[] points = {new PGpoint(1, 2)};
        assertThat(sent(602, new PGpath(points, false))).isEqualTo("01" + "00000001" + one + two);
        assertThat(sent(602, new PGpath(points, true))).isEqualTo("00" + "00000001" + one + two);
        assertThat(sent(604, new PGpolygon(points))).isEqualTo("00000001" + one + two);
        assertThat(sent(718, new PGcircle(1, 2, 1))).isEqualTo(one + two + one);
        assertThat(sent(718, new PGcircle())).isEqualTo("null");
        assertRefused(600, "nowhere", "\"nowhere\" is no point");
        assertRefused(600, 7, "can't be stored");
    }

    @Test
    @DisplayName("ranges and multiranges by their text")
    void ranges() throws SQLException {
        assertThat(sent(3904, "[1,5)")).isEqualTo("02" + "0000000400000001" + "0000000400000005");
        assertThat(sent(3904, "empty")).isEqualTo("01");
        assertThat(sent(3904, "[1,)")).isEqualTo("12" + "0000000400000001");
        assertThat(sent(3904, "(,)")).isEqualTo("18");
        assertThat(sent(3904, "(,5]")).isEqualTo("0c" + "0000000400000005");
        assertThat(sent(3908, "[\"2000-01-01 00:00:00\",]")).isEqualTo("12" + "000000080000000000000000");
        assertThat(sent(4451, "{}")).isEqualTo("00000000");
        assertThat(sent(4451, "{[1,2), (,0]}"))
                .isEqualTo("00000002" + "00000011" + "02" + "0000000400000001" + "0000000400000002" + "00000009" + "0c"
                        + "0000000400000000");
        assertRefused(3904, "1,5", "is no range such as [1,5)");
        assertRefused(3904, "[1,5", "is no range");
        assertRefused(3904, "[a,5)", "is no whole number");
        assertRefused(4451, "[1,2)", "is no multirange");
        assertRefused(3904, "[1,5) ]", "is no range");
    }

    @Test
    @DisplayName("PG-31 arrays of Java, collections, the text form, several dimensions, nulls, empties")
    void arrays() throws SQLException {
        String two = "00000001" + "00000000" + "00000017" + "00000002" + "00000001" + "0000000400000001"
                + "0000000400000002";
        assertThat(sent(1007, new int[] {1, 2})).isEqualTo(two);
        assertThat(sent(1007, new long[] {1, 2})).isEqualTo(two);
        assertThat(sent(1007, new short[] {1, 2})).isEqualTo(two);
        assertThat(sent(1007, new Integer[] {1, 2})).isEqualTo(two);
        assertThat(sent(1007, List.of(1, 2))).isEqualTo(two);
        assertThat(sent(1007, "{1,2}")).isEqualTo(two);
        assertThat(sent(1007, " { \"1\" , 2 } ")).isEqualTo(two);
        assertThat(sent(1007, new int[0])).isEqualTo("00000000" + "00000000" + "00000017");
        assertThat(sent(1007, "{}")).isEqualTo("00000000" + "00000000" + "00000017");
        assertThat(sent(1007, new int[0][0])).isEqualTo("00000000" + "00000000" + "00000017");
        assertThat(sent(1007, "{NULL}"))
                .isEqualTo("00000001" + "00000001" + "00000017" + "00000001" + "00000001" + "ffffffff");
        assertThat(sent(1007, new int[][] {{1}, {2}}))
                .isEqualTo("00000002" + "00000000" + "00000017" + "00000002" + "00000001" + "00000001" + "00000001"
                        + "0000000400000001" + "0000000400000002");
        assertThat(sent(1022, new double[] {1})).endsWith("3ff0000000000000");
        assertThat(sent(1001, new byte[][] {{1}, {2}})).endsWith("0000000101" + "0000000102");
        assertThat(sent(1183, List.of(LocalTime.MIDNIGHT))).contains("0000043b");
        assertThat(sent(1009, "{\"a\\\"b\",\"NULL\",\"\"}"))
                .endsWith("00000003612262" + "000000044e554c4c" + "00000000");
        assertRefused(1007, new int[][] {{1}, {2, 3}}, "not all of one size");
        assertRefused(1007, List.of(List.of(1), 2), "not all of one size");
        assertRefused(1007, List.of(1, List.of(2)), "not all of one depth");
        assertRefused(1007, "{1,2", "is no array such as {1,2}");
        assertRefused(1007, "{1}x", "is no array");
        assertRefused(1007, "1", "is no array");
        assertRefused(1007, "{1;2}", "is no whole number");
        assertRefused(1007, 5, "can't be stored");
        assertRefused(1007, List.of(3_000_000_000L), "out of range");
    }
}
