package dev.longshore;

import static java.util.Objects.requireNonNull;

/**
 * A small table in the database that is loaded into, where a load under {@link BulkInserter#commitEvery} keeps how many rows of its
 * input are dealt with. The entry is written in the transaction of each batch, so it is never before or behind the rows. A load that
 * ended, be it because its JVM was killed, goes on exactly where it stopped if it is started again with the same ledger, load id and
 * input; one that was complete loads nothing more. Immutable and thread-safe.
 *
 * <p>The table has the columns {@code load_id} (text, the primary key), {@code rows_done} and {@code attempts} (64-bit numbers), one
 * row for each load, which the load locks while a batch is under way: a second load with the same id waits, and then ends.
 */
public final class LoadLedger {
    private final String table;
    private final String loadId;
    private final boolean isCreated;

    private LoadLedger(String table, String loadId, boolean isCreated) {
        this.table = table;
        this.loadId = loadId;
        this.isCreated = isCreated;
    }

    /**
     * Names a load in a table.
     *
     * @param table the ledger's table, named as in {@link BulkInserter#into(String)}
     * @param loadId what tells this load from all others in the table, such as the file's name and date; at most 200 characters
     * @return the ledger
     * @throws IllegalArgumentException if the id is empty or too long
     */
    public static LoadLedger of(String table, String loadId) {
        requireNonNull(table, "table");
        requireNonNull(loadId, "loadId");
        if (loadId.isEmpty() || loadId.length() > 200) {
            throw new IllegalArgumentException("a load id has 1 to 200 characters, not " + loadId.length());
        }
        return new LoadLedger(table, loadId, false);
    }

    /**
     * Lets the load create the table if there is none.
     *
     * @return a new ledger
     */
    public LoadLedger createdIfMissing() {
        return new LoadLedger(table, loadId, true);
    }

    /**
     * Returns the table's name as it was given.
     *
     * @return the name
     */
    public String table() {
        return table;
    }

    /**
     * Returns what tells this load from all others in the table.
     *
     * @return the id
     */
    public String loadId() {
        return loadId;
    }

    /**
     * Says whether the load may create the table.
     *
     * @return true after {@link #createdIfMissing()}
     */
    public boolean isCreatedIfMissing() {
        return isCreated;
    }
}
