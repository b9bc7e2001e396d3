package dev.longshore.internal;

import dev.longshore.StageTimes;
import java.time.Duration;

/** Keeps the time of a load by stages, in nanoseconds. Confined to the loading thread. */
final class StageClock {
    /** Every so many rows one is timed while it is mapped. A power of two. */
    static final int SAMPLE = 16;

    private final long start = System.nanoTime();
    private long metadata;
    private long rows;
    private long send;
    private long commit;
    private long sampledNanos;
    private long sampledRows;
    private long mappedRows;

    long elapsedNanos() {
        return System.nanoTime() - start;
    }

    Duration elapsed() {
        return Duration.ofNanos(elapsedNanos());
    }

    void addMetadata(long nanos) {
        metadata += nanos;
    }

    /** Adds the time of the whole loop over rows, sending included. */
    void addRows(long nanos) {
        rows += nanos;
    }

    void addSend(long nanos) {
        send += nanos;
    }

    void addCommit(long nanos) {
        commit += nanos;
    }

    void addMapped(long count) {
        mappedRows += count;
    }

    void addSample(long nanos) {
        sampledNanos += nanos;
        sampledRows++;
    }

    StageTimes times() {
        long loop = Math.max(0, rows - send);
        long mapping = sampledRows == 0 ? 0 : Math.min(loop, sampledNanos * mappedRows / sampledRows);
        return new StageTimes(
                Duration.ofNanos(metadata),
                Duration.ofNanos(loop - mapping),
                Duration.ofNanos(mapping),
                Duration.ofNanos(send),
                Duration.ofNanos(commit));
    }
}
