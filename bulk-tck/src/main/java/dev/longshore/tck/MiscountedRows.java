package dev.longshore.tck;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;

/**
 * Rows of a collection that says it has another number of them, as one may that others change meanwhile. Immutable.
 *
 * @param <T> the rows' class
 */
public final class MiscountedRows<T> extends AbstractCollection<T> {
    private final List<T> rows;
    private final int told;

    /**
     * Makes a collection.
     *
     * @param rows what it gives
     * @param told how many it says that it has
     */
    public MiscountedRows(List<T> rows, int told) {
        this.rows = List.copyOf(rows);
        this.told = told;
    }

    @Override
    public Iterator<T> iterator() {
        return rows.iterator();
    }

    @Override
    public int size() {
        return told;
    }
}
