package dev.longshore.spi.support;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLXML;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Calendar;

/** The kinds of Java type that docs/conversions.md knows: its rows, as {@link dev.longshore.spi.ColumnKind} is its columns. */
public enum JavaKind {
    /** {@code boolean}, {@link Boolean}. */
    BOOLEAN,
    /** {@code byte}, {@code short}, {@code int}, {@code long}, their boxes, {@link BigInteger}. */
    INTEGER,
    /** {@code float}, {@code double} and their boxes. */
    FLOAT,
    /** {@link BigDecimal}. */
    DECIMAL,
    /** {@link String} and other {@link CharSequence}s, {@code char}, enums, {@link Reader}, {@link Clob}, {@link SQLXML}. */
    TEXT,
    /** {@code byte[]}, {@link InputStream}, {@link Blob}. */
    BYTES,
    /** {@link java.util.UUID}. */
    UUID,
    /** {@link LocalDate}. */
    DATE,
    /** {@link LocalTime}. */
    TIME,
    /** {@link OffsetTime}. */
    OFFSET_TIME,
    /** {@link LocalDateTime}. */
    TIMESTAMP,
    /** {@link Instant}, {@link OffsetDateTime}, {@link ZonedDateTime}. */
    INSTANT,
    /** {@link java.util.Date} with its subclasses of {@code java.sql}, {@link Calendar}. */
    LEGACY_DATE,
    /** {@link Duration}, {@link Period}. */
    INTERVAL,
    /** Arrays but {@code byte[]}, and {@link java.util.Collection}s. */
    ARRAY,
    /** {@link Object} and types so wide that only each value can tell. */
    ANY,
    /** Everything else. */
    OTHER;

    /**
     * Returns the kind of a declared type.
     *
     * @param type a class, interface or primitive
     * @return its kind
     */
    public static JavaKind of(Class<?> type) {
        if (type == Object.class
                || type == Number.class
                || type == Comparable.class
                || type == java.io.Serializable.class
                || type == java.time.temporal.Temporal.class) {
            return ANY;
        }
        if (type == boolean.class || type == Boolean.class) {
            return BOOLEAN;
        }
        if (type == float.class || type == double.class || type == Float.class || type == Double.class) {
            return FLOAT;
        }
        if (type == char.class
                || type == Character.class
                || isAny(type, CharSequence.class, Enum.class, Reader.class, Clob.class, SQLXML.class)) {
            return TEXT;
        }
        if (type.isPrimitive() || isAny(type, Byte.class, Short.class, Integer.class, Long.class, BigInteger.class)) {
            return INTEGER;
        }
        if (isAny(type, BigDecimal.class)) {
            return DECIMAL;
        }
        if (isAny(type, byte[].class, InputStream.class, Blob.class)) {
            return BYTES;
        }
        return isAny(type, java.util.UUID.class) ? UUID : temporalOrOther(type);
    }

    private static JavaKind temporalOrOther(Class<?> type) {
        if (type == LocalDate.class) {
            return DATE;
        }
        if (type == LocalTime.class) {
            return TIME;
        }
        if (type == OffsetTime.class) {
            return OFFSET_TIME;
        }
        if (type == LocalDateTime.class) {
            return TIMESTAMP;
        }
        if (isAny(type, Instant.class, OffsetDateTime.class, ZonedDateTime.class)) {
            return INSTANT;
        }
        if (isAny(type, java.util.Date.class, Calendar.class)) {
            return LEGACY_DATE;
        }
        if (isAny(type, Duration.class, Period.class)) {
            return INTERVAL;
        }
        if (type.isArray() || isAny(type, java.util.Collection.class)) {
            return ARRAY;
        }
        return OTHER;
    }

    private static boolean isAny(Class<?> type, Class<?>... kinds) {
        for (Class<?> kind : kinds) {
            if (kind.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }
}
