package dev.longshore;

import dev.longshore.internal.PushLoad;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A load whose rows are pushed by the caller, row by row, until {@link #finish()}. Rows are kept in memory, up to some
 * megabytes, and sent when enough have come. Confined to one thread, except {@link #cancel()}.
 *
 * <p>Used in a try-with-resources statement: closing without {@link #finish()} rolls everything back and throws, so that a
 * load cut short is never taken for a whole one.
 *
 * @param <T> the type of the rows
 */
public final class BulkWriter<T> implements AutoCloseable {
    private final PushLoad<T> load;

    BulkWriter(PushLoad<T> load) {
        this.load = load;
    }

    /**
     * Takes a row. What is needed of it is copied before the method returns.
     *
     * @param row the row
     * @throws BulkLoadException if the row can't be read, a value is refused, or rows sent now were refused; the load is then
     *     rolled back and the writer can only be closed
     * @throws IllegalStateException after {@link #finish()}, {@link #cancel()}, {@link #close()} or a failure
     */
    public void write(T row) throws BulkLoadException {
        load.write(row);
    }

    /**
     * Sends the remaining rows and ends the load: commits it, unless it runs in the caller's transaction.
     *
     * @return what was done
     * @throws BulkLoadException if the load fails; it is then rolled back
     * @throws IllegalStateException after {@link #finish()}, {@link #cancel()}, {@link #close()} or a failure
     */
    public LoadResult finish() throws BulkLoadException {
        return load.finish();
    }

    /**
     * Gives the load up: it is rolled back by {@link #close()}, which then does not throw. May be called from another thread.
     */
    public void cancel() {
        load.cancel();
    }

    /**
     * Ends the writer. Does nothing after {@link #finish()} or a failure.
     *
     * @throws BulkLoadException if neither {@link #finish()} nor {@link #cancel()} was called: everything is rolled back
     */
    @Override
    public void close() throws BulkLoadException {
        load.close();
    }

    /**
     * Returns this writer as a consumer, for {@code forEach} and callbacks.
     *
     * @return a consumer that calls {@link #write}; it throws the {@link BulkLoadException} as it is, although the compiler
     *     can't see that it does
     */
    public Consumer<T> asConsumer() {
        return row -> {
            try {
                load.write(row);
            } catch (BulkLoadException e) {
                throw BulkWriter.<RuntimeException>unchecked(e);
            }
        };
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is what hides the checked type
    private static <E extends Throwable> E unchecked(@Nullable Throwable e) throws E {
        throw (E) e;
    }
}
