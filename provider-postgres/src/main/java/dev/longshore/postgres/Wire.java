package dev.longshore.postgres;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Gives converted values the form in which the server takes them, binary or text, one after the other. The sinks above it know
 * what a Java value means in a column; what stands here knows only bytes. Confined to the loading thread.
 *
 * <p>Hot: one call for each value. The bytes of rows are gathered in one array, which is reused.
 */
abstract class Wire {
    static final int NO_FAULT = -1;

    byte[] bytes;
    int length;
    private int rowStart;

    Wire(int capacity) {
        bytes = new byte[capacity];
    }

    /** Makes room for so many bytes more. */
    final void ensure(int more) {
        if (bytes.length - length < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) length + more;
        if (needed > Integer.MAX_VALUE - 16) {
            throw new OutOfMemoryError("a row of more than 2 GiB");
        }
        long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 16);
        bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
    }

    final int rowStart() {
        return rowStart;
    }

    void beginRow() {
        rowStart = length;
    }

    final void discardRow() {
        length = rowStart;
    }

    /**
     * Ends a row.
     *
     * @param fields how many values it has
     */
    abstract void endRow(int fields);

    abstract void nullValue();

    abstract void bool(boolean value);

    abstract void int2(int value);

    abstract void int4(int value);

    abstract void int8(long value);

    abstract void oid(long value);

    abstract void float4(float value);

    abstract void float8(double value);

    abstract void numeric(long value);

    /**
     * Takes a decimal.
     *
     * @param value a number whose scale is at most what the server takes
     */
    abstract void numeric(BigDecimal value);

    /**
     * Takes one of the numeric values that are no decimals.
     *
     * @param value NaN or an infinity
     */
    abstract void numericSpecial(double value);

    /**
     * Takes text.
     *
     * @return {@link #NO_FAULT}, or the index of the first character that can't be stored, and then nothing was written
     */
    abstract int text(String value);

    /** Takes the text of a jsonb value, and answers as {@link #text} does. */
    abstract int jsonb(String value);

    abstract void raw(byte[] value);

    abstract void uuid(long most, long least);

    /** Takes days since 2000-01-01; the least and the greatest number are the infinities. */
    abstract void date(int days);

    /** Takes microseconds of the day. */
    abstract void time(long micros);

    abstract void timetz(long micros, int secondsEast);

    /** Takes microseconds since 2000-01-01T00:00; the least and the greatest number are the infinities. */
    abstract void timestamp(long micros);

    /** Takes microseconds since 2000-01-01T00:00Z; the least and the greatest number are the infinities. */
    abstract void timestamptz(long micros);

    abstract void interval(long micros, int days, int months);

    /**
     * Begins an array; its elements follow in row-major order.
     *
     * @param elementOid the type of the elements
     * @param sizes the size of each dimension; none if the array is empty
     * @param lower where the subscripts of each dimension begin; none if all begin at 1
     */
    abstract void beginArray(int elementOid, int[] sizes, int[] lower);

    abstract void endArray(boolean hasNull);
}
