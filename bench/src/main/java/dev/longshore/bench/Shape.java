package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one kind, the columns that they go into, and what the ways of loading need to know of them. What gives
 * them is written for the shape as somebody would who has only this table: what is written by hand is to owe nothing to a general
 * encoder. The first column of each shape is {@code id}. The same rows in every run: random numbers have a fixed
 * seed.
 *
 * @param <R> the type of a row
 */
abstract class Shape<R> {
    /** So many rows are made and kept; more are the same ones under further ids, made as they are asked for. */
    static final int KEPT = 100_000;

    private final String name;
    private final List<Column> columns;
    private @Nullable RowMapping<R> mapping;

    Shape(String name, List<Column> columns) {
        this.name = name;
        this.columns = columns;
    }

    /**
     * All of them, the mixed one first.
     *
     * @param precision to which times are cut
     */
    static List<Shape<?>> all(ChronoUnit precision) {
        return List.of(
                MixedShape.mixed(precision),
                new NarrowShape(),
                MixedShape.wide(precision),
                new TextShape(),
                new SparseShape());
    }

    final String name() {
        return name;
    }

    final List<Column> columns() {
        return columns;
    }

    /** Makes rows under the ids from 1 on. */
    abstract List<R> some(int count);

    abstract R withId(R row, long id);

    /** The mapping, made once as users are told to do. */
    final RowMapping<R> mapping() {
        RowMapping<R> made = mapping;
        if (made == null) {
            made = makeMapping();
            mapping = made;
        }
        return made;
    }

    abstract RowMapping<R> makeMapping();

    /** Gives the values of a row, in the order of the columns: to a statement, or to PostgreSQL's COPY BINARY. */
    abstract void values(Values to, R row) throws SQLException;

    /** Writes a row as LOAD DATA reads it, with tabs between its values but no end. */
    abstract void line(StringBuilder to, R row);

    /** Puts a row's values into an array, in the order of the columns. */
    abstract void cells(@Nullable Object[] to, R row);

    /** The given rows over and over under the ids from {@code first} on; a list itself if it is long enough as it is. */
    final Collection<R> repeated(List<R> rows, long first, int count) {
        if (first == 1 && count <= rows.size()) {
            return rows.subList(0, count);
        }
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return count;
            }

            @Override
            public Iterator<R> iterator() {
                return new Iterator<>() {
                    private int made;

                    @Override
                    public boolean hasNext() {
                        return made < count;
                    }

                    @Override
                    public R next() {
                        if (made == count) {
                            throw new NoSuchElementException();
                        }
                        R row = rows.get(made % rows.size());
                        return withId(row, first + made++);
                    }
                };
            }
        };
    }

    /** An INSERT of so many rows, into all columns. */
    final String insert(int rows) {
        String row = "(?" + ", ?".repeat(columns.size() - 1) + ")";
        return "insert into bench values " + row + (", " + row).repeat(rows - 1);
    }
}
