package dev.longshore.internal;

import dev.longshore.spi.TargetTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How rows of one shape are read: the columns, and what every row must look like. */
public abstract class Mapping<T> {
    /**
     * Returns the columns that rows bring.
     *
     * @param table the live table, from which shapes without names take theirs
     */
    abstract List<MappedColumn<T>> columns(TargetTable table);

    /**
     * Checks that a row has the shape. Called once per row, before its values are read.
     *
     * @return null if it has, else why not, as a phrase
     */
    abstract @Nullable String refusal(Object row);

    /** The table's name as far as the rows tell it; null if they don't. */
    @Nullable
    DerivedTable table() {
        return null;
    }

    /** Whether the columns follow from a class, so that generated columns among them are left out instead of refused. */
    boolean derived() {
        return false;
    }

    /**
     * A table's name that comes from a class.
     *
     * @param text the name
     * @param annotated whether it stands in an annotation and is read like the user's own words
     */
    record DerivedTable(String text, boolean annotated) {}
}
