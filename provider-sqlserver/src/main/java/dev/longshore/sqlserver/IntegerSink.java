package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Takes whole numbers of one to eight bytes. Hot. Fractions are cut off, as the server does it. */
final class IntegerSink extends MsSink {
    /** More digits than any column has room for. */
    private static final int MOST_DIGITS = 20;

    private final long least;
    private final long most;

    IntegerSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
        this.least = switch (type.family()) {
            case TINYINT -> 0;
            case SMALLINT -> Short.MIN_VALUE;
            case INT -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
        this.most = switch (type.family()) {
            case TINYINT -> 255;
            case SMALLINT -> Short.MAX_VALUE;
            case INT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    @Override
    int wireType() {
        return switch (type.family()) {
            case TINYINT -> Types.TINYINT;
            case SMALLINT -> Types.SMALLINT;
            case INT -> Types.INTEGER;
            default -> Types.BIGINT;
        };
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        switch (type.family()) {
            // a short goes to the server as smallint, which holds the 255 that a Java byte does not
            case TINYINT, SMALLINT -> statement.setShort(parameter, (Short) value);
            case INT -> statement.setInt(parameter, (Integer) value);
            default -> statement.setLong(parameter, (Long) value);
        }
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value < least || value > most) {
            throw outOfRange(value);
        }
        switch (type.family()) {
            case TINYINT, SMALLINT -> put((short) value);
            case INT -> put((int) value);
            default -> put(value);
        }
    }

    @Override
    public void bool(boolean value) throws SQLException {
        int64(value ? 1 : 0);
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!(value > -0x1p63 - 1 && value < 0x1p63)) {
            throw outOfRange(value);
        }
        int64((long) value);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        if (Decimals.wholeDigits(value) > MOST_DIGITS) {
            throw outOfRange(value);
        }
        BigInteger whole = Decimals.rounded(value, 0, RoundingMode.DOWN).toBigInteger();
        if (whole.bitLength() >= Long.SIZE) {
            throw outOfRange(value);
        }
        int64(whole.longValue());
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        if (value.bitLength() >= Long.SIZE) {
            throw outOfRange(value);
        }
        int64(value.longValue());
    }

    @Override
    public void text(String value) throws SQLException {
        bigInteger(parsedWhole(value));
    }
}
