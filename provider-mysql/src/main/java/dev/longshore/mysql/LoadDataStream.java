package dev.longshore.mysql;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Encoded rows as the lines that LOAD DATA reads: fields with tabs between, {@code \N} for NULL, and a backslash before what would end
 * a field or a line. The rows are all in memory, so reading neither fails nor waits, and never gives 0 bytes, which a driver would take
 * for the end. Confined to the loading thread.
 *
 * <p>Hot: one turn for each value. Only texts of floating-point numbers are made anew.
 */
final class LoadDataStream extends InputStream {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private static final int CAPACITY = 1 << 16;

    /** More than any value takes that is written as a whole, with what ends it. */
    private static final int MOST_SHORT = 64;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** A one in each of eight bytes. */
    private static final long EACH = 0x0101_0101_0101_0101L;

    /** The powers of ten that an int holds. */
    private static final int[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private final EncodedRows rows;
    private final FieldForm[] forms;
    private final byte[] lines = new byte[CAPACITY];
    private final byte[] digits = new byte[20];

    private int cell;
    private int lastCell;
    private int column;

    /** How far a value is written that does not fit into what is left of the lines; -1 if none is begun. */
    private int resume = -1;

    private int position;
    private int limit;

    LoadDataStream(EncodedRows rows, FieldForm... forms) {
        this.rows = rows;
        this.forms = forms.clone();
    }

    /** From now on gives the lines of some rows. */
    LoadDataStream of(int from, int count) {
        cell = from * forms.length;
        lastCell = cell + count * forms.length;
        column = 0;
        resume = -1;
        position = 0;
        limit = 0;
        return this;
    }

    @Override
    public int read() {
        return position < limit || fill() ? lines[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (position == limit && !fill()) {
            return -1;
        }
        int taken = Math.min(length, limit - position);
        System.arraycopy(lines, position, target, offset, taken);
        position += taken;
        return taken;
    }

    /** One driver stops where nothing is available. */
    @Override
    public int available() {
        return position < limit || fill() ? limit - position : 0;
    }

    /** Writes lines anew; false if there are none any more. */
    private boolean fill() {
        position = 0;
        limit = 0;
        while (cell < lastCell && CAPACITY - limit >= MOST_SHORT) {
            if (!field()) {
                break;
            }
            cell++;
            boolean endsLine = ++column == forms.length;
            lines[limit++] = (byte) (endsLine ? '\n' : '\t');
            if (endsLine) {
                column = 0;
            }
        }
        return limit > 0;
    }

    /** Writes the value of a field; false if the lines are full before its end. */
    private boolean field() {
        if (rows.isNull(cell)) {
            lines[limit++] = '\\';
            lines[limit++] = 'N';
            return true;
        }
        int start = rows.start(cell);
        switch (forms[column]) {
            case WHOLE -> number(rows.wholeAt(cell), 1);
            case YEAR -> number(rows.wholeAt(cell), 4);
            // the same number, which the server narrows without another rounding
            case FLOAT -> ascii(Double.toString(rows.float32At(cell)));
            case DOUBLE -> ascii(Double.toString(rows.float64At(cell)));
            case BITS -> bits();
            case DATE -> date(start);
            case TIME -> time(start);
            case DATETIME -> dateTime(start);
            case TEXT -> {
                return text();
            }
            case HEX -> {
                return hex();
            }
        }
        return true;
    }

    private void ascii(String value) {
        for (int i = 0; i < value.length(); i++) {
            lines[limit++] = (byte) value.charAt(i);
        }
    }

    private void number(long value, int least) {
        if (value >= 0 && value <= Integer.MAX_VALUE) {
            shortNumber((int) value, least);
            return;
        }
        byte[] reversed = digits;
        int count = 0;
        // the negative numbers reach one further
        long rest = value < 0 ? value : -value;
        do {
            reversed[count++] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            lines[limit++] = '-';
        }
        for (int i = count; i < least; i++) {
            lines[limit++] = '0';
        }
        while (count > 0) {
            lines[limit++] = reversed[--count];
        }
    }

    /** Writes a number that is not negative to its place, from back to front. */
    private void shortNumber(int value, int least) {
        int count = least;
        while (count < POWERS.length && value >= POWERS[count]) {
            count++;
        }
        byte[] to = lines;
        int start = limit;
        int rest = value;
        for (int at = start + count - 1; at >= start; at--) {
            int tenth = rest / 10;
            to[at] = (byte) ('0' + rest - tenth * 10);
            rest = tenth;
        }
        limit = start + count;
    }

    private void bits() {
        long value = 0;
        byte[] from = rows.bytes();
        for (int i = rows.contentStart(cell), end = rows.end(cell); i < end; i++) {
            value = (value << Byte.SIZE) | (from[i] & 0xFF);
        }
        if (value < 0) {
            ascii(Long.toUnsignedString(value));
        } else {
            number(value, 1);
        }
    }

    private void date(int at) {
        byte[] from = rows.bytes();
        number((from[at + 1] & 0xFF) | (from[at + 2] & 0xFF) << 8, 4);
        lines[limit++] = '-';
        number(from[at + 3], 2);
        lines[limit++] = '-';
        number(from[at + 4], 2);
    }

    private void dateTime(int at) {
        int size = rows.bytes()[at];
        date(at);
        lines[limit++] = ' ';
        if (size > 4) {
            clock(rows.bytes()[at + 5], at + 6);
        } else {
            ascii("00:00:00");
        }
        if (size > 7) {
            fraction(at + 8);
        }
    }

    private void time(int at) {
        byte[] from = rows.bytes();
        if (from[at + 1] == 1) {
            lines[limit++] = '-';
        }
        clock(rows.intAt(at + 2) * 24 + from[at + 6], at + 7);
        if (from[at] > 8) {
            fraction(at + 9);
        }
    }

    private void clock(int hours, int minutesAt) {
        number(hours, 2);
        lines[limit++] = ':';
        number(rows.bytes()[minutesAt], 2);
        lines[limit++] = ':';
        number(rows.bytes()[minutesAt + 1], 2);
    }

    private void fraction(int at) {
        lines[limit++] = '.';
        number(rows.intAt(at), 6);
    }

    private boolean text() {
        byte[] from = rows.bytes();
        byte[] to = lines;
        int at = resume < 0 ? rows.contentStart(cell) : resume;
        int end = rows.end(cell);
        int out = limit;
        // room for an escaped byte and for what ends the field
        int full = CAPACITY - 3;
        while (at < end && out <= full) {
            if (end - at >= Long.BYTES && out <= full - Long.BYTES) {
                long eight = (long) EIGHT_BYTES.get(from, at);
                if (!mayNeedEscape(eight)) {
                    EIGHT_BYTES.set(to, out, eight);
                    at += Long.BYTES;
                    out += Long.BYTES;
                    continue;
                }
            }
            byte b = from[at++];
            int escaped = escape(b);
            if (escaped != 0) {
                to[out++] = '\\';
                to[out++] = (byte) escaped;
            } else {
                to[out++] = b;
            }
        }
        return pause(at, end, out);
    }

    /** Whether one of eight bytes is a control character up to the line feed or a backslash; now and then also if none is. */
    private static boolean mayNeedEscape(long eight) {
        long control = eight - EACH * ('\n' + 1) & ~eight;
        long other = eight ^ EACH * '\\';
        long backslash = other - EACH & ~other;
        return ((control | backslash) & EACH << 7) != 0;
    }

    private static int escape(byte b) {
        if (b > '\n') {
            return b == '\\' ? '\\' : 0;
        }
        return switch (b) {
            case 0 -> '0';
            case '\t' -> 't';
            case '\n' -> 'n';
            default -> 0;
        };
    }

    private boolean hex() {
        byte[] from = rows.bytes();
        byte[] to = lines;
        int at = resume < 0 ? rows.contentStart(cell) : resume;
        int end = rows.end(cell);
        int out = limit;
        int full = CAPACITY - 3;
        while (at < end && out <= full) {
            int b = from[at++];
            to[out++] = HEX[(b >> 4) & 0xF];
            to[out++] = HEX[b & 0xF];
        }
        return pause(at, end, out);
    }

    private boolean pause(int at, int end, int out) {
        limit = out;
        boolean isWhole = at == end;
        resume = isWhole ? -1 : at;
        return isWhole;
    }
}
