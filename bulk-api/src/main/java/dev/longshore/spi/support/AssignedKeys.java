package dev.longshore.spi.support;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives rows the whole number of one column before they are sent, so that it is known which row has which: in the place of a null
 * where the load writes that column, else in a column more, behind those of the load. A number that a row brings stays. Confined to
 * the loading thread.
 *
 * <p>Hot: each row passes through.
 */
public abstract class AssignedKeys {
    private final List<TargetColumn> columns;
    private final int place;
    private final boolean isAdded;

    private long[] keys = new long[64];
    private int count;

    /**
     * For subclasses.
     *
     * @param written the columns that the load writes
     * @param key the column of the keys, among them or not
     */
    protected AssignedKeys(List<TargetColumn> written, TargetColumn key) {
        int found = written.indexOf(key);
        this.isAdded = found < 0;
        this.place = isAdded ? written.size() : found;
        List<TargetColumn> all = new ArrayList<>(written);
        if (isAdded) {
            all.add(key);
        }
        this.columns = List.copyOf(all);
    }

    /**
     * Returns the columns that the rows of {@link #over} have, for {@link LoadRequest#with}.
     *
     * @return the columns of the load and, behind them unless it is one of them, that of the keys
     */
    public final List<TargetColumn> columns() {
        return columns;
    }

    /**
     * Gives the next row that brings none a key.
     *
     * @return a number that no other row of the table has or gets
     * @throws SQLException if there is none left
     */
    protected abstract long next() throws SQLException;

    /**
     * Learns of a key that a row brings. Does nothing by default.
     *
     * @param key the key
     */
    protected void given(long key) {}

    /**
     * Returns the rows with their keys. Forgets the keys of the rows before.
     *
     * @param rows the rows of the load
     * @return a cursor for a session that was opened for {@link #columns}
     */
    public final RowCursor over(RowCursor rows) {
        count = 0;
        return new Rows(rows);
    }

    /**
     * Tells the keys of the rows that the cursor gave last.
     *
     * @param sink where they go
     * @throws SQLException what the sink throws
     */
    public final void tell(KeySink sink) throws SQLException {
        for (int i = 0; i < count; i++) {
            sink.key(keys[i]);
        }
    }

    private void remember(long key) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count] = key;
    }

    /** The rows with their keys. */
    private final class Rows extends CompletedRows {
        Rows(RowCursor rows) {
            super(rows, isAdded ? place : columns.size(), isAdded ? 1 : 0);
        }

        @Override
        protected ValueSink column(int index, ValueSink next) {
            return index == place ? new KeyCell(next) : next;
        }

        @Override
        protected void complete(ValueSink[] added) throws SQLException {
            if (isAdded) {
                long assigned = AssignedKeys.this.next();
                remember(assigned);
                added[0].int64(assigned);
            }
            count++;
        }
    }

    /** The column of the keys, where the rows may bring their own. */
    private final class KeyCell extends ForwardingSink {
        KeyCell(ValueSink next) {
            super(next);
        }

        @Override
        public void nullValue() throws SQLException {
            long assigned = AssignedKeys.this.next();
            remember(assigned);
            super.int64(assigned);
        }

        @Override
        public void int64(long value) throws SQLException {
            own(value);
            super.int64(value);
        }

        @Override
        public void bool(boolean value) throws SQLException {
            throw noKey(value);
        }

        @Override
        public void float32(float value) throws SQLException {
            throw noKey(value);
        }

        @Override
        public void float64(double value) throws SQLException {
            throw noKey(value);
        }

        @Override
        public void text(String value) throws SQLException {
            own(whole(value, Decimals.parse(value)));
            super.text(value);
        }

        @Override
        public void object(Object value) throws SQLException {
            boolean isNumber = value instanceof Short
                    || value instanceof Byte
                    || value instanceof BigInteger
                    || value instanceof BigDecimal;
            own(whole(value, isNumber ? new BigDecimal(value.toString()) : null));
            super.object(value);
        }

        private void own(long value) {
            remember(value);
            given(value);
        }

        private static long whole(Object value, @Nullable BigDecimal number) throws BulkLoadException {
            try {
                if (number != null) {
                    return number.longValueExact();
                }
            } catch (ArithmeticException e) {
                throw noKey(value);
            }
            throw noKey(value);
        }

        private static BulkLoadException noKey(Object value) {
            return BulkLoadException.in(
                            LoadPhase.MAPPING,
                            "the value is of " + value.getClass() + ", but a key that is given back is a whole number")
                    .hint("Bring it as a Long, or null for the database to number the row")
                    .build();
        }
    }
}
