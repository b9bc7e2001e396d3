package dev.longshore.internal;

import dev.longshore.spi.ValueSink;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column's value out of a row and hands it on, a primitive as a primitive. Hot: one call for each value of a load;
 * the kind of value is decided when the reader is made.
 */
public abstract class ColumnReader<T> {
    /**
     * Reads the value and writes it to the sink.
     *
     * @throws Exception what the row's accessor or the sink throws
     */
    abstract void read(T row, ValueSink sink) throws Exception;

    /** Whether a null met while reading can only be a boxed value that the caller mapped as a primitive. */
    boolean primitive() {
        return false;
    }

    public static <T> ColumnReader<T> ofLong(ToLongFunction<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.int64(accessor.applyAsLong(row));
            }
        };
    }

    public static <T> ColumnReader<T> ofInt(ToIntFunction<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.int64(accessor.applyAsInt(row));
            }
        };
    }

    public static <T> ColumnReader<T> ofDouble(ToDoubleFunction<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.float64(accessor.applyAsDouble(row));
            }
        };
    }

    /** A float comes widened to a double, which is exact, and is narrowed again. */
    static <T> ColumnReader<T> ofFloat(ToDoubleFunction<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.float32((float) accessor.applyAsDouble(row));
            }
        };
    }

    public static <T> ColumnReader<T> ofBoolean(Predicate<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.bool(accessor.test(row));
            }
        };
    }

    static <T> ColumnReader<T> ofChar(ToIntFunction<? super T> accessor) {
        return new Primitive<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                sink.text(String.valueOf((char) accessor.applyAsInt(row)));
            }
        };
    }

    public static <T> ColumnReader<T> ofObject(Function<? super T, ? extends @Nullable Object> accessor) {
        return new ColumnReader<>() {
            @Override
            void read(T row, ValueSink sink) throws Exception {
                write(accessor.apply(row), sink);
            }
        };
    }

    /** A declared type spares the sink the look at each value's class where there is a method for it. */
    public static <T> ColumnReader<T> ofDeclared(
            Class<?> type, Function<? super T, ? extends @Nullable Object> accessor) {
        if (type == String.class) {
            return new ColumnReader<>() {
                @Override
                void read(T row, ValueSink sink) throws Exception {
                    String value = (String) accessor.apply(row);
                    if (value == null) {
                        sink.nullValue();
                    } else {
                        sink.text(value);
                    }
                }
            };
        }
        if (type == Long.class || type == Integer.class || type == Short.class || type == Byte.class) {
            return new ColumnReader<>() {
                @Override
                void read(T row, ValueSink sink) throws Exception {
                    Number value = (Number) accessor.apply(row);
                    if (value == null) {
                        sink.nullValue();
                    } else {
                        sink.int64(value.longValue());
                    }
                }
            };
        }
        return ofObject(accessor);
    }

    static void write(@Nullable Object value, ValueSink sink) throws Exception {
        if (value == null) {
            sink.nullValue();
        } else {
            sink.object(value);
        }
    }

    /** Base of the readers that call a primitive accessor. */
    private abstract static class Primitive<T> extends ColumnReader<T> {
        @Override
        boolean primitive() {
            return true;
        }
    }
}
