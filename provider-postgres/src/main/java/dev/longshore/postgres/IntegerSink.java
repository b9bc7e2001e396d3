package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes whole numbers of 2, 4 or 8 bytes, and those without sign of 4. Hot. Fractions are rounded as the server rounds them. */
final class IntegerSink extends PgSink {
    /** More digits than any column has room for. */
    private static final int MOST_DIGITS = 20;

    private final TypeFamily family;
    private final long least;
    private final long most;
    private @Nullable Extremes extremes;
    private @Nullable Written written;

    /** The least and the greatest number that came within bounds. */
    static final class Extremes {
        private final long from;
        private final long to;
        private long least = Long.MAX_VALUE;
        private long greatest = Long.MIN_VALUE;
        private long leastBefore = Long.MAX_VALUE;
        private long greatestBefore = Long.MIN_VALUE;

        Extremes(long from, long to) {
            this.from = from;
            this.to = to;
        }

        private void add(long value) {
            if (value >= from && value <= to) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }

        /** A row begins, which may still be discarded. */
        void beginRow() {
            leastBefore = least;
            greatestBefore = greatest;
        }

        /** Forgets what the row that was begun last has brought. */
        void discardRow() {
            least = leastBefore;
            greatest = greatestBefore;
        }

        boolean isEmpty() {
            return least > greatest;
        }

        long least() {
            return least;
        }

        long greatest() {
            return greatest;
        }
    }

    /** The numbers of a block of rows, as they are sent. */
    static final class Written {
        private long[] numbers = new long[64];
        private int count;

        private void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
        }

        int count() {
            return count;
        }

        long number(int row) {
            return numbers[row];
        }

        void clear() {
            count = 0;
        }
    }

    IntegerSink(TargetColumn column, Context context, TypeFamily family) {
        super(column, context);
        this.family = family;
        this.least = switch (family) {
            case INT2 -> Short.MIN_VALUE;
            case INT4 -> Integer.MIN_VALUE;
            case OID -> 0;
            default -> Long.MIN_VALUE;
        };
        this.most = switch (family) {
            case INT2 -> Short.MAX_VALUE;
            case INT4 -> Integer.MAX_VALUE;
            case OID -> 0xFFFF_FFFFL;
            default -> Long.MAX_VALUE;
        };
    }

    /** From now on notes what comes. */
    void noteIn(Extremes wanted) {
        extremes = wanted;
    }

    /** From now on keeps what comes. */
    void keepIn(Written wanted) {
        written = wanted;
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value < least || value > most) {
            throw outOfRange(value);
        }
        if (extremes != null) {
            extremes.add(value);
        }
        if (written != null) {
            written.add(value);
        }
        switch (family) {
            case INT2 -> wire.int2((int) value);
            case INT4 -> wire.int4((int) value);
            case OID -> wire.oid(value);
            default -> wire.int8(value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        double whole = Math.rint(value);
        if (!(whole >= -0x1p63 && whole < 0x1p63)) {
            throw outOfRange(value);
        }
        int64((long) whole);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        if (Decimals.wholeDigits(value) > MOST_DIGITS) {
            throw outOfRange(value);
        }
        BigInteger whole = Decimals.rounded(value, 0, RoundingMode.HALF_UP).toBigInteger();
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
        String text = TextChecks.stripped(value);
        // Java reads other scripts' digits too, and the server takes an oid with a leading zero for octal
        boolean isRead =
                TextChecks.isAscii(text) && !(family == TypeFamily.OID && text.length() > 1 && text.startsWith("0"));
        if (!isRead) {
            throw noSuch("whole number", value);
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw noSuch("whole number", value);
        }
        int64(number);
    }
}
