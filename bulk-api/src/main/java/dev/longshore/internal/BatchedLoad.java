package dev.longshore.internal;

import dev.longshore.LoadLedger;
import dev.longshore.RetryPolicy;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A load whose rows go in batches that can be sent again: each behind a savepoint where rows may be rejected, and in a transaction of
 * its own under {@code commitEvery}. Pulled and pushed loads run on it. Confined to the loading thread.
 */
final class BatchedLoad {
    /** Each batch is a bulk statement of its own behind a savepoint, and some take long to begin: so there are few. */
    private static final int BATCH_ROWS = 100_000;

    /** Where rows may be rejected and are all sent before a refusal is seen, the first batch tells early how many that will be. */
    private static final int FIRST_BATCH_ROWS = 25_000;

    private static final int MOST_BATCH_ROWS = 1_000_000;
    private static final long BATCH_BYTES =
            Math.min(64L << 20, Math.max(8L << 20, Runtime.getRuntime().maxMemory() / 4));

    /** A server keeps up to 64 savepoints of a transaction at hand; batches grow so that even long loads stay below. */
    private static final int BATCHES_OF_A_SIZE = 16;

    /** As many rows, unless they are so wide that bytes end a batch, need 64 savepoints: sixteen of each size up to the fourth. */
    static final long ROWS_OF_FEW_SAVEPOINTS = BATCHES_OF_A_SIZE * (1L + 2 + 4 + 8) * BATCH_ROWS;

    private final LoadRun run;
    private final LoadSettings settings;
    private final long commitEvery;
    private final RecordedBatch batch;
    private final @Nullable RetryPolicy retry;
    private final @Nullable RejectedRows rejects;
    private final @Nullable RejectIsolator isolator;
    private @Nullable LedgerEntry ledger;
    private long firstIndex;
    private int batches;
    private int mostRows;
    private long nextIndex;
    private long uncommittedRows;
    private int retries;

    /** Prepares for the batches of a load that was prepared. */
    BatchedLoad(LoadRun run, LoadSettings settings) {
        this.run = run;
        this.settings = settings;
        this.commitEvery = settings.commitEvery() == 0 ? Long.MAX_VALUE : settings.commitEvery();
        this.retry = settings.retry();
        this.batch = new RecordedBatch(run.writer().columns(), BATCH_BYTES);
        this.rejects = settings.errorPolicy().rejects()
                ? new RejectedRows(
                        settings.errorPolicy(), run.table(), run.writer().columns(), settings.masksValues())
                : null;
        this.isolator = rejects == null ? null : new RejectIsolator(run, batch, rejects);
    }

    /** Begins the transaction. Returns the place in the caller's input of the first row that is to be loaded. */
    long begin() throws SQLException {
        run.beginBatches();
        firstIndex = settings.resumeFrom();
        if (settings.ledger() != null) {
            firstIndex = rowsOf(settings.ledger());
        }
        nextIndex = firstIndex;
        mostRows = mostRows();
        run.startAt(firstIndex);
        return firstIndex;
    }

    /** Opens the ledger, and reads how many rows are dealt with. May be done twice, so an unknown outcome does no harm. */
    private long rowsOf(LoadLedger named) throws SQLException {
        while (true) {
            try {
                LedgerEntry entry = run.openLedger(named);
                long rows = entry.lockedRows(run.connection());
                run.commitBatch(rows);
                ledger = entry;
                return rows;
            } catch (SQLException e) {
                restartAfter(e, true);
            }
        }
    }

    /** How many rows the next batch may have. */
    private int mostRows() {
        int doublings = Math.min(batches / BATCHES_OF_A_SIZE, Integer.SIZE);
        long usual = Math.min((long) BATCH_ROWS << doublings, MOST_BATCH_ROWS);
        if (isolator != null && batches < 2 && run.beginningRows() > 0) {
            usual = batches == 0 ? FIRST_BATCH_ROWS : BATCH_ROWS - FIRST_BATCH_ROWS;
        }
        long wanted = isolator == null ? usual : Math.min(usual, isolator.pieceRows());
        return (int) Math.min(wanted, commitEvery - uncommittedRows);
    }

    /** Sends all rows of a source, which stands on the first that is to be loaded. */
    void sendAll(RowSource source) throws SQLException {
        boolean more = true;
        while (more) {
            BatchCursor rows = send(BatchCursor.recording(run, batch, rejects, source, nextIndex, mostRows));
            more = rows.isStanding() || (!rows.ended() && MappedRowCursor.advance(source, run.guard(), nextIndex));
        }
        checkShare();
    }

