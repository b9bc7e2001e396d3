package dev.longshore.tck;

import com.sun.management.ThreadMXBean;
import dev.longshore.RowMapping;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Iterator;

/**
 * What a load allocates on the thread that calls it. For the tests of providers: bytes per row tell boxing and copies that no other
 * test sees. Thread-safe.
 */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /**
     * A row of primitives and texts, to be loaded again and again.
     *
     * @param id a number beyond those of int
     * @param n a number
     * @param s a small number
     * @param d a number with a fraction
     * @param f another
     * @param b true or false
     * @param ascii a text
     * @param wide a text with characters of several bytes
     */
    public record Reading(long id, int n, short s, double d, float f, boolean b, String ascii, String wide) {
        /** The row. */
        public static final Reading ROW =
                new Reading(1L << 40, 7, (short) 3, 0.5, 1.5f, true, "a plain text", "größer €");

        /** Its columns by typed lambdas, but for {@code s} and {@code f}. */
        public static final RowMapping<Reading> MAPPING = RowMapping.of(Reading.class)
                .longColumn("id", Reading::id)
                .intColumn("n", Reading::n)
                .doubleColumn("d", Reading::d)
                .booleanColumn("b", Reading::b)
                .column("ascii", String.class, Reading::ascii)
                .column("wide", Reading::wide)
                .build();

        /**
         * Gives the row again and again, so that the rows themselves cost nothing.
         *
         * @param count how often
         * @return an iterator for one thread
         */
        public static Iterator<Reading> repeated(int count) {
            return new Iterator<>() {
                private int left = count;

                @Override
                public boolean hasNext() {
                    return left > 0;
                }

                @Override
                @SuppressWarnings("IteratorNotThrowingNoSuchElement") // asked only after hasNext()
                public Reading next() {
                    left--;
                    return ROW;
                }
            };
        }
    }

    /** What is measured. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does it.
         *
         * @throws SQLException if it fails
         */
        void run() throws SQLException;
    }

    /**
     * Measures once, whatever the JVM still compiles meanwhile included.
     *
     * @param work what is measured
     * @return the bytes that the calling thread allocates meanwhile
     * @throws SQLException what the work throws
     */
    public static long bytesOf(Work work) throws SQLException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
