package dev.longshore.bench;

import java.sql.Connection;
import java.util.Collection;

/**
 * A way to load rows into the table {@code bench}, all or nothing: the one face behind which all databases, shapes and libraries
 * are measured. It may be timed only where {@link Proof} has shown that it stores what the others store.
 */
abstract class Contender implements AutoCloseable {
    private final String title;
    private final String flags;

    /**
     * Names a contender.
     *
     * @param title the name in results and messages
     * @param flags what the connection's URL must say, joined by {@code &}
     */
    Contender(String title, String flags) {
        this.title = title;
        this.flags = flags;
    }

    /** A load that is ready to go. */
    interface Load {
        /**
         * Runs the load.
         *
         * @param connection in autocommit mode, and left so
         */
        void into(Connection connection) throws Exception;

        /** Runs the load and says what it took; connecting and closing do not count. */
        default Taken taken(Connection connection) throws Exception {
            return Taken.by(() -> into(connection));
        }

        /** Puts a transaction around statements. */
        static Load inTransaction(Load statements) {
            return connection -> {
                connection.setAutoCommit(false);
                statements.into(connection);
                connection.commit();
                connection.setAutoCommit(true);
            };
        }
    }

    final String title() {
        return title;
    }

    final String flags() {
        return flags;
    }

    /** Whether it can load rows of a shape, and whether so many of them are worth the time. */
    boolean takes(Shape<?> shape, int rows) {
        return true;
    }

    /**
     * Whether it may sit out rounds where it is slow. What is compared most closely never does: Longshore, what is written by hand for
     * the database, and what can be had at most.
     */
    boolean sitsOut() {
        return true;
    }

    /** Whether a load is faster for those before it, as it is if its code is compiled as it runs. */
    boolean warmsUp() {
        return true;
    }

    /**
     * Does what need not be timed.
     *
     * @param <R> the type of a row
     * @param shape the rows' shape
     * @param rows the rows, which are not changed
     * @return a load of these rows, which can be run again and again
     */
    abstract <R> Load prepare(Shape<R> shape, Collection<R> rows) throws Exception;

    /** Gives back what was opened by {@link #prepare}. */
    @Override
    public void close() {}
}
