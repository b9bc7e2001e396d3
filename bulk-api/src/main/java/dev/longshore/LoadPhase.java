package dev.longshore;

/** The stage in which a load failed. */
public enum LoadPhase {
    /** Getting a connection, or finding the provider for it. */
    CONNECT,
    /** Holding the mapping and the settings against the live table; no row was sent. */
    PREFLIGHT,
    /** Reading the next row from the caller's source. */
    SOURCE,
    /** Reading a value out of a row, or turning it into the column's type. */
    MAPPING,
    /** Handing rows to the driver, or being stopped by a timeout, a cancel or an interrupt while doing so. */
    SEND,
    /** The database refused the rows. */
    SERVER,
    /** Committing, or restoring the connection's autocommit mode after it. */
    COMMIT,
    /** A listener or another callback of the caller threw. */
    CALLBACK
}
