package dev.longshore;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table's name taken literally: each part is the name as the database stores it, whatever characters it has.
 *
 * @param parts one to three parts, the table last: {@code table}, {@code schema.table} or {@code catalog.schema.table}
 */
public record TableName(List<String> parts) {
    /**
     * Makes a name from its parts.
     *
     * @param parts one to three non-empty parts
     * @throws IllegalArgumentException if there are no or more than three parts, or one is empty
     */
    public TableName {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || parts.size() > 3) {
            throw new IllegalArgumentException("a table name has one to three parts, not " + parts.size());
        }
        for (String part : parts) {
            if (part.isEmpty()) {
                throw new IllegalArgumentException("a part of the table name " + parts + " is empty");
            }
        }
    }

    /**
     * Makes a name from its parts, for example {@code TableName.of("sales", "order.lines")}.
     *
     * @param parts one to three non-empty parts, the table last
     * @return the name
     * @throws IllegalArgumentException if there are no or more than three parts, or one is empty
     */
    public static TableName of(String... parts) {
        return new TableName(List.of(requireNonNull(parts, "parts")));
    }

    /**
     * Returns the last part.
     *
     * @return the table's own name, without schema
     */
    public String table() {
        return parts.get(parts.size() - 1);
    }

    /** Returns the parts joined by dots, unquoted: for people, not for SQL. */
    @Override
    public String toString() {
        return String.join(".", parts);
    }
}
