package dev.longshore.tests.faults;

import java.util.Iterator;
import java.util.function.LongConsumer;

/** Rows of which someone is told before each is read. */
final class WatchedRows implements Iterator<Object[]> {
    private final Iterator<Object[]> rows;
    private final LongConsumer before;
    private long index;

    /**
     * Watches rows.
     *
     * @param before is told the index of each row, counted from 0; what it throws is what the source throws
     */
    WatchedRows(Iterator<Object[]> rows, LongConsumer before) {
        this.rows = rows;
        this.before = before;
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public Object[] next() {
        before.accept(index++);
        return rows.next();
    }
}
