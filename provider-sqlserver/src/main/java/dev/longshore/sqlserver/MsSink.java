package dev.longshore.sqlserver;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextMender;
import dev.longshore.spi.support.TypedValueSink;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Base of the sinks. A sink checks a value, so that none fails in the driver, and puts it into its place of the current row in
 * the class that the driver takes for the type that the sink declares.
 */
abstract class MsSink extends TypedValueSink {
    /** What all sinks of a load share: the current row, of which each sink writes its own place only, and the caller's wishes. */
    static final class Context {
        private final @Nullable Object[] row;
        private final @Nullable ZoneId zone;
        private final TextMender mender;
        private final boolean nullsAreReplaced;

        /**
         * Makes what the sinks share.
         *
         * @param nullsAreReplaced whether a trigger sees the rows before NOT NULL is looked at
         */
        Context(@Nullable Object[] row, @Nullable ZoneId zone, TextMender mender, boolean nullsAreReplaced) {
            this.row = row;
            this.zone = zone;
            this.mender = mender;
            this.nullsAreReplaced = nullsAreReplaced;
        }
    }

    /** What the driver has for the server's own refusal. */
    private static final String NOT_NULL_VIOLATION = "23000";

    final MsType type;
    private final Context context;
    private final @Nullable Object[] row;
    private final int index;
    private final boolean isNullRefused;

    MsSink(TargetColumn column, MsType type, Context context, int index) {
        super(column);
        this.type = type;
        this.context = context;
        this.row = context.row;
        this.index = index;
        this.isNullRefused = !column.nullable() && !context.nullsAreReplaced;
    }

    /** The type that is declared to the driver: a constant of java.sql.Types or microsoft.sql.Types. */
    abstract int wireType();

    /** The precision or length that is declared with it. */
    int wirePrecision() {
        return type.precision();
    }

    /** The scale that is declared with it. */
    int wireScale() {
        return 0;
    }

    /** Sets a parameter to a value that the sink made; never called for null. */
    abstract void bind(PreparedStatement statement, int parameter, Object value) throws SQLException;

    /**
     * Writes a parameter in VALUES, where Babelfish takes the rows together before it looks at the columns, and then finds no
     * conversion from text.
     */
    final String parameter(boolean isBabelfish) {
        boolean isText = type.family().isTemporal() || type.family() == TypeFamily.GUID;
        return isBabelfish && isText ? "cast(? as " + type.shown() + ")" : "?";
    }

    /** Sets a parameter to NULL. */
    final void bindNull(PreparedStatement statement, int parameter) throws SQLException {
        statement.setNull(parameter, nullType());
    }

    int nullType() {
        return wireType();
    }

    final void put(Object value) {
        row[index] = value;
    }

    final @Nullable ZoneId zone() {
        return context.zone;
    }

    @Override
    public final void nullValue() throws BulkLoadException {
        if (isNullRefused) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the value is null, but the column is NOT NULL")
                    .sqlState(NOT_NULL_VIOLATION)
                    .build();
        }
        row[index] = null;
    }

    final TextMender mender() {
        return context.mender;
    }

    static BulkLoadException refused(String reason, String hint) {
        return BulkLoadException.in(LoadPhase.MAPPING, reason).hint(hint).build();
    }
}
