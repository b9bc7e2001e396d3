package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Takes floating-point numbers of 4 or 8 bytes. Hot. SQL Server has neither NaN nor infinities. */
final class FloatSink extends MsSink {
    private final boolean isDouble;

    FloatSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
        this.isDouble = type.family() == TypeFamily.FLOAT;
    }

    @Override
    int wireType() {
        return isDouble ? Types.DOUBLE : Types.REAL;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        if (isDouble) {
            statement.setDouble(parameter, (Double) value);
        } else {
            statement.setFloat(parameter, (Float) value);
        }
    }

    @Override
    public void bool(boolean value) throws SQLException {
        float64(value ? 1 : 0);
    }

    @Override
    public void int64(long value) {
        if (isDouble) {
            put((double) value);
        } else {
            put((float) value);
        }
    }

    @Override
    public void float32(float value) throws SQLException {
        requireFinite(value);
        if (isDouble) {
            put((double) value);
        } else {
            put(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        requireFinite(value);
        if (isDouble) {
            put(value);
            return;
        }
        float narrow = (float) value;
        if (Float.isInfinite(narrow) || (narrow == 0 && value != 0)) {
            throw outOfRange(value);
        }
        put(narrow);
    }

    private void requireFinite(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw refused(value + " is no number that SQL Server has");
        }
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
        decimal(parsedDecimal(value));
    }
}
