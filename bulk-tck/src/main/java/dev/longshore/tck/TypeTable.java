package dev.longshore.tck;

import static dev.longshore.tck.TypeCase.refused;
import static dev.longshore.tck.TypeCase.stored;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The type table: what each Java value becomes in each kind of column, on every database. */
final class TypeTable {
    /** A constant of a row's enum type. */
    enum Colour {
        RED
    }

    private static final Instant INSTANT = Instant.parse("2024-03-10T06:59:59.123456Z");
    private static final UUID SOME_UUID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    private TypeTable() {}

    /** The cases for a database: the common ones that its column types and capabilities admit, then its own. */
    static List<TypeCase> of(TckDatabase database) {
        List<TypeCase> cases = common(database.capabilities(), database.oldestInstant());
        cases.addAll(database.moreCases());
        cases.removeIf(each -> database.type(each.column()) == null);
        return cases;
    }

    /** The cases that all databases have in common, as one with these capabilities must store them. */
    static List<TypeCase> common(Set<Capability> capabilities, Instant oldest) {
        List<TypeCase> cases = new ArrayList<>();
        addNumbers(cases, capabilities);
        addTexts(cases, capabilities);
        addTemporals(cases, oldest);
        if (capabilities.contains(Capability.DATE_TYPES)) {
            addTextsOfDates(cases);
        }
        return cases;
    }

    private static void addNumbers(List<TypeCase> cases, Set<Capability> capabilities) {
        cases.add(stored(ColumnType.BOOLEAN, true, true));
        cases.add(stored(ColumnType.BOOLEAN, false, false));
        cases.add(refused(ColumnType.BOOLEAN, List.of(true)));

        cases.add(stored(ColumnType.SMALLINT, (byte) -3, -3L));
        cases.add(stored(ColumnType.SMALLINT, (short) 5, 5L));
        cases.add(stored(ColumnType.SMALLINT, 32_767, 32_767L));
        cases.add(stored(ColumnType.SMALLINT, -32_768L, -32_768L));
        cases.add(stored(ColumnType.INTEGER, 0, 0L));
        cases.add(stored(ColumnType.INTEGER, (short) 5, 5L));
        cases.add(stored(ColumnType.INTEGER, Integer.MIN_VALUE, -2_147_483_648L));
        cases.add(stored(ColumnType.INTEGER, 2_147_483_647L, 2_147_483_647L));
        cases.add(stored(ColumnType.INTEGER, BigInteger.valueOf(-7), -7L));
        if (capabilities.contains(Capability.INTEGER_RANGE)) {
            cases.add(refused(ColumnType.SMALLINT, 32_768));
            cases.add(refused(ColumnType.INTEGER, 3_000_000_000L));
            cases.add(refused(ColumnType.BIGINT, BigInteger.ONE.shiftLeft(63)));
            cases.add(refused(ColumnType.INTEGER, "\u0661\u0662\u0663"));
            cases.add(refused(ColumnType.DECIMAL, "\u0661\u0662\u0663"));
        }
        cases.add(refused(ColumnType.INTEGER, List.of(1)));
        cases.add(stored(ColumnType.BIGINT, 5, 5L));
        cases.add(stored(ColumnType.BIGINT, 9_000_000_000L, 9_000_000_000L));
        cases.add(stored(ColumnType.BIGINT, Long.MIN_VALUE, Long.MIN_VALUE));
        cases.add(stored(ColumnType.BIGINT, Long.MAX_VALUE, Long.MAX_VALUE));
        cases.add(stored(ColumnType.BIGINT, BigInteger.valueOf(Long.MAX_VALUE), Long.MAX_VALUE));

        cases.add(stored(ColumnType.DECIMAL, new BigDecimal("0.0000"), BigDecimal.ZERO));
        cases.add(stored(ColumnType.DECIMAL, new BigDecimal("12.3450"), new BigDecimal("12.345")));
        cases.add(stored(ColumnType.DECIMAL, new BigDecimal("-12345678901.2345"), new BigDecimal("-12345678901.2345")));
        cases.add(stored(ColumnType.DECIMAL, new BigDecimal("1E+3"), new BigDecimal("1E+3")));
        cases.add(stored(ColumnType.DECIMAL, 7, new BigDecimal("7")));
        cases.add(stored(ColumnType.DECIMAL, -8L, new BigDecimal("-8")));
        cases.add(stored(ColumnType.DECIMAL, BigInteger.TEN.pow(9), new BigDecimal("1E+9")));
        cases.add(stored(ColumnType.DECIMAL, 0.1d, new BigDecimal("0.1")));
        cases.add(stored(ColumnType.DECIMAL, 0.1f, new BigDecimal("0.1")));

        cases.add(stored(ColumnType.REAL, 0.1f, 0.1f));
        cases.add(stored(ColumnType.REAL, -3.5f, -3.5f));
        cases.add(stored(ColumnType.REAL, 2.5d, 2.5f));
        cases.add(stored(ColumnType.REAL, Float.MAX_VALUE, Float.MAX_VALUE));
        cases.add(stored(ColumnType.DOUBLE, 0.0d, 0.0d));
        cases.add(stored(ColumnType.DOUBLE, 0.1d, 0.1d));
        cases.add(stored(ColumnType.DOUBLE, 0.1f, (double) 0.1f));
        cases.add(stored(ColumnType.DOUBLE, Double.MIN_VALUE, Double.MIN_VALUE));
        cases.add(stored(ColumnType.DOUBLE, -Double.MAX_VALUE, -Double.MAX_VALUE));
        cases.add(stored(ColumnType.DOUBLE, 3, 3.0d));
        cases.add(stored(ColumnType.DOUBLE, 4L, 4.0d));
        if (capabilities.contains(Capability.NAN)) {
            cases.add(stored(ColumnType.DOUBLE, Double.NaN, Double.NaN));
            cases.add(stored(ColumnType.REAL, Float.NaN, Float.NaN));
        } else {
            cases.add(refused(ColumnType.DOUBLE, Double.NaN));
            cases.add(refused(ColumnType.DOUBLE, Float.NaN));
            cases.add(refused(ColumnType.REAL, Float.NaN));
            cases.add(refused(ColumnType.DECIMAL, Double.NaN));
        }
    }

