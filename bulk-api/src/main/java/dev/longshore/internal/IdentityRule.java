package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.ZeroIdentity;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What null, zero and other values mean in a column that the database numbers. Keeps what was seen so far in a load; put in
 * front of the sink once for each row, before rows are buffered. Confined to the loading thread.
 */
final class IdentityRule implements ColumnRule {
    private final Numbering numbering;
    private final boolean keep;
    private final @Nullable ZeroIdentity zero;
    private boolean sawZero;
    private boolean sawOther;

    private IdentityRule(Numbering numbering, boolean keep, @Nullable ZeroIdentity zero) {
        this.numbering = numbering;
        this.keep = keep;
        this.zero = zero;
    }

    /** The rule for a column; null if the database does not number it. */
    static @Nullable IdentityRule of(TargetColumn column, LoadSettings settings) {
        return column.numbering() == Numbering.NONE
                ? null
                : new IdentityRule(column.numbering(), settings.keepIdentity(), settings.zeroIdentity());
    }

    @Override
    public ValueSink before(ValueSink sink) {
        return new Sink(sink);
    }

    /** Whether zero is handed on as null, so that the database numbers the row. */
    private boolean isUnset() throws BulkLoadException {
        if (keep || zero == ZeroIdentity.KEEP) {
            other();
            return false;
        }
        if (zero == null && sawOther) {
            throw mixed("0, but rows before it bring numbers of their own");
        }
        sawZero = true;
        return true;
    }

    private void other() throws BulkLoadException {
        if (numbering == Numbering.ALWAYS && !keep) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the database numbers this column always and refuses values")
                    .hint("Leave the column out, or add .keepIdentity() to store the values")
                    .build();
        }
        if (sawZero && zero == null && !keep) {
            throw mixed("a number of its own, but in rows before it 0 meant that the database numbers them");
        }
        sawOther = true;
    }

    private static BulkLoadException mixed(String what) {
        return BulkLoadException.in(LoadPhase.MAPPING, "the row brings " + what)
                .hint("Say what 0 means by .zeroIdentity(ZeroIdentity.GENERATE) or .zeroIdentity(ZeroIdentity.KEEP)")
                .build();
    }

    private static boolean isZero(Object value) {
        if (value instanceof BigInteger whole) {
            return whole.signum() == 0;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0;
        }
        boolean isWhole =
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
        return isWhole && ((Number) value).longValue() == 0;
    }

    private final class Sink implements ValueSink {
        private final ValueSink next;

        Sink(ValueSink next) {
            this.next = next;
        }

        @Override
        public void nullValue() throws SQLException {
            if (keep) {
                throw BulkLoadException.in(LoadPhase.MAPPING, "the value is null under keepIdentity()")
                        .hint("Give every row its number, or leave keepIdentity() out")
                        .build();
            }
            next.nullValue();
        }

        @Override
        public void bool(boolean value) throws SQLException {
            other();
            next.bool(value);
        }

        @Override
        public void int64(long value) throws SQLException {
            if (value == 0 && isUnset()) {
                next.nullValue();
                return;
            }
            if (value != 0) {
                other();
            }
            next.int64(value);
        }

        @Override
        public void float32(float value) throws SQLException {
            other();
            next.float32(value);
        }

        @Override
        public void float64(double value) throws SQLException {
            other();
            next.float64(value);
        }

        @Override
        public void text(String value) throws SQLException {
            other();
            next.text(value);
        }

        @Override
        public void object(Object value) throws SQLException {
            boolean isZero = isZero(value);
            if (isZero && isUnset()) {
                next.nullValue();
                return;
            }
            if (!isZero) {
                other();
            }
            next.object(value);
        }
    }
}
