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
    /** How many rows at least are sent at once after a refusal. */
    private static final int LEAST_PIECE = 500;

    /** As many rows can be sent in the time that a bulk statement takes to begin and end. */
    private static final int ROWS_OF_A_BEGINNING = 3_000;

    private final LoadRun run;
    private final RecordedBatch batch;
    private final RejectedRows rejects;
    private final boolean mayReorder;
    private LoadRun.@Nullable Mark mark;
    private long keptRows;
    private long refusals;

    RejectIsolator(LoadRun run, RecordedBatch batch, RejectedRows rejects) {
        this.run = run;
        this.batch = batch;
        this.rejects = rejects;
        this.mayReorder = run.mayReorder();
    }

    /**
     * Why a piece was refused.
     *
     * @param row the recorded row that the database named; -1 if none
     */
    private record Refusal(int row, BulkLoadException failure) {}

    /** Sends what a cursor gives, and what was recorded of it again if that is refused. */
    void send(BatchCursor rows) throws SQLException {
        mark = null;
        Refusal refusal = attempt(rows);
        if (refusal != null) {
            int from = narrow(0, batch.size(), refusal);
            keep(from, batch.size());
        }
        release();
    }

    /** Sends a range of the recorded rows, but for those that are wrong. */
    private void keep(int from, int to) throws SQLException {
        int start = from;
        while (batch.remaining(start, to) > 0) {
            int end = (int) Math.min(to, (long) start + pieceRows());
            Refusal refusal = attempt(BatchCursor.replaying(run, batch, rejects, start, end, 0));
            start = refusal == null ? end : narrow(start, end, refusal);
            if (rejects.holdsMany() && start < batch.size()) {
                // what the handler does must not be behind a savepoint that a later refusal goes back to
                release();
                run.handOver(rejects, batch.index(start));
            }
        }
    }

    /**
     * How many rows to send at once, so that little is sent behind the next row that is refused: drivers send all before they look for
     * a refusal. If one comes in each D rows, a piece of n costs its beginning for n rows and n rows for D.
     */
    int pieceRows() {
        if (refusals == 0) {
            return Integer.MAX_VALUE;
        }
        double rowsARefusal = (double) (keptRows + refusals) / refusals;
        return (int) Math.max(LEAST_PIECE, Math.sqrt(2 * ROWS_OF_A_BEGINNING * rowsARefusal));
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
        Refusal alone = mayReorder ? attempt(BatchCursor.replaying(run, batch, rejects, row, row + 1, 0)) : refusal;
        if (alone != null) {
            rejects.add(batch, row, alone.failure());
        }
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
        LoadRun.Mark before = mark;
        if (before == null) {
            before = run.mark();
            mark = before;
        }
        try {
            run.send(rows);
        } catch (SQLException e) {
            if (rows.threw(e) || !run.isFaultOfRow(e)) {
                throw e;
            }
            refusals++;
            mark = run.backTo(before, e) ? before : null;
            BulkLoadException failure = (BulkLoadException) e;
            return new Refusal(rows.recorded(failure.rowIndex()), failure);
        }
        keptRows += rows.takenRows();
        release();
        return null;
    }

    /** Lets go of the savepoint, which may outlive a refusal. */
    private void release() throws SQLException {
        LoadRun.Mark set = mark;
        if (set != null) {
            mark = null;
            run.release(set);
        }
    }
}
