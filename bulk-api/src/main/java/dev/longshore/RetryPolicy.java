package dev.longshore;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How often a load under {@link BulkInserter#commitEvery} tries a batch again after a failure that may pass: a deadlock, a
 * serialization failure, a lock that could not be had, and over a data source a connection that was lost. Between two tries it waits,
 * at first shortly, then ever twice as long. Immutable and thread-safe.
 *
 * <p>A batch is sent again only if it is certain that it is not stored. If the connection is lost while a batch is committed, nobody
 * but a {@link LoadLedger} knows; without one the load then ends.
 */
public final class RetryPolicy {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofSeconds(10);

    private final int times;
    private final Duration first;
    private final Duration most;

    private RetryPolicy(int times, Duration first, Duration most) {
        this.times = times;
        this.first = first;
        this.most = most;
    }

    /**
     * Tries each batch again up to a number of times, after 100 ms, 200 ms and so on up to 10 s.
     *
     * @param times how often at most, at least 1
     * @return the policy
     * @throws IllegalArgumentException if the number is not positive
     */
    public static RetryPolicy upTo(int times) {
        if (times <= 0) {
            throw new IllegalArgumentException("the number of retries must be positive, not " + times);
        }
        return new RetryPolicy(times, FIRST, MOST);
    }

    /**
     * Sets how long to wait.
     *
     * @param first before the first retry, may be zero
     * @param most before any retry, at least {@code first}
     * @return a new policy
     * @throws IllegalArgumentException if {@code first} is negative or longer than {@code most}
     */
    public RetryPolicy waiting(Duration first, Duration most) {
        requireNonNull(first, "first");
        requireNonNull(most, "most");
        if (first.isNegative() || first.compareTo(most) > 0) {
            throw new IllegalArgumentException("the waits must be from zero up, not " + first + " to " + most);
        }
        return new RetryPolicy(times, first, most);
    }

    /**
     * Returns how often a batch is tried again.
     *
     * @return the number, at least 1
     */
    public int times() {
        return times;
    }

    /**
     * Returns how long to wait before a retry.
     *
     * @param retry which one, from 1
     * @return the time
     */
    public Duration waitBefore(int retry) {
        int doublings = Math.min(retry - 1, 30);
        Duration wait = first.multipliedBy(1L << doublings);
        return wait.compareTo(most) > 0 ? most : wait;
    }

    /** Returns the policy as a phrase for a plan or a log. */
    @Override
    public String toString() {
        return "a batch is tried again up to " + times + (times == 1 ? " time" : " times");
    }
}