    private static void addTexts(List<TypeCase> cases, Set<Capability> capabilities) {
        for (String text : List.of(
                "",
                "plain",
                " spaces around ",
                "NULL",
                "it's \"quoted\" `twice`",
                "C:\\new\\table",
                "\\N",
                "\\.",
                "tab\tline\ncarriage\rboth\r\nvertical\u000Bend\u001A",
                "a,b;c|d",
                "prénom 名前 😀",
                "'); drop table item; --",
                "x".repeat(70_000),
                "😀".repeat(5_000))) {
            cases.add(stored(ColumnType.TEXT, text, text));
        }
        cases.add(stored(ColumnType.TEXT, 'x', "x"));
        cases.add(stored(ColumnType.TEXT, CharBuffer.wrap("built"), "built"));
        cases.add(stored(ColumnType.TEXT, Colour.RED, "RED"));
        cases.add(stored(ColumnType.TEXT, SOME_UUID, SOME_UUID.toString()));
        cases.add(refused(ColumnType.TEXT, "half \uD83D"));
        cases.add(refused(ColumnType.TEXT, "\uDE00 other half"));
        cases.add(refused(ColumnType.TEXT, '\uD83D'));
        cases.add(
                capabilities.contains(Capability.NUL_IN_TEXT)
                        ? stored(ColumnType.TEXT, "a\0b", "a\0b")
                        : refused(ColumnType.TEXT, "a\0b"));
        cases.add(refused(ColumnType.TEXT, new Object[] {"array"}));
        cases.add(refused(ColumnType.TEXT, Thread.State.class));

        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        cases.add(stored(ColumnType.BYTES, new byte[0], new byte[0]));
        cases.add(stored(ColumnType.BYTES, all, all));
        cases.add(stored(ColumnType.BYTES, new byte[100_000], new byte[100_000]));

        cases.add(stored(ColumnType.UUID, SOME_UUID, SOME_UUID));
    }

