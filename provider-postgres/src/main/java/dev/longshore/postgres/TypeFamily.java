package dev.longshore.postgres;

import dev.longshore.spi.ColumnKind;

/** Types whose values have the same form on the wire. */
enum TypeFamily {
    BOOL(ColumnKind.BOOLEAN),
    INT2(ColumnKind.INTEGER),
    INT4(ColumnKind.INTEGER),
    INT8(ColumnKind.INTEGER),
    OID(ColumnKind.INTEGER),
    FLOAT4(ColumnKind.FLOAT),
    FLOAT8(ColumnKind.FLOAT),
    NUMERIC(ColumnKind.DECIMAL),
    /** text, varchar, char(n), name, citext. */
    TEXT(ColumnKind.TEXT),
    /** The one-byte type "char". */
    CHAR(ColumnKind.TEXT),
    ENUM(ColumnKind.TEXT),
    XML(ColumnKind.TEXT),
    JSON(ColumnKind.JSON),
    JSONB(ColumnKind.JSON),
    BYTEA(ColumnKind.BYTES),
    UUID(ColumnKind.UUID),
    DATE(ColumnKind.DATE),
    TIME(ColumnKind.TIME),
    TIMETZ(ColumnKind.TIME_WITH_OFFSET),
    TIMESTAMP(ColumnKind.TIMESTAMP),
    TIMESTAMPTZ(ColumnKind.TIMESTAMP_WITH_ZONE),
    INTERVAL(ColumnKind.INTERVAL),
    INET(ColumnKind.OTHER),
    CIDR(ColumnKind.OTHER),
    MACADDR(ColumnKind.OTHER),
    MACADDR8(ColumnKind.OTHER),
    BIT(ColumnKind.OTHER),
    POINT(ColumnKind.OTHER),
    LINE(ColumnKind.OTHER),
    LSEG(ColumnKind.OTHER),
    BOX(ColumnKind.OTHER),
    PATH(ColumnKind.OTHER),
    POLYGON(ColumnKind.OTHER),
    CIRCLE(ColumnKind.OTHER),
    RANGE(ColumnKind.OTHER),
    MULTIRANGE(ColumnKind.OTHER),
    ARRAY(ColumnKind.ARRAY),
    /** The extension hstore, whose text form the driver can make of a map. */
    HSTORE(ColumnKind.OTHER),
    /** Everything else: its text form, parsed by the server. */
    LITERAL(ColumnKind.OTHER);

    private final ColumnKind kind;

    TypeFamily(ColumnKind kind) {
        this.kind = kind;
    }

    ColumnKind kind() {
        return kind;
    }
}
