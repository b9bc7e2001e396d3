package dev.longshore.internal;

import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.RowBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch, kept so that they can be sent again, each with its place in the caller's input and the object it was read
 * from. Rows can be set aside, which then are not sent any more. Confined to one thread.
 *
 * <p>Hot: a row is recorded once.
 */
final class RecordedBatch implements RowSink {
    /** What a row takes beside its cells. */
    private static final int ROW_BYTES = 32;

    private final RowBuffer cells;
    private final List<String> columns;
    private final long mostBytes;
    private long[] indexes = new long[64];
    private @Nullable Object[] objects = new @Nullable Object[64];
    private final BitSet setAside = new BitSet();
    private Map<String, @Nullable Object> unfinished = Map.of();

    RecordedBatch(List<String> columns, long mostBytes) {
        this.cells = new RowBuffer(columns.size(), mostBytes);
        this.columns = columns;
        this.mostBytes = mostBytes;
    }

    RowBuffer cells() {
        return cells;
    }

    /** How many rows were recorded, those set aside included. */
    int size() {
        return cells.rows();
    }

    boolean full() {
        return cells.bytes() + (long) ROW_BYTES * cells.rows() >= mostBytes;
    }

    /** Says from which object the row that is to be recorded next is read, and where in the caller's input it stands. */
    void next(@Nullable Object object, long index) {
        int row = cells.rows();
        if (row == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * row);
            objects = Arrays.copyOf(objects, 2 * row);
        }
        indexes[row] = index;
        objects[row] = object;
    }

    @Override
    public ValueSink column(int index) {
        return cells.column(index);
    }

    @Override
    public void beginRow() {
        cells.beginRow();
    }

    @Override
    public void endRow() {
        cells.endRow();
    }

    @Override
    public void discardRow() {
        unfinished = values(cells.rows());
        cells.discardRow();
    }

    /** The values of the row that was discarded last, as far as they came before the one of a column. */
    Map<String, @Nullable Object> valuesBefore(@Nullable String column) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String name : columns) {
            if (column == null || name.equals(column)) {
                break;
            }
            values.put(name, unfinished.get(name));
        }
        return values;
    }

    long index(int row) {
        return indexes[row];
    }

    @Nullable
    Object object(int row) {
        return objects[row];
    }

    Map<String, @Nullable Object> values(int row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int column = 0; column < columns.size(); column++) {
            long bits = cells.bits(row, column);
            values.put(
                    columns.get(column),
                    switch (cells.type(row, column)) {
                        case NULL -> null;
                        case BOOL -> bits != 0;
                        case INT64 -> bits;
                        case FLOAT32 -> Float.intBitsToFloat((int) bits);
                        case FLOAT64 -> Double.longBitsToDouble(bits);
                        case TEXT, OBJECT -> cells.reference(row, column);
                    });
        }
        return values;
    }

    void setAside(int row) {
        setAside.set(row);
    }

    /** Takes up again a row that was set aside. */
    void takeUp(int row) {
        setAside.clear(row);
    }

    boolean isSetAside(int row) {
        return setAside.get(row);
    }

    /** How many rows of a range are not set aside. */
    int remaining(int from, int to) {
        return to - from - setAside.get(from, to).cardinality();
    }

    void clear() {
        Arrays.fill(objects, 0, Math.min(objects.length, cells.rows() + 1), null);
        cells.clear();
        setAside.clear();
        unfinished = Map.of();
    }
}
