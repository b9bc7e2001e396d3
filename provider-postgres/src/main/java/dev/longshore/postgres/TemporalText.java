package dev.longshore.postgres;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A date, a time or both, read from the ISO form in which the server prints them: {@code 2024-02-29 10:20:30.5+02}, the blank
 * perhaps a T, years of up to seven digits, {@code BC} at the end. What is read here means to the server the same; what it reads
 * beyond that is not read here.
 *
 * @param date null if there is none
 * @param micros microseconds of the day, a whole day at most; null if there is no time
 * @param offset seconds east of UTC; null if there is none
 */
record TemporalText(
        @Nullable LocalDate date,
        @Nullable Long micros,
        @Nullable Integer offset) {
    static final long MICROS_PER_DAY = 86_400_000_000L;

    private static final int LEAST_YEAR_DIGITS = 4;
    private static final int MOST_YEAR_DIGITS = 7;
    private static final int MOST_OFFSET_HOURS = 15;

    /**
     * Reads text without blanks around it.
     *
     * @return null if the text is of another form, or is no date or time that there is
     */
    static @Nullable TemporalText read(String text) {
        try {
            return new Reader(text).read();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        @Nullable
        TemporalText read() {
            boolean hasDate = text.indexOf('-') >= LEAST_YEAR_DIGITS && digitsAt(0) >= LEAST_YEAR_DIGITS;
            int year = 0;
            int month = 1;
            int day = 1;
            if (hasDate) {
                int digits = digitsAt(0);
                if (digits > MOST_YEAR_DIGITS) {
                    throw malformed();
                }
                year = number(digits);
                expect('-');
                month = number(2);
                expect('-');
                day = number(2);
            }
            boolean hasTime =
                    !hasDate || (at + 1 < text.length() && isSeparator(text.charAt(at)) && digitsAt(at + 1) > 0);
            Long micros = null;
            Integer offset = null;
            if (hasTime) {
                at += hasDate ? 1 : 0;
                micros = time();
                offset = offset();
            }
            boolean isBeforeChrist = hasDate && text.endsWith(" BC") && at == text.length() - 3;
            at += isBeforeChrist ? 3 : 0;
            if (at != text.length() || (hasDate && year == 0)) {
                return null;
            }
            return new TemporalText(
                    hasDate ? LocalDate.of(isBeforeChrist ? 1 - year : year, month, day) : null, micros, offset);
        }

        private static boolean isSeparator(char c) {
            return c == ' ' || c == 'T';
        }

        private long time() {
            int hour = number(2);
            expect(':');
            int minute = number(2);
            int second = 0;
            long fraction = 0;
            if (accept(':')) {
                second = number(2);
                if (accept('.')) {
                    fraction = fraction();
                }
            }
            long micros = ((hour * 60L + minute) * 60 + second) * 1_000_000 + fraction;
            boolean isMidnight = hour == 24 && micros == MICROS_PER_DAY;
            if (minute > 59 || second > 59 || (hour > 23 && !isMidnight)) {
                throw malformed();
            }
            return micros;
        }

        /** Rounds as the server does, which reads the digits as a floating-point number. */
        private long fraction() {
            int digits = digitsAt(at);
            if (digits == 0) {
                return 0;
            }
            double fraction = Double.parseDouble("0." + text.substring(at, at + digits));
            at += digits;
            return (long) Math.rint(fraction * 1_000_000);
        }

        private @Nullable Integer offset() {
            if (accept('Z')) {
                return 0;
            }
            boolean west = accept('-');
            if (!west && !accept('+')) {
                return null;
            }
            int hours = number(2);
            int minutes = accept(':') || digitsAt(at) == 2 ? number(2) : 0;
            int seconds = accept(':') ? number(2) : 0;
            if (hours > MOST_OFFSET_HOURS || minutes > 59 || seconds > 59) {
                throw malformed();
            }
            int total = (hours * 60 + minutes) * 60 + seconds;
            return west ? -total : total;
        }

        private int digitsAt(int start) {
            int end = start;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            return end - start;
        }

        private int number(int digits) {
            if (digitsAt(at) < digits) {
                throw malformed();
            }
            int number = Integer.parseInt(text, at, at + digits, 10);
            at += digits;
            return number;
        }

        private boolean accept(char wanted) {
            boolean isThere = at < text.length() && text.charAt(at) == wanted;
            at += isThere ? 1 : 0;
            return isThere;
        }

        private void expect(char wanted) {
            if (!accept(wanted)) {
                throw malformed();
            }
        }

        private static DateTimeException malformed() {
            return new DateTimeException("malformed");
        }
    }
}
