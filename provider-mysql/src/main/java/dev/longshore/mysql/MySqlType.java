package dev.longshore.mysql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column's type. Immutable.
 *
 * @param family how values are encoded and checked
 * @param unsigned whether numbers have no sign
 * @param length the most characters or bytes, the number of bits, or the digits of a decimal
 * @param scale the digits behind the point; -1 where the type has none
 * @param charset the character set as the server names it; null for what is no text
 * @param collation the collation, where the column has one of its own
 * @param members the members of an ENUM or SET
 * @param srid the spatial reference system of a geometry; -1 if it is free
 */
record MySqlType(
        TypeFamily family,
        boolean unsigned,
        long length,
        int scale,
        @Nullable String charset,
        @Nullable String collation,
        List<String> members,
        long srid) {
    private static final Map<String, TypeFamily> FAMILIES = Map.ofEntries(
            Map.entry("tinyint", TypeFamily.TINYINT),
            Map.entry("smallint", TypeFamily.SMALLINT),
            Map.entry("mediumint", TypeFamily.MEDIUMINT),
            Map.entry("int", TypeFamily.INT),
            Map.entry("bigint", TypeFamily.BIGINT),
            Map.entry("year", TypeFamily.YEAR),
            Map.entry("bit", TypeFamily.BIT),
            Map.entry("decimal", TypeFamily.DECIMAL),
            Map.entry("float", TypeFamily.FLOAT),
            Map.entry("double", TypeFamily.DOUBLE),
            Map.entry("char", TypeFamily.CHAR),
            Map.entry("varchar", TypeFamily.CHAR),
            Map.entry("tinytext", TypeFamily.TEXT),
            Map.entry("text", TypeFamily.TEXT),
            Map.entry("mediumtext", TypeFamily.TEXT),
            Map.entry("longtext", TypeFamily.TEXT),
            Map.entry("enum", TypeFamily.ENUM),
            Map.entry("set", TypeFamily.SET),
            Map.entry("json", TypeFamily.JSON),
            Map.entry("binary", TypeFamily.BINARY),
            Map.entry("varbinary", TypeFamily.BLOB),
            Map.entry("tinyblob", TypeFamily.BLOB),
            Map.entry("blob", TypeFamily.BLOB),
            Map.entry("mediumblob", TypeFamily.BLOB),
            Map.entry("longblob", TypeFamily.BLOB),
            Map.entry("uuid", TypeFamily.UUID),
            Map.entry("inet4", TypeFamily.INET),
            Map.entry("inet6", TypeFamily.INET),
            Map.entry("date", TypeFamily.DATE),
            Map.entry("time", TypeFamily.TIME),
            Map.entry("datetime", TypeFamily.DATETIME),
            Map.entry("timestamp", TypeFamily.TIMESTAMP),
            Map.entry("geometry", TypeFamily.GEOMETRY),
            Map.entry("point", TypeFamily.GEOMETRY),
            Map.entry("linestring", TypeFamily.GEOMETRY),
            Map.entry("polygon", TypeFamily.GEOMETRY),
            Map.entry("multipoint", TypeFamily.GEOMETRY),
            Map.entry("multilinestring", TypeFamily.GEOMETRY),
            Map.entry("multipolygon", TypeFamily.GEOMETRY),
            Map.entry("geometrycollection", TypeFamily.GEOMETRY),
            Map.entry("geomcollection", TypeFamily.GEOMETRY));

    MySqlType {
        members = List.copyOf(members);
    }

    /**
     * Makes a type of what its declaration says.
     *
     * @param name the type's name
     * @param numbers what stands in parentheses behind it, if it is numbers
     * @param members what stands there, if it is texts
     */
    static MySqlType of(
            String name,
            List<Long> numbers,
            List<String> members,
            boolean unsigned,
            @Nullable String charset,
            @Nullable String collation,
            long srid) {
        String lower = name.toLowerCase(Locale.ROOT);
        TypeFamily family = FAMILIES.getOrDefault(lower, TypeFamily.UNKNOWN);
        long length = numbers.isEmpty() ? impliedLength(lower) : numbers.get(0);
        int scale = numbers.size() > 1 ? numbers.get(1).intValue() : family == TypeFamily.DECIMAL ? 0 : -1;
        return new MySqlType(family, unsigned, length, scale, charset, collation, members, srid);
    }

    private static long impliedLength(String name) {
        return switch (name) {
            case "char", "binary", "bit" -> 1;
            case "decimal" -> 10;
            case "tinytext", "tinyblob" -> 255;
            case "text", "blob" -> 65_535;
            case "mediumtext", "mediumblob" -> 16_777_215;
            case "longtext", "longblob" -> 4_294_967_295L;
            default -> 0;
        };
    }

    WireType wire() {
        return switch (family) {
            case TINYINT, SMALLINT, MEDIUMINT, YEAR -> WireType.INT32;
            case INT -> unsigned ? WireType.INT64 : WireType.INT32;
            // the protocol has a flag for numbers without sign, but the driver sets none
            case BIGINT -> unsigned ? WireType.DECIMAL : WireType.INT64;
            case DECIMAL -> WireType.DECIMAL;
            case FLOAT -> WireType.FLOAT32;
            case DOUBLE -> WireType.FLOAT64;
            case CHAR, TEXT, ENUM, SET, JSON, UUID, INET, UNKNOWN -> WireType.TEXT;
            case BIT, BINARY, BLOB, GEOMETRY -> WireType.BYTES;
            case DATE -> WireType.DATE;
            case TIME -> WireType.TIME;
            case DATETIME, TIMESTAMP -> WireType.DATETIME;
        };
    }

    /** What stands for a value in the INSERT. */
    String parameter() {
        return valueOf("?");
    }

    /** What the column takes for an expression that gives a value in the form in which it was encoded. */
    String valueOf(String expression) {
        if (family != TypeFamily.GEOMETRY) {
            return expression;
        }
        return srid < 0 ? "ST_GeomFromWKB(" + expression + ")" : "ST_GeomFromWKB(" + expression + ", " + srid + ")";
    }
}
