package dev.longshore.sqlite;

import dev.longshore.spi.ColumnKind;
import java.util.Locale;

/** What SQLite turns a value into when it is stored, as the declared type of the column decides. */
enum Affinity {
    /** Numbers, and text that is a number, become whole numbers where they are whole, else floating point. */
    INTEGER,
    /** As {@link #INTEGER}; the two differ only in casts. */
    NUMERIC,
    /** Numbers, and text that is a number, become floating point. */
    REAL,
    /** Numbers become text. */
    TEXT,
    /** Nothing is converted. */
    NONE;

    /**
     * Finds the affinity by SQLite's rules, whose order matters: {@code CHARINT} is INTEGER.
     *
     * @param declared the declared type, empty if there is none
     * @param strict whether the table is STRICT, where {@code ANY} converts nothing
     */
    static Affinity of(String declared, boolean strict) {
        String type = declared.toUpperCase(Locale.ROOT);
        if (type.contains("INT")) {
            return INTEGER;
        }
        if (containsAny(type, "CHAR", "CLOB", "TEXT")) {
            return TEXT;
        }
        if (type.isEmpty() || type.contains("BLOB") || (strict && type.equals("ANY"))) {
            return NONE;
        }
        return containsAny(type, "REAL", "FLOA", "DOUB") ? REAL : NUMERIC;
    }

    /** Whether text that is a number is stored as a number. */
    boolean isNumeric() {
        return this == INTEGER || this == NUMERIC || this == REAL;
    }

    /**
     * Says what a column is meant for. Types that SQLite does not know have NUMERIC affinity, so here their names tell.
     *
     * @param declared the declared type that has this affinity
     */
    ColumnKind kind(String declared) {
        String type = declared.toUpperCase(Locale.ROOT);
        return switch (this) {
            case INTEGER -> ColumnKind.INTEGER;
            case REAL -> ColumnKind.FLOAT;
            case TEXT -> ColumnKind.TEXT;
            case NONE -> type.contains("BLOB") ? ColumnKind.BYTES : ColumnKind.ANY;
            case NUMERIC -> kindOfUnknown(type);
        };
    }

    private static ColumnKind kindOfUnknown(String type) {
        if (containsAny(type, "NUMERIC", "NUMBER", "DECIMAL", "MONEY")) {
            return ColumnKind.DECIMAL;
        }
        if (type.contains("BOOL")) {
            return ColumnKind.BOOLEAN;
        }
        if (containsAny(type, "TIMESTAMP", "DATETIME")) {
            return ColumnKind.TIMESTAMP;
        }
        if (type.contains("DATE")) {
            return ColumnKind.DATE;
        }
        if (type.contains("TIME")) {
            return ColumnKind.TIME;
        }
        if (containsAny(type, "UUID", "GUID", "UNIQUEIDENTIFIER")) {
            return ColumnKind.UUID;
        }
        if (type.contains("JSON")) {
            return ColumnKind.JSON;
        }
        return containsAny(type, "BINARY", "BYTEA", "IMAGE") ? ColumnKind.BYTES : ColumnKind.OTHER;
    }

    private static boolean containsAny(String type, String... parts) {
        for (String part : parts) {
            if (type.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
