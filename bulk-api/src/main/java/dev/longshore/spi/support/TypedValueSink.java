package dev.longshore.spi.support;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;

/**
 * Base of a column's encoder: sorts objects by class into typed methods, so that a subclass overrides the methods of the
 * types that its column takes and refuses the rest by doing nothing. Streams are read whole. Confined to the loading thread.
 */
public abstract class TypedValueSink implements ValueSink {
    private static final String OUT_OF_RANGE = "22003";

    /** Values are cut to so many characters in messages. */
    private static final int SHOWN = 40;

    private final TargetColumn column;

    /**
     * Makes an encoder.
     *
     * @param column the column that takes the values
     */
    protected TypedValueSink(TargetColumn column) {
        this.column = column;
    }

    /**
     * Returns the column that takes the values.
     *
     * @return the column
     */
    protected final TargetColumn column() {
        return column;
    }

    /**
     * Makes the exception that refuses a value.
     *
     * @param reason why, as a phrase
     * @return an exception to be thrown; the engine adds the place
     */
    protected static BulkLoadException refused(String reason) {
        return BulkLoadException.in(LoadPhase.MAPPING, reason).build();
    }

    /**
     * Makes the exception that refuses a value for its Java type.
     *
     * @param value the value
     * @return an exception to be thrown; the engine adds the place
     */
    protected final BulkLoadException refusedType(Object value) {
        String type = column.typeName().isEmpty() ? "a column without type" : "a column of type " + column.typeName();
        return refused("a value of " + value.getClass().getTypeName() + " can't be stored in " + type);
    }

    /**
     * Makes the exception that refuses text which is not of the form that the column needs.
     *
     * @param what what the column needs, without article
     * @param text the text; shown shortened
     * @return an exception to be thrown; the engine adds the place
     */
    protected final BulkLoadException noSuch(String what, String text) {
        return refused(quoted(text) + " is no " + what + " for a column of type " + column.typeName());
    }

