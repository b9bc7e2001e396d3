package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.UnstorableText;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import dev.longshore.spi.support.TypedValueSink;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/**
 * Base of the sinks. A sink serves the values of one column, or the elements and bounds of its arrays and ranges. The driver's own
 * objects come by their text.
 */
abstract class PgSink extends TypedValueSink {
    /** Numbers that are written as text are cut to this many characters in messages. */
    private static final int SHOWN = 40;

    final Wire wire;

    /**
     * What all sinks of a load share.
     *
     * @param wire where values go
     * @param zone the zone that the caller gave; null if none
     * @param unstorable what to do with text that the server can't hold
     * @param changes counts texts that were changed
     */
    record Context(Wire wire, @Nullable ZoneId zone, UnstorableText unstorable, TextChanges changes) {}

    /** Counts texts that were changed as the caller allowed. */
    static final class TextChanges {
        private long count;

        long count() {
            return count;
        }
    }

    private final Context context;

    PgSink(TargetColumn column, Context context) {
        super(column);
        this.context = context;
        this.wire = context.wire();
    }

    final @Nullable ZoneId zone() {
        return context.zone();
    }

    @Override
    public void nullValue() {
        wire.nullValue();
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof PGobject object) {
            String text = object.getValue();
            if (text == null) {
                nullValue();
            } else {
                text(text);
            }
        } else if (value instanceof SQLXML xml) {
            text(xml.getString());
        } else {
            throw refusedType(value);
        }
    }

    /** Mends text that can't be stored as it is, or refuses it. */
    final String mended(String value, int fault) throws BulkLoadException {
        UnstorableText how = context.unstorable();
        if (how == UnstorableText.REFUSE) {
            throw BulkLoadException.in(LoadPhase.MAPPING, TextChecks.describe(value, fault))
                    .hint("Mend the text, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP")
                    .build();
        }
        context.changes().count++;
        return TextChecks.repair(value, true, how);
    }

    final BulkLoadException noSuch(String what, String text) {
        return refused(quoted(text) + " is no " + what + " for a column of type " + column().typeName());
    }

    final BulkLoadException outOfRange(Object value) {
        return refused(cut(String.valueOf(value)) + " is out of range for a column of type " + column().typeName());
    }

    /** Text without the blanks around it that the server passes over before numbers, dates and the like. */
    static String stripped(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** What C calls a space; Java's own notions of it are wider. */
    static boolean isBlank(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    static String quoted(String text) {
        return '"' + cut(text) + '"';
    }

    private static String cut(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
