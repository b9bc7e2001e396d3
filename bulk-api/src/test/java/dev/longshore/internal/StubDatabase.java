package dev.longshore.internal;

import java.util.ArrayList;
import java.util.List;

/** A database of one table in memory: the rows that are committed. Thread-safe. */
public final class StubDatabase {
    private final List<List<Object>> committed = new ArrayList<>();

    /** Opens a connection with autocommit on. */
    public StubConnection connect() {
        return new StubConnection(this);
    }

    public synchronized List<List<Object>> rows() {
        return new ArrayList<>(committed);
    }

    synchronized void commit(List<List<Object>> rows) {
        committed.addAll(rows);
    }
}
