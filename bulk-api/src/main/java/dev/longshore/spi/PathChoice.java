package dev.longshore.spi;

import dev.longshore.RefusedPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path that a provider chose.
 *
 * @param path the path for a load of any size
 * @param shortPath the path for a load that fits into one atomic statement, which then needs no transaction of its own; null
 *     if there is none
 * @param shortRows how many rows fit into that statement; 0 if there is none
 * @param guardedRows up to how many rows {@code shortPath} is taken in the caller's transaction, by a statement that guards itself
 *     as {@link LoadRequest#guardsItself()} says, so that the engine sets no savepoint; 0 if never
 * @param beginsOnDemand whether sessions on {@code path} hold the rows of a statement themselves before they send it, and call
 *     {@link RowCursor#beginTransaction()} before the first of several: the engine then reads no rows ahead to see whether a load is
 *     short, and begins no transaction for one that is
 * @param refused the faster paths that can't be taken, with reasons
 * @param notes what a plan should tell about the path
 */
public record PathChoice(
        String path,
        @Nullable String shortPath,
        int shortRows,
        int guardedRows,
        boolean beginsOnDemand,
        List<RefusedPath> refused,
        List<String> notes) {
    /**
     * Makes a choice with copies of the lists.
     *
     * @param path as {@link #path()}
     * @param shortPath as {@link #shortPath()}
     * @param shortRows as {@link #shortRows()}
     * @param guardedRows as {@link #guardedRows()}
     * @param beginsOnDemand as {@link #beginsOnDemand()}
     * @param refused as {@link #refused()}
     * @param notes as {@link #notes()}
     * @throws IllegalArgumentException if only one of {@code shortPath} and {@code shortRows} is given, or if {@code guardedRows}
     *     is not between 0 and {@code shortRows}
     */
    public PathChoice {
        if ((shortPath == null) != (shortRows <= 0)) {
            throw new IllegalArgumentException(
                    "shortPath and shortRows belong together: " + shortPath + ", " + shortRows);
        }
        if (guardedRows < 0 || guardedRows > shortRows) {
            throw new IllegalArgumentException(
                    "guardedRows is " + guardedRows + ", but must be from 0 to shortRows, which is " + shortRows);
        }
        refused = List.copyOf(refused);
        notes = List.copyOf(notes);
    }

    /**
     * Makes a choice whose sessions leave the transaction to the engine.
     *
     * @param path as {@link #path()}
     * @param shortPath as {@link #shortPath()}
     * @param shortRows as {@link #shortRows()}
     * @param guardedRows as {@link #guardedRows()}
     * @param refused as {@link #refused()}
     * @param notes as {@link #notes()}
     * @throws IllegalArgumentException if only one of {@code shortPath} and {@code shortRows} is given, or if {@code guardedRows}
     *     is not between 0 and {@code shortRows}
     */
    public PathChoice(
            String path,
            @Nullable String shortPath,
            int shortRows,
            int guardedRows,
            List<RefusedPath> refused,
            List<String> notes) {
        this(path, shortPath, shortRows, guardedRows, false, refused, notes);
    }

    /**
     * Makes a choice without a statement that guards itself.
     *
     * @param path as {@link #path()}
     * @param shortPath as {@link #shortPath()}
     * @param shortRows as {@link #shortRows()}
     * @param refused as {@link #refused()}
     * @param notes as {@link #notes()}
     * @throws IllegalArgumentException if only one of {@code shortPath} and {@code shortRows} is given
     */
    public PathChoice(
            String path, @Nullable String shortPath, int shortRows, List<RefusedPath> refused, List<String> notes) {
        this(path, shortPath, shortRows, 0, refused, notes);
    }

    /**
     * Makes a choice without a short path.
     *
     * @param path the path for a load of any size
     * @return the choice
     */
    public static PathChoice of(String path) {
        return new PathChoice(path, null, 0, List.of(), List.of());
    }
}
