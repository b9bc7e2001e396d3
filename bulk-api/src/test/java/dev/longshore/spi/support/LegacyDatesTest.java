package dev.longshore.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LegacyDatesTest {
    @Test
    @DisplayName("the era is kept, in every zone")
    void era() throws BulkLoadException {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : new String[] {"UTC", "America/New_York", "Asia/Kolkata"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                // the Ides of March of 44 BC on the Julian calendar, at noon
                GregorianCalendar calendar = new GregorianCalendar(44, Calendar.MARCH, 15, 12, 0);
                calendar.set(Calendar.ERA, GregorianCalendar.BC);
                long ides = calendar.getTimeInMillis();
                assertThat(LegacyDates.localFields(new Timestamp(ides))).isEqualTo(LocalDateTime.of(-43, 3, 15, 12, 0));
                assertThat(LegacyDates.localFields(new java.sql.Date(ides)))
                        .isEqualTo(LocalDateTime.of(-43, 3, 15, 12, 0));
                assertThat(LegacyDates.localFields(Timestamp.valueOf("0001-01-01 00:00:00.000000001")))
                        .isEqualTo(LocalDateTime.of(1, 1, 1, 0, 0, 0, 1));
                assertThat(LegacyDates.localFields(Timestamp.valueOf("2024-02-29 23:30:00.5")))
                        .isEqualTo(LocalDateTime.of(2024, 2, 29, 23, 30, 0, 500_000_000));
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    @DisplayName("a day that java.time's calendar does not have is refused")
    void julianLeapDay() {
        java.sql.Date leapDay = java.sql.Date.valueOf("1000-02-28");
        leapDay.setTime(leapDay.getTime() + 86_400_000);

        assertThatThrownBy(() -> LegacyDates.localFields(leapDay))
                .isInstanceOf(BulkLoadException.class)
                .hasMessageContaining("1000-02-29 is a leap day of the Julian calendar only");
    }
}
