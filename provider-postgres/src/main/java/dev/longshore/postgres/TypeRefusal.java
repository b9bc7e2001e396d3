package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.JavaKind;
import java.net.InetAddress;
import java.sql.Array;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/** Says before the first row which declared Java types a column can't take. The sinks say the same of each value. */
final class TypeRefusal {
    private TypeRefusal() {}

    /**
     * Judges a declared type.
     *
     * @return the reason as a phrase; null if values of that type can be stored or only each value can tell
     */
    static @Nullable String of(TargetColumn column, PgType type, Class<?> javaType, @Nullable ZoneId zone) {
        JavaKind kind = JavaKind.of(javaType);
        if (kind == JavaKind.ANY) {
            return null;
        }
        TypeFamily family = type.family();
        String needed = neededZone(family, kind, zone);
        if (needed != null) {
            return "a value of " + javaType.getTypeName() + " into a column of type " + column.typeName()
                    + " needs a zone. Add .zone(" + needed + "), or the zone that is meant";
        }
        return takes(family, kind, javaType)
                ? null
                : "a value of " + javaType.getTypeName() + " can't be stored in a column of type " + column.typeName();
    }

    /** The example to be shown where a zone is needed and missing. */
    private static @Nullable String neededZone(TypeFamily family, JavaKind kind, @Nullable ZoneId zone) {
        boolean needs = switch (family) {
            case TIMESTAMPTZ -> kind == JavaKind.TIMESTAMP || kind == JavaKind.DATE;
            case TIMESTAMP, DATE, TIME -> kind == JavaKind.INSTANT;
            case TIMETZ -> kind == JavaKind.TIME && !(zone instanceof ZoneOffset);
            default -> false;
        };
        return needs && (zone == null || family == TypeFamily.TIMETZ) ? "ZoneOffset.UTC" : null;
    }

    private static boolean takes(TypeFamily family, JavaKind kind, Class<?> javaType) {
        if (kind == JavaKind.OTHER) {
            return takesOther(family, javaType);
        }
        if (kind == JavaKind.TEXT) {
            return true;
        }
        return switch (family) {
            case BOOL -> kind == JavaKind.BOOLEAN;
            case BIT -> kind == JavaKind.BOOLEAN;
            case INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC, LITERAL ->
                kind == JavaKind.INTEGER || kind == JavaKind.DECIMAL || kind == JavaKind.FLOAT;
            case TEXT ->
                switch (kind) {
                    case BYTES, ARRAY, INTERVAL, LEGACY_DATE -> false;
                    default -> true;
                };
            case BYTEA -> kind == JavaKind.BYTES;
            case UUID -> kind == JavaKind.UUID;
            case DATE, TIMESTAMP, TIMESTAMPTZ ->
                kind == JavaKind.DATE
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE;
            case TIME ->
                kind == JavaKind.TIME
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE;
            case TIMETZ -> kind == JavaKind.OFFSET_TIME || kind == JavaKind.TIME || kind == JavaKind.INSTANT;
            case INTERVAL -> kind == JavaKind.INTERVAL;
            case ARRAY -> kind == JavaKind.ARRAY;
            default -> false;
        };
    }

    private static boolean takesOther(TypeFamily family, Class<?> javaType) {
        if (PGobject.class.isAssignableFrom(javaType)) {
            return true;
        }
        return switch (family) {
            case INET, CIDR -> InetAddress.class.isAssignableFrom(javaType);
            case ARRAY -> Array.class.isAssignableFrom(javaType);
            case HSTORE -> Map.class.isAssignableFrom(javaType);
            default -> javaType.isInterface();
        };
    }
}
