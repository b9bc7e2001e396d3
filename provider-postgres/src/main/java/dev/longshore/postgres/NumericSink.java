package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Takes exact decimals. Hot. Floating-point numbers come by their shortest decimal digits. */
final class NumericSink extends PgSink {
    /** The most digits that the server stores before the point, and behind it. */
    private static final int MOST_WHOLE_DIGITS = 131_072;

    private static final int MOST_SCALE = 16_383;

    NumericSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    public void int64(long value) {
        wire.numeric(value);
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        if (value.bitLength() < Long.SIZE) {
            wire.numeric(value.longValue());
        } else {
            decimal(new BigDecimal(value));
        }
    }

    @Override
    public void float32(float value) throws SQLException {
        if (Float.isFinite(value)) {
            decimal(new BigDecimal(Float.toString(value)));
        } else {
            wire.numericSpecial(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        if (Double.isFinite(value)) {
            decimal(BigDecimal.valueOf(value));
        } else {
            wire.numericSpecial(value);
        }
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        BigDecimal stored = value;
        if (stored.signum() == 0) {
            // a zero may have any exponent
            stored = BigDecimal.valueOf(0, Math.max(0, Math.min(stored.scale(), MOST_SCALE)));
        } else if (stored.scale() > MOST_SCALE) {
            stored = stored.stripTrailingZeros();
            if (stored.scale() > MOST_SCALE) {
                throw refused("the number has more than " + MOST_SCALE + " digits behind the point");
            }
        }
        if ((long) stored.precision() - stored.scale() > MOST_WHOLE_DIGITS) {
            throw refused("the number has more than " + MOST_WHOLE_DIGITS + " digits before the point");
        }
        wire.numeric(stored);
    }

    @Override
    public void text(String value) throws SQLException {
        Double special = special(value);
        if (special == null) {
            decimal(parsedDecimal(value));
        } else {
            wire.numericSpecial(special);
        }
    }

    /** The numbers that are no decimals, by the names that the server knows; null for all else. */
    static @Nullable Double special(String text) {
        return switch (TextChecks.stripped(text).toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }
}
