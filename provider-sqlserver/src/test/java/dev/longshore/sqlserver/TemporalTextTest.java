package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The text says what the value was. */
final class TemporalTextTest {
    private static final long LAST_DAY = 2_932_896;
    private static final long FIRST_DAY = -719_162;

    private final TemporalText text = new TemporalText();

    @Property
    void anyTimestampComesBack(
            @ForAll @LongRange(min = FIRST_DAY, max = LAST_DAY) long day,
            @ForAll @LongRange(min = 0, max = 863_999_999_999L) long units,
            @ForAll @IntRange(min = -840, max = 840) int offset) {
        LocalDate date = LocalDate.ofEpochDay(day);
        LocalTime time = LocalTime.ofNanoOfDay(units * 100);

        String local = text.begin().date(date).separator().time(time, 7).end();
        String zoned =
                text.begin().date(date).separator().time(time, 7).offset(offset).end();

        assertThat(LocalDateTime.parse(local)).isEqualTo(date.atTime(time));
        assertThat(OffsetDateTime.parse(zoned))
                .isEqualTo(date.atTime(time).atOffset(ZoneOffset.ofTotalSeconds(60 * offset)));
        assertThat(zoned).hasSize(TemporalText.MOST);
    }

    @Property
    void digitsBeyondThoseAskedForAreCut(
            @ForAll @LongRange(min = 0, max = 863_999_999_999L) long units,
            @ForAll @IntRange(min = 0, max = 7) int digits) {
        LocalTime time = LocalTime.ofNanoOfDay(units * 100);
        long unit = (long) Math.pow(10, 9 - digits);

        String shown = text.begin().time(time, digits).end();

        assertThat(LocalTime.parse(shown)).isEqualTo(LocalTime.ofNanoOfDay(time.toNanoOfDay() / unit * unit));
    }
}
