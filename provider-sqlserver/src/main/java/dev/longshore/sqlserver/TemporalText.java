package dev.longshore.sqlserver;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Writes dates and times in the ISO forms that SQL Server reads alike under every language setting. The array is reused; text is
 * made of it by one copy. Confined to one thread. Hot.
 */
final class TemporalText {
    /** Enough for {@code 2024-01-02T03:04:05.1234567+01:00}. */
    static final int MOST = 33;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_UNIT = 100;

    private final byte[] text = new byte[MOST];
    private int length;

    TemporalText begin() {
        length = 0;
        return this;
    }

    TemporalText date(LocalDate value) {
        four(value.getYear());
        text[length++] = '-';
        two(value.getMonthValue());
        text[length++] = '-';
        two(value.getDayOfMonth());
        return this;
    }

    TemporalText separator() {
        text[length++] = 'T';
        return this;
    }

    /**
     * Writes a time of day.
     *
     * @param digits how many digits of the second's fraction, 0 to 7; what is beyond is cut off
     */
    TemporalText time(LocalTime value, int digits) {
        two(value.getHour());
        text[length++] = ':';
        two(value.getMinute());
        text[length++] = ':';
        two(value.getSecond());
        if (digits > 0) {
            text[length++] = '.';
            long units = value.toNanoOfDay() % NANOS_PER_SECOND / NANOS_PER_UNIT;
            int end = length + 7;
            for (int i = end - 1; i >= length; i--) {
                text[i] = (byte) ('0' + units % 10);
                units /= 10;
            }
            length = end - 7 + digits;
        }
        return this;
    }

    TemporalText offset(int minutes) {
        text[length++] = (byte) (minutes < 0 ? '-' : '+');
        two(Math.abs(minutes) / 60);
        text[length++] = ':';
        two(Math.abs(minutes) % 60);
        return this;
    }

    private void four(int value) {
        two(value / 100);
        two(value % 100);
    }

    private void two(int value) {
        text[length++] = (byte) ('0' + value / 10);
        text[length++] = (byte) ('0' + value % 10);
    }

    String end() {
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }
}
