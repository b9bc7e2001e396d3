package dev.longshore.tck;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of the type table: a Java value that goes into a kind of column, and what must be there afterwards.
 *
 * @param column the kind of column
 * @param value the value that a row brings
 * @param expected what {@link TckDatabase#read} must give back; null if the value must be refused
 */
public record TypeCase(
        ColumnType column, Object value, @Nullable Object expected) {
    /**
     * Makes a case of a value that is stored.
     *
     * @param column the kind of column
     * @param value the value that a row brings
     * @param expected what must be read back
     * @return the case
     */
    public static TypeCase stored(ColumnType column, Object value, Object expected) {
        return new TypeCase(column, value, expected);
    }

    /**
     * Makes a case of a value that must be refused with its row and column.
     *
     * @param column the kind of column
     * @param value the value that a row brings
     * @return the case
     */
    public static TypeCase refused(ColumnType column, Object value) {
        return new TypeCase(column, value, null);
    }

    /**
     * Returns the cases of the type table that all databases have in common. The contract's own tests run them; a provider can
     * run them once more where there is no database, for example against the other end of a connection.
     *
     * @param capabilities what the database can do, which some cases depend on
     * @param oldest the first instant that columns of {@link ColumnType#INSTANT} hold
     * @return the cases
     */
    public static List<TypeCase> common(Set<Capability> capabilities, Instant oldest) {
        return TypeTable.common(capabilities, oldest);
    }

    /** Returns the case in words, long values cut. */
    @Override
    public String toString() {
        return shown(value) + " into " + column + (expected == null ? " is refused" : " is " + shown(expected));
    }

    private static String shown(Object value) {
        String text = value instanceof byte[] bytes
                ? "of length " + bytes.length
                : value instanceof Object[] values ? Arrays.toString(values) : printable(String.valueOf(value));
        String cut = text.length() > 40 ? text.substring(0, 40) + "… of " + text.length() : text;
        return value.getClass().getSimpleName() + " " + cut;
    }

    /** Names of tests end up in XML reports, which take no control characters nor lone surrogates. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .forEach(c -> shown.append(
                        c < ' ' || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                                ? String.format("\\u%04x", c)
                                : Character.toString(c)));
        return shown.toString();
    }
}
