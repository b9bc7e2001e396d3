package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class DateTextTest {
    private static final long FIRST_SECOND = -62_167_219_200L;
    private static final long LAST_SECOND = 253_402_300_799L;

    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn");

    private final DateText text = new DateText();

    @Property
    void every_timestamp_is_written_as_the_formatter_writes_it(
            @ForAll @LongRange(min = FIRST_SECOND, max = LAST_SECOND) long second,
            @ForAll @LongRange(max = 999_999_999) long nano) {
        LocalDateTime value = LocalDateTime.ofEpochSecond(second, (int) nano, ZoneOffset.UTC);
        String expected = TIMESTAMP.format(value);
        assertThat(text.timestamp(value)).isEqualTo(expected);
        assertThat(text.instant(value)).isEqualTo(expected + "Z");
        assertThat(text.date(value.toLocalDate())).isEqualTo(expected.substring(0, 10));
        assertThat(text.time(value.toLocalTime())).isEqualTo(expected.substring(11));
    }

    @Property
    void text_order_is_time_order(
            @ForAll @LongRange(min = FIRST_SECOND, max = LAST_SECOND) long first,
            @ForAll @LongRange(min = FIRST_SECOND, max = LAST_SECOND) long second) {
        LocalDateTime one = LocalDateTime.ofEpochSecond(first, 5, ZoneOffset.UTC);
        LocalDateTime other = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        assertThat(Integer.signum(text.timestamp(one).compareTo(text.timestamp(other))))
                .isEqualTo(Integer.signum(one.compareTo(other)));
    }

    @Example
    void offsets_have_seconds_only_where_they_need_them() {
        LocalTime time = LocalTime.of(3, 4, 5, 6);
        assertThat(text.offsetTime(time.atOffset(ZoneOffset.UTC))).isEqualTo("03:04:05.000000006+00:00");
        assertThat(text.offsetTime(time.atOffset(ZoneOffset.ofHoursMinutes(-9, -30))))
                .isEqualTo("03:04:05.000000006-09:30");
        OffsetTime odd = time.atOffset(ZoneOffset.ofHoursMinutesSeconds(1, 2, 3));
        assertThat(text.offsetTime(odd)).isEqualTo("03:04:05.000000006+01:02:03");
    }

    @Example
    void years_beyond_four_digits_have_no_room() {
        assertThat(DateText.holds(0)).isTrue();
        assertThat(DateText.holds(9999)).isTrue();
        assertThat(DateText.holds(-1)).isFalse();
        assertThat(DateText.holds(10_000)).isFalse();
    }

    @Example
    void the_date_functions_of_sqlite_read_all_forms() throws SQLException {
        LocalDateTime value = LocalDateTime.of(2024, 1, 2, 3, 4, 5, 678_901_234);
        try (Connection connection = Database.inMemory()) {
            assertThat(Database.value(connection, "SELECT datetime(?, 'subsec')", text.timestamp(value)))
                    .isEqualTo("2024-01-02 03:04:05.679");
            assertThat(Database.value(connection, "SELECT datetime(?)", text.instant(value)))
                    .isEqualTo("2024-01-02 03:04:05");
            assertThat(Database.value(connection, "SELECT datetime(?)", text.date(value.toLocalDate())))
                    .isEqualTo("2024-01-02 00:00:00");
            assertThat(Database.value(connection, "SELECT time(?)", text.time(value.toLocalTime())))
                    .isEqualTo("03:04:05");
            assertThat(Database.value(
                            connection,
                            "SELECT time(?)",
                            text.offsetTime(value.toLocalTime().atOffset(ZoneOffset.ofHours(2)))))
                    .isEqualTo("01:04:05");
        }
    }

    @Example
    void the_driver_reads_back_what_was_stored_or_refuses_to() throws SQLException {
        LocalDateTime value = LocalDateTime.of(2024, 1, 2, 3, 4, 5, 678_901_234);
        LocalDate day = value.toLocalDate();
        try (Connection connection = Database.inMemory();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT '" + text.timestamp(value) + "', '" + text.date(day)
                        + "', '" + text.time(value.toLocalTime()) + "'")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(value);
            assertThat(row.getObject(2, LocalDate.class)).isEqualTo(day);
            assertThat(row.getObject(3, LocalTime.class)).isEqualTo(value.toLocalTime());
            assertThatThrownBy(() -> row.getTimestamp(1)).isInstanceOf(SQLException.class);
        }
    }
}
