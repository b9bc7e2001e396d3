package dev.longshore.tck;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Items numbered from 0 without end; something may be done before a row is handed out. */
final class EndlessRows implements Iterator<Item> {
    private final Before before;
    private long next;

    interface Before {
        void row(long index) throws Exception;
    }

    EndlessRows(Before before) {
        this.before = before;
    }

    /** Rows that come at once until one that takes ten minutes; only an interrupt ends the wait. */
    static EndlessRows stuckAt(long position) {
        return new EndlessRows(index -> {
            if (index == position) {
                TimeUnit.MINUTES.sleep(10);
            }
        });
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Item next() {
        try {
            before.row(next);
        } catch (Exception e) {
            throw ThrowingRows.<RuntimeException>unchecked(e);
        }
        return Item.numbered(next++);
    }
}
