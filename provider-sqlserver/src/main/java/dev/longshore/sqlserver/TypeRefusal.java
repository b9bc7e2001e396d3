package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.JavaKind;
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
    static @Nullable String of(TargetColumn column, MsType type, Class<?> javaType, @Nullable ZoneId zone) {
        TypeFamily family = type.family();
        if (family == TypeFamily.UNKNOWN || family == TypeFamily.ROWVERSION) {
            return "no value can be stored in a column of type " + column.typeName();
        }
        JavaKind kind = JavaKind.of(javaType);
        if (kind == JavaKind.ANY) {
            return null;
        }
        if (zone == null && needsZone(family, kind)) {
            return "a value of " + javaType.getTypeName() + " into a column of type " + column.typeName()
                    + " needs a zone. Add .zone(ZoneOffset.UTC), or the zone that is meant";
        }
        return takes(family, kind, javaType)
                ? null
                : "a value of " + javaType.getTypeName() + " can't be stored in a column of type " + column.typeName();
    }

    private static boolean needsZone(TypeFamily family, JavaKind kind) {
        return switch (family) {
            case DATETIMEOFFSET -> kind == JavaKind.TIMESTAMP || kind == JavaKind.DATE;
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2 -> kind == JavaKind.INSTANT;
            default -> false;
        };
    }

    private static boolean takes(TypeFamily family, JavaKind kind, Class<?> javaType) {
        if (kind == JavaKind.OTHER) {
            return javaType.isInterface();
        }
        if (kind == JavaKind.TEXT) {
            return true;
        }
        boolean isNumber = kind == JavaKind.INTEGER || kind == JavaKind.DECIMAL || kind == JavaKind.FLOAT;
        return switch (family) {
            case BIT -> kind == JavaKind.BOOLEAN || kind == JavaKind.INTEGER;
            case TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT, DECIMAL, MONEY, SMALLMONEY ->
                isNumber || kind == JavaKind.BOOLEAN;
            case NARROW_TEXT, WIDE_TEXT ->
                switch (kind) {
                    case BYTES, ARRAY, INTERVAL, LEGACY_DATE -> false;
                    default -> true;
                };
            case BINARY, UDT -> kind == JavaKind.BYTES;
            case GUID -> kind == JavaKind.UUID;
            case DATE, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET ->
                kind == JavaKind.DATE
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE;
            case TIME ->
                kind == JavaKind.TIME
                        || kind == JavaKind.TIMESTAMP
                        || kind == JavaKind.INSTANT
                        || kind == JavaKind.LEGACY_DATE;
            case VARIANT ->
                switch (kind) {
                    case ARRAY, INTERVAL, LEGACY_DATE, OFFSET_TIME -> false;
                    default -> true;
                };
            default -> false;
        };
    }
}
