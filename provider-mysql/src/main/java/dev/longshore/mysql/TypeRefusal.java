package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.JavaKind;
import java.time.Duration;
import java.time.Year;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Says before the first row which declared Java types a column can't take. The sinks say the same of each value. */
final class TypeRefusal {
    private TypeRefusal() {}

    /**
     * Judges a declared type.
     *
     * @return the reason as a phrase; null if values of that type can be stored or only each value can tell
     */
    static @Nullable String of(TargetColumn column, MySqlType type, Class<?> javaType, @Nullable ZoneId zone) {
        JavaKind kind = JavaKind.of(javaType);
        if (kind == JavaKind.ANY) {
            return null;
        }
        boolean needsZone = switch (type.family()) {
            case TIMESTAMP -> kind == JavaKind.TIMESTAMP || kind == JavaKind.DATE;
            case DATETIME, DATE, TIME -> kind == JavaKind.INSTANT;
            default -> false;
        };
        if (needsZone && zone == null) {
            return "a value of " + javaType.getTypeName() + " into a column of type " + column.typeName()
                    + " needs a zone. Add .zone(ZoneOffset.UTC), or the zone that is meant";
        }
        return takes(type, kind, javaType)
                ? null
                : "a value of " + javaType.getTypeName() + " can't be stored in a column of type " + column.typeName();
    }

    private static boolean takes(MySqlType type, JavaKind kind, Class<?> javaType) {
        TypeFamily family = type.family();
        if (kind == JavaKind.TEXT) {
            return family != TypeFamily.GEOMETRY;
        }
        if (kind == JavaKind.OTHER) {
            return takesOther(family, javaType);
        }
        return switch (family) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE -> isNumber(kind);
            case YEAR -> kind == JavaKind.INTEGER;
            case BIT -> kind == JavaKind.BOOLEAN || kind == JavaKind.INTEGER || kind == JavaKind.BYTES;
            case CHAR, TEXT ->
                switch (kind) {
                    case BYTES, ARRAY, INTERVAL, LEGACY_DATE -> false;
                    default -> true;
                };
            case BINARY, BLOB -> kind == JavaKind.BYTES || (kind == JavaKind.UUID && BytesSink.takesUuid(type));
            case GEOMETRY -> kind == JavaKind.BYTES;
            case UUID -> kind == JavaKind.UUID;
            case DATE, DATETIME, TIMESTAMP ->
                kind == JavaKind.DATE
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE;
            case TIME ->
                kind == JavaKind.TIME
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE
                        || javaType == Duration.class;
            case ENUM, SET, JSON, INET, UNKNOWN -> false;
        };
    }

    /** What comes as an interface, only each value can tell. */
    private static boolean takesOther(TypeFamily family, Class<?> javaType) {
        return javaType.isInterface() || (family == TypeFamily.YEAR && javaType == Year.class);
    }

    private static boolean isNumber(JavaKind kind) {
        return kind == JavaKind.INTEGER
                || kind == JavaKind.DECIMAL
                || kind == JavaKind.FLOAT
                || kind == JavaKind.BOOLEAN;
    }
}
