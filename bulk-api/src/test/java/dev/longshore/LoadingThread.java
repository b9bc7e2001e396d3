package dev.longshore;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/** A load on a thread of its own, so that one that hangs fails its test and no more. */
final class LoadingThread {
    private final Thread thread;
    private final long start = System.nanoTime();
    private volatile LoadResult result;
    private volatile Throwable failure;
    private volatile boolean interruptedAtEnd;
    private volatile long nanos;

    private LoadingThread(Callable<LoadResult> load) {
        thread = new Thread(
                () -> {
                    try {
                        result = load.call();
                    } catch (Throwable e) {
                        failure = e;
                    }
                    nanos = System.nanoTime() - start;
                    interruptedAtEnd = Thread.currentThread().isInterrupted();
                },
                "loader");
        thread.setDaemon(true);
        thread.start();
    }

    static LoadingThread of(Callable<LoadResult> load) {
        return new LoadingThread(load);
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Waits for the end. */
    LoadingThread ended() throws InterruptedException {
        thread.join(Duration.ofSeconds(8).toMillis());
        if (thread.isAlive()) {
            StackTraceElement[] where = thread.getStackTrace();
            thread.interrupt();
            Assertions.fail("the load hangs at " + java.util.Arrays.toString(where));
        }
        return this;
    }

    BulkLoadException failure() throws InterruptedException {
        ended();
        if (failure instanceof BulkLoadException known) {
            return known;
        }
        throw new AssertionError("the load gave " + result + " and threw " + failure, failure);
    }

    LoadResult result() throws InterruptedException {
        ended();
        if (failure != null) {
            throw new AssertionError("the load threw " + failure, failure);
        }
        return result;
    }

    boolean interruptedAtEnd() throws InterruptedException {
        ended();
        return interruptedAtEnd;
    }

    Duration elapsed() throws InterruptedException {
        ended();
        return Duration.ofNanos(nanos);
    }
}
