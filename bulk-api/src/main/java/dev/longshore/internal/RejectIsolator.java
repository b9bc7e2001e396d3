package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends a batch behind a savepoint and, where the database refuses it because of its rows, finds those and sends the others again,
 * in their order, each piece by the same path as the whole. Where no row is named the range is halved. Confined to the loading thread.
 *
 * <p>A row that the database names is left out as a <em>suspect</em>: it was refused behind all rows before it, but for the suspects
 * among them. Once exactly those are in, an INSERT of each row by itself is known to have refused it too, and it is rejected. If a
 * row before it turns out to be wrong it may have been wrong only beside that one, and is sent again.
 */
final class RejectIsolator {
    /** How many rows at least are sent at once after a refusal. */
    private static final int LEAST_PIECE = 500;

    /** As many rows can be sent in the time that a bulk statement takes to begin and end, where the provider does not say. */
    private static final int USUAL_BEGINNING_ROWS = 3_000;

    /** As many suspects, with what the driver told of them, wait at most until the rows between them are in. */
    private static final int MOST_SUSPECTS = 100;

    private final LoadRun run;
    private final RecordedBatch batch;
    private final RejectedRows rejects;
    private final boolean mayReorder;
    private final int beginningRows;
    private final List<Refusal> suspects = new ArrayList<>();
    /** Whether good rows before a suspect may be sent together with those behind it. */
    private boolean sendsTogether;

    private LoadRun.@Nullable Mark mark;
    private long keptRows;
    private long refusals;

    /** The rows before this one are dealt with. */
    private int from;
    /** The row behind those that are sent next. */
    private int to;
    /** Among the rows from {@link #from} to this one is one that was refused and not named, if this is the greater. */
    private int wrongBefore;
    /** How many rows that wait to be sent are good as far as is known. */
    private int waitingRows;

    RejectIsolator(LoadRun run, RecordedBatch batch, RejectedRows rejects) {
        this.run = run;
        this.batch = batch;
        this.rejects = rejects;
        this.mayReorder = run.mayReorder();
        int told = run.beginningRows();
        this.beginningRows = told == 0 ? USUAL_BEGINNING_ROWS : told;
        this.sendsTogether = told > 0;
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
        from = 0;
        wrongBefore = 0;
        waitingRows = 0;
        // of a batch that is sent again since its connection was lost
        acquit(0);
        Refusal refusal = attempt(rows);
        to = batch.size();
        if (refusal != null) {
            narrow(refusal);
            sendPieces();
        }
        release();
    }

    private void sendPieces() throws SQLException {
        while (from < batch.size()) {
            Refusal refusal = batch.remaining(from, to) == 0
                    ? null
                    : attempt(BatchCursor.replaying(run, batch, rejects, from, to, 0));
            if (refusal == null) {
                advance();
            } else {
                narrow(refusal);
            }
        }
    }

    /** Goes on behind a piece that is in: what was refused behind its rows is rejected. */
    private void advance() throws SQLException {
        from = to;
        waitingRows = 0;
        while (!suspects.isEmpty() && suspects.get(0).row() <= from) {
            Refusal proven = suspects.remove(0);
            rejects.add(batch, proven.row(), proven.failure());
        }
        if (rejects.holdsMany() && from < batch.size()) {
            // what the handler does must not be behind a savepoint that a later refusal goes back to
            release();
            run.handOver(rejects, batch.index(from));
        }
        to = from < wrongBefore ? half() : pieceFrom(from);
    }

    private int pieceFrom(int row) {
        return (int) Math.min(batch.size(), (long) row + pieceRows());
    }

    /** The end of the first half of the rows of which one is wrong, or of a piece of them. */
    private int half() {
        return batch.remaining(from, wrongBefore) == 1
                ? wrongBefore
                : Math.min(pieceFrom(from), from + (wrongBefore - from) / 2);
    }

    /**
     * How many rows to send at once, so that little is sent behind the next row that is refused: drivers send all before they look for
     * a refusal. If one comes in each D rows, a piece of n costs its beginning for n rows and n rows for D. Where good rows may wait for
     * those behind the next suspect, there is no use in a piece that goes much farther than to that.
     */
    int pieceRows() {
        if (refusals == 0) {
            return Integer.MAX_VALUE;
        }
        double rowsARefusal = (double) (keptRows + waitingRows + refusals) / refusals;
        double best = Math.sqrt(2.0 * beginningRows * rowsARefusal);
        return (int) Math.max(LEAST_PIECE, sendsTogether ? Math.min(best, rowsARefusal) : best);
    }

    /** Leaves out the row for which a range was refused, or makes the range smaller. */
    private void narrow(Refusal refusal) throws SQLException {
        int row = refusal.row();
        if (batch.remaining(from, to) == 1) {
            suspect(new Refusal(nextRemaining(), refusal.failure()));
        } else if (row < 0) {
            wrongBefore = to;
            to = half();
        } else if (mayReorder) {
            // it may be wrong only behind a later row that the path sent first, so that it is tried by itself
            wrongBefore = row + 1;
            to = batch.remaining(from, row) > 0 ? row : wrongBefore;
        } else {
            suspect(refusal);
        }
    }

    private void suspect(Refusal refusal) throws SQLException {
        int row = refusal.row();
        if (acquit(row)) {
            // where a later row is named before an earlier one, each suspect is seen to by itself
            sendsTogether = false;
        }
        batch.setAside(row);
        suspects.add(refusal);
        wrongBefore = from;
        waitingRows = batch.remaining(from, row);
        if (waitingRows == 0) {
            to = row;
            advance();
        } else {
            to = mayWait() ? pieceFrom(row) : row;
        }
    }

    /** Whether rows that are known as good may wait, to be sent with those behind the last suspect. */
    private boolean mayWait() {
        return sendsTogether
                && waitingRows <= pieceRows()
                && suspects.size() < MOST_SUSPECTS
                && rejects.allows(suspects.size());
    }

    /** Takes up again the suspects from a row on. Returns whether there were any. */
    private boolean acquit(int row) {
        boolean isAny = false;
        for (int last = suspects.size() - 1; last >= 0 && suspects.get(last).row() >= row; last--) {
            batch.takeUp(suspects.remove(last).row());
            isAny = true;
        }
        return isAny;
    }

    private int nextRemaining() {
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