    private static void addTemporals(List<TypeCase> cases, Instant oldest) {
        for (String day : List.of("2024-02-29", "1969-12-31", "1900-01-01", "1582-10-10", "0999-01-01", "9999-12-31")) {
            cases.add(stored(ColumnType.DATE, LocalDate.parse(day), LocalDate.parse(day)));
        }
        cases.add(stored(ColumnType.DATE, java.sql.Date.valueOf("2024-02-29"), LocalDate.of(2024, 2, 29)));
        for (String time : List.of("00:00", "10:20:30", "10:20:30.123456", "23:59:59.999999")) {
            cases.add(stored(ColumnType.TIME, LocalTime.parse(time), LocalTime.parse(time)));
        }
        for (String stamp : List.of(
                "2024-01-02T03:04:05.678901",
                "2024-01-02T00:00",
                "1969-12-31T23:59:59.999999",
                "1999-12-31T23:59:59.999999",
                "0999-01-01T12:00",
                "9999-12-31T23:59:59",
                // in the hour that daylight saving skips in New York, in Sydney, in Berlin
                "2024-03-10T02:30",
                "2024-10-06T02:30",
                "2024-03-31T02:30",
                // in the hour that comes twice
                "2024-11-03T01:30")) {
            cases.add(stored(ColumnType.TIMESTAMP, LocalDateTime.parse(stamp), LocalDateTime.parse(stamp)));
        }
        LocalDateTime noon = LocalDateTime.of(2024, 7, 1, 12, 0, 0, 678_000_000);
        cases.add(stored(ColumnType.TIMESTAMP, java.sql.Timestamp.valueOf(noon), noon));

        cases.add(stored(ColumnType.INSTANT, INSTANT, INSTANT));
        cases.add(stored(
                ColumnType.INSTANT,
                OffsetDateTime.parse("2024-03-10T02:30-05:00"),
                Instant.parse("2024-03-10T07:30:00Z")));
        OffsetDateTime early = OffsetDateTime.parse("0999-01-01T00:00Z");
        cases.add(
                early.toInstant().isBefore(oldest)
                        ? refused(ColumnType.INSTANT, early)
                        : stored(ColumnType.INSTANT, early, early.toInstant()));
        cases.add(stored(
                ColumnType.INSTANT,
                OffsetDateTime.parse("2024-01-01T10:00+02:00"),
                Instant.parse("2024-01-01T08:00:00Z")));
        cases.add(stored(ColumnType.INSTANT, INSTANT.atZone(ZoneId.of("Australia/Sydney")), INSTANT));
        Instant millis = Instant.parse("2024-03-10T06:59:59.123Z");
        cases.add(stored(ColumnType.INSTANT, java.sql.Timestamp.from(millis), millis));
        cases.add(refused(ColumnType.TIMESTAMP, List.of("not a time")));
    }

    private static void addTextsOfDates(List<TypeCase> cases) {
        LocalDateTime stamp = LocalDateTime.of(2024, 2, 29, 3, 4, 5);
        cases.add(stored(ColumnType.DATE, "2024-02-29", LocalDate.of(2024, 2, 29)));
        cases.add(stored(ColumnType.TIME, "03:04:05", stamp.toLocalTime()));
        cases.add(stored(ColumnType.TIMESTAMP, "2024-02-29 03:04:05", stamp));
        for (String none : List.of("2023-02-29", "2024-04-31", "2024-13-01", "\u0662024-02-28", "yesteryear")) {
            cases.add(refused(ColumnType.DATE, none));
            cases.add(refused(ColumnType.TIMESTAMP, none + " 03:04:05"));
        }
        cases.add(refused(ColumnType.TIME, "03:60:05"));
    }
}
