package dev.longshore.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * A way to load the benchmark's rows into a table that exists and is empty. It may be timed only where {@link StoredRows} has
 * proved that it stores what the others store.
 */
interface Contender {
    /** The name in results and messages. */
    String title();

    /**
     * Loads the rows into the table {@code bench} of a database file.
     *
     * @param columns how many columns the table has
     * @return how long the load took; connecting and closing do not count
     */
    Taken load(Path database, List<BenchRow> rows, int columns) throws Exception;
}
