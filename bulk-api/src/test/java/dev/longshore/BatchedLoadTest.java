package dev.longshore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads in batches: rejected rows, commits on the way, retries, the ledger. */
class BatchedLoadTest {
    private static final RetryPolicy TWICE = RetryPolicy.upTo(2).waiting(Duration.ofMillis(1), Duration.ofMillis(2));

    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();
    private final List<RejectedRow> rejected = new ArrayList<>();

    @BeforeEach
    void smallStatements() {
        provider.batchRows = 7;
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private BulkInserter rejecting(long most) {
        return inserter().onError(ErrorPolicy.rejectUpTo(most, rejected::add));
    }

    private static List<Object[]> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p" + i})
                .toList();
    }

    private List<Long> rejectedIndexes() {
        return rejected.stream().map(RejectedRow::index).toList();
    }

    private List<Long> storedIds() {
        return database.rows().stream().map(row -> (Long) row.get(0)).toList();
    }

    private static List<Long> without(int count, Integer... left) {
        Set<Integer> out = Set.of(left);
        return IntStream.range(0, count)
                .filter(i -> !out.contains(i))
                .mapToObj(i -> (long) i)
                .toList();
    }

    private static BulkLoadException failureOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable load) {
        return catchThrowableOfType(BulkLoadException.class, load);
    }

    @Nested
    class RejectedRows {
        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void areSetAsideWhetherTheDatabaseNamesThemOrNot(boolean named) throws Exception {
            provider.namesRefused = named;
            provider.refusedNames = Set.of("p0", "p13", "p14", "p49");

            LoadResult result = rejecting(4).insert(rows(50));

            assertThat(rejectedIndexes()).containsExactly(0L, 13L, 14L, 49L);
            assertThat(rejected.get(1).values()).containsEntry("id", 13L).containsEntry("name", "p13");
            assertThat(rejected.get(1).columns()).containsExactly("id", "name");
            assertThat(rejected.get(1).failure().table()).isEqualTo("people");
            assertThat(rejected.get(1)).hasToString("row 13: the name is refused");
            assertThat(storedIds()).isEqualTo(without(50, 0, 13, 14, 49));
            assertThat(result.rowsRead()).isEqualTo(50);
            assertThat(result.rowsWritten()).isEqualTo(46);
            assertThat(result.rowsRejected()).isEqualTo(4);
            assertThat(connection.isAutoCommit()).isTrue();
        }

        @Test
        void thatTheSinksRefuseLeaveTheBatchOpen() throws Exception {
            provider.refusedValues = java.time.LocalDate.class;
            List<Object[]> rows = new ArrayList<>(rows(20));
            rows.set(3, new Object[] {3, java.time.LocalDate.EPOCH});
            rows.set(5, null);
            rows.set(11, new Object[] {11});

            LoadResult result = rejecting(5).columns("id", "name").insert(rows);

            assertThat(rejectedIndexes()).containsExactly(3L, 5L, 11L);
            assertThat(rejected.get(0).column()).isEqualTo("name");
            assertThat(rejected.get(1).row()).isNull();
            assertThat(storedIds()).isEqualTo(without(20, 3, 5, 11));
            assertThat(result.rowsRejected()).isEqualTo(3);
            assertThat(connection.calls().stream().filter("open bulk"::equals)).hasSize(1);
        }

        @ParameterizedTest
        @CsvSource({"0, 8", "1500, 5"})
        void thatAreNamedAreLeftOutOfTheNextStatementWhereOneIsSlowToBegin(int beginningRows, int statements)
                throws Exception {
            provider.batchRows = 1_000;
            provider.beginningRows = beginningRows;
            provider.refusedNames = Set.of("p100", "p101", "p200", "p300");

            rejecting(4).insert(rows(400));

            assertThat(rejectedIndexes()).containsExactly(100L, 101L, 200L, 300L);
            assertThat(storedIds()).isEqualTo(without(400, 100, 101, 200, 300));
            assertThat(connection.calls().stream().filter("open bulk"::equals)).hasSize(statements);
        }

        @Test
        void areToldBeforeTooManyWaitForTheRowsBetweenThem() {
            provider.batchRows = 1_000;
            provider.beginningRows = 1_500;
            provider.refusedNames = Set.of("p100", "p101", "p200", "p300");

            BulkLoadException failure = failureOf(() -> rejecting(2).insert(rows(400)));

            assertThat(failure.rowIndex()).isEqualTo(200);
            assertThat(rejectedIndexes()).containsExactly(100L, 101L, 200L);
            assertThat(connection.calls().stream().filter("open bulk"::equals)).hasSize(4);
        }

        @Test
        void oneTooManyUndoesAll() throws Exception {
            provider.refusedNames = Set.of("p3", "p4", "p5");
            BulkLoadException failure = failureOf(() -> rejecting(2).insert(rows(10)));

            assertThat(failure.reason())
                    .isEqualTo("3 rows are wrong, but at most 2 may be rejected; the last: the name is refused");
            assertThat(failure.rowIndex()).isEqualTo(5);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(rejectedIndexes()).containsExactly(3L, 4L, 5L);
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void areCountedAsAShare() throws Exception {
            provider.refusedNames = Set.of("p3", "p4");
            BulkInserter tenth = inserter().onError(ErrorPolicy.rejectUpToPercent(10, rejected::add));

            assertThat(tenth.insert(rows(20)).rowsRejected()).isEqualTo(2);
            assertThat(failureOf(() -> tenth.insert(rows(19))).reason())
                    .startsWith("2 of 19 rows are wrong, but at most 10.0 % may be rejected; the last: ");
            assertThat(database.rows()).hasSize(18);
        }

        @Test
        void whatTheHandlerThrowsEndsTheLoad() {
            provider.refusedNames = Set.of("p3");
            IllegalStateException thrown = new IllegalStateException("no");
            BulkLoadException failure = failureOf(() -> inserter()
                    .onError(ErrorPolicy.rejectUpTo(2, row -> {
                        throw thrown;
                    }))
                    .insert(rows(10)));
            assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
            assertThat(failure.getCause() == thrown).isTrue();
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void arePushedToo() throws Exception {
            provider.refusedNames = Set.of("p3");
            LoadResult result = rejecting(2).insert(rows(10).stream());
            assertThat(result.rowsRejected()).isEqualTo(1);
            assertThat(storedIds()).isEqualTo(without(10, 3));
        }

        @Test
        void needSavepoints() {
            connection.savepointsUnsupported = true;
            assertThat(failureOf(() -> rejecting(2).insert(rows(10))).phase()).isEqualTo(LoadPhase.PREFLIGHT);
        }

        @Test
        void areNotWhatEndsTheTransaction() throws Exception {
            connection.jdbc().setAutoCommit(false);
            provider.refusedNames = Set.of("p3");
            connection.savepointRollbackFailures = 1;
            BulkLoadException failure = failureOf(() -> rejecting(2).insert(rows(10)));
            assertThat(failure.reason()).isEqualTo("the name is refused");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        }

        @Test
        void aPlanTellsOfThem() throws Exception {
            assertThat(rejecting(2)
                            .commitEvery(5)
                            .retry(TWICE)
                            .columns("id", "name")
                            .explain(Object[].class)
                            .notes())
                    .contains(
                            "up to 2 rows can be rejected; the rows go in batches, each behind a savepoint",
                            "the load commits after each 5 rows, and a batch is tried again up to 2 times")
                    .noneMatch(note -> note.contains("savepoints"));
            assertThat(rejecting(2)
                            .columns("id", "name")
                            .explain(Object[].class)
                            .notes())
                    .anyMatch(note -> note.startsWith("beyond some 24 million rows, or fewer that are wide,"));
        }
    }

    @Nested
    class Commits {
        @Test
        void areCountedExactly() {
            provider.throwsAtRow = 4;
            provider.rowFailure = new java.sql.SQLException("disk full", "53100");
            AtomicInteger asked = new AtomicInteger();
            BulkLoadException failure = failureOf(() -> inserter()
                    .commitEvery(5)
                    .insert(rows(12).stream()
                            .peek(row -> {
                                if (asked.incrementAndGet() == 12) {
                                    throw new IllegalStateException("source");
                                }
                            })
                            .iterator()));
            assertThat(failure.rowsCommitted()).isZero();
            assertThat(failure.hint()).isEqualTo("No row is committed");
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void stayWhenTheSourceThrows() throws Exception {
            List<Object[]> rows = new ArrayList<>(rows(13));
            rows.set(12, new Object[] {12, java.time.LocalDate.EPOCH});
            provider.refusedValues = java.time.LocalDate.class;
            BulkLoadException failure = failureOf(
                    () -> inserter().columns("id", "name").commitEvery(5).insert(rows));
            assertThat(failure.rowsCommitted()).isEqualTo(10);
            assertThat(failure.hint()).contains("The rows before row 10 are committed, go on by resumeFrom(10)");
            assertThat(storedIds()).isEqualTo(without(10));

            LoadResult result = inserter().commitEvery(5).resumeFrom(10).insert(rows(13));
            assertThat(result.rowsRead()).isEqualTo(3);
            assertThat(storedIds()).isEqualTo(without(13));
        }

        @Test
        void areRefusedInTheCallersTransaction() throws Exception {
            connection.jdbc().setAutoCommit(false);
            assertThat(failureOf(() -> inserter().commitEvery(5).insert(rows(3)))
                            .reason())
                    .startsWith("commitEvery() commits, but");
        }
    }

    @Nested
    class Retries {
        @Test
        void bringABatchInAfterDeadlocks() throws Exception {
            provider.deadlocks = 2;
            LoadResult result = inserter().commitEvery(5).retry(TWICE).insert(rows(12));
            assertThat(result.rowsWritten()).isEqualTo(12);
            assertThat(storedIds()).isEqualTo(without(12));
        }

        @Test
        void endWithThePolicy() {
            provider.deadlocks = 3;
            BulkLoadException failure =
                    failureOf(() -> inserter().commitEvery(5).retry(TWICE).insert(rows(12)));
            assertThat(failure.getSQLState()).isEqualTo("40001");
            assertThat(failure.rowsCommitted()).isZero();
            assertThat(database.rows()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({"1", "2", "3", "4"})
        void goOnOverAnotherConnectionByTheLedger(int commits) throws Exception {
            provider.hasLedger = true;
            AtomicInteger given = new AtomicInteger();
            StubDataSource source = new StubDataSource(database, opened -> {
                if (given.incrementAndGet() == 1) {
                    opened.diesAfterCommits = commits;
                }
            });
            BulkInserter inserter = BulkInserter.forDataSource(source)
                    .using(provider)
                    .into("people")
                    .commitEvery(5)
                    .retry(TWICE)
                    .ledger(LoadLedger.of("ledger", "people"));

            assertThat(inserter.insert(rows(12)).rowsWritten()).isEqualTo(12);
            assertThat(storedIds()).isEqualTo(without(12));
            assertThat(database.ledger()).isEqualTo(12);
            assertThat(source.opened()).hasSize(2);
            assertThat(inserter.insert(rows(12)).rowsRead()).isZero();
            assertThat(inserter.insert(rows(14).stream()).rowsRead()).isEqualTo(2);
            assertThat(storedIds()).isEqualTo(without(14));
        }

        @Test
        void withoutALedgerLeaveALostCommitUnknown() {
            StubDataSource source = new StubDataSource(database, opened -> opened.diesAfterCommits = 2);
            BulkLoadException failure = failureOf(() -> BulkInserter.forDataSource(source)
                    .using(provider)
                    .into("people")
                    .commitEvery(5)
                    .retry(TWICE)
                    .insert(rows(12)));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(failure.rowsCommitted()).isEqualTo(-1);
        }

        @Test
        void waitTwiceAsLongEachTime() {
            RetryPolicy policy = RetryPolicy.upTo(9).waiting(Duration.ofMillis(100), Duration.ofSeconds(1));
            assertThat(policy.waitBefore(1)).isEqualTo(Duration.ofMillis(100));
            assertThat(policy.waitBefore(3)).isEqualTo(Duration.ofMillis(400));
            assertThat(policy.waitBefore(9)).isEqualTo(Duration.ofSeconds(1));
            assertThat(policy).hasToString("a batch is tried again up to 9 times");
        }
    }

    @Nested
    class Ledgers {
        @Test
        void thatAreMissingAreRefused() {
            BulkLoadException failure = failureOf(() -> inserter()
                    .commitEvery(5)
                    .ledger(LoadLedger.of("ledger", "people"))
                    .insert(rows(3)));
            assertThat(failure.reason()).isEqualTo("there is no table ledger");
            assertThat(failure.hint()).contains("createdIfMissing()");
        }

        @Test
        void thatAreNoneAreRefused() {
            BulkLoadException failure = failureOf(() -> inserter()
                    .commitEvery(5)
                    .ledger(LoadLedger.of("people", "people"))
                    .insert(rows(3)));
            assertThat(failure.reason())
                    .isEqualTo("the table people is no ledger: it must have the columns load_id, rows_done, attempts");
        }
    }
}
