package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import java.math.BigDecimal;
import java.sql.SQLException;

/** Takes floating-point numbers of 4 or 8 bytes. There is no NaN and no infinity. Hot. */
final class FloatSink extends MySqlSink {
    private final boolean isDouble;
    private final boolean unsigned;
    private final double most;

    FloatSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.isDouble = type.family() == TypeFamily.DOUBLE;
        this.unsigned = type.unsigned();
        // FLOAT(7,4) holds three digits before the point
        this.most = type.scale() < 0
                ? Double.MAX_VALUE
                : Math.pow(10, (int) type.length() - type.scale()) - Math.pow(10, -type.scale()) / 2;
    }

    @Override
    public void bool(boolean value) throws SQLException {
        int64(value ? 1 : 0);
    }

    @Override
    public void int64(long value) throws SQLException {
        float64((double) value);
    }

    @Override
    public void float32(float value) throws SQLException {
        check(value);
        if (isDouble) {
            rows.float64(value);
        } else {
            rows.float32(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        check(value);
        if (isDouble) {
            rows.float64(value);
            return;
        }
        float narrow = (float) value;
        if (Float.isInfinite(narrow)) {
            throw outOfRange(value);
        }
        rows.float32(narrow);
    }

    private void check(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw notFinite(value);
        }
        if (Math.abs(value) > most || (unsigned && value < 0)) {
            throw outOfRange(value);
        }
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        double floating = value.doubleValue();
        if (Double.isInfinite(floating)) {
            throw outOfRange(value);
        }
        float64(floating);
    }

    @Override
    public void text(String value) throws SQLException {
        decimal(parsedDecimal(value));
    }
}
