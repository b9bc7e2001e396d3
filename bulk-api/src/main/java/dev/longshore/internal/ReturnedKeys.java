package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.KeyCallback;
import dev.longshore.LoadPhase;
import dev.longshore.ReturnedRow;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.TargetColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the keys of a block of rows from the provider and hands them to the caller: into a list, or to a callback together with the
 * rows, which are held for it. One per load; confined to the loading thread.
 */
public abstract class ReturnedKeys<K> {
    private final Class<K> type;

    /** What came back of each row: an array for a row of several columns, else the value itself. */
    private final ArrayList<@Nullable Object> block = new ArrayList<>();

    private ReturnedKeys(Class<K> type) {
        this.type = type;
    }

    /** Keys that are gathered in a list. */
    public static <K> ReturnedKeys<K> listed(Class<K> type, List<@Nullable K> keys) {
        return new Listed<>(type, keys);
    }

    /** Keys that are told one by one. */
    public static <T, K> ReturnedKeys<K> told(Class<K> type, KeyCallback<? super T, ? super K> callback) {
        return new Told<>(type, callback);
    }

    Class<K> type() {
        return type;
    }

    /** Whether code of the caller's runs before the load ends, which may end it. */
    abstract boolean hasCallback();

    /** Keeps a row until its key is known. */
    abstract void hold(Object row);

    /** Hands on the key of a row of the block. */
    abstract void take(int row, @Nullable K key, long index, LoadGuard guard) throws BulkLoadException;

    /** Forgets the block. */
    void clear() {
        block.clear();
    }

    /** A sink for the keys of a block of so many rows. */
    KeySink sink(int rows) {
        block.ensureCapacity(rows);
        boolean isRow = type == ReturnedRow.class;
        return new KeySink() {
            @Override
            public void row(@Nullable Object... values) throws BulkLoadException {
                add(isRow ? values : values[0]);
            }

            @Override
            public void key(long value) throws BulkLoadException {
                if (isRow) {
                    row(value);
                } else {
                    add(value);
                }
            }

            @Override
            public void skipped() throws BulkLoadException {
                add(null);
            }

            private void add(@Nullable Object value) throws BulkLoadException {
                if (block.size() == rows) {
                    throw wrongCount("more than " + rows, rows);
                }
                block.add(value);
            }
        };
    }

    /** Hands the keys of a whole block to the caller. */
    void deliver(List<TargetColumn> returned, int rows, long firstIndex, LoadGuard guard) throws BulkLoadException {
        if (block.size() != rows) {
            throw wrongCount(String.valueOf(block.size()), rows);
        }
        List<String> columns = returned.stream().map(TargetColumn::name).toList();
        for (int row = 0; row < rows; row++) {
            guard.check();
            long index = firstIndex + row;
            Object value = block.get(row);
            take(row, value == null ? null : key(columns, value, index), index, guard);
        }
        clear();
    }

    private static BulkLoadException wrongCount(String keys, int rows) {
        return BulkLoadException.in(LoadPhase.SERVER, "the database gave back " + keys + " keys for " + rows + " rows")
                .build();
    }

    private K key(List<String> columns, Object value, long index) throws BulkLoadException {
        if (type == ReturnedRow.class) {
            return type.cast(new ReturnedRow(columns, (Object[]) value));
        }
        try {
            return KeyTypes.convert(value, type);
        } catch (IllegalArgumentException e) {
            throw BulkLoadException.in(LoadPhase.SERVER, "the key " + e.getMessage())
                    .row(index)
                    .column(columns.get(0))
                    .hint("Ask for keys of another class")
                    .cause(e)
                    .build();
        }
    }

    private static final class Listed<K> extends ReturnedKeys<K> {
        private final List<@Nullable K> keys;

        Listed(Class<K> type, List<@Nullable K> keys) {
            super(type);
            this.keys = keys;
        }

        @Override
        boolean hasCallback() {
            return false;
        }

        @Override
        void hold(Object row) {}

        @Override
        void take(int row, @Nullable K key, long index, LoadGuard guard) {
            keys.add(key);
        }
    }

    private static final class Told<T, K> extends ReturnedKeys<K> {
        private final KeyCallback<? super T, ? super K> callback;
        private final List<T> rows = new ArrayList<>();

        Told(Class<K> type, KeyCallback<? super T, ? super K> callback) {
            super(type);
            this.callback = callback;
        }

        @Override
        boolean hasCallback() {
            return true;
        }

        @Override
        @SuppressWarnings("unchecked") // the source is one of T
        void hold(Object row) {
            rows.add((T) row);
        }

        @Override
        void take(int row, @Nullable K key, long index, LoadGuard guard) throws BulkLoadException {
            guard.enter(LoadGuard.Place.SOURCE);
            try {
                callback.accept(rows.get(row), key);
            } catch (Exception e) {
                guard.keepInterrupt(e);
                throw BulkLoadException.in(LoadPhase.CALLBACK, "the callback for keys threw " + e)
                        .row(index)
                        .cause(e)
                        .build();
            } finally {
                guard.enter(LoadGuard.Place.DATABASE);
            }
        }

        @Override
        void clear() {
            super.clear();
            rows.clear();
        }
    }
}
