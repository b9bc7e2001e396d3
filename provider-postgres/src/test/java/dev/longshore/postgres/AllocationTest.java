package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadResult;
import dev.longshore.tck.Allocation;
import dev.longshore.tck.Allocation.Reading;
import java.sql.SQLException;
import java.util.Iterator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a load allocates on the thread that calls it, the driver's share and the fixed cost of a load included. */
final class AllocationTest extends LiveTest {
    private static final int ROWS = 400_000;
    private static final int WARM_UPS = 3;
    private static final double MOST_BYTES = 8;

    private interface Load {
        LoadResult run(BulkInserter inserter, Iterator<Reading> rows) throws BulkLoadException;
    }

    private double bytesPerRow(BulkInserter inserter, Load load) throws SQLException {
        long allocated = 0;
        for (int i = 0; i <= WARM_UPS; i++) {
            execute("truncate reading");
            LoadResult[] result = new LoadResult[1];
            allocated = Allocation.bytesOf(() -> result[0] = load.run(inserter, Reading.repeated(ROWS)));
            assertThat(result[0].rowsWritten()).isEqualTo(ROWS);
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
        double bytes = bytesPerRow(table(), (inserter, rows) -> inserter.insert(Reading.MAPPING, rows));
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
