package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadPhase;
import dev.longshore.RejectedRow;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a load rejects: keeps within what the policy allows, and hands them to the caller's handler batch by batch, in the
 * order of the input. Confined to the loading thread.
 */
final class RejectedRows {
    private static final int MANY = 1_000;

    /** A batch can be short, and what is wrong with a file is often at its beginning. */
    private static final int ROWS_OF_A_CHECK = 10_000;

    private final ErrorPolicy policy;
    private final String table;
    private final List<String> columns;
    private final boolean masksValues;
    private final List<RejectedRow> held = new ArrayList<>();
    private long count;
    private boolean exceeded;
    private long rowsChecked;
    private @Nullable BulkLoadException last;

    RejectedRows(ErrorPolicy policy, String table, List<String> columns, boolean masksValues) {
        this.policy = policy;
        this.masksValues = masksValues;
        this.table = table;
        this.columns = columns;
    }

    long count() {
        return count;
    }

    /** Whether one row more was wrong than may be rejected. */
    boolean exceeded() {
        return exceeded;
    }

    /** Whether as many rows more may be rejected. */
    boolean allows(int rows) {
        return count + rows <= policy.mostRows();
    }

    /** Whether so many rows wait for their handler that they should not become many more. */
    boolean holdsMany() {
        return held.size() >= MANY;
    }

    /** Rejects a recorded row. */
    void add(RecordedBatch batch, int row, BulkLoadException failure) throws BulkLoadException {
        batch.setAside(row);
        add(batch.index(row), batch.object(row), batch.values(row), failure);
    }

    /** Rejects a row, or throws if it is one too many. */
    void add(long index, @Nullable Object row, Map<String, @Nullable Object> values, BulkLoadException failure)
            throws BulkLoadException {
        BulkLoadException.Builder facts = masksValues ? ValueMask.of(failure) : failure.toBuilder();
        BulkLoadException known = facts.row(index).table(table).build();
        held.add(new RejectedRow(index, row instanceof ResultSet ? null : row, columns, values, known));
        if (++count > policy.mostRows()) {
            exceeded = true;
            throw tooMany(known, count + " rows are wrong, but at most " + policy.mostRows() + " may be rejected");
        }
    }

    /** Whether rows before a place in the caller's input were rejected that their handler was not told of. */
    boolean holdsBefore(long index) {
        for (RejectedRow row : held) {
            if (row.index() < index) {
                return true;
            }
        }
        return false;
    }

    /** Hands on the rows that were rejected since the last time. */
    void deliver(LoadGuard guard) throws BulkLoadException {
        deliverBefore(Long.MAX_VALUE, guard);
    }

    /** Hands on the rows that were rejected since the last time and stand before another in the caller's input. */
    void deliverBefore(long index, LoadGuard guard) throws BulkLoadException {
        held.sort(Comparator.comparingLong(RejectedRow::index));
        int count = 0;
        while (count < held.size() && held.get(count).index() < index) {
            count++;
        }
        List<RejectedRow> told = held.subList(0, count);
        for (RejectedRow row : told) {
            guard.enter(LoadGuard.Place.SOURCE);
            try {
                policy.handler().rejected(row);
            } catch (Exception e) {
                guard.keepInterrupt(e);
                throw BulkLoadException.in(LoadPhase.CALLBACK, "the handler of rejected rows threw " + e)
                        .row(row.index())
                        .cause(e)
                        .build();
            } finally {
                guard.enter(LoadGuard.Place.DATABASE);
            }
            last = row.failure();
        }
        told.clear();
    }

    /** Ends a batch: looks at the share of rejected rows unless it has just been looked at. */
    void endBatch(long rowsRead) throws BulkLoadException {
        if (rowsRead - rowsChecked >= ROWS_OF_A_CHECK) {
            checkShare(rowsRead);
        }
    }

    /** Throws if too great a share of the rows read so far was rejected. */
    void checkShare(long rowsRead) throws BulkLoadException {
        rowsChecked = rowsRead;
        BulkLoadException latest = last;
        if (latest != null && 100.0 * count > policy.mostPercent() * rowsRead) {
            throw tooMany(
                    latest,
                    count + " of " + rowsRead + " rows are wrong, but at most " + policy.mostPercent()
                            + " % may be rejected");
        }
    }

    private static BulkLoadException tooMany(BulkLoadException last, String reason) {
        return BulkLoadException.in(last.phase(), reason + "; the last: " + last.reason())
                .row(last.rowIndex())
                .column(last.column())
                .cause(last)
                .build();
    }
}
