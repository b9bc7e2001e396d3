package dev.longshore;

/** Whether a load that joins the caller's transaction is guarded by a savepoint. */
public enum SavepointPolicy {
    /**
     * Set a savepoint before the first row, so that a failed load leaves the caller's earlier work usable; or, for few rows on
     * some databases, send them in a statement that undoes itself if it fails. Where the driver refuses savepoints the load goes
     * without one. The plan says so. The default.
     */
    AUTO,
    /** Never set a savepoint: a failed load leaves {@link TransactionState#ROLLBACK_REQUIRED}. */
    NEVER
}
