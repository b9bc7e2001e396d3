package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextMender;
import dev.longshore.spi.support.TypedValueSink;
import java.sql.SQLException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Base of the sinks. A sink serves the values of one column, and refuses itself what the column can't hold, so that a session that is
 * not strict, whose server would change such values, stores the same as a strict one.
 */
abstract class MySqlSink extends TypedValueSink {
    static final String NOT_NULL_VIOLATION = "23000";
    static final String TOO_LONG = "22001";

    /** Tells whether a trigger may replace a null before it is stored. */
    @FunctionalInterface
    interface NullRule {
        boolean mayBeReplaced() throws SQLException;
    }

    /**
     * What all sinks of a load share.
     *
     * @param rows where values go
     * @param zone the zone that the caller gave; null if none
     * @param mender mends or refuses text with lone surrogates
     * @param nulls tells whether nulls in NOT NULL columns are to be refused here
     * @param clock how instants are told to the server
     */
    record Context(EncodedRows rows, @Nullable ZoneId zone, TextMender mender, NullRule nulls, SessionClock clock) {}

    final EncodedRows rows;
    private final Context context;

    MySqlSink(TargetColumn column, Context context) {
        super(column);
        this.context = context;
        this.rows = context.rows();
    }

    final Context context() {
        return context;
    }

    final @Nullable ZoneId zone() {
        return context.zone();
    }

    @Override
    public final void nullValue() throws SQLException {
        boolean isNumbered = column().numbering() != Numbering.NONE;
        if (!column().nullable() && !isNumbered && !context.nulls().mayBeReplaced()) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the value is null, but the column is NOT NULL")
                    .sqlState(NOT_NULL_VIOLATION)
                    .build();
        }
        rows.nullValue();
    }

    /** Takes text for a column of text, once it is known to fit. */
    final void put(String value) throws SQLException {
        int fault = rows.text(value);
        if (fault != EncodedRows.NO_FAULT) {
            rows.text(mended(value, fault));
        }
    }

    /** Mends text with lone surrogates, or refuses it. */
    final String mended(String value, int fault) throws BulkLoadException {
        return context.mender().mended(value, fault);
    }

    final BulkLoadException tooLong(String what, long size) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        "the value has " + size + " " + what + ", more than a column of type " + column().typeName()
                                + " holds")
                .sqlState(TOO_LONG)
                .build();
    }

    final BulkLoadException notFinite(Object value) {
        return refused(value + " can't be stored in a column of type " + column().typeName()
                + ", which holds finite numbers only");
    }
}
