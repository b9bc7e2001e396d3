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
 * @param refused the faster paths that can't be taken, with reasons
 * @param notes what a plan should tell about the path
 */
public record PathChoice(
        String path, @Nullable String shortPath, int shortRows, List<RefusedPath> refused, List<String> notes) {
    /**
     * Makes a choice with copies of the lists.
     *
     * @param path as {@link #path()}
     * @param shortPath as {@link #shortPath()}
     * @param shortRows as {@link #shortRows()}
     * @param refused as {@link #refused()}
     * @param notes as {@link #notes()}
     * @throws IllegalArgumentException if only one of {@code shortPath} and {@code shortRows} is given
     */
    public PathChoice {
        if ((shortPath == null) != (shortRows <= 0)) {
            throw new IllegalArgumentException(
                    "shortPath and shortRows belong together: " + shortPath + ", " + shortRows);
        }
        refused = List.copyOf(refused);
        notes = List.copyOf(notes);
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
