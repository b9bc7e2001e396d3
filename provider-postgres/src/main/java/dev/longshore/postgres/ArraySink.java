package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgArray;

/**
 * Takes Java arrays, collections, arrays of the driver, and the text form of arrays. Arrays within arrays are dimensions, which
 * must be of one size; bytes are an element and no dimension.
 */
final class ArraySink extends PgSink {
    private static final int[] EMPTY = {};

    /** Stands for subscripts that begin at 1. */
    private static final int[] NO_BOUNDS = {};

    private static final Pattern BOUND = Pattern.compile("\\[([+-]?[0-9]+):([+-]?[0-9]+)]");
    private static final Pattern BOUNDED = Pattern.compile("((?:" + BOUND + ")+)=(.*)", Pattern.DOTALL);

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
            if (elements == null) {
                nullValue();
            } else {
                put(elements, lowerBounds(array));
            }
        } else if (isSequence(value)) {
            put(value, NO_BOUNDS);
        } else {
            super.other(value);
        }
    }

    private static boolean isSequence(@Nullable Object value) {
        return value instanceof Collection<?>
                || (value != null && value.getClass().isArray() && !(value instanceof byte[]));
    }

    /** The driver's arrays know where their subscripts begin, but tell only those who look into their bytes or text. */
    private static int[] lowerBounds(java.sql.Array value) {
        if (!(value instanceof PgArray array)) {
            return NO_BOUNDS;
        }
        byte[] bytes = array.toBytes();
        if (bytes != null) {
            ByteBuffer sent = ByteBuffer.wrap(bytes);
            int[] lower = new int[sent.getInt(0)];
            for (int i = 0; i < lower.length; i++) {
                lower[i] = sent.getInt(12 + 8 * i + 4);
            }
            return lower;
        }
        String text = array.toString();
        Matcher bounded = BOUNDED.matcher(text == null ? "" : text);
        return bounded.matches()
                ? BOUND.matcher(bounded.group(1))
                        .results()
                        .mapToInt(bound -> Integer.parseInt(bound.group(1)))
                        .toArray()
                : NO_BOUNDS;
    }

    private void put(Object value, int[] lower) throws SQLException {
        int[] sizes = sizes(value);
        hasNull = false;
        wire.beginArray(elementType.oid(), sizes, lower);
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

    /** An array whose subscripts do not begin at 1 has its bounds before it, as in {@code [0:1]={5,6}}. */
    @Override
    public void text(String value) throws SQLException {
        Matcher bounded = BOUNDED.matcher(value);
        if (!bounded.matches()) {
            put(new Parser(value).array(), NO_BOUNDS);
            return;
        }
        List<@Nullable Object> elements = new Parser(bounded.group(4)).array();
        put(elements, lowerBounds(bounded.group(1), elements));
    }

    private int[] lowerBounds(String bounds, List<@Nullable Object> elements) throws SQLException {
        int[] sizes = sizes(elements);
        int[] lower = new int[sizes.length];
        int level = 0;
        for (Matcher bound = BOUND.matcher(bounds); bound.find(); level++) {
            boolean fits = false;
            try {
                long least = Integer.parseInt(bound.group(1));
                fits = level < sizes.length && Integer.parseInt(bound.group(2)) - least + 1 == sizes[level];
                if (fits) {
                    lower[level] = (int) least;
                }
            } catch (NumberFormatException e) {
                throw outOfRange(bounds);
            }
            if (!fits) {
                throw refused("the bounds " + bounds + " are not those of the array that follows them");
            }
        }
        if (level != sizes.length) {
            throw refused("the bounds " + bounds + " are not those of the array that follows them");
        }
        return lower;
    }

    /** Reads the server's text form of arrays, and no other. */
    private final class Parser {
        private final String text;
        private final char delimiter;
        private int at;

        Parser(String text) {
            this.text = text;
            this.delimiter = elementType.family() == TypeFamily.BOX ? ';' : ',';
        }

        List<@Nullable Object> array() throws SQLException {
            skipBlanks();
            if (current() != '{') {
                throw malformed();
            }
            List<@Nullable Object> elements = level();
            skipBlanks();
            if (at != text.length()) {
                throw malformed();
            }
            return elements;
        }

        private SQLException malformed() {
            return noSuch("array such as {1,2}", text);
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
                elements.add(
                        switch (current()) {
                            case '{' -> level();
                            case '"' -> quotedElement();
                            default -> bareElement();
                        });
                skipBlanks();
                char c = current();
                at++;
                if (c == '}') {
                    return elements;
                }
                if (c != delimiter) {
                    throw malformed();
                }
            }
        }

        private char current() throws SQLException {
            if (at >= text.length()) {
                throw malformed();
            }
            return text.charAt(at);
        }

        private void skipBlanks() {
            while (at < text.length() && TextChecks.isBlank(text.charAt(at))) {
                at++;
            }
        }

        private String quotedElement() throws SQLException {
            StringBuilder element = new StringBuilder();
            at++;
            while (current() != '"') {
                if (current() == '\\') {
                    at++;
                }
                element.append(current());
                at++;
            }
            at++;
            return element.toString();
        }

        /** Blanks at the end do not count, unless a backslash stands before them; nor is NULL null behind one. */
        private @Nullable String bareElement() throws SQLException {
            StringBuilder element = new StringBuilder();
            int end = 0;
            boolean isEscaped = false;
            while (current() != delimiter && current() != '}') {
                char c = current();
                if (c == '"' || c == '{') {
                    throw malformed();
                }
                boolean escapes = c == '\\';
                if (escapes) {
                    at++;
                    isEscaped = true;
                }
                element.append(current());
                if (escapes || !TextChecks.isBlank(c)) {
                    end = element.length();
                }
                at++;
            }
            if (end == 0) {
                throw malformed();
            }
            element.setLength(end);
            String bare = element.toString();
            return !isEscaped && bare.equalsIgnoreCase("NULL") ? null : bare;
        }
    }
}
