package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.UnstorableText;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import dev.longshore.spi.support.TypedValueSink;
import java.math.BigDecimal;
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
    static final String OUT_OF_RANGE = "22003";

    /** Values are cut to this many characters in messages. */
    private static final int SHOWN = 40;

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
     * @param unstorable what to do with lone surrogates
     * @param changes counts texts that were changed
     * @param nulls tells whether nulls in NOT NULL columns are to be refused here
     * @param clock how instants are told to the server
     */
    record Context(
            EncodedRows rows,
            @Nullable ZoneId zone,
            UnstorableText unstorable,
            TextChanges changes,
            NullRule nulls,
            SessionClock clock) {}

    /** Counts texts that were changed as the caller allowed. */
    static final class TextChanges {
        private long count;

        long count() {
            return count;
        }
    }

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
        UnstorableText how = context.unstorable();
        if (how == UnstorableText.REFUSE) {
            throw BulkLoadException.in(LoadPhase.MAPPING, TextChecks.describe(value, fault))
                    .hint("Mend the text, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP")
                    .build();
        }
        context.changes().count++;
        return TextChecks.repair(value, false, how);
    }

    final BulkLoadException noSuch(String what, String text) {
        return refused(quoted(text) + " is no " + what + " for a column of type " + column().typeName());
    }

    final BulkLoadException outOfRange(Object value) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        cut(String.valueOf(value)) + " is out of range for a column of type " + column().typeName())
                .sqlState(OUT_OF_RANGE)
                .build();
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

    final BigDecimal parseNumber(String text) throws BulkLoadException {
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException e) {
            throw noSuch("number", text);
        }
    }

    static String quoted(String text) {
        return '"' + cut(text) + '"';
    }

    private static String cut(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
