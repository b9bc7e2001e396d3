package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;

/** Takes text, and in columns of plain text also what has a usual text form. Hot. */
final class TextSink extends MySqlSink {
    private static final int MOST_BYTES_PER_CHAR = 4;

    private final boolean isPlain;
    private final boolean countsChars;
    private final long most;
    private final ColumnCharset charset;

    TextSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.isPlain = type.family() == TypeFamily.CHAR || type.family() == TypeFamily.TEXT;
        this.countsChars = type.family() == TypeFamily.CHAR;
        this.most = isPlain ? type.length() : Long.MAX_VALUE;
        this.charset = ColumnCharset.of(type.charset());
    }

    @Override
    public void text(String value) throws SQLException {
        int fault = charset.firstUnstorable(value);
        if (fault != ColumnCharset.NO_FAULT) {
            refuseCharacter(value, fault);
        }
        if (countsChars) {
            if (value.length() > most) {
                checkChars(value);
            }
        } else if (value.length() > most / MOST_BYTES_PER_CHAR && charset.bytes(value) > most) {
            throw tooLong("bytes", charset.bytes(value));
        }
        put(value);
    }

    private void refuseCharacter(String value, int fault) throws BulkLoadException {
        boolean isLone = Character.isSurrogate(value.charAt(fault))
                && Character.isSurrogate((char) value.codePointAt(fault))
                && value.codePointAt(fault) <= Character.MAX_VALUE;
        if (!isLone) {
            throw BulkLoadException.in(
                            LoadPhase.MAPPING,
                            String.format(
                                    "the text holds the character U+%04X at index %d, which the column's character set does not have",
                                    value.codePointAt(fault), fault))
                    .hint("Change the column to utf8mb4, or leave the character out")
                    .build();
        }
    }

    /** Blanks beyond the length are cut by the server, without an error in any mode. */
    private void checkChars(String value) throws BulkLoadException {
        int chars = value.codePointCount(0, value.length());
        if (chars <= most) {
            return;
        }
        for (int i = value.offsetByCodePoints(0, (int) most); i < value.length(); i++) {
            if (value.charAt(i) != ' ') {
                throw tooLong("characters", chars);
            }
        }
    }

    @Override
    protected boolean takesTextForms() {
        return isPlain;
    }

    @Override
    public void bool(boolean value) throws SQLException {
        if (!isPlain) {
            throw refusedType(value);
        }
        text(value ? "1" : "0");
    }
}
