package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads that must stop: by a timeout, an interrupt, or a control. */
@Timeout(60)
abstract class StopRules extends Rules {
    private static final Duration SHORT = Duration.ofMillis(200);
    /** The timeout, a second until a blocked source is interrupted, and a slow machine. */
    private static final Duration BOUND = Duration.ofSeconds(4);

    private static final String TIMED_OUT =
            "load into item failed: the load took longer than its timeout of PT0.2S. Give it more time by"
                    + " .timeout(…)";

    private void assertStopped(BulkLoadException failure, long startNanos) throws SQLException {
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(BOUND);
        assertPlace(failure, LoadPhase.SEND, -1, null);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-190 FW-13 a timeout ends a load that would never end; it is rolled back")
    void timeout() throws SQLException {
        createItem();
        long start = System.nanoTime();
        BulkLoadException failure = failureOf(() -> items().timeout(SHORT).insert(new EndlessRows(index -> {})));
        assertFailure(failure).hasMessage(TIMED_OUT);
        assertThat(failure.getSQLState()).isEqualTo("HYT00");
        assertStopped(failure, start);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @DisplayName("R-191 a timeout reaches a stream")
    void timeoutOfStream() throws SQLException {
        createItem();
        long start = System.nanoTime();
        BulkLoadException failure =
                failureOf(() -> items().timeout(SHORT).insert(Stream.generate(new EndlessRows(index -> {})::next)));
        assertFailure(failure).hasMessage(TIMED_OUT);
        assertStopped(failure, start);
    }

    @Test
    @DisplayName("R-192 a timeout reaches a source that blocks, by an interrupt that is taken back afterwards")
    void timeoutOfBlockedSource() throws SQLException {
        createItem();
        for (int position : new int[] {0, 3, 1_500}) {
            long start = System.nanoTime();
            BulkLoadException failure = failureOf(() -> items().timeout(SHORT).insert(EndlessRows.stuckAt(position)));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            assertThat(failure.getMessage()).contains("the load took longer than its timeout of PT0.2S");
            assertThat(Thread.interrupted()).as("interrupt flag").isFalse();
            assertNothingStored(failure);
        }
    }

    @Test
    @DisplayName("R-193 a load that ends within its timeout is not touched by it")
    void withinTimeout() throws SQLException {
        createItem();
        assertCounts(items().timeout(Duration.ofMinutes(1)).insert(Item.some(1_000)), 1_000);
        assertThat(storedItems()).isEqualTo(Item.shown(1_000));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @DisplayName("R-194 FW-13 an interrupt stops the load; it is rolled back and the flag stays set")
    void interrupt() throws SQLException {
        createItem();
        for (int position : new int[] {0, 1, 5, 1_500}) {
            long start = System.nanoTime();
            BulkLoadException failure = failureOf(() -> items().insert(new EndlessRows(index -> {
                if (index == position) {
                    Thread.currentThread().interrupt();
                }
            })));
            assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
            assertThat(failure.getMessage()).endsWith("failed: the loading thread was interrupted");
            assertThat(failure.getCause()).isInstanceOf(InterruptedException.class);
            assertStopped(failure, start);
        }
    }

    @Test
    @DisplayName("R-195 a thread that is interrupted already loads nothing")
    void interruptedBefore() throws SQLException {
        createItem();
        Thread.currentThread().interrupt();
        BulkLoadException failure = failureOf(() -> items().insert(Item.some(2_000)));
        assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
        assertThat(failure.reason()).isEqualTo("the loading thread was interrupted");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-196 an interrupt in the caller's transaction leaves the caller's earlier work")
    void interruptInCallersTransaction() throws SQLException {
        createItem();
        connection().setAutoCommit(false);
        jdbc().execute("insert into item (id, name) values (-1, 'earlier')");
        BulkLoadException failure = failureOf(() -> items().insert(new EndlessRows(index -> {
            if (index == 1_500) {
                Thread.currentThread().interrupt();
            }
        })));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(storedItems()).containsExactly("-1|earlier");
        connection().commit();
    }

    @Test
    @DisplayName(
            "R-197 a source that answers an interrupt by InterruptedException ends the load as interrupted, flag set")
    void interruptedSource() throws SQLException {
        createItem();
        Thread loader = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            loader.interrupt();
        });
        interrupter.start();
        long start = System.nanoTime();
        BulkLoadException failure = failureOf(() -> items().insert(EndlessRows.stuckAt(20)));
        boolean flag = Thread.interrupted();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        assertThat(failure.getCause()).isInstanceOf(InterruptedException.class);
        assertThat(flag).as("interrupt flag").isTrue();
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-198 a control stops the load from another thread")
    void control() throws Exception {
        createItem();
        LoadControl control = new LoadControl();
        CountDownLatch begun = new CountDownLatch(1);
        Thread canceller = new Thread(() -> {
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            control.cancel();
        });
        canceller.start();
        long start = System.nanoTime();
        BulkLoadException failure = failureOf(() -> items().control(control).insert(new EndlessRows(index -> {
            if (index == 2_000) {
                begun.countDown();
            }
        })));
        canceller.join();
        assertFailure(failure).hasMessage("load into item failed: the load was cancelled");
        assertThat(control.cancelled()).isTrue();
        assertStopped(failure, start);
    }

    @Test
    @DisplayName("R-199 a control reaches a source that blocks")
    void controlOfBlockedSource() throws SQLException {
        createItem();
        LoadControl control = new LoadControl();
        long start = System.nanoTime();
        BulkLoadException failure = failureOf(() -> items().control(control).insert(new EndlessRows(index -> {
            if (index == 900) {
                control.cancel();
                TimeUnit.MINUTES.sleep(10);
            }
        })));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        assertThat(failure.getMessage()).contains("the load was cancelled");
        assertThat(Thread.interrupted()).isFalse();
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-200 a control that is cancelled already stops each load that has it, however small")
    void cancelledBefore() throws SQLException {
        createItem();
        LoadControl control = new LoadControl();
        control.cancel();
        BulkInserter inserter = items().control(control);
        for (int count : new int[] {1, 10, 3_000}) {
            BulkLoadException failure = failureOf(() -> inserter.insert(Item.some(count)));
            assertThat(failure.reason()).isEqualTo("the load was cancelled");
            assertNothingStored(failure);
        }
    }

    @Test
    @DisplayName("R-201 a writer may be cancelled by another thread while it writes")
    void writerCancelledElsewhere() throws SQLException {
        createItem();
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            Thread canceller = new Thread(writer::cancel);
            assertThatThrownBy(() -> {
                        for (long i = 0; ; i++) {
                            writer.write(Item.numbered(i));
                            if (i == 1_000) {
                                canceller.start();
                            }
                        }
                    })
                    .isInstanceOfAny(IllegalStateException.class, BulkLoadException.class);
        }
        assertThat(storedItems()).isEmpty();
        assertThat(connection().getAutoCommit()).isTrue();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-202 after a stop the same inserter loads again over the same connection")
    void loadsAgain() throws SQLException {
        createItem();
        BulkInserter inserter = items().timeout(SHORT);
        failureOf(() -> inserter.insert(new EndlessRows(index -> {})));
        assertCounts(inserter.insert(List.of(new Item(1, "a"))), 1);
        assertThat(storedItems()).containsExactly("1|a");
    }
}
