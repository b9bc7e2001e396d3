package dev.longshore.spi.support;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rows kept as typed cells until they are sent, or so that they can be sent again. Primitives stay primitives; what a caller
 * could still change (arrays, dates, collections, streams) is copied. The engine records push-style rows in it, a provider
 * those of a statement. Confined to one thread.
 *
 * <p>Hot: every value of a multi-row statement passes through {@link Cell}. The cells lie row by row in three parallel
 * arrays, which are reused after {@link #clear()}.
 */
public final class RowBuffer implements RowSink {
    /** The kinds of cell. */
    public enum CellType {
        /** NULL. */
        NULL(0),
        /** A truth value in {@link #bits}: 1 or 0. */
        BOOL(1),
        /** A whole number in {@link #bits}. */
        INT64(2),
        /** A single-precision number in {@link #bits}, as {@link Float#floatToRawIntBits}. */
        FLOAT32(3),
        /** A double-precision number in {@link #bits}, as {@link Double#doubleToRawLongBits}. */
        FLOAT64(4),
        /** A {@link String} in {@link #reference}. */
        TEXT(5),
        /** Another object in {@link #reference}. */
        OBJECT(6);

        private final byte code;

        CellType(int code) {
            this.code = (byte) code;
        }
    }

    /** By code. */
    private static final CellType[] CELL_TYPES = CellType.values();

    private static final int CELL_BYTES = 16;
    private static final int OBJECT_BYTES = 48;

    private final int columns;
    private final Cell[] sinks;
    private final long maxBytes;
    private final boolean copyStreams;

    /** Codes of {@link CellType}: stores into an array of references would cost a barrier each. */
    private byte[] types;

    private long[] bits;
    private @Nullable Object[] references;
    private int rows;
    private int base;
    private int end;
    private long bytes;
    private long rowStartBytes;
    private boolean holdsStream;
    private boolean rowStartHoldsStream;

    /**
     * Makes an empty buffer that copies all it is given.
     *
     * @param columns how many values a row has
     * @param maxBytes the size from which {@link #full()} holds; a single stream longer than this is refused
     */
    public RowBuffer(int columns, long maxBytes) {
        this(columns, maxBytes, true);
    }

    /**
     * Makes an empty buffer.
     *
     * @param columns how many values a row has
     * @param maxBytes the size from which {@link #full()} holds
     * @param copyStreams whether streams are read into memory; if not they are kept as they are, {@link #holdsStream} tells
     *     so, and the rows must be sent before the caller goes on
     */
    public RowBuffer(int columns, long maxBytes, boolean copyStreams) {
        this.columns = columns;
        this.maxBytes = maxBytes;
        this.copyStreams = copyStreams;
        this.sinks = new Cell[columns];
        for (int i = 0; i < columns; i++) {
            sinks[i] = new Cell(i);
        }
        int cells = columns * 4;
        this.types = new byte[cells];
        this.bits = new long[cells];
        this.references = new @Nullable Object[cells];
    }

    /**
     * Returns how many whole rows are kept.
     *
     * @return the number of rows
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns about how much memory the rows take.
     *
     * @return an estimate in bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Tells whether the rows take as much memory as they may.
     *
     * @return true from the buffer's size on
     */
    public boolean full() {
        return bytes >= maxBytes;
    }

    /**
     * Tells whether a stream is kept that was not read into memory.
     *
     * @return true until {@link #clear()} if there is one
     */
    public boolean holdsStream() {
        return holdsStream;
    }

    /** Forgets all rows; the memory is kept for the next ones. */
    public void clear() {
        Arrays.fill(references, 0, end, null);
        rows = 0;
        base = 0;
        end = 0;
        bytes = 0;
        holdsStream = false;
    }

    /**
     * Returns what kind of value a cell holds.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the kind
     */
    public CellType type(int row, int column) {
        return CELL_TYPES[types[row * columns + column]];
    }

    /**
     * Returns a cell's primitive value.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the bits, read as {@link #type} says
     */
    public long bits(int row, int column) {
        return bits[row * columns + column];
    }

    /**
     * Returns a cell's object.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the object of a TEXT or OBJECT cell, else null
     */
    public @Nullable Object reference(int row, int column) {
        return references[row * columns + column];
    }

    /**
     * Writes a kept row's values into another sink's columns, without beginning or ending a row there.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @param sink where the value goes
     * @throws SQLException what the sink throws
     */
    public void writeCell(int row, int column, ValueSink sink) throws SQLException {
        int cell = row * columns + column;
        switch (CELL_TYPES[types[cell]]) {
            case NULL -> sink.nullValue();
            case BOOL -> sink.bool(bits[cell] != 0);
            case INT64 -> sink.int64(bits[cell]);
            case FLOAT32 -> sink.float32(Float.intBitsToFloat((int) bits[cell]));
            case FLOAT64 -> sink.float64(Double.longBitsToDouble(bits[cell]));
            case TEXT -> sink.text((String) present(references[cell]));
            case OBJECT -> sink.object(present(references[cell]));
        }
    }

    private static Object present(@Nullable Object reference) {
        if (reference == null) {
            throw new IllegalStateException("the cell holds no object");
        }
        return reference;
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        base = rows * columns;
        end = base + columns;
        rowStartBytes = bytes;
        rowStartHoldsStream = holdsStream;
        bytes += (long) columns * CELL_BYTES;
        if (end > types.length) {
            int cells = Math.max(types.length * 2, end);
            types = Arrays.copyOf(types, cells);
            bits = Arrays.copyOf(bits, cells);
            references = Arrays.copyOf(references, cells);
        }
    }

    @Override
    public void endRow() {
        rows++;
    }

    @Override
    public void discardRow() {
        Arrays.fill(references, base, end, null);
        bytes = rowStartBytes;
        holdsStream = rowStartHoldsStream;
    }

    private final class Cell implements ValueSink {
        private final int index;

        Cell(int index) {
            this.index = index;
        }

        private void set(CellType type, long value) {
            types[base + index] = type.code;
            bits[base + index] = value;
        }

        private void set(CellType type, Object value, long size) {
            types[base + index] = type.code;
            references[base + index] = value;
            bytes += size;
        }

        @Override
        public void nullValue() {
            types[base + index] = CellType.NULL.code;
        }

        @Override
        public void bool(boolean value) {
            set(CellType.BOOL, value ? 1 : 0);
        }

        @Override
        public void int64(long value) {
            set(CellType.INT64, value);
        }

        @Override
        public void float32(float value) {
            set(CellType.FLOAT32, Float.floatToRawIntBits(value));
        }

        @Override
        public void float64(double value) {
            set(CellType.FLOAT64, Double.doubleToRawLongBits(value));
        }

        @Override
        public void text(String value) {
            set(CellType.TEXT, value, OBJECT_BYTES + (long) value.length());
        }

        @Override
        public void object(Object value) throws SQLException {
            if (value instanceof String text) {
                text(text);
            } else if (value instanceof Long || value instanceof Integer) {
                int64(((Number) value).longValue());
            } else if (value instanceof Double number) {
                float64(number);
            } else if (value instanceof Boolean bool) {
                bool(bool);
            } else if (value instanceof InputStream || value instanceof Reader) {
                stream(value);
            } else {
                set(CellType.OBJECT, copyOf(value), sizeOf(value));
            }
        }

        private void stream(Object value) throws SQLException {
            if (!copyStreams) {
                holdsStream = true;
                set(CellType.OBJECT, value, OBJECT_BYTES);
                return;
            }
            int limit = (int) Math.min(maxBytes, Integer.MAX_VALUE - 16);
            try {
                if (value instanceof InputStream stream) {
                    byte[] read = stream.readNBytes(limit);
                    refuseMore(stream.read());
                    set(CellType.OBJECT, read, OBJECT_BYTES + (long) read.length);
                } else {
                    StringWriter text = new StringWriter();
                    Reader reader = (Reader) value;
                    char[] part = new char[8192];
                    for (int n = reader.read(part); n >= 0; n = reader.read(part)) {
                        text.write(part, 0, n);
                        if (text.getBuffer().length() > limit) {
                            refuseMore(n);
                        }
                    }
                    text(text.toString());
                }
            } catch (IOException e) {
                throw BulkLoadException.in(LoadPhase.MAPPING, "the stream given as value threw " + e)
                        .cause(e)
                        .build();
            }
        }

        private void refuseMore(int read) throws BulkLoadException {
            if (read >= 0) {
                throw BulkLoadException.in(
                                LoadPhase.MAPPING, "the stream given as value is longer than " + maxBytes + " bytes")
                        .hint(
                                "Rows that are pushed, or that may be sent again, are kept in memory; load such rows from an"
                                        + " Iterable or Iterator, all or nothing")
                        .build();
            }
        }
    }

    private static Object copyOf(Object value) {
        if (value instanceof byte[] array) {
            return array.clone();
        }
        if (value instanceof java.util.Date date) {
            return date.clone();
        }
        if (value instanceof Calendar calendar) {
            return calendar.clone();
        }
        if (value instanceof Collection<?> values) {
            ArrayList<@Nullable Object> copy = new ArrayList<>(values.size());
            values.forEach(element -> copy.add(element == null ? null : copyOf(element)));
            return copy;
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((key, element) -> copy.put(key, element == null ? null : copyOf(element)));
            return copy;
        }
        if (value.getClass().isArray()) {
            return copyOfArray(value);
        }
        return value instanceof CharSequence text ? text.toString() : value;
    }

    private static Object copyOfArray(Object array) {
        int length = java.lang.reflect.Array.getLength(array);
        Class<?> type = array.getClass().getComponentType();
        if (!type.isPrimitive() && CharSequence.class.isAssignableFrom(type)) {
            // what a StringBuilder holds now is a String
            type = String.class;
        }
        Object copy = java.lang.reflect.Array.newInstance(type, length);
        if (array instanceof Object[] elements) {
            Arrays.setAll((Object[]) copy, i -> elements[i] == null ? null : copyOf(elements[i]));
        } else {
            System.arraycopy(array, 0, copy, 0, length);
        }
        return copy;
    }

    private static long sizeOf(Object value) {
        if (value instanceof byte[] array) {
            return OBJECT_BYTES + (long) array.length;
        }
        if (value instanceof BigDecimal || value instanceof UUID || value instanceof java.time.temporal.Temporal) {
            return OBJECT_BYTES;
        }
        if (value instanceof BigInteger whole) {
            return OBJECT_BYTES + (long) whole.bitLength() / Byte.SIZE;
        }
        if (value instanceof CharSequence text) {
            return OBJECT_BYTES + 2L * text.length();
        }
        if (value instanceof Collection<?> values) {
            return values.stream()
                    .mapToLong(element -> element == null ? 8 : sizeOf(element))
                    .sum();
        }
        if (value instanceof Object[] elements) {
            return Arrays.stream(elements)
                    .mapToLong(element -> element == null ? 8 : sizeOf(element))
                    .sum();
        }
        return value.getClass().isArray() ? 8L * java.lang.reflect.Array.getLength(value) : 4L * OBJECT_BYTES;
    }
}
