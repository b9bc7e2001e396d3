package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;

/** Takes exact decimals. Digits beyond the scale are rounded as the server rounds them. Floating-point numbers come by their digits. */
final class DecimalSink extends MySqlSink {
    private final int precision;
    private final int scale;
    private final boolean unsigned;

    DecimalSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.precision = (int) type.length();
        this.scale = type.scale();
        this.unsigned = type.unsigned();
    }

    @Override
    public void bool(boolean value) throws SQLException {
        int64(value ? 1 : 0);
    }

    @Override
    public void int64(long value) throws SQLException {
        decimal(BigDecimal.valueOf(value));
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        decimal(new BigDecimal(value));
    }

    @Override
    public void float32(float value) throws SQLException {
        if (!Float.isFinite(value)) {
            throw notFinite(value);
        }
        decimal(new BigDecimal(Float.toString(value)));
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw notFinite(value);
        }
        decimal(BigDecimal.valueOf(value));
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        if (value.signum() == 0) {
            // a zero may have any exponent
            rows.text("0");
            return;
        }
        if (isTooLong(value)) {
            throw outOfRange(value);
        }
        BigDecimal stored = value.scale() > scale ? Decimals.rounded(value, scale, RoundingMode.HALF_UP) : value;
        // 99.995 has two digits before the point, but is stored as 100.00
        if (isTooLong(stored) || (unsigned && stored.signum() < 0)) {
            throw outOfRange(value);
        }
        rows.decimal(stored);
    }

    private boolean isTooLong(BigDecimal value) {
        return Decimals.wholeDigits(value) > precision - scale;
    }

    @Override
    public void text(String value) throws SQLException {
        decimal(parsedDecimal(value));
    }
}
