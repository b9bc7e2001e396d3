package dev.longshore.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long a load took. The processor time of the loading thread is steadier than the time on the clock where other programs
 * run beside the benchmark, but knows nothing of waiting for the disk.
 *
 * @param nanos time on the clock
 * @param cpuNanos processor time of the loading thread
 */
public record Taken(long nanos, long cpuNanos) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What is to be timed. */
    public interface Action {
        /** Runs once. */
        void run() throws Exception;
    }

    /**
     * Times an action.
     *
     * @param action what is to be timed
     * @return how long it took
     * @throws Exception the action's own
     */
    public static Taken by(Action action) throws Exception {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        action.run();
        long end = System.nanoTime();
        return new Taken(end - start, THREADS.getCurrentThreadCpuTime() - cpu);
    }
}
