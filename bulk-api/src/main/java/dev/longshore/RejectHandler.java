package dev.longshore;

/** Told of rows that a load rejected. Called on the loading thread, in the order of the rows. */
@FunctionalInterface
public interface RejectHandler {
    /**
     * Takes a rejected row. Runs once the batch around the row is through and before the load commits: if the load fails later,
     * none of its rows is stored, those around this one included. No statement of the load is open meanwhile, so that others may run
     * over the connection; the transaction must be left alone. Where one row is wrong more than may be rejected, the rows
     * before it are told too, over a connection whose transaction can then only be rolled back.
     *
     * @param row the row and why it was rejected
     * @throws Exception anything; it ends the load in phase {@link LoadPhase#CALLBACK}
     */
    void rejected(RejectedRow row) throws Exception;
}
