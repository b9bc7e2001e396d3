package dev.longshore.sqlite;

/** Counts texts that were stored as numbers which are printed otherwise, in all columns of a load. Confined to the loading thread. */
final class TextsMadeNumbers {
    private long count;
    private long countBefore;

    void add() {
        count++;
    }

    void beginRow() {
        countBefore = count;
    }

    /** Forgets those of the row that was begun last. */
    void discardRow() {
        count = countBefore;
    }

    long count() {
        return count;
    }
}
