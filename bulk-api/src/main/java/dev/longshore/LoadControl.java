package dev.longshore;

/**
 * Stops loads from another thread. One control may serve many loads; once cancelled it stays cancelled and stops each load
 * that has it, also those begun later. Thread-safe.
 */
public final class LoadControl {
    private volatile boolean cancelled;

    /** Makes a control that has stopped nothing yet. */
    public LoadControl() {}

    /**
     * Asks every load with this control to stop. Returns at once; the load then rolls back and throws a
     * {@link BulkLoadException} on its own thread.
     */
    public void cancel() {
        cancelled = true;
    }

    /**
     * Tells whether {@link #cancel()} was called.
     *
     * @return true once cancelled
     */
    public boolean cancelled() {
        return cancelled;
    }
}
