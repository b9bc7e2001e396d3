package dev.longshore.mysql;

import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;

/** Takes whole numbers of all widths, with and without sign. Fractions are rounded as the server rounds them. Hot. */
final class IntegerSink extends MySqlSink {
    /** More digits than any column has room for. */
    private static final int MOST_DIGITS = 21;

    private static final int UNSIGNED_BITS = 64;

    private final WireType wire;
    private final long least;
    private final long most;
    private final boolean isNumbered;
    private final boolean isWide;
    private boolean zeroCame;

    IntegerSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.wire = type.wire();
        this.isNumbered = column.numbering() != Numbering.NONE;
        int bits = switch (type.family()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            default -> 64;
        };
        this.isWide = type.unsigned() && bits == UNSIGNED_BITS;
        this.least = type.unsigned() ? 0 : -1L << (bits - 1);
        this.most = isWide ? Long.MAX_VALUE : type.unsigned() ? (1L << bits) - 1 : ~(-1L << (bits - 1));
    }

    /** Whether 0 came as a number to be kept. */
    boolean zeroCame() {
        return zeroCame;
    }

    @Override
    public void bool(boolean value) throws SQLException {
        int64(value ? 1 : 0);
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value < least || value > most) {
            throw outOfRange(value);
        }
        if (value == 0 && isNumbered) {
            zeroCame = true;
        }
        switch (wire) {
            case INT32 -> rows.int32((int) value);
            case INT64 -> rows.int64(value);
            default -> rows.text(Long.toString(value));
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        if (!Double.isFinite(value)) {
            throw notFinite(value);
        }
        whole(new BigDecimal(Math.rint(value)).toBigInteger(), value);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        if (Decimals.wholeDigits(value) > MOST_DIGITS) {
            throw outOfRange(value);
        }
        whole(Decimals.rounded(value, 0, RoundingMode.HALF_UP).toBigInteger(), value);
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        whole(value, value);
    }

    private void whole(BigInteger value, Object given) throws SQLException {
        if (value.bitLength() < Long.SIZE) {
            int64(value.longValue());
        } else if (isWide && value.signum() > 0 && value.bitLength() <= UNSIGNED_BITS) {
            rows.text(value.toString());
        } else {
            throw outOfRange(given);
        }
    }

    @Override
    public void text(String value) throws SQLException {
        bigInteger(parsedWhole(value));
    }
}
