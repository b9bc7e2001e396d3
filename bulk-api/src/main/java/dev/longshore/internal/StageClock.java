package dev.longshore.internal;

import dev.longshore.StageTimes;
import java.time.Duration;

/** Keeps the time of a load by stages, in nanoseconds. Confined to the loading thread. */
final class StageClock {
    /** Every so many rows one is timed while it is mapped. A power of two. */
    private static final int SAMPLE = 16;

    private final long start = System.nanoTime();
    private long metadata;
    private long send;
    private long commit;
    private long mappedRows;
    private long sampledRows;
    private long sampledNanos;

    long elapsedNanos() {
        return System.nanoTime() - start;
    }

    void addMetadata(long nanos) {
        metadata += nanos;
    }

    void addSend(long nanos) {
        send += nanos;
    }

    void addCommit(long nanos) {
        commit += nanos;
    }

    /** Counts a row that is mapped now, and says whether its mapping is to be timed. */
    boolean samples() {
        return (mappedRows++ & (SAMPLE - 1)) == 0;
    }

    void addSample(long nanos) {
        sampledRows++;
        sampledNanos += nanos;
    }

    /** Splits a load's whole time. */
    StageTimes times(long elapsed) {
        long rest = Math.max(0, elapsed - metadata - send - commit);
        // a row that is written may also send what came before it, which is counted there
        double share = sampledRows == 0 ? 0 : (double) mappedRows / sampledRows;
        long mapping = Math.min(rest, (long) (sampledNanos * share));
        return new StageTimes(
                Duration.ofNanos(metadata),
                Duration.ofNanos(rest - mapping),
                Duration.ofNanos(mapping),
                Duration.ofNanos(send),
                Duration.ofNanos(commit));
    }
}
