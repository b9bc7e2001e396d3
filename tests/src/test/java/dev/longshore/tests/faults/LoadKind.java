package dev.longshore.tests.faults;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadLedger;
import dev.longshore.RetryPolicy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The kinds of load that meet faults. */
enum LoadKind {
    /** All or nothing, over a connection in autocommit mode. */
    OWN,
    /** In a transaction of the caller's, who has inserted a row before. */
    CALLERS,
    /** All or nothing, over a pool. */
    DATA_SOURCE,
    /** All good rows or nothing, over a connection in autocommit mode. */
    REJECTING,
    /** Committed batch by batch, over a connection in autocommit mode. */
    BATCHES,
    /** Committed batch by batch, tried again and resumed by a ledger, over a pool. */
    RESUMED;

    static final String LEDGER = "load_ledger";

    /** The id of the row that a caller has inserted before. */
    static final long EARLIER = -1;

    private static final int BAD_EVERY = 101;

    /** What the check of each table refuses. */
    static final String BAD = "bad";

    boolean isOverPool() {
        return this == DATA_SOURCE || this == RESUMED;
    }

    boolean isInBatches() {
        return this == BATCHES || this == RESUMED;
    }

    BulkInserter configured(BulkInserter inserter, String table, int batch, Duration timeout) {
        BulkInserter named = inserter.into(table).columns("id", "b").timeout(timeout);
        return switch (this) {
            case OWN, CALLERS, DATA_SOURCE -> named;
            case REJECTING -> named.onError(ErrorPolicy.rejectUpTo(1_000, rejected -> {}));
            case BATCHES -> named.commitEvery(batch);
            case RESUMED ->
                named.commitEvery(batch)
                        .ledger(LoadLedger.of(LEDGER, table))
                        .retry(RetryPolicy.upTo(6).waiting(Duration.ofMillis(20), Duration.ofMillis(200)));
        };
    }

    private boolean isBad(long id) {
        return this == REJECTING && id % BAD_EVERY == BAD_EVERY / 2;
    }

    /** What a caller does in a transaction before the load; not by SQL, of which the endpoint knows little. */
    static void insertEarlier(Connection connection, String table) throws BulkLoadException {
        BulkInserter.forConnection(connection).into(table).columns("id", "b").insert(List.<Object[]>of(new Object[] {
            EARLIER, "earlier"
        }));
    }

    Iterator<Object[]> rows(int count, String text) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Object[] {(long) i, isBad(i) ? BAD : text})
                .iterator();
    }

    /** The ids that the first rows leave in the table. */
    List<Long> stored(long rows) {
        return LongStream.range(0, rows).filter(id -> !isBad(id)).boxed().toList();
    }
}
