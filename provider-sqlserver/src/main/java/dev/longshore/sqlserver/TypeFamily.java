package dev.longshore.sqlserver;

import dev.longshore.spi.ColumnKind;

/** The column types of SQL Server, as far as their values differ. */
enum TypeFamily {
    BIT(ColumnKind.BOOLEAN),
    TINYINT(ColumnKind.INTEGER),
    SMALLINT(ColumnKind.INTEGER),
    INT(ColumnKind.INTEGER),
    BIGINT(ColumnKind.INTEGER),
    REAL(ColumnKind.FLOAT),
    FLOAT(ColumnKind.FLOAT),
    DECIMAL(ColumnKind.DECIMAL),
    MONEY(ColumnKind.DECIMAL),
    SMALLMONEY(ColumnKind.DECIMAL),
    /** char, varchar and text: one code page. */
    NARROW_TEXT(ColumnKind.TEXT),
    /** nchar, nvarchar and ntext. */
    WIDE_TEXT(ColumnKind.TEXT),
    XML(ColumnKind.TEXT),
    JSON(ColumnKind.JSON),
    /** binary, varbinary and image. */
    BINARY(ColumnKind.BYTES),
    /** hierarchyid, geometry, geography and types of assemblies, as their bytes. */
    UDT(ColumnKind.BYTES),
    GUID(ColumnKind.UUID),
    DATE(ColumnKind.DATE),
    TIME(ColumnKind.TIME),
    DATETIME(ColumnKind.TIMESTAMP),
    SMALLDATETIME(ColumnKind.TIMESTAMP),
    DATETIME2(ColumnKind.TIMESTAMP),
    DATETIMEOFFSET(ColumnKind.TIMESTAMP_WITH_ZONE),
    VARIANT(ColumnKind.ANY),
    /** No value can be given. */
    ROWVERSION(ColumnKind.OTHER),
    /** A type that came later. */
    UNKNOWN(ColumnKind.OTHER);

    private final ColumnKind kind;

    TypeFamily(ColumnKind kind) {
        this.kind = kind;
    }

    ColumnKind kind() {
        return kind;
    }

    boolean isTemporal() {
        return switch (this) {
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET -> true;
            default -> false;
        };
    }

    static TypeFamily of(String type) {
        return switch (type) {
            case "bit" -> BIT;
            case "tinyint" -> TINYINT;
            case "smallint" -> SMALLINT;
            case "int" -> INT;
            case "bigint" -> BIGINT;
            case "real" -> REAL;
            case "float" -> FLOAT;
            case "decimal", "numeric" -> DECIMAL;
            case "money" -> MONEY;
            case "smallmoney" -> SMALLMONEY;
            case "char", "varchar", "text" -> NARROW_TEXT;
            case "nchar", "nvarchar", "ntext" -> WIDE_TEXT;
            case "xml" -> XML;
            case "json" -> JSON;
            case "binary", "varbinary", "image" -> BINARY;
            case "hierarchyid", "geometry", "geography" -> UDT;
            case "uniqueidentifier" -> GUID;
            case "date" -> DATE;
            case "time" -> TIME;
            case "datetime" -> DATETIME;
            case "smalldatetime" -> SMALLDATETIME;
            case "datetime2" -> DATETIME2;
            case "datetimeoffset" -> DATETIMEOFFSET;
            case "sql_variant" -> VARIANT;
            case "timestamp", "rowversion" -> ROWVERSION;
            default -> UNKNOWN;
        };
    }
}
