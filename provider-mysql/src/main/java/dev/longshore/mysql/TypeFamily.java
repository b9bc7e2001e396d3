package dev.longshore.mysql;

import dev.longshore.spi.ColumnKind;

/** The column types, by how their values are encoded and checked. */
enum TypeFamily {
    TINYINT(ColumnKind.INTEGER),
    SMALLINT(ColumnKind.INTEGER),
    MEDIUMINT(ColumnKind.INTEGER),
    INT(ColumnKind.INTEGER),
    BIGINT(ColumnKind.INTEGER),
    YEAR(ColumnKind.INTEGER),
    BIT(ColumnKind.BYTES),
    DECIMAL(ColumnKind.DECIMAL),
    FLOAT(ColumnKind.FLOAT),
    DOUBLE(ColumnKind.FLOAT),
    /** Text of at most so many characters. */
    CHAR(ColumnKind.TEXT),
    /** Text of at most so many bytes. */
    TEXT(ColumnKind.TEXT),
    ENUM(ColumnKind.TEXT),
    SET(ColumnKind.TEXT),
    JSON(ColumnKind.JSON),
    /** Bytes, padded to the full length. */
    BINARY(ColumnKind.BYTES),
    /** Bytes. */
    BLOB(ColumnKind.BYTES),
    UUID(ColumnKind.UUID),
    /** Internet addresses. */
    INET(ColumnKind.OTHER),
    DATE(ColumnKind.DATE),
    TIME(ColumnKind.TIME),
    DATETIME(ColumnKind.TIMESTAMP),
    TIMESTAMP(ColumnKind.TIMESTAMP_WITH_ZONE),
    GEOMETRY(ColumnKind.OTHER),
    /** A type that is not known here. */
    UNKNOWN(ColumnKind.OTHER);

    private final ColumnKind kind;

    TypeFamily(ColumnKind kind) {
        this.kind = kind;
    }

    ColumnKind kind() {
        return kind;
    }

    boolean isInteger() {
        return compareTo(BIGINT) <= 0;
    }
}
