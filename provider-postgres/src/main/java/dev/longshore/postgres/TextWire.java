package dev.longshore.postgres;

import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text form of values, which the server reads by the types' input functions. */
abstract class TextWire extends Wire {
    /** 2000-01-01 in days since 1970-01-01. */
    private static final int EPOCH_DAYS = 10_957;

    /** The one type whose text form has commas of its own. */
    private static final int BOX = 603;

    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long EPOCH_SECONDS = EPOCH_DAYS * 86_400L;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);
    /** Years are counted as the server's text form does: 1 BC is before 1. */
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 7, java.time.format.SignStyle.NOT_NEGATIVE)
            .appendPattern("-MM-dd")
            .toFormatter(Locale.ROOT);

    private final ArrayDeque<ArrayText> arrays = new ArrayDeque<>();

    TextWire() {
        super(0);
    }

    TextWire(int capacity) {
        super(capacity);
    }

    /** Takes a finished value, null for NULL. It can be stored, as far as its characters go. */
    abstract void value(@Nullable String text);

    @Override
    void beginRow() {
        super.beginRow();
        // one that was begun in a row that was taken back
        arrays.clear();
    }

    private void put(@Nullable String text) {
        ArrayText array = arrays.peek();
        if (array == null) {
            value(text);
        } else {
            array.add(text);
        }
    }

    @Override
    void nullValue() {
        put(null);
    }

    @Override
    void bool(boolean value) {
        put(value ? "t" : "f");
    }

    @Override
    void int2(int value) {
        put(Integer.toString(value));
    }

    @Override
    void int4(int value) {
        put(Integer.toString(value));
    }

    @Override
    void int8(long value) {
        put(Long.toString(value));
    }

    @Override
    void oid(long value) {
        put(Long.toString(value));
    }

    @Override
    void float4(float value) {
        put(Float.toString(value));
    }

    @Override
    void float8(double value) {
        put(Double.toString(value));
    }

    @Override
    void numeric(long value) {
        put(Long.toString(value));
    }

    @Override
    void numeric(BigDecimal value) {
        put(value.toString());
    }

    @Override
    void numericSpecial(double value) {
        put(Double.toString(value));
    }

    @Override
    int text(String value) {
        int fault = TextChecks.firstUnstorable(value, true);
        if (fault == NO_FAULT) {
            put(value);
        }
        return fault;
    }

    @Override
    int jsonb(String value) {
        return text(value);
    }

    @Override
    void raw(byte[] value) {
        put("\\x" + HexFormat.of().formatHex(value));
    }

    @Override
    void uuid(long most, long least) {
        put(new java.util.UUID(most, least).toString());
    }

    @Override
    void date(int days) {
        if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
            put(days < 0 ? "-infinity" : "infinity");
        } else {
            LocalDate date = LocalDate.ofEpochDay((long) days + EPOCH_DAYS);
            put(DATE.format(date) + era(date));
        }
    }

    private static String era(LocalDate date) {
        return date.getYear() <= 0 ? " BC" : "";
    }

    @Override
    void time(long micros) {
        put(timeText(micros));
    }

    private static String timeText(long micros) {
        return micros == MICROS_PER_DAY ? "24:00:00" : TIME.format(LocalTime.ofNanoOfDay(micros * 1_000));
    }

    @Override
    void timetz(long micros, int secondsEast) {
        put(timeText(micros) + offsetText(secondsEast));
    }

    private static String offsetText(int secondsEast) {
        String id = ZoneOffset.ofTotalSeconds(secondsEast).getId();
        return id.equals("Z") ? "+00" : id;
    }

    @Override
    void timestamp(long micros) {
        put(timestampText(micros, ""));
    }

    @Override
    void timestamptz(long micros) {
        put(timestampText(micros, "+00"));
    }

    private static String timestampText(long micros, String offset) {
        if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
            return micros < 0 ? "-infinity" : "infinity";
        }
        LocalDateTime value = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000) + EPOCH_SECONDS,
                Math.floorMod(micros, 1_000_000) * 1_000,
                ZoneOffset.UTC);
        return DATE.format(value) + " " + TIME.format(value) + offset + era(value.toLocalDate());
    }

    @Override
    void interval(long micros, int days, int months) {
        put(months + " mons " + days + " days " + BigDecimal.valueOf(micros, 6) + " secs");
    }

    @Override
    void beginArray(int elementOid, int[] sizes, int[] lower) {
        arrays.push(new ArrayText(sizes, lower, elementOid == BOX ? ';' : ','));
    }

    @Override
    void endArray(boolean hasNull) {
        String text = arrays.pop().finish();
        put(text);
    }

    /** An array under construction: braces are set by counting. */
    private static final class ArrayText {
        private final StringBuilder text = new StringBuilder();
        private final int[] sizes;
        private final char delimiter;
        private long count;

        ArrayText(int[] sizes, int[] lower, char delimiter) {
            this.sizes = sizes;
            this.delimiter = delimiter;
            for (int i = 0; i < Math.min(sizes.length, lower.length); i++) {
                text.append('[')
                        .append(lower[i])
                        .append(':')
                        .append(lower[i] + sizes[i] - 1)
                        .append(']');
            }
            if (!text.isEmpty()) {
                text.append('=');
            }
        }

        void add(@Nullable String element) {
            if (count > 0) {
                closeAndOpen();
            } else {
                text.append("{".repeat(sizes.length));
            }
            count++;
            if (element == null) {
                text.append("NULL");
                return;
            }
            text.append('"');
            for (int i = 0; i < element.length(); i++) {
                char c = element.charAt(i);
                if (c == '"' || c == '\\') {
                    text.append('\\');
                }
                text.append(c);
            }
            text.append('"');
        }

        private void closeAndOpen() {
            int braces = 0;
            long size = 1;
            for (int i = sizes.length - 1; i > 0; i--) {
                size *= sizes[i];
                if (count % size == 0) {
                    braces++;
                }
            }
            text.append("}".repeat(braces)).append(delimiter).append("{".repeat(braces));
        }

        String finish() {
            return count == 0 ? "{}" : text.append("}".repeat(sizes.length)).toString();
        }
    }
}
