package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Iterator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a load allocates on the thread that calls it, the driver's share and the fixed cost of a load included. */
final class AllocationTest extends LiveTest {
    private static final int ROWS = 400_000;
    private static final int WARM_UPS = 3;
    private static final double MOST_BYTES = 8;

    record Reading(long id, int n, short s, double d, float f, boolean b, String ascii, String wide) {}

    private static final Reading ROW = new Reading(1L << 40, 7, (short) 3, 0.5, 1.5f, true, "a plain text", "größer €");

    private interface Load {
        LoadResult run(BulkInserter inserter, Iterator<Reading> rows) throws BulkLoadException;
    }

    /** The same row again and again, so that the rows themselves cost nothing. */
    private static Iterator<Reading> repeated(int count) {
        return new Iterator<>() {
            private int left = count;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            @SuppressWarnings("IteratorNotThrowingNoSuchElement") // asked only after hasNext()
            public Reading next() {
                left--;
                return ROW;
            }
        };
    }

    private double bytesPerRow(BulkInserter inserter, Load load) throws SQLException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = 0;
        for (int i = 0; i <= WARM_UPS; i++) {
            execute("truncate reading");
            long before = threads.getCurrentThreadAllocatedBytes();
            LoadResult result = load.run(inserter, repeated(ROWS));
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(result.rowsWritten()).isEqualTo(ROWS);
        }
        assertThat(rows("select count(*), min(wide), max(id) from reading"))
                .containsExactly(ROWS + "|größer €|" + (1L << 40));
        return (double) allocated / ROWS;
    }

    private BulkInserter table() throws SQLException {
        execute("create unlogged table reading(id bigint, n int, s smallint, d float8, f float4, b boolean, ascii text,"
                + " wide varchar(20))");
        return into("reading");
    }

    @Test
    @DisplayName("rows of a record: at most 8 bytes a row")
    void records() throws SQLException {
        double bytes = bytesPerRow(table(), BulkInserter::insert);
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    @DisplayName("rows by typed lambdas: at most 8 bytes a row")
    void mappings() throws SQLException {
        RowMapping<Reading> mapping = RowMapping.of(Reading.class)
                .longColumn("id", Reading::id)
                .intColumn("n", Reading::n)
                .doubleColumn("d", Reading::d)
                .booleanColumn("b", Reading::b)
                .column("ascii", String.class, Reading::ascii)
                .column("wide", Reading::wide)
                .build();
        double bytes = bytesPerRow(table(), (inserter, rows) -> inserter.insert(mapping, rows));
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    @DisplayName("rows in the caller's transaction: at most 8 bytes a row")
    void callersTransaction() throws SQLException {
        BulkInserter inserter = table();
        connection().setAutoCommit(false);
        double bytes = bytesPerRow(inserter, BulkInserter::insert);
        connection().rollback();
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
    }
}
