package dev.longshore;

import static java.util.Objects.requireNonNull;

import dev.longshore.internal.KeyTypes;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the database stored in some columns of a row: those that {@link BulkInserter#returning} names, else those of the primary key.
 * Immutable, as far as the values are.
 */
public final class ReturnedRow {
    private final List<String> columns;
    private final @Nullable Object[] values;

    /**
     * Makes a row.
     *
     * @param columns the names of the columns as the database has them
     * @param values a value for each; copied
     * @throws IllegalArgumentException if there are not as many values as columns
     */
    public ReturnedRow(List<String> columns, @Nullable Object... values) {
        if (columns.size() != values.length) {
            throw new IllegalArgumentException(values.length + " values for the columns " + columns);
        }
        this.columns = List.copyOf(columns);
        this.values = values.clone();
    }

    /**
     * Names the columns.
     *
     * @return the names, as the database has them, in the order in which they were asked for
     */
    public List<String> columns() {
        return columns;
    }

    /**
     * Returns the values.
     *
     * @return the values in the order of the columns
     */
    public List<@Nullable Object> values() {
        return Collections.unmodifiableList(Arrays.<@Nullable Object>asList(values));
    }

    /**
     * Returns a column's value as the driver reads it.
     *
     * @param column the name, as {@link #columns()} has it or differing in case only
     * @return the value; null if it is NULL
     * @throws IllegalArgumentException if there is no such column
     */
    public @Nullable Object get(String column) {
        int index = columns.indexOf(requireNonNull(column, "column"));
        for (int i = 0; index < 0 && i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(column)) {
                index = i;
            }
        }
        if (index < 0) {
            throw new IllegalArgumentException(
                    "there is no column " + column + " among the returned ones: " + String.join(", ", columns));
        }
        return values[index];
    }

    /**
     * Returns a column's value as one of the classes that keys can have.
     *
     * @param <V> the type
     * @param column as in {@link #get(String)}
     * @param type Long, Integer, BigDecimal, UUID, String, or the class of the driver's object
     * @return the value; null if it is NULL
     * @throws IllegalArgumentException if there is no such column, or if its value is none of that type
     */
    public <V> @Nullable V get(String column, Class<V> type) {
        Object value = get(column);
        return value == null ? null : KeyTypes.convert(value, requireNonNull(type, "type"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReturnedRow row && columns.equals(row.columns) && Arrays.equals(values, row.values);
    }

    @Override
    public int hashCode() {
        return 31 * columns.hashCode() + Arrays.hashCode(values);
    }

    /** Returns the columns with their values. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ", ").append(columns.get(i)).append('=').append(values[i]);
        }
        return text.append('}').toString();
    }
}
