package dev.longshore.sqlserver;

import org.jspecify.annotations.Nullable;

/**
 * The type of a column.
 *
 * @param family what kind of values it has
 * @param name the system type, lower case, without length or precision
 * @param length the most characters or bytes; {@link #UNLIMITED} where there is no limit; 0 where it has no length
 * @param precision the digits of a number
 * @param scale the digits behind the point, or of the second's fraction
 * @param codePage the code page of narrow text; 0 for other types
 * @param collation the collation of text; null for other types
 */
record MsType(
        TypeFamily family,
        String name,
        int length,
        int precision,
        int scale,
        int codePage,
        @Nullable String collation) {
    static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * Makes a type of what the catalog has.
     *
     * @param bytes sys.columns.max_length: bytes, -1 for (max)
     */
    static MsType of(String name, int bytes, int precision, int scale, int codePage, @Nullable String collation) {
        TypeFamily family = TypeFamily.of(name);
        int length = switch (name) {
            case "text", "ntext", "image", "xml", "json" -> UNLIMITED;
            case "char", "varchar", "binary", "varbinary" -> bytes < 0 ? UNLIMITED : bytes;
            case "nchar", "nvarchar" -> bytes < 0 ? UNLIMITED : bytes / 2;
            default -> family == TypeFamily.UDT ? (bytes < 0 ? UNLIMITED : bytes) : 0;
        };
        return new MsType(
                family, name, length, precision, scale, family == TypeFamily.NARROW_TEXT ? codePage : 0, collation);
    }

    boolean isUnlimited() {
        return length == UNLIMITED;
    }

    /** The type as in {@code create table}. */
    String shown() {
        return switch (name) {
            case "decimal", "numeric" -> name + "(" + precision + "," + scale + ")";
            case "time", "datetime2", "datetimeoffset" -> name + "(" + scale + ")";
            case "char", "varchar", "nchar", "nvarchar", "binary", "varbinary" ->
                name + "(" + (isUnlimited() ? "max" : length) + ")";
            default -> name;
        };
    }
}
