package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.RowBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the way of a row allocates, measured. */
class AllocationTest {
    private static final int ROWS = 1_000_000;

    public record Numbers(long a, int b, short c, byte d, double e, float f, boolean g, String text) {}

    private static final Numbers ROW = new Numbers(1L << 40, 1 << 20, (short) 3000, (byte) 4, 5.5, 6.5f, true, "t");

    /** Sums what it gets, so that nothing is optimised away. */
    private static final class SummingSink implements RowSink, ValueSink {
        private long sum;

        @Override
        public ValueSink column(int index) {
            return this;
        }

        @Override
        public void beginRow() {}

        @Override
        public void endRow() {}

        @Override
        public void discardRow() {}

        @Override
        public void nullValue() {}

        @Override
        public void bool(boolean value) {
            sum += value ? 1 : 0;
        }

        @Override
        public void int64(long value) {
            sum += value;
        }

        @Override
        public void float32(float value) {
            sum += (long) value;
        }

        @Override
        public void float64(double value) {
            sum += (long) value;
        }

        @Override
        public void text(String value) {
            sum += value.length();
        }

        @Override
        public void object(Object value) {
            sum += 1;
        }
    }

    /** The same row again and again. */
    private static Iterator<Numbers> repeated(int count) {
        return new Iterator<>() {
            private int left = count;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            @SuppressWarnings("IteratorNotThrowingNoSuchElement") // asked only after hasNext()
            public Numbers next() {
                left--;
                return ROW;
            }
        };
    }

    private static RowWriter writer(MethodHandles.Lookup lookup) {
        DerivedMapping<Numbers> mapping = DerivedMapping.of(Numbers.class, lookup);
        List<BoundColumn> bound = new ArrayList<>();
        for (MappedColumn<Numbers> column : mapping.allColumns()) {
            TargetColumn target = StubProvider.nullable(column.name().text());
            bound.add(new BoundColumn(column, target));
        }
        return new RowWriter("t", mapping, bound, column -> null, new StageClock());
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static double bytesPerRow(RowWriter writer) throws SQLException {
        SummingSink sink = new SummingSink();
        for (int round = 0; round < 2; round++) {
            run(writer, sink, ROWS / 5);
        }
        long before = allocated();
        run(writer, sink, ROWS);
        long bytes = allocated() - before;
        assertThat(sink.sum).isNotZero();
        return (double) bytes / ROWS;
    }

    private static void run(RowWriter writer, SummingSink sink, int rows) throws SQLException {
        StageClock clock = new StageClock();
        LoadGuard guard = new LoadGuard(LoadSettings.DEFAULTS);
        MappedRowCursor cursor = new MappedRowCursor(
                writer,
                new RowBuffer(writer.columnCount(), 1000),
                RowSource.of(repeated(rows)),
                false,
                guard,
                new ProgressMeter(List.of(), clock),
                () -> {},
                0);
        while (cursor.next()) {
            cursor.writeTo(sink);
        }
        assertThat(cursor.rowsRead()).isEqualTo(rows);
        guard.detach();
    }

    @Test
    void aRecordOfPrimitivesIsReadWithoutAllocation() throws SQLException {
        assertThat(bytesPerRow(writer(MethodHandles.lookup()))).isLessThan(0.5);
    }

    @Test
    void handlesBoxNothingEither() throws SQLException {
        assertThat(bytesPerRow(writer(MethodHandles.publicLookup()))).isLessThan(0.5);
    }

    @Test
    void aBufferThatIsReusedAllocatesNothing() throws SQLException {
        RowWriter writer = writer(MethodHandles.lookup());
        RowBuffer buffer = new RowBuffer(writer.columnCount(), 64 << 10);
        SummingSink sink = new SummingSink();
        long before = 0;
        int warmUp = 200_000;
        for (int i = 0; i < warmUp + ROWS; i++) {
            if (i == warmUp) {
                before = allocated();
            }
            writer.write(ROW, i, buffer);
            if (buffer.full()) {
                for (int row = 0; row < buffer.rows(); row++) {
                    writer.replay(buffer, row, row, sink);
                }
                buffer.clear();
            }
        }

        assertThat((double) (allocated() - before) / ROWS).isLessThan(0.5);
        assertThat(sink.sum).isNotZero();
    }
}
