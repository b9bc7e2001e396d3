package dev.longshore.postgres;

import static java.util.Objects.requireNonNull;

import dev.longshore.spi.TargetColumn;

/** Chooses the sink for a column's type, once per load. */
final class Sinks {
    private Sinks() {}

    static PgSink of(TargetColumn column, PgType type, PgSink.Context context) {
        TypeFamily family = type.family();
        return switch (family) {
            case BOOL -> new BoolSink(column, context);
            case INT2, INT4, INT8, OID -> new IntegerSink(column, context, family);
            case FLOAT4 -> new FloatSink(column, context, false);
            case FLOAT8 -> new FloatSink(column, context, true);
            case NUMERIC -> new NumericSink(column, context);
            case TEXT, CHAR, ENUM, XML, JSON, JSONB -> new TextSink(column, context, family);
            case BYTEA -> new BytesSink(column, context);
            case UUID -> new UuidSink(column, context);
            case DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ -> new TemporalSink(column, context, family);
            case INTERVAL -> new IntervalSink(column, context);
            case ARRAY -> {
                PgType element = requireNonNull(type.element());
                yield new ArraySink(column, context, element, of(column, element, context));
            }
            default ->
                context.wire() instanceof BinaryWire binary
                        ? binaryOnly(column, type, context, binary)
                        : new LiteralSink(column, context, family);
        };
    }

    /** Types whose text form the server reads best itself, where it is asked to. */
    private static PgSink binaryOnly(TargetColumn column, PgType type, PgSink.Context context, BinaryWire binary) {
        TypeFamily family = type.family();
        return switch (family) {
            case INET, CIDR, MACADDR, MACADDR8 -> new NetworkSink(column, context, binary, family);
            case BIT -> new BitSink(column, context, binary);
            case POINT, LINE, LSEG, BOX, PATH, POLYGON, CIRCLE -> new GeometrySink(column, context, binary, family);
            case RANGE -> new RangeSink(column, context, binary, bound(column, type, context), false);
            case MULTIRANGE -> {
                PgType range = requireNonNull(type.element());
                yield new RangeSink(column, context, binary, bound(column, range, context), true);
            }
            default -> throw new IllegalStateException("no binary form for " + family);
        };
    }

    private static PgSink bound(TargetColumn column, PgType range, PgSink.Context context) {
        return of(column, requireNonNull(range.element()), context);
    }
}
