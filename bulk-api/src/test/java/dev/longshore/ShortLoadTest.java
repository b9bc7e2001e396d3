package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import dev.longshore.spi.PathChoice;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ShortLoadTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    @BeforeEach
    void oneStatementHoldsThreeRows() {
        provider.shortRows = 3;
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Object[]> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p" + i})
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1,single", "2,single", "3,single", "4,bulk", "5,bulk"})
    void theFirstRowsDecideThePath(int count, String path) throws Exception {
        LoadResult result = inserter().insert(rows(count));

        assertThat(result.path()).isEqualTo(path);
        assertThat(result.rowsWritten()).isEqualTo(count);
        assertThat(database.rows()).hasSize(count);
        assertThat(provider.indexes)
                .containsExactlyElementsOf(LongStream.range(0, count).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"1,single", "2,single", "3,single", "4,bulk", "5,bulk"})
    void theFirstRowsOfAStreamDecideThePathToo(int count, String path) throws Exception {
        LoadResult result = inserter().insert(rows(count).stream());

        assertThat(result.path()).isEqualTo(path);
        assertThat(database.rows()).hasSize(count);
    }

    @Test
    void aShortLoadTakesNoTransactionOfItsOwn() throws Exception {
        inserter().insert(rows(3));

        assertThat(connection.calls()).containsExactly("open single", "execute 3", "close session");
    }

    @ParameterizedTest
    @CsvSource({"1,single", "3,single", "4,bulk"})
    void aDataSourceWithoutAutocommitHasShortLoadsInTheirOwnTransaction(int count, String path) throws Exception {
        StubDataSource source = new StubDataSource(database, opened -> {
            try {
                opened.jdbc().setAutoCommit(false);
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
        BulkInserter inserter =
                BulkInserter.forDataSource(source).using(provider).into("people");

        assertThat(inserter.insert(rows(count)).path()).isEqualTo(path);

        assertThat(source.only().calls()).contains("open " + path, "commit").doesNotContain("setSavepoint");
        assertThat(provider.request.guardsItself()).isFalse();
        assertThat(database.rows()).hasSize(count);

        provider.throwsAtRow = 0;
        assertThat(catchThrowable(() -> inserter.insert(rows(count)))).isInstanceOf(BulkLoadException.class);
        assertThat(source.opened().get(1).calls()).contains("rollback");
        assertThat(database.rows()).hasSize(count);
    }

    @Test
    void aShortLoadInTheCallersTransactionTakesTheUsualPath() throws Exception {
        connection.inTransaction(row(9L, "earlier"));

        assertThat(inserter().insert(rows(1)).path()).isEqualTo("bulk");
        assertThat(connection.calls()).startsWith("setSavepoint");
    }

    @Nested
    class InTheCallersTransactionGuardingItself {
        @BeforeEach
        void twoRowsAreGuarded() throws Exception {
            provider.guardedRows = 2;
            connection.inTransaction(row(9L, "earlier"));
        }

        private BulkLoadException failure() {
            return (BulkLoadException) catchThrowable(() -> inserter().insert(rows(2)));
        }

        @Test
        void theEngineSetsNoSavepoint() throws Exception {
            assertThat(inserter().insert(rows(2)).path()).isEqualTo("single");

            assertThat(connection.calls()).containsExactly("open single", "execute 2", "close session");
            assertThat(provider.request.guardsItself()).isTrue();
            assertThat(connection.pending()).hasSize(3);
        }

        @Test
        void moreRowsStandBehindASavepoint() throws Exception {
            assertThat(inserter().insert(rows(3)).path()).isEqualTo("bulk");

            assertThat(connection.calls()).startsWith("setSavepoint");
            assertThat(provider.request.guardsItself()).isFalse();
        }

        @Test
        void pushedRowsAreGuardedToo() throws Exception {
            inserter().insert(rows(2).stream());

            assertThat(connection.calls()).startsWith("open single");
        }

        @Test
        void aListenerNeedsASavepointToGoBackTo() throws Exception {
            inserter().listener(progress -> {}).insert(rows(2));

            assertThat(connection.calls()).startsWith("setSavepoint");
            assertThat(provider.request.guardsItself()).isFalse();
        }

        @Test
        void withoutSavepointsNothingIsGuarded() throws Exception {
            inserter().savepoint(SavepointPolicy.NEVER).insert(rows(2));
            assertThat(provider.request.guardsItself()).isFalse();

            connection.savepointsUnsupported = true;
            inserter().insert(rows(2));
            assertThat(provider.request.guardsItself()).isFalse();
        }

        @ParameterizedTest
        @EnumSource(
                value = TransactionState.class,
                names = {"INTACT", "ROLLBACK_REQUIRED", "ROLLED_BACK_BY_SERVER"})
        void theSessionSaysWhatItsFailureLeaves(TransactionState state) {
            provider.throwsAtRow = 1;
            provider.rowFailure =
                    BulkLoadException.in(LoadPhase.SERVER, "no").state(state).build();

            assertThat(failure().transactionState()).isEqualTo(state);
            assertThat(connection.calls()).doesNotContain("rollback");
        }

        @Test
        void whatAnotherExceptionLeavesIsNotTrusted() {
            provider.throwsAtRow = 1;
            provider.rowFailure = new IllegalStateException("a driver's fault");

            assertThat(failure().transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        }

        @Test
        void aCountThatDiffersCanOnlyBeRolledBack() {
            provider.countDifference = -1;

            BulkLoadException e = failure();

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed: the database counts 1 rows, but 2 were sent; what it counts is"
                            + " stored until the rollback");
            assertThat(e.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        }

        @Test
        void anInterruptAfterTheStatementDoesNotDenyWhatItDid() throws Exception {
            provider.afterRows = used -> Thread.currentThread().interrupt();

            LoadResult result = inserter().insert(rows(2));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.rowsWritten()).isEqualTo(2);
        }

        @Test
        void aLostConnectionLeavesNoDoubt() {
            connection.diesIn = "execute";

            BulkLoadException e = failure();

            assertThat(e.hint()).isNull();
            assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
        }

        @Test
        void aSourceThatSwitchesAutocommitOnIsRefused() {
            Iterator<Object[]> rows = rows(2).stream()
                    .peek(each -> {
                        if (each[0].equals(0L)) {
                            return;
                        }
                        try {
                            connection.jdbc().setAutoCommit(true);
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .iterator();

            Throwable thrown = catchThrowable(() -> inserter().insert(rows));

            assertThat(thrown.getMessage())
                    .isEqualTo("load into people failed: autocommit was switched on while the rows were read, by their"
                            + " source");
            assertThat(provider.opened).isZero();
        }

        @Test
        void thePlanTellsIt() throws Exception {
            LoadPlan plan = inserter().columns("id", "name").explain(Object[].class);

            assertThat(plan.shortPath()).isEqualTo("single");
            assertThat(plan.shortRows()).isEqualTo(2);
            assertThat(plan.transaction())
                    .isEqualTo(
                            "the caller's, behind a savepoint; a short load is one statement that undoes itself if it"
                                    + " fails");
        }
    }

    @Nested
    class WithATransactionOnDemand {
        @BeforeEach
        void theSessionHoldsTheRows() {
            provider.beginsOnDemand = true;
        }

        @ParameterizedTest
        @CsvSource({"1", "3"})
        void oneStatementHasNone(int count) throws Exception {
            LoadResult result = inserter().insert(rows(count));

            assertThat(connection.calls()).containsExactly("open bulk", "execute " + count, "close session");
            assertThat(result.path()).isEqualTo("bulk");
            assertThat(result.rowsWritten()).isEqualTo(count);
            assertThat(database.rows()).hasSize(count);
        }

        @Test
        void severalStatementsHaveOne() throws Exception {
            inserter().insert(rows(7));

            assertThat(connection.calls())
                    .containsExactly(
                            "open bulk",
                            "setAutoCommit false",
                            "execute 3",
                            "execute 3",
                            "execute 1",
                            "commit",
                            "close session",
                            "setAutoCommit true");
            assertThat(provider.indexes).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(database.rows()).hasSize(7);
        }

        @ParameterizedTest
        @CsvSource({"0", "2", "3", "6"})
        void aFailureLeavesNothing(int row) {
            provider.throwsAtRow = row;

            BulkLoadException e =
                    (BulkLoadException) catchThrowable(() -> inserter().insert(rows(7)));

            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(database.rows()).isEmpty();
            assertThat(connection.calls().contains("rollback")).isEqualTo(row > 2);
        }

        @Test
        void noRowIsReadAheadOfTheSession() throws Exception {
            List<Object> read = new ArrayList<>();
            Iterator<Object[]> source =
                    rows(3).stream().peek(row -> read.add(row[0])).iterator();
            List<Object> readBefore = new ArrayList<>();
            provider.beforeRows = used -> readBefore.addAll(read);

            inserter().insert(source);

            assertThat(readBefore).containsExactly(0L);
            assertThat(read).containsExactly(0L, 1L, 2L);
        }

        @Test
        void pushedRowsInSeveralBuffersHaveOneFromTheStart() throws Exception {
            String large = "x".repeat(5_000_000);
            try (BulkWriter<Object[]> writer = inserter()
                    .open(RowMapping.of(Object[].class)
                            .column("id", row -> row[0])
                            .column("name", row -> row[1])
                            .build())) {
                for (long i = 0; i < 3; i++) {
                    writer.write(new Object[] {i, large});
                }
                writer.finish();
            }

            assertThat(connection.calls()).startsWith("setAutoCommit false", "open bulk");
            assertThat(database.rows()).hasSize(3);
        }

        @Test
        void aListenerNeedsOneToGoBackTo() throws Exception {
            inserter().listener(progress -> {}).insert(rows(2));

            assertThat(connection.calls()).startsWith("setAutoCommit false", "open bulk");
        }

        @Test
        void theCallersStandsBehindASavepointAsEver() throws Exception {
            connection.inTransaction(row(9L, "earlier"));

            inserter().insert(rows(7));

            assertThat(connection.calls())
                    .startsWith("setSavepoint", "open bulk")
                    .doesNotContain("commit");
        }

        @Test
        void anInterruptAfterTheOnlyStatementDoesNotDenyWhatItDid() throws Exception {
            provider.afterRows = used -> Thread.currentThread().interrupt();

            LoadResult result = inserter().insert(rows(2));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.rowsWritten()).isEqualTo(2);
        }

        @Test
        void anInterruptAfterOneOfSeveralUndoesThem() {
            provider.afterRows = used -> Thread.currentThread().interrupt();

            BulkLoadException e =
                    (BulkLoadException) catchThrowable(() -> inserter().insert(rows(7)));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(e.getMessage()).contains("the loading thread was interrupted");
            assertThat(database.rows()).isEmpty();
        }
    }

    @Test
    void guardedRowsAreAmongTheShortOnes() {
        assertThat(catchThrowable(() -> new PathChoice("bulk", "single", 3, 4, List.of(), List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("guardedRows is 4, but must be from 0 to shortRows, which is 3");
    }

    @Test
    void aShortLoadThatFailsLeavesNothing() {
        provider.throwsAtRow = 1;

        BulkLoadException e =
                (BulkLoadException) catchThrowable(() -> inserter().insert(rows(3)));

        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.calls()).containsExactly("open single", "close session");
    }

    /** What is stored by one statement under autocommit can't be taken back: a load that fails must not have stored it. */
    @Test
    void aListenerThatThrowsAtTheEndOfAShortLoadLeavesNothing() {
        LoadListener angry = progress -> {
            throw new IllegalStateException("enough");
        };

        Throwable thrown = catchThrowable(() -> inserter().listener(angry).insert(rows(2)));

        assertThat(thrown)
                .isInstanceOf(BulkLoadException.class)
                .hasMessage("load into people failed: the listener threw java.lang.IllegalStateException: enough");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void anInterruptAfterAShortLoadsStatementDoesNotDenyWhatIsStored() {
        provider.afterRows = used -> Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> inserter().insert(rows(2)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(database.rows()).hasSize(thrown == null ? 2 : 0);
    }

    @Test
    void aCountThatDiffersInAShortLoadDoesNotDenyWhatIsStored() {
        provider.countDifference = -1;

        BulkLoadException e =
                (BulkLoadException) catchThrowable(() -> inserter().insert(rows(2)));

        boolean denied = database.rows().isEmpty();
        assertThat(denied || e.getMessage().contains("stored"))
                .as("the message says that rows are stored: %s", e.getMessage())
                .isTrue();
    }

    @Test
    void aStreamInACellEndsTheLookAheadSinceTheNextRowMayCloseIt() throws Exception {
        List<InputStream> opened = new ArrayList<>();
        Iterator<Object[]> rows = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < 3;
            }

            @Override
            public Object[] next() {
                opened.forEach(ShortLoadTest::spoil);
                InputStream stream = new FragileStream("text " + next);
                opened.add(stream);
                return new Object[] {(long) next++, stream};
            }
        };

        LoadResult result = inserter().insert(rows);

        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).containsExactly(row(0L, "text 0"), row(1L, "text 1"), row(2L, "text 2"));
    }

    @Test
    void aStreamInTheOnlyRowIsSentWhileItIsOpen() throws Exception {
        provider.shortRows = 0;
        Object[] row = {1L, new FragileStream("long text")};

        inserter().insert(Stream.<Object[]>of(row).iterator());

        assertThat(database.rows()).containsExactly(row(1L, "long text"));
    }

    @Test
    void rowsThatAreTooLargeToLookAheadAreRecordedOnlyToTheBound() throws Exception {
        provider.shortRows = 1000;
        String large = "x".repeat(600_000);
        List<Object[]> rows = List.of(new Object[] {1, large}, new Object[] {2, large}, new Object[] {3, large});

        LoadResult result = inserter().insert(rows);

        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void theSourceIsAskedNoFurtherThanNeededBeforeTheFirstRowIsSent() throws Exception {
        provider.shortRows = 0;
        List<Long> taken = new ArrayList<>();
        List<Integer> takenBefore = new ArrayList<>();
        provider.beforeRows = used -> takenBefore.add(taken.size());

        inserter().insert(rows(10).stream().peek(r -> taken.add((Long) r[0])).iterator());

        assertThat(takenBefore).containsExactly(1);
    }

    private static void spoil(InputStream stream) {
        ((FragileStream) stream).spoilt = true;
    }

    /** A stream that its source invalidates when it goes on, as a result set does. */
    private static final class FragileStream extends ByteArrayInputStream {
        private boolean spoilt;

        FragileStream(String text) {
            super(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public synchronized byte[] readAllBytes() {
            if (spoilt) {
                throw new AssertionError("read after its row");
            }
            return super.readAllBytes();
        }
    }
}
