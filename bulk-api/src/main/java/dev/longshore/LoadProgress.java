package dev.longshore;

import java.time.Duration;

/**
 * How far a load has come.
 *
 * @param rows rows handed to the database so far
 * @param elapsed time since the load began
 */
public record LoadProgress(long rows, Duration elapsed) {
    /**
     * Returns the mean speed since the load began.
     *
     * @return rows per second; 0 before the first row
     */
    public double rowsPerSecond() {
        long nanos = elapsed.toNanos();
        return rows == 0 || nanos <= 0 ? 0 : rows * 1e9 / nanos;
    }
}