    private void checkShare() throws SQLException {
        if (rejects != null) {
            rejects.checkShare(nextIndex - firstIndex);
        }
    }

    /** Records a row that was pushed, and sends the batch if it is full. */
    void push(@Nullable Object row, long index) throws SQLException {
        BatchCursor.record(run.writer(), batch, rejects, row, index);
        if (batch.full() || index + 1 - nextIndex >= mostRows) {
            sendPushed(index + 1);
        }
    }

    /** Sends the rows that were pushed since the last batch, which are the last. */
    void endPushed(long endIndex) throws SQLException {
        sendPushed(endIndex);
        checkShare();
    }

    /**
     * Sends the rows that were pushed since the last batch, if there are any.
     *
     * @param endIndex the place in the caller's input behind the last of them
     */
    private void sendPushed(long endIndex) throws SQLException {
        if (endIndex > nextIndex) {
            send(BatchCursor.replaying(run, batch, rejects, 0, batch.size(), endIndex));
        }
    }

    /** Sends a batch, again after failures that may pass. Returns its rows as they went at last. */
    private BatchCursor send(BatchCursor rows) throws SQLException {
        LoadRun.Counts before = run.counts();
        BatchCursor sent = rows;
        retries = 0;
        while (!isIn(sent)) {
            run.restore(before);
            sent = sent.again(run);
        }
        nextIndex = sent.endIndex();
        batches++;
        mostRows = mostRows();
        batch.clear();
        return sent;
    }

    /** Tries to send a batch. Returns false if it is to be tried again. */
    private boolean isIn(BatchCursor rows) throws SQLException {
        try {
            sendOnce(rows);
            return true;
        } catch (SQLException e) {
            return isInAfter(e, rows);
        }
    }

    private void sendOnce(BatchCursor rows) throws SQLException {
        if (ledger != null) {
            ledger.lockAt(run.connection(), nextIndex);
        }
        transfer(rows);
        long endIndex = rows.endIndex();
        run.count(endIndex - nextIndex);
        if (rejects != null) {
            run.handOver(rejects, Long.MAX_VALUE);
            rejects.endBatch(endIndex - firstIndex);
            run.rejected(rejects.count());
        }
        uncommittedRows += endIndex - nextIndex;
        // a batch that may be tried again must be all that is undone
        if (uncommittedRows >= commitEvery || retry != null || ledger != null) {
            if (ledger != null) {
                ledger.moveTo(run.connection(), endIndex);
            }
            uncommittedRows = 0;
            run.commitBatch(endIndex);
        }
    }

    private void transfer(BatchCursor rows) throws SQLException {
        if (rejects == null || isolator == null) {
            run.send(rows);
            return;
        }
        try {
            isolator.send(rows);
        } catch (SQLException e) {
            if (rejects.exceeded()) {
                run.abandon(e);
                rejects.deliver(run.guard());
            }
            throw e;
        }
    }

    /**
     * Makes ready to send a batch again after a failure, or throws that. Returns whether the batch is stored all the same: the
     * connection was lost while it was committed, and the ledger tells.
     */
    private boolean isInAfter(SQLException failure, BatchCursor rows) throws SQLException {
        if (rows.threw(failure)) {
            throw failure;
        }
        boolean isUnknown = run.isCommitting();
        SQLException last = failure;
        while (true) {
            restartAfter(last, !isUnknown || ledger != null);
            try {
                if (!isUnknown || ledger == null) {
                    return false;
                }
                if (ledger.lockedRows(run.connection()) != rows.endIndex()) {
                    run.uncommitted();
                    return false;
                }
                run.commitBatch(rows.endIndex());
                return true;
            } catch (SQLException e) {
                last = e;
            }
        }
    }

    /** Undoes what failed and begins again; throws the failure if it can't pass or was tried often enough. */
    private void restartAfter(SQLException failure, boolean isOutcomeKnown) throws SQLException {
        RetryPolicy policy = retry;
        SQLException last = failure;
        while (policy != null && ++retries <= policy.times() && run.mayPass(last, isOutcomeKnown)) {
            run.guard().pause(policy.waitBefore(retries));
            try {
                run.restart(last);
                return;
            } catch (SQLException e) {
                last = e;
            }
        }
        if (last != failure) {
            failure.addSuppressed(last);
        }
        throw failure;
    }
}
