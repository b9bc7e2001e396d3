package dev.longshore.tds;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A type as it is declared on the wire, which says how the values after it are to be read.
 *
 * @param name the type in T-SQL's words, with length or precision
 * @param code the byte that stands for it
 * @param length the most bytes of a value; 0xFFFF for those of unlimited length
 * @param scale the digits behind the point or of the second's fraction
 */
public record WireType(String name, int code, int length, int scale) {
    static final int UNLIMITED = 0xFFFF;

    private static final long NULL_LENGTH = -1;
    private static final LocalDate DAY_ONE = LocalDate.of(1, 1, 1);
    private static final LocalDate DATETIME_START = LocalDate.of(1900, 1, 1);

    static WireType read(Message in) throws IOException {
        int code = in.u8();
        return switch (code) {
            case 0x26 -> whole(code, in.u8());
            case 0x30 -> whole(code, 1);
            case 0x34 -> whole(code, 2);
            case 0x38 -> whole(code, 4);
            case 0x7F -> whole(code, 8);
            case 0x68 -> new WireType("bit", code, in.u8(), 0);
            case 0x32 -> new WireType("bit", code, 1, 0);
            case 0x6D -> floating(code, in.u8());
            case 0x3B -> floating(code, 4);
            case 0x3E -> floating(code, 8);
            case 0x6E -> money(code, in.u8());
            case 0x6F -> datetime(code, in.u8());
            case 0x6A, 0x6C -> {
                int length = in.u8();
                int precision = in.u8();
                int scale = in.u8();
                yield new WireType("decimal(" + precision + "," + scale + ")", code, length, scale);
            }
            case 0x24 -> new WireType("uniqueidentifier", code, in.u8(), 0);
            case 0x28 -> new WireType("date", code, 3, 0);
            case 0x29 -> fraction("time", code, in.u8());
            case 0x2A -> fraction("datetime2", code, in.u8());
            case 0x2B -> fraction("datetimeoffset", code, in.u8());
            case 0xA5 -> sized("varbinary", code, in.u16(), 1);
            case 0xAD -> sized("binary", code, in.u16(), 1);
            case 0xA7 -> withCollation(in, sized("varchar", code, in.u16(), 1));
            case 0xAF -> withCollation(in, sized("char", code, in.u16(), 1));
            case 0xE7 -> withCollation(in, sized("nvarchar", code, in.u16(), 2));
            case 0xEF -> withCollation(in, sized("nchar", code, in.u16(), 2));
            default ->
                throw new IOException(String.format("a type on the wire that the endpoint does not know: %02X", code));
        };
    }

    private static WireType withCollation(Message in, WireType type) throws IOException {
        in.bytes(5);
        return type;
    }

    private static WireType whole(int code, int length) {
        String name = switch (length) {
            case 1 -> "tinyint";
            case 2 -> "smallint";
            case 4 -> "int";
            default -> "bigint";
        };
        return new WireType(name, code, length, 0);
    }

    private static WireType floating(int code, int length) {
        return new WireType(length == 4 ? "real" : "float", code, length, 0);
    }

    private static WireType money(int code, int length) {
        return new WireType(length == 4 ? "smallmoney" : "money", code, length, 4);
    }

    private static WireType datetime(int code, int length) {
        return new WireType(length == 4 ? "smalldatetime" : "datetime", code, length, 0);
    }

    private static WireType fraction(String name, int code, int scale) {
        return new WireType(name + "(" + scale + ")", code, 0, scale);
    }

    private static WireType sized(String name, int code, int length, int unit) {
        return new WireType(name + "(" + (length == UNLIMITED ? "max" : length / unit) + ")", code, length, 0);
    }

    private boolean isFixed() {
        return switch (code) {
            case 0x30, 0x32, 0x34, 0x38, 0x3B, 0x3E, 0x7F -> true;
            default -> false;
        };
    }

    private boolean isLong() {
        return code >= 0xA5;
    }

    /**
     * Reads a value.
     *
     * @return a Boolean, Long, Float, Double, BigDecimal, String, byte[], UUID, LocalDate, LocalTime, LocalDateTime or
     *     OffsetDateTime; null for NULL
     */
    @Nullable
    Object value(Message in, Charset charset) throws IOException, SqlError {
        if (isLong() && length == UNLIMITED) {
            byte[] all = chunks(in);
            return all == null ? null : longValue(all, charset);
        }
        if (isLong()) {
            int size = in.u16();
            if (size == UNLIMITED) {
                return null;
            }
            if (size > length) {
                // what SQL Server says, which knows the column by its place only
                throw new SqlError(4815, "Received an invalid column length from the bcp client for colid ");
            }
            return longValue(in.bytes(size), charset);
        }
        int size = isFixed() ? length : in.u8();
        return size == 0 ? null : shortValue(in, size);
    }

