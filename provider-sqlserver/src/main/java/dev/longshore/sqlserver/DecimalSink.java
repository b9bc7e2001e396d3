package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Takes exact decimals and money. Hot. Digits beyond the scale are rounded half away from zero, as the server does it. Money is
 * declared as a decimal, which the driver sends as money.
 */
final class DecimalSink extends MsSink {
    private static final BigInteger MOST_SMALLMONEY = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigInteger MOST_MONEY = BigInteger.valueOf(Long.MAX_VALUE);

    private final int scale;
    private final int wholeDigits;

    DecimalSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
        this.scale = type.scale();
        this.wholeDigits = type.precision() - type.scale();
    }

    @Override
    int wireType() {
        return Types.DECIMAL;
    }

    @Override
    int wirePrecision() {
        // the driver compares the digits of the value with it: 19 hold any money
        return type.family() == TypeFamily.DECIMAL ? type.precision() : 19;
    }

    @Override
    int wireScale() {
        return scale;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setBigDecimal(parameter, (BigDecimal) value);
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
            throw outOfRange(value);
        }
        decimal(new BigDecimal(Float.toString(value)));
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw outOfRange(value);
        }
        decimal(BigDecimal.valueOf(value));
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        if (value.scale() == scale) {
            putChecked(value, value);
            return;
        }
        // before the scale is set: 1E+1000000000 would fill the memory with zeros
        if (Decimals.wholeDigits(value) > wholeDigits) {
            throw outOfRange(value);
        }
        putChecked(Decimals.rounded(value, scale, RoundingMode.HALF_UP), value);
    }

    private void putChecked(BigDecimal stored, BigDecimal given) throws SQLException {
        boolean fits = switch (type.family()) {
            case MONEY -> isWithin(stored.unscaledValue(), MOST_MONEY);
            case SMALLMONEY -> isWithin(stored.unscaledValue(), MOST_SMALLMONEY);
            default -> stored.precision() <= type.precision();
        };
        if (!fits) {
            throw outOfRange(given);
        }
        put(stored);
    }

    private static boolean isWithin(BigInteger unscaled, BigInteger most) {
        return unscaled.bitLength() <= most.bitLength();
    }

    @Override
    public void text(String value) throws SQLException {
        decimal(parsedDecimal(value));
    }
}
