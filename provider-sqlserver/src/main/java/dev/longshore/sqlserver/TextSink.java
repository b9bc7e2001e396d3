package dev.longshore.sqlserver;

import dev.longshore.UnstorableText;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * Takes text of every kind, and in columns of plain text also what has a usual text form. Hot. It is always sent as Unicode; what
 * the code page of a narrow column does not have the server would turn into question marks, so it is found here.
 */
final class TextSink extends MsSink {
    /** The most characters of Unicode that are no (max). */
    private static final int MOST_WIDE = 4_000;

    private final boolean isPlain;
    private final @Nullable CharsetEncoder encoder;
    private final boolean isUtf8;
    private final boolean pads;

    /**
     * Makes a sink.
     *
     * @param pads whether char columns get their full length here, for a server that does not see to it
     */
    TextSink(TargetColumn column, MsType type, Context context, int index, boolean pads) {
        super(column, type, context, index);
        this.isPlain = type.family() == TypeFamily.NARROW_TEXT || type.family() == TypeFamily.WIDE_TEXT;
        Charset charset = type.family() == TypeFamily.NARROW_TEXT ? CodePages.charset(type.codePage()) : null;
        this.isUtf8 = StandardCharsets.UTF_8.equals(charset);
        this.encoder = charset == null
                ? null
                : charset.newEncoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.pads = pads && type.name().equals("char");
    }

    @Override
    int wireType() {
        return type.length() > MOST_WIDE ? Types.LONGNVARCHAR : Types.NVARCHAR;
    }

    @Override
    int wirePrecision() {
        return type.length();
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setNString(parameter, (String) value);
    }

    @Override
    int nullType() {
        return Types.NVARCHAR;
    }

    @Override
    public void text(String value) throws SQLException {
        String stored = mender().storable(value);
        if (encoder == null) {
            stored = fitted(stored, stored.length());
        } else {
            stored = narrow(stored, encoder);
        }
        put(pads ? padded(stored) : stored);
    }

    private String padded(String text) {
        return text + " ".repeat(Math.max(0, type.length() - text.length()));
    }

    /** Text of a code page: its length is in bytes there. */
    private String narrow(String text, CharsetEncoder of) throws SQLException {
        int length = text.length();
        if (TextChecks.isAscii(text)) {
            return fitted(text, length);
        }
        String stored = text;
        int bytes;
        try {
            bytes = of.encode(CharBuffer.wrap(stored)).remaining();
        } catch (CharacterCodingException e) {
            of.reset();
            stored = inCodePage(text, of);
            bytes = stored.getBytes(of.charset()).length;
        }
        return fitted(stored, bytes);
    }

    /** Replaces or leaves out what the code page does not have, if the caller wants that. */
    private String inCodePage(String text, CharsetEncoder of) throws SQLException {
        StringBuilder mended = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            String one = Character.toString(character);
            if (of.canEncode(one)) {
                mended.append(one);
            } else if (mender().how() == UnstorableText.REFUSE) {
                throw refused(
                        String.format(
                                "the text holds U+%04X at index %d, which code page %d of the column does not have",
                                character, i, type.codePage()),
                        "Declare the column nvarchar, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP");
            } else if (mender().how() == UnstorableText.REPLACE) {
                mended.append('?');
            }
            i += one.length();
        }
        mender().countChange();
        return mended.toString();
    }

    /** Cuts blanks at the end that have no room, as the server does, and refuses anything else that has none. */
    private String fitted(String text, int length) throws SQLException {
        int most = type.length();
        if (length <= most) {
            return text;
        }
        int excess = length - most;
        int kept = text.length() - excess;
        for (int i = text.length() - 1; i >= Math.max(0, kept); i--) {
            if (text.charAt(i) != ' ') {
                kept = -1;
                break;
            }
        }
        if (kept < 0) {
            throw refused(
                    "the text is " + length + (encoder == null || TextChecks.isAscii(text) ? " characters" : " bytes")
                            + " long, but a column of type "
                            + column().typeName() + " holds " + most
                            + (isUtf8 ? " bytes of UTF-8" : ""));
        }
        return text.substring(0, kept);
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