    private static byte @Nullable [] chunks(Message in) throws IOException {
        if (in.i64() == NULL_LENGTH) {
            return null;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = in.i32(); size != 0; size = in.i32()) {
            all.writeBytes(in.bytes(size));
        }
        return all.toByteArray();
    }

    private Object longValue(byte[] bytes, Charset charset) {
        return switch (code) {
            case 0xA5, 0xAD -> bytes;
            case 0xA7, 0xAF -> new String(bytes, charset);
            default -> new String(bytes, StandardCharsets.UTF_16LE);
        };
    }

    private Object shortValue(Message in, int size) throws IOException {
        return switch (code) {
            case 0x68, 0x32 -> in.u8() != 0;
            case 0x26, 0x30, 0x34, 0x38, 0x7F -> whole(in, size);
            case 0x6D, 0x3B, 0x3E ->
                size == 4 ? (Object) Float.intBitsToFloat(in.i32()) : (Object) Double.longBitsToDouble(in.i64());
            case 0x6E -> money(in, size);
            case 0x6A, 0x6C -> decimal(in, size);
            case 0x6F -> datetime(in, size);
            case 0x24 -> guid(in);
            case 0x28 -> day(in);
            case 0x29 -> time(in, size);
            case 0x2A -> {
                LocalTime time = time(in, size - 3);
                yield day(in).atTime(time);
            }
            case 0x2B -> offset(in, size);
            default -> throw new IOException("no values of type " + name);
        };
    }

    private static Long whole(Message in, int size) throws IOException {
        long value = in.unsigned(size);
        return switch (size) {
            case 1 -> value;
            case 2 -> (long) (short) value;
            case 4 -> (long) (int) value;
            default -> value;
        };
    }

    private static BigDecimal money(Message in, int size) throws IOException {
        if (size == 4) {
            return BigDecimal.valueOf(in.i32(), 4);
        }
        long high = in.i32();
        return BigDecimal.valueOf(high << 32 | (in.i32() & 0xFFFF_FFFFL), 4);
    }

    private BigDecimal decimal(Message in, int size) throws IOException {
        boolean positive = in.u8() == 1;
        byte[] magnitude = in.bytes(size - 1);
        byte[] reversed = new byte[magnitude.length];
        for (int i = 0; i < magnitude.length; i++) {
            reversed[i] = magnitude[magnitude.length - 1 - i];
        }
        BigInteger unscaled = new BigInteger(positive ? 1 : -1, reversed);
        return new BigDecimal(unscaled, scale);
    }

    private static LocalDateTime datetime(Message in, int size) throws IOException {
        if (size == 4) {
            return DATETIME_START.plusDays(in.u16()).atStartOfDay().plusMinutes(in.u16());
        }
        LocalDateTime day = DATETIME_START.plusDays(in.i32()).atStartOfDay();
        return day.plusNanos(Math.round(in.i32() * 10.0 / 3) * 1_000_000);
    }

    /** The first three groups are little-endian. */
    private static UUID guid(Message in) throws IOException {
        long most = in.unsigned(4) << 32 | in.unsigned(2) << 16 | in.unsigned(2);
        long least = 0;
        for (byte each : in.bytes(8)) {
            least = least << 8 | (each & 0xFF);
        }
        return new UUID(most, least);
    }

    private static LocalDate day(Message in) throws IOException {
        return DAY_ONE.plusDays(in.unsigned(3));
    }

    private LocalTime time(Message in, int size) throws IOException {
        long units = in.unsigned(size);
        for (int i = scale; i < 9; i++) {
            units *= 10;
        }
        return LocalTime.ofNanoOfDay(units);
    }

    private OffsetDateTime offset(Message in, int size) throws IOException {
        LocalTime time = time(in, size - 5);
        LocalDateTime utc = day(in).atTime(time);
        int minutes = (short) in.u16();
        return utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(ZoneOffset.ofTotalSeconds(60 * minutes));
    }
}
