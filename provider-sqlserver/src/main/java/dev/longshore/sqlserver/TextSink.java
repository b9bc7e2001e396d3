package dev.longshore.sqlserver;

import dev.longshore.BulkLoadException;
import dev.longshore.UnstorableText;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes text of every kind, and in columns of plain text also what has a usual text form. Hot. It is always sent as Unicode; what
 * the code page of a narrow column does not have the server would turn into question marks, so it is found here.
 */
final class TextSink extends MsSink {
    /** The most characters of Unicode that are no (max). */
    private static final int MOST_WIDE = 4_000;

    /** Beyond this scale a decimal is written with an exponent, lest 1E+1000000000 fills the memory with zeros. */
    private static final int PLAIN_SCALE = 1000;

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
        String stored = value;
        int fault = TextChecks.firstUnstorable(value, false);
        if (fault >= 0) {
            stored = mended(value, fault);
        }
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

    private String mended(String value, int fault) throws BulkLoadException {
        if (unstorable() == UnstorableText.REFUSE) {
            throw refused(
                    TextChecks.describe(value, fault),
                    "Mend the text, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP");
        }
        countChange();
        return TextChecks.repair(value, false, unstorable());
    }

    /** Text of a code page: its length is in bytes there. */
    private String narrow(String text, CharsetEncoder of) throws SQLException {
        int length = text.length();
        if (isAscii(text)) {
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

    private static boolean isAscii(String text) {
        for (int i = 0, n = text.length(); i < n; i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Replaces or leaves out what the code page does not have, if the caller wants that. */
    private String inCodePage(String text, CharsetEncoder of) throws SQLException {
        StringBuilder mended = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            String one = Character.toString(character);
            if (of.canEncode(one)) {
                mended.append(one);
            } else if (unstorable() == UnstorableText.REFUSE) {
                throw refused(
                        String.format(
                                "the text holds U+%04X at index %d, which code page %d of the column does not have",
                                character, i, type.codePage()),
                        "Declare the column nvarchar, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP");
            } else if (unstorable() == UnstorableText.REPLACE) {
                mended.append('?');
            }
            i += one.length();
        }
        countChange();
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
            throw refused("the text is " + length + (encoder == null || isAscii(text) ? " characters" : " bytes")
                    + " long, but a column of type "
                    + column().typeName() + " holds " + most
                    + (isUtf8 ? " bytes of UTF-8" : ""));
        }
        return text.substring(0, kept);
    }

    private void plain(Object value, String text) throws SQLException {
        if (!isPlain) {
            throw refusedType(value);
        }
        put(pads ? padded(fitted(text, text.length())) : fitted(text, text.length()));
    }

    @Override
    public void bool(boolean value) throws SQLException {
        plain(value, value ? "1" : "0");
    }

    @Override
    public void int64(long value) throws SQLException {
        plain(value, Long.toString(value));
    }

    @Override
    public void float32(float value) throws SQLException {
        plain(value, Float.toString(value));
    }

    @Override
    public void float64(double value) throws SQLException {
        plain(value, Double.toString(value));
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        boolean isShort = Math.abs((long) value.scale()) <= PLAIN_SCALE;
        plain(value, isShort ? value.toPlainString() : value.toString());
    }

    @Override
    protected void uuid(UUID value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void date(LocalDate value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void time(LocalTime value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void timestamp(LocalDateTime value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void instant(OffsetDateTime value) throws SQLException {
        plain(value, value.toString());
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof OffsetTime time) {
            plain(value, time.toString());
        } else {
            super.other(value);
        }
    }
}
