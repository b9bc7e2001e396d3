package dev.longshore.postgres;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/**
 * The form of COPY BINARY: each value is its length and its bytes, big-endian.
 *
 * <p>Hot: every method but those for arrays runs once per value and allocates nothing, decimals of more than 15 digits aside.
 */
final class BinaryWire extends Wire {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };

    private static final int NUMERIC_POSITIVE = 0x0000;
    private static final int NUMERIC_NEGATIVE = 0x4000;
    private static final int NUMERIC_NAN = 0xC000;
    private static final int NUMERIC_INFINITY = 0xD000;
    private static final int NUMERIC_MINUS_INFINITY = 0xF000;

    /** Up to so many digits a decimal times a power of ten is found exactly by floating point. */
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private static final int JSONB_VERSION = 1;

    /** Where the open arrays began, the innermost first. */
    private final ArrayDeque<Integer> arrays = new ArrayDeque<>();

    BinaryWire(int capacity) {
        super(capacity);
    }

    /** Writes what stands before the first row of a COPY. */
    void header() {
        ensure(HEADER.length);
        System.arraycopy(HEADER, 0, bytes, length, HEADER.length);
        length += HEADER.length;
    }

    /** Writes what stands after the last row. */
    void trailer() {
        putShort(-1);
    }

    /** Writes what the server is sure to refuse. */
    void poison() {
        putShort(-2);
    }

    private void putShort(int value) {
        ensure(2);
        SHORT.set(bytes, length, (short) value);
        length += 2;
    }

    private void putInt(int value) {
        ensure(4);
        INT.set(bytes, length, value);
        length += 4;
    }

    @Override
    void beginRow() {
        super.beginRow();
        // one that was begun in a row that was taken back
        arrays.clear();
        ensure(2);
        length += 2;
    }

    @Override
    void endRow(int fields) {
        SHORT.set(bytes, rowStart(), (short) fields);
    }

    @Override
    void nullValue() {
        putInt(-1);
    }

    @Override
    void bool(boolean value) {
        ensure(5);
        INT.set(bytes, length, 1);
        bytes[length + 4] = (byte) (value ? 1 : 0);
        length += 5;
    }

    @Override
    void int2(int value) {
        ensure(6);
        INT.set(bytes, length, 2);
        SHORT.set(bytes, length + 4, (short) value);
        length += 6;
    }

    @Override
    void int4(int value) {
        ensure(8);
        INT.set(bytes, length, 4);
        INT.set(bytes, length + 4, value);
        length += 8;
    }

    @Override
    void int8(long value) {
        ensure(12);
        INT.set(bytes, length, 8);
        LONG.set(bytes, length + 4, value);
        length += 12;
    }

    @Override
    void oid(long value) {
        int4((int) value);
    }

    @Override
    void float4(float value) {
        int4(Float.floatToIntBits(value));
    }

    @Override
    void float8(double value) {
        int8(Double.doubleToLongBits(value));
    }

    @Override
    void numeric(long value) {
        if (value == Long.MIN_VALUE) {
            numericDigits(BigInteger.valueOf(value).negate().toString(), true, 0);
        } else {
            numericGroups(Math.abs(value), value < 0, 0, 0);
        }
    }

    @Override
    void numeric(BigDecimal value) {
        int scale = value.scale();
        boolean negative = value.signum() < 0;
        if (scale >= 0 && scale <= EXACT_DIGITS && value.precision() <= EXACT_DIGITS) {
            // the unscaled value, which BigDecimal gives away only as an object: the error is below a quarter of a unit
            long unscaled = (long) Math.rint(Math.abs(value.doubleValue()) * POWERS[scale]);
            int padding = (4 - (scale & 3)) & 3;
            for (int i = 0; i < padding; i++) {
                unscaled *= 10;
            }
            numericGroups(unscaled, negative, (scale + padding) / 4, scale);
        } else if (scale < 0) {
            numericDigits(value.toBigInteger().abs().toString(), negative, 0);
        } else {
            numericDigits(value.unscaledValue().abs().toString(), negative, scale);
        }
    }

    /**
     * Writes a number as groups of four decimal digits.
     *
     * @param digits all digits, those of the last group filled up with zeros
     * @param fractionGroups how many of the groups stand behind the point
     */
    private void numericGroups(long digits, boolean negative, int fractionGroups, int scale) {
        long rest = digits;
        int dropped = 0;
        while (rest != 0 && rest % 10_000 == 0) {
            rest /= 10_000;
            dropped++;
        }
        int count = 0;
        for (long left = rest; left != 0; left /= 10_000) {
            count++;
        }
        int start = numericHeader(count, dropped + count - fractionGroups - 1, negative && count > 0, scale);
        for (int at = start + 2 * (count - 1); at >= start; at -= 2) {
            SHORT.set(bytes, at, (short) (rest % 10_000));
            rest /= 10_000;
        }
    }

    /** Writes a number of any length. */
    private void numericDigits(String digits, boolean negative, int scale) {
        int padding = (4 - (scale & 3)) & 3;
        int total = digits.length() + padding;
        int lead = (4 - (total & 3)) & 3;
        int groups = (total + lead) / 4;
        int fractionGroups = (scale + padding) / 4;
        int first = 0;
        while (first < groups && group(digits, first, lead) == 0) {
            first++;
        }
        int last = groups;
        while (last > first && group(digits, last - 1, lead) == 0) {
            last--;
        }
        int count = last - first;
        int weight = count == 0 ? 0 : groups - fractionGroups - 1 - first;
        int at = numericHeader(count, weight, negative && count > 0, scale);
        for (int i = first; i < last; i++, at += 2) {
            SHORT.set(bytes, at, (short) group(digits, i, lead));
        }
    }

    /** The four digits of a group, with zeros for those before the first and behind the last digit. */
    private static int group(String digits, int group, int lead) {
        int value = 0;
        int from = group * 4 - lead;
        for (int i = from; i < from + 4; i++) {
            value = value * 10 + (i >= 0 && i < digits.length() ? digits.charAt(i) - '0' : 0);
        }
        return value;
    }

    /** Writes all but the groups, and returns where these go. */
    private int numericHeader(int count, int weight, boolean negative, int scale) {
        int size = 8 + 2 * count;
        ensure(4 + size);
        int at = length;
        INT.set(bytes, at, size);
        SHORT.set(bytes, at + 4, (short) count);
        SHORT.set(bytes, at + 6, (short) (count == 0 ? 0 : weight));
        SHORT.set(bytes, at + 8, (short) (negative ? NUMERIC_NEGATIVE : NUMERIC_POSITIVE));
        SHORT.set(bytes, at + 10, (short) scale);
        length = at + 4 + size;
        return at + 12;
    }

    @Override
    void numericSpecial(double value) {
        int at = numericHeader(0, 0, false, 0);
        int sign = Double.isNaN(value) ? NUMERIC_NAN : value > 0 ? NUMERIC_INFINITY : NUMERIC_MINUS_INFINITY;
        SHORT.set(bytes, at - 4, (short) sign);
    }

    @Override
    int text(String value) {
        int start = length;
        ensure(4 + value.length());
        int fault = utf8(value, start + 4);
        if (fault == NO_FAULT) {
            INT.set(bytes, start, length - start - 4);
        } else {
            length = start;
        }
        return fault;
    }

    @Override
    int jsonb(String value) {
        int start = length;
        ensure(5 + value.length());
        bytes[start + 4] = JSONB_VERSION;
        int fault = utf8(value, start + 5);
        if (fault == NO_FAULT) {
            INT.set(bytes, start, length - start - 4);
        } else {
            length = start;
        }
        return fault;
    }

    /** Writes text where there is room for its length, and sets the end if all of it can be stored. */
    private int utf8(String value, int start) {
        byte[] target = bytes;
        int count = value.length();
        int at = start;
        int i = 0;
        for (; i < count; i++) {
            char c = value.charAt(i);
            if (c >= 0x80 || c == 0) {
                break;
            }
            target[at++] = (byte) c;
        }
        length = at;
        return i == count ? NO_FAULT : utf8Beyond(value, i);
    }

    private int utf8Beyond(String value, int from) {
        int count = value.length();
        // three bytes are the most that one char can take; a pair takes four
        ensure(3 * (count - from));
        byte[] target = bytes;
        int at = length;
        for (int i = from; i < count; i++) {
            char c = value.charAt(i);
            if (c == 0) {
                return i;
            } else if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xC0 | (c >> 6));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                target[at++] = (byte) (0xE0 | (c >> 12));
                target[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                if (c > Character.MAX_HIGH_SURROGATE
                        || i + 1 == count
                        || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    return i;
                }
                int point = Character.toCodePoint(c, value.charAt(++i));
                target[at++] = (byte) (0xF0 | (point >> 18));
                target[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                target[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (point & 0x3F));
            }
        }
        length = at;
        return NO_FAULT;
    }

    @Override
    void raw(byte[] value) {
        ensure(4 + value.length);
        INT.set(bytes, length, value.length);
        System.arraycopy(value, 0, bytes, length + 4, value.length);
        length += 4 + value.length;
    }

    @Override
    void uuid(long most, long least) {
        ensure(20);
        INT.set(bytes, length, 16);
        LONG.set(bytes, length + 4, most);
        LONG.set(bytes, length + 12, least);
        length += 20;
    }

    @Override
    void date(int days) {
        int4(days);
    }

    @Override
    void time(long micros) {
        int8(micros);
    }

    @Override
    void timetz(long micros, int secondsEast) {
        ensure(16);
        INT.set(bytes, length, 12);
        LONG.set(bytes, length + 4, micros);
        INT.set(bytes, length + 12, -secondsEast);
        length += 16;
    }

    @Override
    void timestamp(long micros) {
        int8(micros);
    }

    @Override
    void timestamptz(long micros) {
        int8(micros);
    }

    @Override
    void interval(long micros, int days, int months) {
        ensure(20);
        INT.set(bytes, length, 16);
        LONG.set(bytes, length + 4, micros);
        INT.set(bytes, length + 12, days);
        INT.set(bytes, length + 16, months);
        length += 20;
    }

    /** Leaves room for a length that {@link #endSized} sets; for values made of others. */
    int beginSized() {
        int start = length;
        putInt(0);
        return start;
    }

    void endSized(int start) {
        INT.set(bytes, start, length - start - 4);
    }

    /** Writes a bare byte within a sized value. */
    void bareByte(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    /** Writes a bare number within a sized value. */
    void bareInt(int value) {
        putInt(value);
    }

    /** Writes a bare number within a sized value. */
    void bareDouble(double value) {
        ensure(8);
        LONG.set(bytes, length, Double.doubleToLongBits(value));
        length += 8;
    }

    /** Sets a number that was written before. */
    void setInt(int at, int value) {
        INT.set(bytes, at, value);
    }

    @Override
    void beginArray(int elementOid, int[] sizes, int[] lower) {
        arrays.push(beginSized());
        putInt(sizes.length);
        putInt(0);
        putInt(elementOid);
        for (int i = 0; i < sizes.length; i++) {
            putInt(sizes[i]);
            putInt(i < lower.length ? lower[i] : 1);
        }
    }

    @Override
    void endArray(boolean hasNull) {
        int start = arrays.pop();
        setInt(start + 8, hasNull ? 1 : 0);
        endSized(start);
    }
}
