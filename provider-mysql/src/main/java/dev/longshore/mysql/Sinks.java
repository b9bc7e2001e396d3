package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;

/** Chooses the sink for a column's type, once per load. */
final class Sinks {
    private Sinks() {}

    static MySqlSink of(TargetColumn column, MySqlType type, MySqlSink.Context context) {
        TypeFamily family = type.family();
        return switch (family) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> new IntegerSink(column, context, type);
            case YEAR -> new YearSink(column, context);
            case BIT -> new BitSink(column, context, type);
            case DECIMAL -> new DecimalSink(column, context, type);
            case FLOAT, DOUBLE -> new FloatSink(column, context, type);
            case CHAR, TEXT, JSON, INET, UNKNOWN -> new TextSink(column, context, type);
            case ENUM, SET -> new MemberSink(column, context, type);
            case BINARY, BLOB -> new BytesSink(column, context, type);
            case UUID -> new UuidSink(column, context);
            case DATE, TIME, DATETIME, TIMESTAMP -> new TemporalSink(column, context, family);
            case GEOMETRY -> new GeometrySink(column, context);
        };
    }
}
