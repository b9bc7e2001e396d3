package dev.longshore.bench;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;
import org.postgresql.util.ByteConverter;

/** COPY BINARY as it is written by hand: into one array, which goes to the server each time it is nearly full. */
final class CopyBytes implements Values {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final long EPOCH_DAY = EPOCH.toLocalDate().toEpochDay();
    private static final int CHUNK = 1 << 16;

    private final @Nullable CopyIn copy;
    private byte[] bytes = new byte[CHUNK];
    private int length;

    /**
     * Begins with the header.
     *
     * @param copy where the bytes go; null if they are to be kept
     */
    CopyBytes(@Nullable CopyIn copy) {
        this.copy = copy;
        put(HEADER);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private void put(byte[] some) {
        room(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    private void int16(int value) {
        room(2);
        ByteConverter.int2(bytes, length, value);
        length += 2;
    }

    private void size(int value) {
        room(4);
        ByteConverter.int4(bytes, length, value);
        length += 4;
    }

    /** Begins a row of so many fields. */
    void row(int fields) throws SQLException {
        if (copy != null && length > CHUNK / 2) {
            copy.writeToCopy(bytes, 0, length);
            length = 0;
        }
        int16(fields);
    }

    @Override
    public void int64(long value) {
        size(8);
        room(8);
        ByteConverter.int8(bytes, length, value);
        length += 8;
    }

    @Override
    public void int32(int value) {
        size(4);
        size(value);
    }

    @Override
    public void int32(@Nullable Integer value) {
        if (value == null) {
            size(-1);
        } else {
            int32(value.intValue());
        }
    }

    @Override
    public void float64(double value) {
        int64(Double.doubleToRawLongBits(value));
    }

    @Override
    public void bool(boolean value) {
        size(1);
        room(1);
        bytes[length++] = (byte) (value ? 1 : 0);
    }

    @Override
    public void decimal(@Nullable BigDecimal value) {
        if (value == null) {
            size(-1);
        } else {
            byte[] numeric = ByteConverter.numeric(value);
            size(numeric.length);
            put(numeric);
        }
    }

    @Override
    public void text(@Nullable String value) {
        if (value == null) {
            size(-1);
        } else {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            size(utf8.length);
            put(utf8);
        }
    }

    @Override
    public void dateTime(LocalDateTime value) {
        int64(ChronoUnit.MICROS.between(EPOCH, value));
    }

    @Override
    public void date(@Nullable LocalDate value) {
        if (value == null) {
            size(-1);
        } else {
            int32((int) (value.toEpochDay() - EPOCH_DAY));
        }
    }

    /** Ends the COPY; what is left goes to the server. */
    void end() throws SQLException {
        int16(-1);
        if (copy != null) {
            copy.writeToCopy(bytes, 0, length);
            copy.endCopy();
        }
    }

    /** All that was written, of a COPY whose bytes are kept. */
    byte[] kept() {
        return Arrays.copyOf(bytes, length);
    }
}
