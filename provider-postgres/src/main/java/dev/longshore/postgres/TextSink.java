package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes text, and in columns of plain text also what has a usual text form. Hot. */
final class TextSink extends PgSink {
    private static final Pattern XML_ENCODING =
            Pattern.compile("\\s*<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([^\"']*)[\"']");

    private final TypeFamily family;

    TextSink(TargetColumn column, Context context, TypeFamily family) {
        super(column, context);
        this.family = family;
    }

    @Override
    public void text(String value) throws SQLException {
        int fault = put(value);
        if (fault != Wire.NO_FAULT) {
            put(mended(value, fault));
        }
    }

    private int put(String value) throws SQLException {
        if (family == TypeFamily.JSONB) {
            return wire.jsonb(value);
        }
        if (family == TypeFamily.CHAR && (value.length() > 1 || (!value.isEmpty() && value.charAt(0) >= 0x80))) {
            throw refused(quoted(value) + " is not one ASCII character, as the type \"char\" holds");
        }
        if (family == TypeFamily.CHAR && value.isEmpty() && wire instanceof BinaryWire) {
            // what the server makes of an empty text
            wire.raw(new byte[1]);
            return Wire.NO_FAULT;
        }
        if (family == TypeFamily.XML && wire instanceof BinaryWire) {
            return xml(value);
        }
        return wire.text(value);
    }

    /**
     * The server decodes what comes in binary by the encoding that the XML declaration names, while it passes over the declaration
     * of what comes as text.
     */
    private int xml(String value) throws SQLException {
        Matcher declaration = XML_ENCODING.matcher(value);
        if (!declaration.lookingAt() || declaration.group(1).equalsIgnoreCase("UTF-8")) {
            return wire.text(value);
        }
        boolean isPlain = TextChecks.isAscii(value) && value.indexOf('\0') < 0;
        if (!declaration.group(1).equalsIgnoreCase("ISO-8859-1") || !isPlain) {
            throw BulkLoadException.in(
                            LoadPhase.MAPPING,
                            "the XML text is declared to be in " + declaration.group(1)
                                    + ", by which the server would read it in binary")
                    .hint(
                            "Leave the encoding out of the declaration, or set the option PostgresProvider.PATH to COPY_TEXT")
                    .build();
        }
        return wire.text(value);
    }

    @Override
    protected boolean takesTextForms() {
        return family == TypeFamily.TEXT;
    }

    @Override
    public void bool(boolean value) throws SQLException {
        if (!takesTextForms()) {
            throw refusedType(value);
        }
        text(Boolean.toString(value));
    }
}
