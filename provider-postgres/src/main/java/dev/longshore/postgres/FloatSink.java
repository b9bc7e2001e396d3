package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
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
        if (isDouble) {
            put(value.doubleValue(), value.signum() != 0, value);
        } else {
            put(value.floatValue(), value.signum() != 0, value);
        }
    }

    private void put(double value, boolean isOther, Object given) throws SQLException {
        if (Double.isInfinite(value) || (value == 0 && isOther)) {
            throw outOfRange(given);
        }
        float64(value);
    }

    /** Read at once as what it becomes, since rounding twice is not rounding once; a minus before a zero is kept. */
    @Override
    public void text(String value) throws SQLException {
        Double special = NumericSink.special(value);
        if (special != null) {
            float64(special);
            return;
        }
        boolean isOther = parsedDecimal(value).signum() != 0;
        String text = TextChecks.stripped(value);
        put(isDouble ? Double.parseDouble(text) : Float.parseFloat(text), isOther, value);
    }
}
