package dev.longshore.mysql;

import org.jspecify.annotations.Nullable;

/** How a column's values are written as fields of LOAD DATA, and what the server makes of such a field. */
enum FieldForm {
    WHOLE,
    /** Four digits, since a single 0 would be taken for 2000. */
    YEAR,
    FLOAT,
    DOUBLE,
    TEXT,
    /** Two hexadecimal digits for each byte: a field of text can't hold all of them. */
    HEX,
    /** A whole number without sign. */
    BITS,
    DATE,
    TIME,
    DATETIME;

    static FieldForm of(MySqlType type) {
        return switch (type.family()) {
            case YEAR -> YEAR;
            case BIT -> BITS;
            case BINARY, BLOB, GEOMETRY -> HEX;
            default ->
                switch (type.wire()) {
                    case INT32, INT64 -> WHOLE;
                    case FLOAT32 -> FLOAT;
                    case FLOAT64 -> DOUBLE;
                    case DECIMAL, TEXT -> TEXT;
                    case BYTES -> HEX;
                    case DATE -> DATE;
                    case TIME -> TIME;
                    case DATETIME -> DATETIME;
                };
        };
    }

    /**
     * What makes the column's value of a field that lies in a user variable.
     *
     * @return null if the field is the value itself
     */
    static @Nullable String expression(MySqlType type, String variable) {
        return switch (of(type)) {
            case HEX -> type.valueOf("UNHEX(" + variable + ")");
            case BITS -> "CAST(" + variable + " AS UNSIGNED)";
            default -> null;
        };
    }
}
