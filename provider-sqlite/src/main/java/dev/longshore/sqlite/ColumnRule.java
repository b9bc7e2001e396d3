package dev.longshore.sqlite;

import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.JavaKind;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import dev.longshore.sqlite.SqliteProvider.UuidForm;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig.DateClass;
import org.sqlite.SQLiteConnectionConfig;

/**
 * Which Java values a column takes, and in which form. SQLite itself stores anything anywhere unless the table is STRICT; what
 * is refused here could not be stored, or would not be found by who reads the column as what it was declared. Preflight asks
 * for declared types and the sink for each value, so that both agree.
 *
 * @param column the column
 * @param affinity what SQLite converts in it
 * @param strict whether the table is STRICT
 * @param rowidAlias whether the column is the table's rowid, which takes whole numbers only
 * @param dateForm what the caller wants all dates to be stored as; null for the usual forms
 * @param dateClass what the connection stores dates of java.sql and java.util as
 * @param dateMultiplier how many milliseconds are one, where the connection stores such dates as whole numbers
 * @param uuidForm what UUIDs are stored as
 */
record ColumnRule(
        TargetColumn column,
        Affinity affinity,
        boolean strict,
        boolean rowidAlias,
        @Nullable DateForm dateForm,
        DateClass dateClass,
        long dateMultiplier,
        UuidForm uuidForm) {

    static ColumnRule of(LoadRequest request, TargetColumn column) throws SQLException {
        SqliteTable table = (SqliteTable) request.table();
        SQLiteConnectionConfig settings =
                SqliteProvider.driverConnection(request.connection()).getConnectionConfig();
        UuidForm uuidForm = request.option(SqliteProvider.UUID_FORM);
        if (uuidForm == null) {
            uuidForm = column.kind() == ColumnKind.BYTES ? UuidForm.BLOB : UuidForm.TEXT;
        }
        return new ColumnRule(
                column,
                table.affinity(column),
                table.strict(),
                column.name().equals(table.rowidAlias()),
                request.option(SqliteProvider.DATE_FORM),
                settings.getDateClass(),
                settings.getDateMultiplier(),
                uuidForm);
    }

    /** Whether only values are stored that are whole numbers or become such without loss. */
    boolean wholeNumbersOnly() {
        return rowidAlias || (strict && affinity == Affinity.INTEGER);
    }

    /** Whether only values are stored that are numbers or become such. */
    boolean numbersOnly() {
        return rowidAlias || (strict && affinity.isNumeric());
    }

    /**
     * Says why values of a Java type can't be stored.
     *
     * @return the reason as a phrase, or null if they can, or only each value can tell
     */
    @Nullable
    String refusal(Class<?> javaType) {
        JavaKind kind = JavaKind.of(javaType);
        return switch (kind) {
            case ANY -> null;
            case INTERVAL, ARRAY, OTHER -> "a value of " + javaType.getTypeName() + " can't be stored in " + place();
            default -> refusal(kind);
        };
    }

    /** Says the same of a kind that SQLite has a form for. */
    @Nullable
    String refusal(JavaKind kind) {
        boolean isTime = kind == JavaKind.TIME || kind == JavaKind.OFFSET_TIME;
        if (isTime && storage(dateForm) == Storage.NUMBER) {
            return "a time of day has no form " + dateForm;
        }
        return switch (storage(kind)) {
            case BLOB -> refusalOfBytes(kind == JavaKind.UUID ? "a UUID" : "bytes");
            case TEXT -> refusalOfText(kind);
            case NUMBER -> rowidAlias && kind == JavaKind.BOOLEAN ? "a truth value does not number rows" : bytesOnly();
        };
    }

    private enum Storage {
        NUMBER,
        TEXT,
        BLOB
    }

    private Storage storage(JavaKind kind) {
        return switch (kind) {
            case BYTES -> Storage.BLOB;
            case UUID -> uuidForm == UuidForm.BLOB ? Storage.BLOB : Storage.TEXT;
            case TEXT, TIME, OFFSET_TIME -> Storage.TEXT;
            case DATE, TIMESTAMP, INSTANT -> storage(dateForm);
            case LEGACY_DATE -> dateForm == null ? storage(dateClass) : storage(dateForm);
            default -> Storage.NUMBER;
        };
    }

    private static Storage storage(@Nullable DateForm form) {
        return form == null || form == DateForm.ISO_TEXT ? Storage.TEXT : Storage.NUMBER;
    }

    private static Storage storage(DateClass form) {
        return form == DateClass.TEXT ? Storage.TEXT : Storage.NUMBER;
    }

    private @Nullable String refusalOfBytes(String what) {
        if (strict && affinity == Affinity.TEXT) {
            return "a STRICT table takes no " + what + " in " + place();
        }
        return isForNumbers() || isForDates() ? what + " can't be stored in " + place() : null;
    }

    private @Nullable String refusalOfText(JavaKind kind) {
        if (kind == JavaKind.UUID) {
            return isForNumbers() || isForDates() ? "a UUID can't be stored in " + place() : bytesOnly();
        }
        return kind != JavaKind.TEXT && isForNumbers()
                ? "dates are stored as text, which does not belong in " + place()
                        + ": set the option SqliteProvider.DATE_FORM, or declare the column TEXT or DATETIME"
                : bytesOnly();
    }

    private @Nullable String bytesOnly() {
        return strict && column.kind() == ColumnKind.BYTES
                ? "a STRICT table takes nothing but bytes in " + place()
                : null;
    }

    private boolean isForNumbers() {
        return switch (column.kind()) {
            case INTEGER, FLOAT, DECIMAL, BOOLEAN -> true;
            default -> false;
        };
    }

    private boolean isForDates() {
        return switch (column.kind()) {
            case DATE, TIME, TIMESTAMP -> true;
            default -> false;
        };
    }

    /** The column's type for messages. */
    String place() {
        return column.typeName().isEmpty() ? "a column without type" : "a column of type " + column.typeName();
    }
}
