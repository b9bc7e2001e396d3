package dev.longshore;

/**
 * Told of a load's course. Every method is called on the loading thread, between two statements of the load, and must
 * return quickly; it must not use the load's connection. What a method throws stops the load, which is then rolled back and
 * fails in {@link LoadPhase#CALLBACK} with the thrown exception as its cause.
 */
@FunctionalInterface
public interface LoadListener {
    /**
     * Called when the path is chosen, before the first row is sent. Does nothing unless overridden.
     *
     * @param plan what will be done
     * @throws Exception to stop the load
     */
    default void started(LoadPlan plan) throws Exception {}

    /**
     * Called after rows were handed to the database, at most about ten times a second, and once more for the last rows.
     *
     * @param progress how far the load has come
     * @throws Exception to stop the load
     */
    void progress(LoadProgress progress) throws Exception;
}
