package dev.longshore.internal;

import java.util.ArrayList;
import java.util.List;

/** A database of one table in memory: the rows that are committed. Thread-safe. */
public final class StubDatabase {
    private final List<List<Object>> committed = new ArrayList<>();

    private Long ledger;

    /** Opens a connection with autocommit on. */
    public StubConnection connect() {
        return new StubConnection(this);
    }

    public synchronized List<List<Object>> rows() {
        return new ArrayList<>(committed);
    }

    /** How many rows the ledger tells of; null if it has no entry. */
    public synchronized Long ledger() {
        return ledger;
    }

    synchronized void setLedger(Long rows) {
        ledger = rows;
    }

    synchronized void commit(List<List<Object>> rows) {
        committed.addAll(rows);
    }
}
