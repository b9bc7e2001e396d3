package dev.longshore;

import org.jspecify.annotations.Nullable;

/**
 * Told which key the database gave to a row. Called on the loading thread, in the order of the rows.
 *
 * @param <T> the type of the rows
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyCallback<T, K> {
    /**
     * Takes a row's key. Runs once the database has accepted the rows around it and before the load commits: if the load fails
     * later, the row is not stored and the key is void. No statement of the load is open meanwhile, so that others may run over the
     * connection; the transaction must be left alone.
     *
     * @param row the row, the object that the source gave
     * @param key its key; null if the database left the row out
     * @throws Exception anything; it ends the load in phase {@link LoadPhase#CALLBACK}, and nothing is stored
     */
    void accept(T row, @Nullable K key) throws Exception;
}
