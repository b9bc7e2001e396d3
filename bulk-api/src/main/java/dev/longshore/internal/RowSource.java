package dev.longshore.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Where rows come from, one after the other. What the user's own code throws passes unchanged. */
public abstract class RowSource {
    /** A source without rows. */
    static final RowSource EMPTY = new RowSource() {
        @Override
        boolean advance() {
            return false;
        }

        @Override
        @Nullable
        Object row() {
            return null;
        }
    };

    private RowSource() {}

    /**
     * Goes to the next row. The row before may change or become invalid by it.
     *
     * @return false at the end; not called again then
     */
    abstract boolean advance() throws Exception;

    /** The current row; null if the user gave a null. */
    abstract @Nullable Object row();

    /** How many rows there are in all, as far as the user's collection tells; -1 if that is not known. */
    long size() {
        return -1;
    }

    /** The row on which this source stands and those after it, so many at most: a part that ends before the row after them. */
    RowSource part(int rows) {
        RowSource whole = this;
        return new RowSource() {
            private int left = rows - 1;

            @Override
            boolean advance() throws Exception {
                return left-- > 0 && whole.advance();
            }

            @Override
            @Nullable
            Object row() {
                return whole.row();
            }
        };
    }

    public static RowSource of(Iterable<?> rows) {
        return new IteratorSource(rows, null);
    }

    public static RowSource of(Iterator<?> rows) {
        return new IteratorSource(null, rows);
    }

    public static RowSource of(ResultSet rows) {
        return new RowSource() {
            private boolean begun;

            @Override
            boolean advance() throws Exception {
                if (!begun && rows.isClosed()) {
                    // not every driver's next() says so
                    throw new SQLException("the result set is closed");
                }
                begun = true;
                return rows.next();
            }

            @Override
            Object row() {
                return rows;
            }
        };
    }

    private static final class IteratorSource extends RowSource {
        private final @Nullable Iterable<?> iterable;
        private @Nullable Iterator<?> iterator;
        private @Nullable Object row;

        IteratorSource(@Nullable Iterable<?> iterable, @Nullable Iterator<?> iterator) {
            this.iterable = iterable;
            this.iterator = iterator;
        }

        @Override
        long size() {
            return iterable instanceof Collection<?> rows ? rows.size() : -1;
        }

        @Override
        boolean advance() {
            Iterator<?> rows = iterator;
            if (rows == null) {
                rows = java.util.Objects.requireNonNull(iterable).iterator();
                iterator = rows;
            }
            if (!rows.hasNext()) {
                return false;
            }
            row = rows.next();
            return true;
        }

        @Override
        @Nullable
        Object row() {
            return row;
        }
    }
}
