package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;

/** Takes ranges and multiranges by their text form, as the driver gives them, and writes them in binary. */
final class RangeSink extends PgSink {
    private static final int EMPTY = 0x01;
    private static final int LOWER_INCLUSIVE = 0x02;
    private static final int UPPER_INCLUSIVE = 0x04;
    private static final int LOWER_INFINITE = 0x08;
    private static final int UPPER_INFINITE = 0x10;

    private final BinaryWire binary;
    private final PgSink bound;
    private final boolean multi;

    private String text = "";
    private int at;

    RangeSink(TargetColumn column, Context context, BinaryWire binary, PgSink bound, boolean multi) {
        super(column, context);
        this.binary = binary;
        this.bound = bound;
        this.multi = multi;
    }

    @Override
    public void text(String value) throws SQLException {
        text = value;
        at = 0;
        skipBlanks();
        if (multi) {
            ranges();
        } else {
            range();
        }
        skipBlanks();
        if (at != text.length()) {
            throw malformed();
        }
    }

    private SQLException malformed() {
        return noSuch(multi ? "multirange such as {[1,5)}" : "range such as [1,5)", text);
    }

    private void ranges() throws SQLException {
        int start = binary.beginSized();
        binary.bareInt(0);
        int count = 0;
        expect('{');
        skipBlanks();
        while (current() != '}') {
            if (count > 0) {
                expect(',');
                skipBlanks();
            }
            range();
            count++;
            skipBlanks();
        }
        at++;
        binary.setInt(start + 4, count);
        binary.endSized(start);
    }

    private void range() throws SQLException {
        int start = binary.beginSized();
        if (text.regionMatches(true, at, "empty", 0, 5)) {
            at += 5;
            binary.bareByte(EMPTY);
            binary.endSized(start);
            return;
        }
        int flags = 0;
        char open = current();
        if (open != '[' && open != '(') {
            throw malformed();
        }
        at++;
        binary.bareByte(0);
        boolean lower = bound(',');
        expect(',');
        boolean upper = bound('\0');
        char close = current();
        if (close != ']' && close != ')') {
            throw malformed();
        }
        at++;
        flags |= !lower ? LOWER_INFINITE : open == '[' ? LOWER_INCLUSIVE : 0;
        flags |= !upper ? UPPER_INFINITE : close == ']' ? UPPER_INCLUSIVE : 0;
        binary.bytes[start + 4] = (byte) flags;
        binary.endSized(start);
    }

    /** Writes a bound if there is one. */
    private boolean bound(char end) throws SQLException {
        StringBuilder value = new StringBuilder();
        boolean present = false;
        boolean inQuotes = false;
        while (inQuotes || !isEnd(current(), end)) {
            char c = current();
            at++;
            present = true;
            if (c == '\\') {
                value.append(current());
                at++;
            } else if (c == '"' && inQuotes && at < text.length() && text.charAt(at) == '"') {
                value.append(c);
                at++;
            } else if (c == '"') {
                inQuotes = !inQuotes;
            } else {
                value.append(c);
            }
        }
        if (present) {
            bound.text(value.toString());
        }
        return present;
    }

    private static boolean isEnd(char c, char end) {
        return end == ',' ? c == ',' : c == ']' || c == ')';
    }

    private void expect(char wanted) throws SQLException {
        if (current() != wanted) {
            throw malformed();
        }
        at++;
    }

    private char current() throws SQLException {
        if (at >= text.length()) {
            throw malformed();
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
