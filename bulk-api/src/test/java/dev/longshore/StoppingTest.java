package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Timeout, cancel and interrupt. */
class StoppingTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String TIMED_OUT =
            "load into people failed: the load took longer than its timeout of PT0.2S. Give it more time by"
                    + " .timeout(…)";

    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Object[]> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p" + i})
                .toList();
    }

    /** Rows without end, each after a moment. */
    private static Iterator<Object[]> endless() {
        return Stream.generate(() -> {
                    pause(1);
                    return new Object[] {1L, "p"};
                })
                .iterator();
    }

    /** Pauses as code does that is busy: an interrupt does not shorten it, and its flag stays. */
    private static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    void aPoolThatKeepsTheLoadWaitingIsInterrupted() {
        StubDataSource pool = new StubDataSource(database, opened -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while waiting for a connection", e);
            }
        });
        long start = System.nanoTime();

        BulkLoadException failure = catchThrowableOfType(
                BulkLoadException.class,
                () -> BulkInserter.forDataSource(pool)
                        .using(provider)
                        .into("people")
                        .timeout(SHORT)
                        .insert(rows(3)));

        assertThat(failure.getSQLState()).isEqualTo("HYT00");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A source that blocks for good at its second row, unless it is interrupted. */
    private static Iterator<Object[]> blocking(CountDownLatch reached) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object[] next() {
                if (next > 0) {
                    reached.countDown();
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("the queue was interrupted", e);
                    }
                }
                next++;
                return new Object[] {1L, "p"};
            }
        };
    }

    @Nested
    class ATimeout {
        @Test
        void endsALoadBetweenTwoRows() throws Exception {
            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(endless()));

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo(TIMED_OUT);
            assertThat(e.phase()).isEqualTo(LoadPhase.SEND);
            assertThat(e.getSQLState()).isEqualTo("HYT00");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.elapsed()).isBetween(SHORT, Duration.ofSeconds(2));
            assertThat(load.interruptedAtEnd()).isFalse();
            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
            assertThat(connection.isAborted()).isFalse();
        }

        @Test
        void interruptsASourceThatBlocksAndTakesTheInterruptBack() throws Exception {
            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(blocking(new CountDownLatch(1))));

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo(TIMED_OUT);
            assertThat(e.getSuppressed()[0].getMessage())
                    .isEqualTo("load failed at row 1: the source of the rows threw java.lang.IllegalStateException: the"
                            + " queue was interrupted");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.interruptedAtEnd()).isFalse();
            assertThat(load.elapsed()).isBetween(Duration.ofMillis(1100), Duration.ofSeconds(4));
            assertThat(connection.isAborted()).isFalse();
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void takesTheInterruptBackAlsoWhereTheSourceSwallowsIt() throws Exception {
            Iterator<Object[]> deaf = new Iterator<>() {
                @Override
                public boolean hasNext() {
                    pause(1500);
                    return true;
                }

                @Override
                public Object[] next() {
                    return new Object[] {1L, "p"};
                }
            };

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(deaf));

            assertThat(load.failure().getMessage()).contains("the load took longer than its timeout of PT0.2S");
            assertThat(load.interruptedAtEnd()).isFalse();
        }

        @Test
        void interruptsAStreamThatBlocks() throws Exception {
            Iterator<Object[]> source = blocking(new CountDownLatch(1));
            Stream<Object[]> stream = Stream.generate(source::next);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(stream));

            assertThat(load.failure().getMessage()).isEqualTo(TIMED_OUT);
            assertThat(load.interruptedAtEnd()).isFalse();
            assertThat(connection.isAborted()).isFalse();
        }

        @Test
        void cancelsAStatementThatBlocks() throws Exception {
            provider.beforeRows = used -> used.block(true);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo(TIMED_OUT);
            assertThat(e.getSuppressed()[0]).hasMessage("canceling statement due to user request");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection.isAborted()).isFalse();
            assertThat(connection.calls())
                    .containsSubsequence("cancel", "cancel returns", "close session", "rollback", "setAutoCommit true");
            assertThat(load.elapsed()).isLessThan(Duration.ofSeconds(2));
        }

        @Test
        void abortsAConnectionThatDoesNotAnswerTheCancel() throws Exception {
            provider.beforeRows = used -> used.block(false);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo(TIMED_OUT);
            assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(connection.isAborted()).isTrue();
            assertThat(connection.calls()).containsSubsequence("cancel", "abort");
            assertThat(load.elapsed()).isBetween(Duration.ofMillis(1100), Duration.ofSeconds(4));
        }

        @Test
        void givesABorrowedConnectionBackAlsoIfItWasAborted() throws Exception {
            provider.beforeRows = used -> used.block(false);
            StubDataSource dataSource = new StubDataSource(database);

            LoadingThread load = LoadingThread.of(() -> BulkInserter.forDataSource(dataSource)
                    .using(provider)
                    .into("people")
                    .timeout(SHORT)
                    .insert(rows(3)));

            assertThat(load.failure().transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(dataSource.only().calls()).endsWith("close");
        }

        @Test
        void waitsForAStatementThatMustNotBeAborted() throws Exception {
            provider.abortable = false;
            provider.beforeRows = used -> {
                pause(1800);
                used.block(true);
            };

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            assertThat(load.failure().transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection.isAborted()).isFalse();
        }

        @Test
        void awaitsItsCancelBeforeTheConnectionIsUsedAgain() throws Exception {
            provider.beforeRows = used -> used.block(true);
            provider.inCancel = used -> pause(500);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            load.failure();
            assertThat(connection.calls()).containsSubsequence("cancel", "cancel returns", "close session", "rollback");
        }

        @Test
        void doesNotAwaitItsCancelOnceTheConnectionIsAborted() throws Exception {
            provider.beforeRows = used -> used.block(false);
            provider.inCancel = used -> pause(10_000);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            assertThat(load.failure().transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(load.elapsed()).isLessThan(SHORT.plusSeconds(2));
        }

        @Test
        void survivesACancelThatFails() throws Exception {
            provider.beforeRows = used -> used.block(true);
            provider.inCancel = used -> {
                throw new java.sql.SQLException("no second connection");
            };

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            assertThat(load.failure().getMessage()).isEqualTo(TIMED_OUT);
        }

        @Test
        void reachesACommitThatBlocksWhoseOutcomeIsThenOpen() throws Exception {
            connection.commitBlocks = true;

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            BulkLoadException e = load.failure();
            assertThat(load.elapsed()).isLessThan(Duration.ofSeconds(4));
            assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(e.getSQLState()).isEqualTo("HYT00");
            assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
            assertThat(e.hint()).startsWith("Whether the rows are stored is not known");
        }

        @Test
        void reachesTheReadingOfTheTable() throws Exception {
            provider.inDescribe = used -> used.block(false);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            BulkLoadException e = load.failure();
            assertThat(load.elapsed()).isLessThan(Duration.ofSeconds(4));
            assertThat(e.getSQLState()).isEqualTo("HYT00");
        }

        @Test
        void thatComesDuringTheCleanUpDoesNotReplaceTheFailure() throws Exception {
            provider.throwsAtRow = 1;
            connection.rollbackMillis = 500;

            LoadingThread load =
                    LoadingThread.of(() -> inserter().timeout(SHORT).insert(rows(3)));

            assertThat(load.failure().getMessage()).isEqualTo("load into people failed: duplicate key");
        }

        @Test
        void thatIsNotReachedChangesNothing() throws Exception {
            LoadResult result = inserter().timeout(Duration.ofMinutes(1)).insert(rows(3));

            assertThat(result.rowsWritten()).isEqualTo(3);
            assertThat(connection.calls()).doesNotContain("cancel", "abort");
        }

        @Test
        void ofAnyLengthIsAccepted() throws Exception {
            Process process = new ProcessBuilder(
                            java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            LongTimeout.class.getName())
                    .redirectErrorStream(true)
                    .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

            assertThat(output).endsWith("the next load was stopped\n");
        }

        @Test
        void isToldToTheProvider() throws Exception {
            inserter().timeout(Duration.ofMinutes(1)).insert(rows(1));
            assertThat(provider.request.remainingNanos())
                    .isBetween(
                            Duration.ofSeconds(50).toNanos(),
                            Duration.ofMinutes(1).toNanos());

            inserter().insert(rows(1));
            assertThat(provider.request.remainingNanos()).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        void ofAWriterDoesNotAbortAConnectionThatIsIdle() throws Exception {
            provider.shortRows = 0;
            RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
                    .column("id", values -> values[0])
                    .column("name", values -> values[1])
                    .build();

            LoadingThread load = LoadingThread.of(() -> {
                try (BulkWriter<Object[]> writer = inserter().timeout(SHORT).open(mapping)) {
                    Object[] large = {1L, "x".repeat(9 << 20)};
                    writer.write(large);
                    pause(1800);
                    writer.write(large);
                    return writer.finish();
                }
            });

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo(TIMED_OUT);
            assertThat(connection.isAborted()).isFalse();
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.interruptedAtEnd()).isFalse();
        }
    }

    /** Run in a JVM of its own, since what it guards against ends the watchdog of all loads. */
    static final class LongTimeout {
        private LongTimeout() {}

        @SuppressWarnings("SystemOut") // it is the way to answer
        public static void main(String[] arguments) throws Exception {
            StoppingTest test = new StoppingTest();
            test.provider.batchRows = 1;
            test.provider.batchMillis = 100;
            test.inserter()
                    .timeout(java.time.temporal.ChronoUnit.FOREVER.getDuration())
                    .insert(rows(2));
            LoadingThread load =
                    LoadingThread.of(() -> test.inserter().timeout(SHORT).insert(endless()));
            load.failure();
            System.out.println("the next load was stopped");
        }
    }

    @Nested
    class AControl {
        @Test
        void stopsALoadUnderWay() throws Exception {
            LoadControl control = new LoadControl();

            LoadingThread load =
                    LoadingThread.of(() -> inserter().control(control).insert(endless()));
            assertThat(provider.writing.await(5, TimeUnit.SECONDS)).isTrue();
            control.cancel();

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo("load into people failed: the load was cancelled");
            assertThat(e.getSQLState()).isEqualTo("HY008");
            assertThat(e.phase()).isEqualTo(LoadPhase.SEND);
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
            assertThat(load.interruptedAtEnd()).isFalse();
        }

        @Test
        void thatIsCancelledAlreadyStopsTheNextLoadToo() throws Exception {
            LoadControl control = new LoadControl();
            control.cancel();

            for (int i = 0; i < 20; i++) {
                LoadingThread load =
                        LoadingThread.of(() -> inserter().control(control).insert(rows(1)));
                assertThat(load.failure().getMessage()).endsWith("failed: the load was cancelled");
            }
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void interruptsASourceThatBlocks() throws Exception {
            LoadControl control = new LoadControl();
            CountDownLatch reached = new CountDownLatch(1);

            LoadingThread load =
                    LoadingThread.of(() -> inserter().control(control).insert(blocking(reached)));
            assertThat(reached.await(5, TimeUnit.SECONDS)).isTrue();
            control.cancel();

            assertThat(load.failure().getMessage()).isEqualTo("load into people failed: the load was cancelled");
            assertThat(load.interruptedAtEnd()).isFalse();
        }

        @Test
        void stopsAStatementThatBlocksInTheCallersTransaction() throws Exception {
            connection.inTransaction(row(0L, "earlier"));
            provider.beforeRows = used -> used.block(true);
            LoadControl control = new LoadControl();

            LoadingThread load =
                    LoadingThread.of(() -> inserter().control(control).insert(rows(3)));
            assertThat(provider.writing.await(5, TimeUnit.SECONDS)).isTrue();
            control.cancel();

            assertThat(load.failure().transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection.pending()).containsExactly(row(0L, "earlier"));
        }
    }

    @Nested
    class AnInterrupt {
        @Test
        void endsALoadBetweenTwoRowsAndTheFlagStays() throws Exception {
            LoadingThread load = LoadingThread.of(() -> inserter().insert(endless()));
            assertThat(provider.writing.await(5, TimeUnit.SECONDS)).isTrue();
            load.interrupt();

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo("load into people failed: the loading thread was interrupted");
            assertThat(e.getCause()).isInstanceOf(InterruptedException.class);
            assertThat(e.getSQLState()).isEqualTo("HY008");
            assertThat(e.phase()).isEqualTo(LoadPhase.SEND);
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.interruptedAtEnd()).isTrue();
            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
        }

        @Test
        void cancelsAStatementThatBlocks() throws Exception {
            provider.beforeRows = used -> used.block(true);

            LoadingThread load = LoadingThread.of(() -> inserter().insert(rows(3)));
            assertThat(provider.writing.await(5, TimeUnit.SECONDS)).isTrue();
            load.interrupt();

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo("load into people failed: the loading thread was interrupted");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.interruptedAtEnd()).isTrue();
            assertThat(connection.isAborted()).isFalse();
        }

        @Test
        void abortsAConnectionThatDoesNotAnswerTheCancel() throws Exception {
            provider.beforeRows = used -> used.block(false);

            LoadingThread load = LoadingThread.of(() -> inserter().insert(rows(3)));
            assertThat(provider.writing.await(5, TimeUnit.SECONDS)).isTrue();
            load.interrupt();

            assertThat(load.failure().transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(load.interruptedAtEnd()).isTrue();
            assertThat(connection.isAborted()).isTrue();
        }

        @Test
        void thatASourceIgnoresForSecondsDoesNotCostTheConnection() throws Exception {
            CountDownLatch reached = new CountDownLatch(1);
            Iterator<Object[]> slow = new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public Object[] next() {
                    if (next++ > 0) {
                        reached.countDown();
                        pause(2500);
                    }
                    return new Object[] {1L, "p"};
                }
            };

            LoadingThread load = LoadingThread.of(() -> inserter().insert(slow));
            assertThat(reached.await(5, TimeUnit.SECONDS)).isTrue();
            load.interrupt();

            BulkLoadException e = load.failure();
            assertThat(e.getMessage()).isEqualTo("load into people failed: the loading thread was interrupted");
            assertThat(connection.isAborted()).isFalse();
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(load.interruptedAtEnd()).isTrue();
        }

        @Test
        void beforeTheLoadStopsIt() throws Exception {
            LoadingThread load = LoadingThread.of(() -> {
                Thread.currentThread().interrupt();
                return inserter().insert(rows(2));
            });

            assertThat(load.failure().getMessage())
                    .isEqualTo("load into people failed: the loading thread was interrupted");
            assertThat(load.interruptedAtEnd()).isTrue();
            assertThat(database.rows()).isEmpty();
        }
    }
}
