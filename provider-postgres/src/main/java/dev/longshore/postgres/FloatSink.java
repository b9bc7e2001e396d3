package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.math.BigDecimal;
import java.sql.SQLException;

/** Takes floating-point numbers of 4 or 8 bytes. Hot. */
final class FloatSink extends PgSink {
    private final boolean isDouble;

    FloatSink(TargetColumn column, Context context, boolean isDouble) {
        super(column, context);
        this.isDouble = isDouble;
    }

    @Override
    public void int64(long value) throws SQLException {
        if (isDouble) {
            wire.float8((double) value);
        } else {
            wire.float4((float) value);
        }
    }

    @Override
    public void float32(float value) {
        if (isDouble) {
            wire.float8(value);
        } else {
            wire.float4(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        if (isDouble) {
            wire.float8(value);
            return;
        }
        float narrow = (float) value;
        if ((Float.isInfinite(narrow) && !Double.isInfinite(value)) || (narrow == 0 && value != 0)) {
            throw outOfRange(value);
        }
        wire.float4(narrow);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        double floating = value.doubleValue();
        if (Double.isInfinite(floating) || (floating == 0 && value.signum() != 0)) {
            throw outOfRange(value);
        }
        float64(floating);
    }

    @Override
    public void text(String value) throws SQLException {
        Double special = NumericSink.special(value);
        if (special != null) {
            float64(special);
            return;
        }
        decimal(NumericSink.parse(this, value));
    }
}
