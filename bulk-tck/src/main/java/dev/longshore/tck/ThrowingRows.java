package dev.longshore.tck;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/** Items numbered from 0, of which one can't be had: asking for it throws. */
final class ThrowingRows implements Iterator<Item> {
    private final long position;
    private final long count;
    private final Supplier<? extends Throwable> failure;
    private long next;

    /**
     * Makes the rows.
     *
     * @param position the row whose turn throws
     * @param count how many rows there would be
     * @param failure makes what is thrown, checked or not
     */
    ThrowingRows(long position, long count, Supplier<? extends Throwable> failure) {
        this.position = position;
        this.count = count;
        this.failure = failure;
    }

    @Override
    public boolean hasNext() {
        return next < count;
    }

    @Override
    public Item next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (next == position) {
            throw ThrowingRows.<RuntimeException>unchecked(failure.get());
        }
        return Item.numbered(next++);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is what hides the checked type
    static <E extends Throwable> E unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
