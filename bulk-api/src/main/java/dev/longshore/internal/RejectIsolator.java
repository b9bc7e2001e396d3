package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a batch behind a savepoint and, where the database refuses it because of its rows, finds those and sends the others again.
 * A row that the database names is set aside once the rows before it are in; where none is named the batch is halved. Good rows go in
 * their order, each piece by the same path as the whole. Confined to the loading thread.
 */
final class RejectIsolator {
    private final LoadRun run;
    private final RecordedBatch batch;
    private final RejectedRows rejects;

    RejectIsolator(LoadRun run, RecordedBatch batch, RejectedRows rejects) {
        this.run = run;
        this.batch = batch;
        this.rejects = rejects;
    }

    /**
     * Why a piece was refused.
     *
     * @param row the recorded row that the database named; -1 if none
     */
    private record Refusal(int row, BulkLoadException failure) {}

    /** Sends what a cursor gives, and what was recorded of it again if that is refused. */
    void send(BatchCursor rows) throws SQLException {
        Refusal refusal = attempt(rows);
        if (refusal != null) {
            int from = narrow(0, batch.size(), refusal);
            keep(from, batch.size());
        }
    }

    /** Sends a range of the recorded rows, but for those that are wrong. */
    private void keep(int from, int to) throws SQLException {
        int start = from;
        while (batch.remaining(start, to) > 0) {
            Refusal refusal = attempt(BatchCursor.replaying(run, batch, rejects, start, to, 0));
            if (refusal == null) {
                return;
            }
            start = narrow(start, to, refusal);
        }
    }

    /** Deals with the first rows of a range that was refused. Returns where the rest begins. */
    private int narrow(int from, int to, Refusal refusal) throws SQLException {
        int row = refusal.row();
        if (row < 0 && batch.remaining(from, to) == 1) {
            rejects.add(batch, nextRemaining(from), refusal.failure());
            return to;
        }
        if (row < 0) {
            int middle = from + (to - from) / 2;
            keep(from, middle);
            return middle;
        }
        long before = rejects.count();
        keep(from, row);
        if (rejects.count() > before) {
            // the row may have been wrong only beside one that is set aside now
            return row;
        }
        rejects.add(batch, row, refusal.failure());
        return row + 1;
    }

    private int nextRemaining(int from) {
        int row = from;
        while (batch.isSetAside(row)) {
            row++;
        }
        return row;
    }

    /** Sends rows behind a savepoint. Returns why they were refused, or null if they are in. */
    private @Nullable Refusal attempt(BatchCursor rows) throws SQLException {
        LoadRun.Mark before = run.mark();
        try {
            run.send(rows);
        } catch (SQLException e) {
            if (rows.threw(e) || !run.isFaultOfRow(e)) {
                throw e;
            }
            run.backTo(before, e);
            BulkLoadException failure = (BulkLoadException) e;
            return new Refusal(rows.recorded(failure.rowIndex()), failure);
        }
        run.release(before);
        return null;
    }
}
