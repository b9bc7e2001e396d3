package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes Java arrays, collections, arrays of the driver, and the text form of arrays. Arrays within arrays are dimensions, which
 * must be of one size; bytes are an element and no dimension.
 */
final class ArraySink extends PgSink {
    private static final int[] EMPTY = {};

    private final PgType elementType;
    private final PgSink element;
    private boolean hasNull;

    ArraySink(TargetColumn column, Context context, PgType elementType, PgSink element) {
        super(column, context);
        this.elementType = elementType;
        this.element = element;
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof java.sql.Array array) {
            Object elements = array.getArray();
            other(elements);
        } else if (isSequence(value)) {
            put(value);
        } else {
            super.other(value);
        }
    }

    private static boolean isSequence(@Nullable Object value) {
        return value instanceof Collection<?>
                || (value != null && value.getClass().isArray() && !(value instanceof byte[]));
    }

    private void put(Object value) throws SQLException {
        int[] sizes = sizes(value);
        hasNull = false;
        wire.beginArray(elementType.oid(), sizes);
        if (sizes.length > 0) {
            putElements(value, sizes, 0);
        }
        wire.endArray(hasNull);
    }

    /** The sizes by the first element of each dimension. */
    private static int[] sizes(Object value) {
        List<Integer> sizes = new ArrayList<>(2);
        Object level = value;
        while (isSequence(level)) {
            int size = size(level);
            if (size == 0) {
                return EMPTY;
            }
            sizes.add(size);
            level = first(level);
        }
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int size(@Nullable Object sequence) {
        return sequence instanceof Collection<?> values ? values.size() : Array.getLength(sequence);
    }

    private static @Nullable Object first(@Nullable Object sequence) {
        return sequence instanceof Collection<?> values ? values.iterator().next() : Array.get(sequence, 0);
    }

    private void putElements(@Nullable Object value, int[] sizes, int level) throws SQLException {
        if (level == sizes.length) {
            putElement(value);
            return;
        }
        if (!isSequence(value) || size(value) != sizes[level]) {
            throw refused("the arrays within the array are not all of one size, as PostgreSQL's arrays are");
        }
        if (value instanceof int[] numbers && level == sizes.length - 1) {
            for (int number : numbers) {
                element.int64(number);
            }
        } else if (value instanceof long[] numbers && level == sizes.length - 1) {
            for (long number : numbers) {
                element.int64(number);
            }
        } else if (value instanceof double[] numbers && level == sizes.length - 1) {
            for (double number : numbers) {
                element.float64(number);
            }
        } else if (value instanceof Collection<?> values) {
            for (Object each : values) {
                putElements(each, sizes, level + 1);
            }
        } else {
            for (int i = 0; i < sizes[level]; i++) {
                putElements(Array.get(value, i), sizes, level + 1);
            }
        }
    }

    private void putElement(@Nullable Object value) throws SQLException {
        if (value == null) {
            hasNull = true;
            element.nullValue();
        } else if (isSequence(value)) {
            throw refused("the arrays within the array are not all of one depth, as PostgreSQL's arrays are");
        } else {
            element.object(value);
        }
    }

    @Override
    public void text(String value) throws SQLException {
        put(new Parser(value).array());
    }

    /** Reads the server's text form of arrays. */
    private final class Parser {
        private final String text;
        private final char delimiter;
        private int at;

        Parser(String text) {
            this.text = text;
            this.delimiter = elementType.family() == TypeFamily.BOX ? ';' : ',';
        }

        List<@Nullable Object> array() throws SQLException {
            String whole = text.trim();
            if (!whole.startsWith("{")) {
                throw noSuch("array such as {1,2}", text);
            }
            at = text.indexOf('{');
            List<@Nullable Object> elements = level();
            if (!text.substring(at).isBlank()) {
                throw noSuch("array such as {1,2}", text);
            }
            return elements;
        }

        private List<@Nullable Object> level() throws SQLException {
            List<@Nullable Object> elements = new ArrayList<>();
            at++;
            skipBlanks();
            if (current() == '}') {
                at++;
                return elements;
            }
            while (true) {
                skipBlanks();
                elements.add(current() == '{' ? level() : element());
                skipBlanks();
                char c = current();
                at++;
                if (c == '}') {
                    return elements;
                }
                if (c != delimiter) {
                    throw noSuch("array such as {1,2}", text);
                }
            }
        }

        private char current() throws SQLException {
            if (at >= text.length()) {
                throw noSuch("array such as {1,2}", text);
            }
            return text.charAt(at);
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private @Nullable Object element() throws SQLException {
            StringBuilder element = new StringBuilder();
            boolean quoted = false;
            boolean inQuotes = false;
            while (inQuotes || (current() != delimiter && current() != '}')) {
                char c = current();
                at++;
                if (c == '\\') {
                    quoted = true;
                    element.append(current());
                    at++;
                } else if (c == '"') {
                    quoted = true;
                    inQuotes = !inQuotes;
                } else {
                    element.append(c);
                }
            }
            if (quoted) {
                return element.toString();
            }
            String bare = element.toString().trim();
            return bare.equalsIgnoreCase("NULL") ? null : bare;
        }
    }
}
