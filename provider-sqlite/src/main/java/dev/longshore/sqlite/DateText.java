package dev.longshore.sqlite;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;

/**
 * Writes java.time values as text of one width per type, so that text order is time order. SQLite's date functions read all of
 * it. The {@code T} is deliberate: with a blank in its place the driver's {@code getTimestamp} would take nine digits of
 * fraction for milliseconds and return another day; so it refuses the text instead.
 *
 * <p>Hot. The years are 0000 to 9999, see {@link #holds}. Confined to one thread.
 */
final class DateText {
    private static final int LONGEST = "0000-00-00T00:00:00.000000000+00:00:00".length();

    private final byte[] text = new byte[LONGEST];
    private int end;

    /** Whether the text form has room for a year. */
    static boolean holds(int year) {
        return year >= 0 && year <= 9999;
    }

    /** Writes {@code yyyy-MM-dd}. */
    String date(LocalDate value) {
        end = 0;
        put(value);
        return written();
    }

    /** Writes {@code HH:mm:ss.nnnnnnnnn}. */
    String time(LocalTime value) {
        end = 0;
        put(value);
        return written();
    }

    /** Writes {@code yyyy-MM-ddTHH:mm:ss.nnnnnnnnn}. */
    String timestamp(LocalDateTime value) {
        end = 0;
        put(value);
        return written();
    }

    /** Writes {@code yyyy-MM-ddTHH:mm:ss.nnnnnnnnnZ}. */
    String instant(LocalDateTime utc) {
        end = 0;
        put(utc);
        put('Z');
        return written();
    }

    /** Writes {@code HH:mm:ss.nnnnnnnnn+hh:mm}, with seconds where the offset has any. */
    String offsetTime(OffsetTime value) {
        end = 0;
        put(value.toLocalTime());
        int seconds = value.getOffset().getTotalSeconds();
        put(seconds < 0 ? '-' : '+');
        int size = Math.abs(seconds);
        put(size / 3600, 2);
        put(':');
        put(size / 60 % 60, 2);
        if (size % 60 != 0) {
            put(':');
            put(size % 60, 2);
        }
        return written();
    }

    private void put(LocalDateTime value) {
        put(value.toLocalDate());
        put('T');
        put(value.toLocalTime());
    }

    private void put(LocalDate value) {
        put(value.getYear(), 4);
        put('-');
        put(value.getMonthValue(), 2);
        put('-');
        put(value.getDayOfMonth(), 2);
    }

    private void put(LocalTime value) {
        put(value.getHour(), 2);
        put(':');
        put(value.getMinute(), 2);
        put(':');
        put(value.getSecond(), 2);
        put('.');
        put(value.getNano(), 9);
    }

    private void put(char c) {
        text[end++] = (byte) c;
    }

    private void put(int number, int digits) {
        int rest = number;
        for (int i = end + digits - 1; i >= end; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += digits;
    }

    private String written() {
        return new String(text, 0, end, StandardCharsets.ISO_8859_1);
    }
}
