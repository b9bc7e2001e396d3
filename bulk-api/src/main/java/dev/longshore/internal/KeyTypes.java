package dev.longshore.internal;

import dev.longshore.spi.ColumnKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Makes keys of the classes that callers ask for out of what a driver reads. */
public final class KeyTypes {
    private static final int UUID_BYTES = 16;
    private static final int UUID_CHARACTERS = 36;

    private KeyTypes() {}

    /**
     * Converts without loss.
     *
     * @throws IllegalArgumentException if the value is none of that type
     */
    public static <V> V convert(Object value, Class<V> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        Object converted = null;
        try {
            if (type == Long.class) {
                converted = exact(value).longValueExact();
            } else if (type == Integer.class) {
                converted = exact(value).intValueExact();
            } else if (type == Short.class) {
                converted = exact(value).shortValueExact();
            } else if (type == BigInteger.class) {
                converted = exact(value).toBigIntegerExact();
            } else if (type == BigDecimal.class) {
                converted = exact(value);
            } else if (type == UUID.class) {
                converted = uuid(value);
            } else if (type == String.class && isPlain(value)) {
                converted = value.toString();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(refusal(value, type), e);
        }
        if (converted == null) {
            throw new IllegalArgumentException(refusal(value, type));
        }
        return type.cast(converted);
    }

    /** Whether values of a kind of column can be keys of a class; where only each value tells, they can. */
    static boolean fits(ColumnKind kind, Class<?> type) {
        return switch (kind) {
            case INTEGER, DECIMAL, FLOAT -> Number.class.isAssignableFrom(type) || isWide(type);
            case UUID -> type == UUID.class || isWide(type);
            case TEXT -> type == UUID.class || isWide(type);
            case BYTES -> type == UUID.class || type == byte[].class || type == Object.class;
            case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_ZONE, TIME_WITH_OFFSET, BOOLEAN ->
                !Number.class.isAssignableFrom(type) && type != UUID.class;
            default -> true;
        };
    }

    private static boolean isWide(Class<?> type) {
        return type == String.class || type == Object.class;
    }

    private static String refusal(Object value, Class<?> type) {
        return value + " (" + value.getClass().getSimpleName() + ") is no " + type.getSimpleName();
    }

    private static BigDecimal exact(Object value) {
        return new BigDecimal(value instanceof Number ? value.toString() : "none");
    }

    private static boolean isPlain(Object value) {
        return value instanceof Number || value instanceof UUID;
    }

    private static UUID uuid(Object value) {
        if (value instanceof byte[] bytes && bytes.length == UUID_BYTES) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        if (value instanceof String text && text.length() == UUID_CHARACTERS) {
            return UUID.fromString(text);
        }
        throw new IllegalArgumentException(refusal(value, UUID.class));
    }
}
