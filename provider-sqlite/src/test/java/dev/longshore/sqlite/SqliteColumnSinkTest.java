package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.UnstorableText;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import dev.longshore.sqlite.SqliteProvider.UuidForm;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SqliteColumnSinkTest {
    private static void assertStored(String type, Object value, String stored) throws SQLException {
        assertThat(StoredValue.of(type, value)).isEqualTo(stored);
    }

    private static void assertRefused(String type, Object value, String reason) {
        assertRefused("(c " + type + ")", value, reason, loader -> loader);
    }

    private static void assertRefused(String table, Object value, String reason, UnaryOperator<BulkInserter> settings) {
        assertThatThrownBy(() -> StoredValue.of("jdbc:sqlite::memory:", table, value, settings))
                .isInstanceOfSatisfying(BulkLoadException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.phase()).isEqualTo(LoadPhase.MAPPING);
                    assertThat(e.rowIndex()).isZero();
                    assertThat(e.column()).isEqualTo("c");
                });
    }

    @Nested
    class Numbers {
        @Test
        void truth_values_are_1_and_0() throws SQLException {
            assertStored("boolean", true, "integer 1");
            assertStored("INTEGER", false, "integer 0");
            assertStored("REAL", true, "real 1.0");
            assertStored("TEXT", true, "text '1'");
            assertStored("", false, "integer 0");
        }

        @Test
        void whole_numbers_keep_all_digits() throws SQLException {
            assertStored("INT", 9_000_000_000L, "integer 9000000000");
            assertStored("smallint", Long.MIN_VALUE, "integer -9223372036854775808");
            assertStored("TEXT", 7, "text '7'");
            assertStored("NUMERIC", new BigInteger("9223372036854775807"), "integer 9223372036854775807");
            assertStored("TEXT", new BigInteger("123456789012345678901"), "text '123456789012345678901'");
            assertStored("NUMERIC", BigInteger.TEN.pow(20), "real 1.0E20");
            assertStored("REAL", 9_007_199_254_740_992L, "real 9.007199254740992E15");
        }

        @Test
        void whole_numbers_that_floating_point_does_not_hold_are_refused() {
            String where = " would lose digits in a column of type REAL, where SQLite stores 64-bit integers and"
                    + " floating-point numbers";
            assertRefused("REAL", 9_007_199_254_740_993L, "9007199254740993" + where);
            assertRefused("REAL", Long.MAX_VALUE, "9223372036854775807" + where);
            assertRefused(
                    "NUMERIC",
                    new BigInteger("12345678901234567891"),
                    "12345678901234567891" + where.replace("REAL", "NUMERIC"));
        }

        @Test
        void a_float_means_its_decimal_digits_where_these_are_stored() throws SQLException {
            assertStored("REAL", 0.1f, "real 0.10000000149011612");
            assertStored("", 0.1f, "real 0.10000000149011612");
            assertStored("DECIMAL(4,1)", 0.1f, "real 0.1");
            assertStored("TEXT", 0.1f, "text '0.1'");
        }

        @Test
        void doubles_are_exact() throws SQLException {
            assertStored("REAL", 0.1 + 0.2, "real 0.30000000000000004");
            assertStored("TEXT", 0.1 + 0.2, "text '0.30000000000000004'");
            assertStored("TEXT", 1_000_000_000.015625, "text '1000000000.015625'");
            assertStored("TEXT", 1.5, "text '1.5'");
            assertStored("NUMERIC", 3.0, "integer 3");
            assertStored("INTEGER", 1.5, "real 1.5");
            assertStored("REAL", Double.POSITIVE_INFINITY, "real Infinity");
            assertStored("TEXT", Double.NEGATIVE_INFINITY, "text '-Inf'");
        }

        @Test
        void not_a_number_is_refused() {
            assertRefused("REAL", Double.NaN, "NaN would be stored as NULL");
            assertRefused("NUMERIC", Float.NaN, "NaN would be stored as NULL");
        }

        @Test
        void decimals_become_numbers_where_nothing_is_lost() throws SQLException {
            assertStored("DECIMAL(10,2)", new BigDecimal("12.35"), "real 12.35");
            assertStored("DECIMAL(10,2)", new BigDecimal("12.00"), "integer 12");
            assertStored("NUMERIC", new BigDecimal("1E+3"), "integer 1000");
            assertStored("NUMERIC", new BigDecimal("1E+17"), "integer 100000000000000000");
            assertStored("NUMERIC", new BigDecimal("1E+19"), "real 1.0E19");
            assertStored("DECIMAL(15,1)", new BigDecimal("99999999999999.0"), "integer 99999999999999");
            assertStored("NUMERIC", new BigDecimal("0.000"), "integer 0");
            assertStored("NUMERIC", new BigDecimal("9007199254740993.00"), "integer 9007199254740993");
            assertStored("REAL", new BigDecimal("0.1234567890123456"), "real 0.1234567890123456");
            assertStored("REAL", new BigDecimal("1E+300"), "real 1.0E300");
        }

        @Test
        void decimals_keep_their_digits_as_text_where_no_number_is_asked_for() throws SQLException {
            BigDecimal digits = new BigDecimal("12345678901234567890.1230");
            assertStored("TEXT", digits, "text '12345678901234567890.1230'");
            assertStored("", digits, "text '12345678901234567890.1230'");
            assertStored("BLOB", digits, "text '12345678901234567890.1230'");
            assertStored("TEXT", new BigDecimal("1E+3"), "text '1000'");
            assertStored("TEXT", new BigDecimal("1E+1000000000"), "text '1E+1000000000'");
        }

        @Test
        void decimals_that_would_lose_digits_are_refused() {
            String where = " would lose digits in a column of type DECIMAL(30,3), where SQLite stores 64-bit integers"
                    + " and floating-point numbers";
            for (String digits :
                    new String[] {"12345678901234567890.123", "0.12345678901234567", "1E+400", "1E-400", "1E+1000000000"
                    }) {
                assertRefused("DECIMAL(30,3)", new BigDecimal(digits), digits + where);
            }
        }

        @Test
        void a_column_that_numbers_rows_takes_whole_numbers_in_any_form() throws SQLException {
            assertStored("INTEGER PRIMARY KEY", 7, "integer 7");
            assertStored("INTEGER PRIMARY KEY", 7.0, "integer 7");
            assertStored("INTEGER PRIMARY KEY", 0x1p60, "integer 1152921504606846976");
            assertStored("INTEGER PRIMARY KEY", new BigDecimal("7.0"), "integer 7");
            assertStored("INTEGER PRIMARY KEY", " 7", "integer 7");
            String reason = " is not a 64-bit integer, as a column that numbers the rows requires";
            assertRefused("INTEGER PRIMARY KEY", 7.5, "7.5" + reason);
            assertRefused("INTEGER PRIMARY KEY", 1e19, "1.0E19" + reason);
            assertRefused("INTEGER PRIMARY KEY", new BigDecimal("7.5"), "7.5" + reason);
            assertRefused("INTEGER PRIMARY KEY", "seven", "\"seven\"" + reason);
            assertRefused("INTEGER PRIMARY KEY", "7.5", "\"7.5\"" + reason);
            assertRefused("INTEGER PRIMARY KEY", true, "a truth value does not number rows");
        }
    }

    @Nested
    class Texts {
        private static final String MADE_NUMBERS =
                " texts such as 007 were stored as numbers, which are printed otherwise, since their columns are declared"
                        + " for numbers";

        private static void assertNumber(String type, String text, String stored, boolean warned) throws SQLException {
            assertThat(StoredValue.of(type, text)).isEqualTo(stored);
            assertThat(StoredValue.plain("(c " + type + ")", text)).isEqualTo(stored);
            if (warned) {
                assertThat(StoredValue.warnings(type, text, loader -> loader))
                        .containsExactly("TEXT_STORED_AS_NUMBER 1: 1" + MADE_NUMBERS);
            } else {
                assertThat(StoredValue.warnings(type, text, loader -> loader)).isEmpty();
            }
        }

        @Test
        void text_that_is_a_number_is_stored_as_sqlite_does_and_told_if_it_prints_otherwise() throws SQLException {
            assertNumber("INTEGER", "007", "integer 7", true);
            assertNumber("NUMERIC", "1.50", "real 1.5", true);
            assertNumber("NUMERIC", "+5", "integer 5", true);
            assertNumber("NUMERIC", " 5 ", "integer 5", true);
            assertNumber("NUMERIC", "1e3", "integer 1000", true);
            assertNumber("NUMERIC", "5.0", "integer 5", true);
            assertNumber("REAL", "5", "real 5.0", true);
            assertNumber("NUMERIC", "5", "integer 5", false);
            assertNumber("NUMERIC", "-1.5", "real -1.5", false);
            assertNumber("REAL", "5.0", "real 5.0", false);
            assertNumber("boolean", "true", "text 'true'", false);
            assertNumber("INTEGER", "seven", "text 'seven'", false);
            assertNumber("date", "2024-01-02", "text '2024-01-02'", false);
            assertNumber("TEXT", "007", "text '007'", false);
            assertNumber("", "007", "text '007'", false);
        }

        @Test
        void text_that_would_lose_digits_as_a_number_is_refused() {
            String where = " would lose digits in a column of type NUMERIC, where SQLite stores 64-bit integers and"
                    + " floating-point numbers";
            assertRefused("NUMERIC", "12345678901234567890.123", "\"12345678901234567890.123\"" + where);
            assertRefused("NUMERIC", "1e99999999999", "\"1e99999999999\"" + where);
            assertRefused("NUMERIC", "0." + "1".repeat(50), "\"0." + "1".repeat(38) + "…\"" + where);
        }

        @Test
        void characters_streams_and_constants_are_text() throws SQLException {
            assertStored("TEXT", 'x', "text 'x'");
            assertStored("TEXT", CharBuffer.wrap("it's"), "text 'it''s'");
            assertStored("TEXT", Thread.State.NEW, "text 'NEW'");
            assertStored("TEXT", new StringReader("read"), "text 'read'");
        }

        @Test
        void text_with_nul_is_kept_whole() throws SQLException {
            try (Connection connection = Database.inMemory("CREATE TABLE t (c TEXT)")) {
                StoredValue.load(connection, "a\0b", loader -> loader);
                assertThat(Database.value(connection, "SELECT hex(c) FROM t")).isEqualTo("610062");
            }
        }

        @Test
        void a_number_that_a_nul_ends_is_refused_since_sqlite_may_drop_the_rest() throws SQLException {
            assertRefused(
                    "NUMERIC",
                    "7\0abc",
                    "the text holds the character NUL at index 1, where SQLite may end a number and drop the rest");
            try (Connection connection = Database.inMemory("CREATE TABLE t (c NUMERIC)")) {
                StoredValue.load(connection, "a\0b", loader -> loader);
                assertThat(Database.value(connection, "SELECT hex(c) FROM t")).isEqualTo("610062");
            }
        }

        @Test
        void lone_surrogates_are_refused_replaced_or_stripped() throws SQLException {
            String text = "a\uD800b\uDC00\uD83D\uDE00";
            assertRefused("TEXT", text, "the text holds the lone surrogate U+D800 at index 1");
            assertThat(StoredValue.of(
                            "TEXT", text, loader -> loader.option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.REPLACE)))
                    .isEqualTo("text 'a\uFFFDb\uFFFD\uD83D\uDE00'");
            UnaryOperator<BulkInserter> strip =
                    loader -> loader.option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.STRIP);
            assertThat(StoredValue.of("TEXT", text, strip)).isEqualTo("text 'ab\uD83D\uDE00'");
            assertThat(StoredValue.warnings("TEXT", text, strip))
                    .containsExactly("TEXT_CHANGED 1: 1 text with characters that can't be stored was changed");
        }
    }

    @Nested
    class Bytes {
        private final UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

        @Test
        void bytes_are_copied() throws SQLException {
            byte[] bytes = {1, 2};
            try (Connection connection = Database.inMemory("CREATE TABLE t (c BLOB)")) {
                BulkInserter.forConnection(connection)
                        .into("t")
                        .insert(IntStream.range(0, 3).mapToObj(i -> {
                            bytes[0] = (byte) i;
                            return new Object[] {bytes};
                        }));
                assertThat(Database.rows(connection, "SELECT hex(c) FROM t")).containsExactly("0002", "0102", "0202");
            }
            assertStored("BLOB", new ByteArrayInputStream(bytes), "blob X'0202'");
            assertStored("TEXT", bytes, "blob X'0202'");
        }

        @Test
        void a_uuid_is_text_unless_the_column_is_for_bytes() throws SQLException {
            String text = "text '00112233-4455-6677-8899-aabbccddeeff'";
            String blob = "blob X'00112233445566778899AABBCCDDEEFF'";
            assertStored("uuid", uuid, text);
            assertStored("TEXT", uuid, text);
            assertStored("", uuid, text);
            assertStored("BLOB", uuid, blob);
            assertStored("binary(16)", uuid, blob);
            assertThat(StoredValue.of("BLOB", uuid, loader -> loader.option(SqliteProvider.UUID_FORM, UuidForm.TEXT)))
                    .isEqualTo(text);
            assertThat(StoredValue.of("uuid", uuid, loader -> loader.option(SqliteProvider.UUID_FORM, UuidForm.BLOB)))
                    .isEqualTo(blob);
        }

        @Test
        void columns_for_something_else_refuse_them() {
            assertRefused("INTEGER", new byte[1], "bytes can't be stored in a column of type INTEGER");
            assertRefused("datetime", new byte[1], "bytes can't be stored in a column of type datetime");
            assertRefused("REAL", uuid, "a UUID can't be stored in a column of type REAL");
            assertRefused("date", uuid, "a UUID can't be stored in a column of type date");
        }
    }

    @Nested
    class StrictTables {
        private static String strict(String type, Object value) throws SQLException {
            return StoredValue.of("jdbc:sqlite::memory:", "(c " + type + ") STRICT", value, loader -> loader);
        }

        private static void assertStrictRefused(String type, Object value, String reason) {
            assertRefused("(c " + type + ") STRICT", value, reason, loader -> loader);
        }

        @Test
        void what_becomes_the_type_without_loss_is_stored() throws SQLException {
            assertThat(strict("INT", true)).isEqualTo("integer 1");
            assertThat(strict("INTEGER", 7.0)).isEqualTo("integer 7");
            assertThat(strict("INT", "007")).isEqualTo("integer 7");
            assertThat(strict("REAL", 1)).isEqualTo("real 1.0");
            assertThat(strict("REAL", "1.50")).isEqualTo("real 1.5");
            assertThat(strict("TEXT", 1.5)).isEqualTo("text '1.5'");
            assertThat(strict("TEXT", LocalDate.of(2024, 1, 2))).isEqualTo("text '2024-01-02'");
            assertThat(strict("BLOB", new byte[] {1})).isEqualTo("blob X'01'");
            assertThat(strict("BLOB", new UUID(0, 1))).isEqualTo("blob X'00000000000000000000000000000001'");
            assertThat(strict("ANY", "007")).isEqualTo("text '007'");
            assertThat(strict("ANY", new byte[] {1})).isEqualTo("blob X'01'");
        }

        @Test
        void the_rest_is_refused_before_sqlite_does() {
            assertStrictRefused(
                    "INT", 1.5, "1.5 is not a 64-bit integer, as a STRICT table requires in a column of type INT");
            assertStrictRefused(
                    "INT", "x", "\"x\" is not a 64-bit integer, as a STRICT table requires in a column of type INT");
            assertStrictRefused(
                    "REAL", "x", "\"x\" is not a number, as a STRICT table requires in a column of type REAL");
            assertStrictRefused("TEXT", new byte[1], "a STRICT table takes no bytes in a column of type TEXT");
            assertStrictRefused("BLOB", "x", "a STRICT table takes nothing but bytes in a column of type BLOB");
            assertStrictRefused("BLOB", 1, "a STRICT table takes nothing but bytes in a column of type BLOB");
        }
    }

    @Nested
    class Dates {
        private final LocalDateTime timestamp = LocalDateTime.of(2024, 1, 2, 3, 4, 5, 678_901_234);

        private static UnaryOperator<BulkInserter> form(DateForm form) {
            return loader -> loader.option(SqliteProvider.DATE_FORM, form);
        }

        @Test
        void java_time_is_sortable_text() throws SQLException {
            assertStored("date", timestamp.toLocalDate(), "text '2024-01-02'");
            assertStored("time", LocalTime.of(3, 4), "text '03:04:00.000000000'");
            assertStored("datetime", timestamp, "text '2024-01-02T03:04:05.678901234'");
            assertStored("TEXT", LocalTime.of(3, 4).atOffset(ZoneOffset.ofHours(2)), "text '03:04:00.000000000+02:00'");
            assertStored("timestamp", Instant.EPOCH, "text '1970-01-01T00:00:00.000000000Z'");
            OffsetDateTime instant = timestamp.atOffset(ZoneOffset.ofHours(5));
            assertStored("timestamp", instant, "text '2024-01-01T22:04:05.678901234Z'");
            ZonedDateTime zoned = instant.atZoneSameInstant(ZoneId.of("Europe/Paris"));
            assertStored("", zoned, "text '2024-01-01T22:04:05.678901234Z'");
            assertThat(StoredValue.of("", zoned, loader -> loader.zone(ZoneId.of("Europe/Paris"))))
                    .isEqualTo("text '2024-01-01T23:04:05.678901234'");
        }

        @Test
        void years_that_the_text_has_no_room_for_are_refused() {
            String reason = " is not in the years 0000 to 9999, which the text form of dates has room for";
            assertRefused("date", LocalDate.of(10_000, 1, 1), "+10000-01-01" + reason);
            assertRefused("datetime", LocalDateTime.of(-1, 1, 1, 0, 0), "-0001-01-01T00:00" + reason);
            assertRefused(
                    "datetime",
                    LocalDateTime.of(9999, 12, 31, 23, 0).atOffset(ZoneOffset.ofHours(-2)),
                    "9999-12-31T23:00-02:00" + reason);
        }

        @Test
        void columns_of_numbers_refuse_text() {
            String reason =
                    "dates are stored as text, which does not belong in a column of type INTEGER: set the option"
                            + " SqliteProvider.DATE_FORM, or declare the column TEXT or DATETIME";
            assertRefused("INTEGER", timestamp, reason);
            assertRefused("INTEGER", LocalTime.NOON, reason);
            assertRefused("INTEGER", LocalTime.NOON.atOffset(ZoneOffset.UTC), reason);
            assertRefused("boolean", Instant.EPOCH, reason.replace("INTEGER", "boolean"));
        }

        @Test
        void numbers_count_from_the_epoch_in_utc_or_the_given_zone() throws SQLException {
            LocalDateTime millis = timestamp.withNano(678_000_000);
            assertThat(StoredValue.of("INTEGER", millis, form(DateForm.EPOCH_MILLIS)))
                    .isEqualTo("integer 1704164645678");
            assertThat(StoredValue.of(
                            "INTEGER",
                            millis,
                            form(DateForm.EPOCH_MILLIS).andThen(loader -> loader.zone(ZoneId.of("Europe/Paris")))
                                    ::apply))
                    .isEqualTo("integer 1704161045678");
            assertThat(StoredValue.of("datetime", timestamp.withNano(0), form(DateForm.EPOCH_SECONDS)))
                    .isEqualTo("integer 1704164645");
            assertThat(StoredValue.of("TEXT", LocalDate.of(1969, 12, 31), form(DateForm.EPOCH_SECONDS)))
                    .isEqualTo("text '-86400'");
            assertThat(StoredValue.of("date", LocalDate.of(2024, 1, 2), form(DateForm.JULIAN_DAY)))
                    .isEqualTo("real 2460311.5");
            assertThat(StoredValue.of("REAL", Instant.ofEpochMilli(-1), form(DateForm.JULIAN_DAY)))
                    .isEqualTo("real 2440587.4999999884");
            assertThat(StoredValue.of("INTEGER", new Timestamp(5), form(DateForm.EPOCH_MILLIS)))
                    .isEqualTo("integer 5");
            assertThat(StoredValue.of("INTEGER", new Date(5000), form(DateForm.EPOCH_SECONDS)))
                    .isEqualTo("integer 5");
        }

        @Test
        void what_a_number_has_no_room_for_is_refused() {
            assertRefused(
                    "(c INTEGER)",
                    timestamp,
                    "2024-01-02T03:04:05.678901234 has a fraction of a second that the form EPOCH_MILLIS would cut off",
                    form(DateForm.EPOCH_MILLIS));
            assertRefused(
                    "(c INTEGER)",
                    Instant.ofEpochMilli(1),
                    "1970-01-01T00:00:00.001Z has a fraction of a second that the form EPOCH_SECONDS would cut off",
                    form(DateForm.EPOCH_SECONDS));
            assertRefused(
                    "(c INTEGER)",
                    LocalDate.MAX,
                    "+999999999-12-31 is beyond what milliseconds count in 64 bits",
                    form(DateForm.EPOCH_MILLIS));
            assertRefused(
                    "(c TEXT)", LocalTime.NOON, "a time of day has no form JULIAN_DAY", form(DateForm.JULIAN_DAY));
            assertRefused(
                    "(c datetime)",
                    LocalDateTime.of(2024, 3, 31, 2, 30),
                    "2024-03-31T02:30 does not exist in the zone Europe/Paris, whose clocks skip it",
                    form(DateForm.EPOCH_SECONDS).andThen(loader -> loader.zone(ZoneId.of("Europe/Paris")))::apply);
        }

        @Test
        void legacy_dates_are_stored_as_the_driver_stores_them() throws SQLException {
            java.util.Date[] dates = {
                new Timestamp(1_704_164_645_678L),
                new Date(1_704_150_000_000L),
                new Time(7_445_000),
                new java.util.Date(-1501)
            };
            for (String settings : new String[] {
                "",
                "?date_precision=seconds",
                "?date_class=real",
                "?date_class=text",
                "?date_class=text&date_string_format=yyyy.MM.dd HH:mm"
            }) {
                String url = "jdbc:sqlite::memory:" + settings;
                for (java.util.Date date : dates) {
                    try (Connection connection = Database.open(url, "CREATE TABLE t (c datetime)")) {
                        StoredValue.load(connection, date, loader -> loader);
                        Database.rows(connection, "INSERT INTO t VALUES (?) RETURNING 1", date);
                        assertThat(Database.rows(connection, "SELECT typeof(c) || ' ' || quote(c) FROM t"))
                                .as(url + " " + date)
                                .satisfies(rows -> assertThat(rows.get(0)).isEqualTo(rows.get(1)));
                    }
                }
                Calendar calendar = GregorianCalendar.from(timestamp.atZone(ZoneId.of("Asia/Tokyo")));
                assertThat(StoredValue.of(url, "(c datetime)", calendar, loader -> loader))
                        .isEqualTo(StoredValue.of(url, "(c datetime)", calendar.getTime(), loader -> loader));
            }
        }

        @Test
        void legacy_dates_as_text_show_their_local_fields() throws SQLException {
            TimeZone before = TimeZone.getDefault();
            try {
                TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
                UnaryOperator<BulkInserter> iso = form(DateForm.ISO_TEXT);
                assertThat(StoredValue.of("datetime", Timestamp.valueOf(timestamp), iso))
                        .isEqualTo("text '2024-01-02T03:04:05.678901234'");
                assertThat(StoredValue.of("date", Date.valueOf("2024-01-02"), iso))
                        .isEqualTo("text '2024-01-02'");
                assertThat(StoredValue.of(
                                "time", new Time(Time.valueOf("03:04:05").getTime() + 6), iso))
                        .isEqualTo("text '03:04:05.006000000'");
                assertThat(StoredValue.of("datetime", new java.util.Date(0), iso))
                        .isEqualTo("text '1969-12-31T19:00:00.000000000'");
                Calendar calendar = GregorianCalendar.from(timestamp.atZone(ZoneId.of("Asia/Tokyo")));
                assertThat(StoredValue.of("datetime", calendar, iso)).isEqualTo("text '2024-01-02T03:04:05.678000000'");
            } finally {
                TimeZone.setDefault(before);
            }
        }
    }
}
