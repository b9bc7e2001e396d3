package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;

/** Takes values of several types for sql_variant, which keeps the type of each. INSERT only: the driver's bulk copy fails at it. */
final class VariantSink extends MsSink {
    private static final int MOST_CHARACTERS = 4_000;
    private static final int MOST_BYTES = 8_000;

    VariantSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
    }

    @Override
    int wireType() {
        return microsoft.sql.Types.SQL_VARIANT;
    }

    @Override
    int nullType() {
        return Types.NVARCHAR;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        if (value instanceof String text) {
            statement.setNString(parameter, text);
        } else {
            statement.setObject(parameter, value);
        }
    }

    @Override
    public void bool(boolean value) {
        put(value);
    }

    @Override
    public void int64(long value) {
        put(value);
    }

    @Override
    public void float32(float value) throws SQLException {
        if (!Float.isFinite(value)) {
            throw outOfRange(value);
        }
        put(value);
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw outOfRange(value);
        }
        put(value);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        BigDecimal stored = value;
        if (value.signum() == 0) {
            // a zero may have any exponent
            stored = BigDecimal.valueOf(0, Math.max(0, Math.min(value.scale(), 38)));
        } else if (value.scale() < 0 && Decimals.wholeDigits(value) <= 38) {
            stored = value.setScale(0);
        }
        if (stored.scale() < 0 || stored.scale() > 38 || stored.precision() > 38) {
            throw outOfRange(value);
        }
        put(stored);
    }

    @Override
    public void text(String value) throws SQLException {
        if (value.length() > MOST_CHARACTERS) {
            throw refused(
                    "the text is " + value.length() + " characters long, but sql_variant holds " + MOST_CHARACTERS);
        }
        put(mender().storable(value));
    }

    @Override
    protected void bytes(byte[] value) throws SQLException {
        if (value.length > MOST_BYTES) {
            throw refused("the value is " + value.length + " bytes long, but sql_variant holds " + MOST_BYTES);
        }
        put(value);
    }

    @Override
    protected void uuid(UUID value) {
        put(value);
    }

    @Override
    protected void date(LocalDate value) {
        put(value);
    }

    @Override
    protected void time(LocalTime value) {
        put(value);
    }

    @Override
    protected void timestamp(LocalDateTime value) {
        put(value);
    }

    @Override
    protected void instant(OffsetDateTime value) {
        put(value);
    }
}
