package dev.longshore;

/**
 * What a failed load left behind on the connection. In every state nothing of the load itself is stored, unless the
 * exception's reason says that rows are: if the connection could not be given back after the commit, or if the source of the
 * rows ended the load's transaction.
 */
public enum TransactionState {
    /**
     * The connection is usable. Under autocommit the load was rolled back; in a caller's transaction the caller's earlier
     * work is still there, uncommitted.
     */
    INTACT,
    /** The caller's transaction is open but can't go on: the caller must roll it back. */
    ROLLBACK_REQUIRED,
    /**
     * The database itself ended the whole transaction that the load ran in. Earlier uncommitted work of the caller in it is
     * gone; the connection is usable.
     */
    ROLLED_BACK_BY_SERVER,
    /**
     * The connection is gone. If that happened in {@link LoadPhase#COMMIT} of the load's own transaction, or to a short load that
     * is a single statement under autocommit, it is not known whether the load was stored, and the exception's hint says so.
     */
    CONNECTION_LOST
}
