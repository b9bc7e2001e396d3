package dev.longshore.mysql;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a statement, each value in the form in which the binary protocol carries it: encoded once, when it comes, so that the
 * size of a packet is known exactly and nothing is left to be made when it is sent. Confined to the loading thread.
 *
 * <p>Hot: one call for each value. The bytes lie one behind the other in an array, and another says where each cell ends. Both are
 * reused after {@link #clear()}.
 */
final class EncodedRows {
    static final int NO_FAULT = -1;

    private static final byte[] NO_BYTES = {};
    private static final int LEAST_BYTES = 16_384;
    private static final int LEAST_ROWS = 16;

    /** So many digits each long has. */
    private static final int LONG_DIGITS = 18;

    /** Arrays up to this length grow fourfold, so that what a short load copies stays small. */
    private static final int SHORT_LENGTH = 1 << 16;

    /** A larger array is given up once the rows that needed it are sent. */
    private static final int KEPT_BYTES = 4 << 20;

    /** An array of up to this length is left to the next load: to make one costs a short load more than to fill it. */
    private static final int SPARE_BYTES = 1 << 18;

    private static final AtomicReference<byte @Nullable []> SPARE = new AtomicReference<>();

    private final WireType[] types;
    private final int columns;

    private byte[] bytes;
    private int length;
    /** Where each cell's bytes end; of NULL, which has none, the complement. */
    private int[] ends;

    private int cells;
    private int rows;
    private int rowStart;

    EncodedRows(WireType... types) {
        this(types, takenBytes());
    }

    private EncodedRows(WireType[] types, byte[] bytes) {
        this.types = types.clone();
        this.columns = types.length;
        this.bytes = bytes;
        this.ends = new int[LEAST_ROWS * columns];
    }

    private static byte[] takenBytes() {
        byte[] spare = SPARE.getAndSet(null);
        return spare == null ? new byte[LEAST_BYTES] : spare;
    }

    /** Forgets all rows for good. */
    void release() {
        byte[] left = bytes;
        clear();
        bytes = NO_BYTES;
        if (left.length >= LEAST_BYTES && left.length <= SPARE_BYTES) {
            SPARE.set(left);
        }
    }

    int columns() {
        return columns;
    }

    WireType type(int column) {
        return types[column];
    }

    /** How many whole rows there are. */
    int rows() {
        return rows;
    }

    /** How many bytes the values of all rows take. */
    long size() {
        return length;
    }

    void beginRow() {
        rowStart = length;
        cells = rows * columns;
        if (cells + columns > ends.length) {
            ends = Arrays.copyOf(ends, growth(ends.length) * ends.length);
        }
    }

    void endRow() {
        if (cells != (rows + 1) * columns) {
            throw new IllegalStateException(
                    "a row of " + columns + " columns has " + (cells - rows * columns) + " values");
        }
        rows++;
    }

    void discardRow() {
        length = rowStart;
        cells = rows * columns;
    }

    /** How many bytes the values of the current row, or of the one that ended last, take. */
    int rowSize() {
        return length - rowStart;
    }

    /** Forgets all rows. */
    void clear() {
        length = 0;
        cells = 0;
        rows = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[LEAST_BYTES];
        }
    }

    /** Forgets all rows but the last. */
    void keepLast() {
        int from = (rows - 1) * columns;
        int start = start(from);
        int size = length - start;
        System.arraycopy(bytes, start, bytes, 0, size);
        copyEnds(from, ends, columns);
        length = size;
        rowStart = 0;
        rows = 1;
        cells = columns;
    }

    /** Makes a copy of some rows, which stays as it is. */
    EncodedRows copy(int firstRow, int count) {
        int from = firstRow * columns;
        int start = start(from);
        int size = start(from + count * columns) - start;
        EncodedRows copy = new EncodedRows(types, Arrays.copyOfRange(bytes, start, start + size));
        copy.rows = count;
        copy.cells = count * columns;
        copy.length = size;
        copy.ends = new int[copy.cells];
        copyEnds(from, copy.ends, copy.cells);
        return copy;
    }

    /** Copies where cells end, as seen from the start of the first. */
    private void copyEnds(int from, int[] target, int count) {
        int start = start(from);
        for (int i = 0; i < count; i++) {
            int end = end(from + i) - start;
            target[i] = isNull(from + i) ? ~end : end;
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where a cell's bytes begin; cells are counted row by row. */
    int start(int cell) {
        return cell == 0 ? 0 : end(cell - 1);
    }

    /** Where a cell's bytes end. */
    int end(int cell) {
        int end = ends[cell];
        return end < 0 ? ~end : end;
    }

    /** How many bytes a cell has. */
    int length(int cell) {
        return end(cell) - start(cell);
    }

    boolean isNull(int cell) {
        return ends[cell] < 0;
    }

    private static int growth(int length) {
        return length < SHORT_LENGTH ? 4 : 2;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) length + more;
        if (needed > Integer.MAX_VALUE - 16) {
            throw new OutOfMemoryError("rows of more than 2 GiB");
        }
        // a few large values should not take twice their room
        long wanted = needed < KEPT_BYTES ? (long) growth(bytes.length) * bytes.length : needed + needed / 8;
        bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(needed, wanted), Integer.MAX_VALUE - 16));
    }

    /** Ends a value whose bytes were written. */
    private void endCell(int end) {
        length = end;
        ends[cells++] = end;
    }

    void nullValue() {
        ends[cells++] = ~length;
    }

    void int32(int value) {
        ensure(Integer.BYTES);
        int start = length;
        putInt(start, value);
        endCell(start + Integer.BYTES);
    }

    void int64(long value) {
        ensure(Long.BYTES);
        int start = length;
        putInt(start, (int) value);
        putInt(start + Integer.BYTES, (int) (value >>> Integer.SIZE));
        endCell(start + Long.BYTES);
    }

    void float32(float value) {
        int32(Float.floatToIntBits(value));
    }

    void float64(double value) {
        int64(Double.doubleToLongBits(value));
    }

    private void putInt(int at, int value) {
        byte[] target = bytes;
        target[at] = (byte) value;
        target[at + 1] = (byte) (value >> 8);
        target[at + 2] = (byte) (value >> 16);
        target[at + 3] = (byte) (value >> 24);
    }

    void date(int year, int month, int day) {
        ensure(5);
        int start = length;
        putDate(start, 4, year, month, day);
        endCell(start + 5);
    }

    private void putDate(int at, int size, int year, int month, int day) {
        byte[] target = bytes;
        target[at] = (byte) size;
        target[at + 1] = (byte) year;
        target[at + 2] = (byte) (year >> 8);
        target[at + 3] = (byte) month;
        target[at + 4] = (byte) day;
    }

    /** Takes a day and seconds and microseconds of the day. */
    void dateTime(int year, int month, int day, int secondOfDay, int micros) {
        ensure(12);
        int start = length;
        int size = micros != 0 ? 11 : secondOfDay != 0 ? 7 : 4;
        putDate(start, size, year, month, day);
        if (size > 4) {
            putTime(start + 5, secondOfDay);
        }
        if (size > 7) {
            putInt(start + 8, micros);
        }
        endCell(start + 1 + size);
    }

    private void putTime(int at, int secondOfDay) {
        bytes[at] = (byte) (secondOfDay / 3_600);
        bytes[at + 1] = (byte) (secondOfDay / 60 % 60);
        bytes[at + 2] = (byte) (secondOfDay % 60);
    }

    /** Takes a length of time, of which seconds and microseconds are the amount. */
    void time(boolean negative, int seconds, int micros) {
        ensure(13);
        int start = length;
        int size = micros != 0 ? 12 : 8;
        bytes[start] = (byte) size;
        bytes[start + 1] = (byte) (negative ? 1 : 0);
        putInt(start + 2, seconds / 86_400);
        putTime(start + 6, seconds % 86_400);
        if (size > 8) {
            putInt(start + 9, micros);
        }
        endCell(start + 1 + size);
    }

    void raw(byte[] value) {
        ensure(9 + value.length);
        int start = length;
        int at = start + putLength(start, value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        endCell(at + value.length);
    }

    /**
     * Takes text.
     *
     * @return {@link #NO_FAULT}, or the index of the first lone surrogate, and then nothing was written
     */
    int text(String value) {
        int count = value.length();
        ensure(9 + count);
        int start = length;
        int at = start + lengthBytes(count);
        byte[] target = bytes;
        int i = 0;
        for (; i < count; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                return textBeyond(value, i);
            }
            target[at + i] = (byte) c;
        }
        putLength(start, count);
        endCell(at + count);
        return NO_FAULT;
    }

    /** Takes a decimal as its digits. */
    void decimal(BigDecimal value) {
        int scale = value.scale();
        if (scale >= 0 && scale <= LONG_DIGITS && value.precision() <= LONG_DIGITS) {
            decimal(value.unscaledValue().longValue(), scale);
        } else {
            text(value.toPlainString());
        }
    }

    /** Writes a decimal of few digits from back to front. */
    private void decimal(long unscaled, int scale) {
        long rest = Math.abs(unscaled);
        int digits = 1;
        for (long power = 10; digits < LONG_DIGITS && rest >= power; power *= 10) {
            digits++;
        }
        int sign = unscaled < 0 ? 1 : 0;
        int point = scale > 0 ? 1 : 0;
        int size = sign + Math.max(digits, scale + 1) + point;
        ensure(1 + size);
        int start = length;
        byte[] target = bytes;
        target[start] = (byte) size;
        int at = start + 1 + size;
        for (int i = 0; i < scale; i++, rest /= 10) {
            target[--at] = (byte) ('0' + rest % 10);
        }
        if (point > 0) {
            target[--at] = '.';
        }
        do {
            target[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        if (sign > 0) {
            target[--at] = '-';
        }
        endCell(start + 1 + size);
    }

    private int textBeyond(String value, int ascii) {
        int count = value.length();
        long size = ascii;
        for (int i = ascii; i < count; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                size++;
            } else if (c < 0x800) {
                size += 2;
            } else if (!Character.isSurrogate(c)) {
                size += 3;
            } else if (Character.isHighSurrogate(c) && i + 1 < count && Character.isLowSurrogate(value.charAt(i + 1))) {
                size += 4;
                i++;
            } else {
                return i;
            }
        }
        if (size > Integer.MAX_VALUE - 32) {
            throw new OutOfMemoryError("a text of more than 2 GiB");
        }
        ensure(9 + (int) size);
        int start = length;
        int at = start + putLength(start, (int) size);
        putUtf8(value, at);
        endCell(at + (int) size);
        return NO_FAULT;
    }

    /** Writes text without lone surrogates, for which there is room. */
    private void putUtf8(String value, int from) {
        byte[] target = bytes;
        int at = from;
        for (int i = 0, count = value.length(); i < count; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xC0 | (c >> 6));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                target[at++] = (byte) (0xE0 | (c >> 12));
                target[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                int point = Character.toCodePoint(c, value.charAt(++i));
                target[at++] = (byte) (0xF0 | (point >> 18));
                target[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                target[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (point & 0x3F));
            }
        }
    }

    /** How many bytes a length takes that stands before a value. */
    private static int lengthBytes(int size) {
        return size < 251 ? 1 : size < 0x1_0000 ? 3 : size < 0x100_0000 ? 4 : 9;
    }

    private int putLength(int at, int size) {
        int taken = lengthBytes(size);
        byte[] target = bytes;
        switch (taken) {
            case 1 -> target[at] = (byte) size;
            case 3 -> {
                target[at] = (byte) 0xFC;
                target[at + 1] = (byte) size;
                target[at + 2] = (byte) (size >> 8);
            }
            case 4 -> {
                target[at] = (byte) 0xFD;
                target[at + 1] = (byte) size;
                target[at + 2] = (byte) (size >> 8);
                target[at + 3] = (byte) (size >> 16);
            }
            default -> {
                target[at] = (byte) 0xFE;
                putInt(at + 1, size);
                putInt(at + 5, 0);
            }
        }
        return taken;
    }

    /** Gives a whole number back. */
    long wholeAt(int cell) {
        int at = start(cell);
        int low = intAt(at);
        return end(cell) - at == Integer.BYTES
                ? low
                : ((long) intAt(at + Integer.BYTES) << Integer.SIZE) | (low & 0xFFFF_FFFFL);
    }

    double float64At(int cell) {
        return Double.longBitsToDouble(wholeAt(cell));
    }

    float float32At(int cell) {
        return Float.intBitsToFloat(intAt(start(cell)));
    }

    int intAt(int at) {
        byte[] from = bytes;
        return (from[at] & 0xFF)
                | (from[at + 1] & 0xFF) << 8
                | (from[at + 2] & 0xFF) << 16
                | (from[at + 3] & 0xFF) << 24;
    }

    byte[] bytesAt(int cell) {
        return Arrays.copyOfRange(bytes, contentStart(cell), end(cell));
    }

    String textAt(int cell) {
        int start = contentStart(cell);
        return new String(bytes, start, end(cell) - start, StandardCharsets.UTF_8);
    }

    /** Where the bytes of a text, or of bytes, begin, behind their length. */
    int contentStart(int cell) {
        int start = start(cell);
        return start
                + switch (bytes[start] & 0xFF) {
                    case 0xFC -> 3;
                    case 0xFD -> 4;
                    case 0xFE -> 9;
                    default -> 1;
                };
    }

    /** Gives a date, a time or both back, in the form of a literal. */
    String temporalAt(int cell, WireType type) {
        int at = start(cell);
        int size = bytes[at];
        if (type == WireType.TIME) {
            int hours = intAt(at + 2) * 24 + bytes[at + 6];
            String time = String.format(
                    "%s%02d:%02d:%02d", bytes[at + 1] == 1 ? "-" : "", hours, bytes[at + 7], bytes[at + 8]);
            return size > 8 ? time + String.format(".%06d", intAt(at + 9)) : time;
        }
        int year = (bytes[at + 1] & 0xFF) | (bytes[at + 2] & 0xFF) << 8;
        String day = String.format("%04d-%02d-%02d", year, bytes[at + 3], bytes[at + 4]);
        if (type == WireType.DATE) {
            return day;
        }
        String time =
                size > 4 ? String.format(" %02d:%02d:%02d", bytes[at + 5], bytes[at + 6], bytes[at + 7]) : " 00:00:00";
        return day + time + (size > 7 ? String.format(".%06d", intAt(at + 8)) : "");
    }
}