    /**
     * Makes the exception that refuses a value beyond what the column holds, with the standard's SQLState for that.
     *
     * @param value the value; shown shortened
     * @return an exception to be thrown; the engine adds the place
     */
    protected final BulkLoadException outOfRange(Object value) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        cut(String.valueOf(value)) + " is out of range for a column of type " + column.typeName())
                .sqlState(OUT_OF_RANGE)
                .build();
    }

    /**
     * Reads the number that a text is, as {@link Decimals#parse} does.
     *
     * @param text the text
     * @return the number
     * @throws BulkLoadException if it is none
     */
    protected final BigDecimal parsedDecimal(String text) throws BulkLoadException {
        BigDecimal number = Decimals.parse(text);
        if (number == null) {
            throw noSuch("number", text);
        }
        return number;
    }

    /**
     * Reads the whole number that a text is, as {@link Decimals#parseWhole} does.
     *
     * @param text the text
     * @return the number
     * @throws BulkLoadException if it is none
     */
    protected final BigInteger parsedWhole(String text) throws BulkLoadException {
        BigInteger number = Decimals.parseWhole(text);
        if (number == null) {
            throw noSuch("whole number", text);
        }
        return number;
    }

    /**
     * Shows text in a message.
     *
     * @param text the text
     * @return its beginning, in quotes
     */
    protected static String quoted(String text) {
        return '"' + cut(text) + '"';
    }

    private static String cut(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }

    /**
     * Says whether values that are no text are stored by their text form: numbers by their digits, UUIDs and java.time as their
     * {@code toString()}. Truth values have no form that all databases agree on, so a column of text overrides {@link #bool}.
     *
     * @return true for columns of plain text; false unless overridden
     */
    protected boolean takesTextForms() {
        return false;
    }

    private void textForm(Object value) throws SQLException {
        if (!takesTextForms()) {
            throw refusedType(value);
        }
        text(value.toString());
    }

    @Override
    public void bool(boolean value) throws SQLException {
        throw refusedType(value);
    }

    @Override
    public void int64(long value) throws SQLException {
        if (!takesTextForms()) {
            throw refusedType(value);
        }
        text(Long.toString(value));
    }

    @Override
    public void float32(float value) throws SQLException {
        if (takesTextForms()) {
            text(Float.toString(value));
        } else {
            float64(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!takesTextForms()) {
            throw refusedType(value);
        }
        text(Double.toString(value));
    }

    @Override
    public void text(String value) throws SQLException {
        throw refusedType(value);
    }

    /**
     * Takes a whole number beyond 64 bits or in a {@link BigInteger}. By default one that fits into 64 bits goes to
     * {@link #int64}, another to {@link #decimal}.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void bigInteger(BigInteger value) throws SQLException {
        if (value.bitLength() < Long.SIZE) {
            int64(value.longValue());
        } else {
            decimal(new BigDecimal(value));
        }
    }

    /**
     * Takes an exact decimal number.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void decimal(BigDecimal value) throws SQLException {
        if (!takesTextForms()) {
            throw refusedType(value);
        }
        text(Decimals.text(value));
    }

    /**
     * Takes bytes.
     *
     * @param value the bytes; the caller's own array, to be copied if it is kept
     * @throws SQLException if the value is refused
     */
    protected void bytes(byte[] value) throws SQLException {
        throw refusedType(value);
    }

    /**
     * Takes a UUID.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void uuid(UUID value) throws SQLException {
        textForm(value);
    }

    /**
     * Takes a day.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void date(LocalDate value) throws SQLException {
        textForm(value);
    }

    /**
     * Takes a time of day.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void time(LocalTime value) throws SQLException {
        textForm(value);
    }

    /**
     * Takes day and time without zone.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void timestamp(LocalDateTime value) throws SQLException {
        textForm(value);
    }

    /**
     * Takes an instant with its offset; an {@link Instant} comes with offset zero.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void instant(OffsetDateTime value) throws SQLException {
        textForm(value);
    }

    /**
     * Takes a {@link java.util.Date} or one of its subclasses of {@code java.sql}.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void legacyDate(java.util.Date value) throws SQLException {
        throw refusedType(value);
    }

    /**
     * Takes a calendar.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void calendar(Calendar value) throws SQLException {
        throw refusedType(value);
    }

    /**
     * Takes a value of a class that no other method is for.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    protected void other(Object value) throws SQLException {
        if (!(value instanceof OffsetTime)) {
            throw refusedType(value);
        }
        textForm(value);
    }

    @Override
    public final void object(Object value) throws SQLException {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof Boolean bool) {
            bool(bool);
        } else if (value instanceof LocalDate date) {
            date(date);
        } else if (value instanceof LocalDateTime timestamp) {
            timestamp(timestamp);
        } else if (value instanceof Instant instant) {
            instant(instant.atOffset(ZoneOffset.UTC));
        } else if (value instanceof OffsetDateTime instant) {
            instant(instant);
        } else if (value instanceof ZonedDateTime instant) {
            instant(instant.toOffsetDateTime());
        } else if (value instanceof LocalTime time) {
            time(time);
        } else if (value instanceof UUID uuid) {
            uuid(uuid);
        } else if (value instanceof byte[] bytes) {
            bytes(bytes);
        } else if (value instanceof Enum<?> constant) {
            text(constant.name());
        } else if (value instanceof Character || value instanceof CharSequence) {
            text(value.toString());
        } else if (value instanceof java.util.Date date) {
            legacyDate(date);
        } else if (value instanceof Calendar calendar) {
            calendar(calendar);
        } else {
            streamOrOther(value);
        }
    }

    private void number(Number value) throws SQLException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            int64(value.longValue());
        } else if (value instanceof BigDecimal decimal) {
            decimal(decimal);
        } else if (value instanceof Double) {
            float64(value.doubleValue());
        } else if (value instanceof Float) {
            float32(value.floatValue());
        } else if (value instanceof BigInteger whole) {
            bigInteger(whole);
        } else {
            other(value);
        }
    }

    private void streamOrOther(Object value) throws SQLException {
        try {
            if (value instanceof InputStream stream) {
                bytes(stream.readAllBytes());
            } else if (value instanceof Reader reader) {
                text(readAll(reader));
            } else if (value instanceof Blob blob) {
                try (InputStream stream = blob.getBinaryStream()) {
                    bytes(stream.readAllBytes());
                }
            } else if (value instanceof Clob clob) {
                try (Reader reader = clob.getCharacterStream()) {
                    text(readAll(reader));
                }
            } else if (value instanceof SQLXML xml) {
                text(requireNonNull(xml.getString(), "SQLXML.getString()"));
            } else {
                other(value);
            }
        } catch (IOException e) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the stream given as value threw " + e)
                    .cause(e)
                    .build();
        }
    }

    private static String readAll(Reader reader) throws IOException {
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString();
    }
}
