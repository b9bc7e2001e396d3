package dev.longshore.bench;

import org.jspecify.annotations.Nullable;

/**
 * A row of which little is known.
 *
 * @param id its id
 * @param values text, an int, a decimal and a date in turn, most of them null; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // rows are not compared
record SparseRow(long id, @Nullable Object[] values) {
    <V> @Nullable V value(int index, Class<V> type) {
        return type.cast(values[index]);
    }
}
