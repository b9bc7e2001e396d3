package dev.longshore.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows that a contender stores the rows as they are, before it is timed. */
final class Proof {
    /** Some batches and the rest of one. */
    static final int ROWS = 1_201;

    private Proof() {}

    /**
     * Loads some rows and reads them back.
     *
     * @throws IllegalStateException if anything else is stored
     */
    static <R> void of(Contender contender, Database database, Shape<R> shape) throws Exception {
        List<R> rows = shape.some(ROWS);
        database.begin(shape);
        contender.prepare(shape, rows).into(database.connection(contender.flags()));
        List<String> stored = database.stored(shape);
        List<String> expected = expected(database, shape, rows);
        for (int i = 0; i < Math.min(stored.size(), ROWS); i++) {
            if (!stored.get(i).equals(expected.get(i))) {
                throw new IllegalStateException(
                        contender.title() + " stored " + stored.get(i) + " for " + expected.get(i));
            }
        }
        if (stored.size() != ROWS) {
            throw new IllegalStateException(contender.title() + " stored " + stored.size() + " of " + ROWS + " rows");
        }
        if (!database.connection(contender.flags()).getAutoCommit()) {
            throw new IllegalStateException(contender.title() + " leaves autocommit off");
        }
    }

    private static <R> List<String> expected(Database database, Shape<R> shape, List<R> rows) {
        List<String> expected = new ArrayList<>();
        @Nullable Object[] cells = new @Nullable Object[shape.columns().size()];
        for (R row : rows) {
            shape.cells(cells, row);
            expected.add(database.shown(cells));
        }
        return expected;
    }
}
