package dev.longshore.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a load took. The processor time of the loading thread is steadier than the time on the clock where other programs
 * run beside the benchmark, but knows nothing of waiting for the disk.
 *
 * @param nanos time on the clock
 * @param cpuNanos processor time of the loading thread
 * @param allocatedBytes memory that the loading thread asked for
 */
public record Taken(long nanos, long cpuNanos, long allocatedBytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What is to be timed. */
    public interface Action {
        /** Runs once. */
        void run() throws Exception;
    }

    /**
     * Times an action.
     *
     * @param action what is to be timed
     * @return what it took
     * @throws Exception the action's own
     */
    public static Taken by(Action action) throws Exception {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        action.run();
        long end = System.nanoTime();
        long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpu;
        return new Taken(end - start, cpuNanos, THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }
}
