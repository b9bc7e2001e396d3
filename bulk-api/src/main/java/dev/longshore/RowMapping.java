package dev.longshore;

import static java.util.Objects.requireNonNull;

import dev.longshore.internal.AccessorCompiler;
import dev.longshore.internal.ColumnReader;
import dev.longshore.internal.DerivedMapping;
import dev.longshore.internal.ExplicitMapping;
import dev.longshore.internal.MappedColumn;
import dev.longshore.internal.Mapping;
import dev.longshore.spi.Identifier;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a row's values reach columns: a reader for each column, called exactly once per row. Primitives stay primitives.
 * Immutable and thread-safe if the readers are; may be kept and used for any number of loads.
 *
 * @param <T> the type of the rows
 */
public final class RowMapping<T> {
    private final Mapping<T> mapping;

    private RowMapping(Mapping<T> mapping) {
        this.mapping = mapping;
    }

    /**
     * Begins a mapping for rows of a class. Built without a single column, it is derived from the record's components or the
     * bean's getters, as {@link BulkInserter#insert(Iterable)} does.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @return a builder without columns
     */
    public static <T> Builder<T> of(Class<T> type) {
        return new Builder<>(requireNonNull(type, "type"), null);
    }

    /**
     * Begins a mapping for rows of a class that Longshore can't see by itself: one in a package that its module does not
     * open. Built without a single column, the components or getters are read with the rights of the lookup.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @param lookup {@link MethodHandles#lookup()} called in a class that may call the accessors
     * @return a builder without columns
     */
    public static <T> Builder<T> of(Class<T> type, MethodHandles.Lookup lookup) {
        return new Builder<>(requireNonNull(type, "type"), requireNonNull(lookup, "lookup"));
    }

    Mapping<T> mapping() {
        return mapping;
    }

    /**
     * Collects columns in the order in which they are read. Not thread-safe.
     *
     * @param <T> the type of the rows
     */
    public static final class Builder<T> {
        private final Class<T> type;
        private final MethodHandles.@Nullable Lookup lookup;
        private final List<MappedColumn<T>> columns = new ArrayList<>();

        private Builder(Class<T> type, MethodHandles.@Nullable Lookup lookup) {
            this.type = type;
            this.lookup = lookup;
        }

        /**
         * Adds a column that is read as a primitive {@code long}. For a boxed value that may be null use
         * {@link #column(String, Function)}.
         *
         * @param name the column
         * @param reader reads the value out of a row
         * @return this builder
         */
        public Builder<T> longColumn(String name, ToLongFunction<? super T> reader) {
            return add(name, long.class, ColumnReader.ofLong(requireNonNull(reader, "reader")));
        }

        /**
         * Adds a column that is read as a primitive {@code int}.
         *
         * @param name the column
         * @param reader reads the value out of a row
         * @return this builder
         */
        public Builder<T> intColumn(String name, ToIntFunction<? super T> reader) {
            return add(name, int.class, ColumnReader.ofInt(requireNonNull(reader, "reader")));
        }

        /**
         * Adds a column that is read as a primitive {@code double}.
         *
         * @param name the column
         * @param reader reads the value out of a row
         * @return this builder
         */
        public Builder<T> doubleColumn(String name, ToDoubleFunction<? super T> reader) {
            return add(name, double.class, ColumnReader.ofDouble(requireNonNull(reader, "reader")));
        }

        /**
         * Adds a column that is read as a primitive {@code boolean}.
         *
         * @param name the column
         * @param reader reads the value out of a row
         * @return this builder
         */
        public Builder<T> booleanColumn(String name, Predicate<? super T> reader) {
            return add(name, boolean.class, ColumnReader.ofBoolean(requireNonNull(reader, "reader")));
        }

        /**
         * Adds a column that is read as any object; null is NULL. Whether the column can take it is checked value by value.
         *
         * @param name the column
         * @param reader reads the value out of a row
         * @return this builder
         */
        public Builder<T> column(String name, Function<? super T, ? extends @Nullable Object> reader) {
            return add(name, Object.class, ColumnReader.ofObject(requireNonNull(reader, "reader")));
        }

        /**
         * Adds a column of a declared Java type; null is NULL. Whether the column can take the type is checked before the
         * first row.
         *
         * @param <V> the type of the values
         * @param name the column
         * @param valueType the class of the values
         * @param reader reads the value out of a row
         * @return this builder
         */
        public <V> Builder<T> column(
                String name, Class<V> valueType, Function<? super T, ? extends @Nullable V> reader) {
            requireNonNull(valueType, "valueType");
            return add(name, valueType, ColumnReader.ofDeclared(valueType, requireNonNull(reader, "reader")));
        }

        private Builder<T> add(String name, Class<?> valueType, ColumnReader<T> reader) {
            requireNonNull(name, "name");
            columns.add(new MappedColumn<>(new Identifier(name, Identifier.Match.CASE_RULE), valueType, reader));
            return this;
        }

        /**
         * Makes the mapping.
         *
         * @return an immutable mapping of the columns added so far
         * @throws IllegalArgumentException if no column was added and the class is neither a record nor a bean that can be
         *     read; the message says what to open or to pass
         */
        public RowMapping<T> build() {
            return new RowMapping<>(
                    columns.isEmpty()
                            ? DerivedMapping.of(type, AccessorCompiler.lookupFor(type, lookup))
                            : new ExplicitMapping<>(type, List.copyOf(columns)));
        }
    }
}
