package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

class TransactionTest {
    record Person(long id, String name) {}

    private static final List<Object> EARLIER = row(0L, "earlier");

    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Person> people(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Person(i + 1L, "p" + i))
                .toList();
    }

    private BulkLoadException failing(BulkInserter inserter, int count) {
        return catchThrowableOfType(BulkLoadException.class, () -> inserter.insert(people(count)));
    }

    @Test
    void aLoadUnderAutocommitStoresAllAndGivesAutocommitBack() throws Exception {
        LoadResult result = inserter().insert(people(250));

        assertThat(result.rowsRead()).isEqualTo(250);
        assertThat(result.rowsWritten()).isEqualTo(250);
        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).hasSize(250).startsWith(row(1L, "p0"));
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(connection.isClosed()).isFalse();
        assertThat(connection.calls())
                .containsExactly(
                        "setAutoCommit false",
                        "open bulk",
                        "execute 100",
                        "execute 100",
                        "execute 50",
                        "commit",
                        "close session",
                        "setAutoCommit true");
    }

    @Test
    void anErrorOfTheDatabaseKeepsItsCodesAndLeavesNothing() {
        provider.throwsAtRow = 150;

        BulkLoadException e = failing(inserter(), 200);

        assertThat(e.getMessage()).isEqualTo("load into people failed: duplicate key");
        assertThat(e.getSQLState()).isEqualTo("23505");
        assertThat(e.getErrorCode()).isEqualTo(2067);
        assertThat(e.getCause()).isSameAs(provider.rowFailure);
        assertThat(e.phase()).isEqualTo(LoadPhase.SEND);
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(e.table()).isEqualTo("people");
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(provider.closed).isEqualTo(1);
    }

    @Test
    void theSessionIsClosedBeforeTheRollback() {
        provider.throwsAtRow = 0;

        failing(inserter(), 1);

        assertThat(connection.calls())
                .containsExactly("setAutoCommit false", "open bulk", "close session", "rollback", "setAutoCommit true");
    }

    @Test
    void aProvidersExceptionKeepsItsFacts() {
        provider.throwsAtRow = 1;
        provider.rowFailure = BulkLoadException.in(LoadPhase.SERVER, "it is there already")
                .row(1)
                .column("id")
                .sqlState("23505")
                .build();

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage()).isEqualTo("load into people failed at row 1, column id: it is there already");
        assertThat(e.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(e.rowIndex()).isEqualTo(1);
        assertThat(e.column()).isEqualTo("id");
    }

    @Test
    void aBugOfAProviderIsReportedWithItsClass() {
        provider.throwsAtRow = 0;
        provider.rowFailure = new IllegalStateException();

        BulkLoadException e = failing(inserter(), 1);

        assertThat(e.getMessage()).isEqualTo("load into people failed: java.lang.IllegalStateException");
        assertThat(e.getCause()).isSameAs(provider.rowFailure);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void anErrorPassesUnwrappedAfterCleanUp() {
        provider.throwsAtRow = 0;
        provider.rowFailure = new StackOverflowError("deep");

        assertThat(catchThrowable(() -> inserter().insert(people(2)))).isSameAs(provider.rowFailure);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(provider.closed).isEqualTo(1);
    }

    @Test
    void aCommitThatFailsIsRolledBack() {
        connection.commitFailures = 1;

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage()).isEqualTo("load into people failed: a deferred constraint fails");
        assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(e.getSQLState()).isEqualTo("23503");
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void aConnectionThatBreaksInTheCommitLeavesTheOutcomeOpen() {
        connection.diesIn = "commit";

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage())
                .isEqualTo(
                        "load into people failed: the connection is broken. Whether the rows are stored is not known, since"
                                + " the connection was lost before the database told: look for them before they are loaded again");
        assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aConnectionThatBreaksInASingleStatementUnderAutocommitLeavesTheOutcomeOpen() {
        provider.shortRows = 10;
        connection.diesIn = "execute";

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.hint()).startsWith("Whether the rows are stored is not known");
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aMessageOfTheDriverThatEndsWithAFullStopGetsNoSecondOne() {
        BulkLoadException e = BulkLoadException.in(LoadPhase.SEND, "An I/O error occurred.")
                .hint("Try again")
                .build();

        assertThat(e.getMessage()).isEqualTo("load failed: An I/O error occurred. Try again");
    }

    @Test
    void aConnectionThatBreaksWhileSendingIsLost() {
        connection.diesIn = "execute";

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.phase()).isEqualTo(LoadPhase.SEND);
        assertThat(e.getSQLState()).isEqualTo("08006");
        assertThat(e.hint()).isNull();
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aConnectionThatBreaksBeforeTheLoadIsLost() {
        provider.matchFailure = new SQLException("the connection is broken", "08006");
        connection.die();

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage())
                .isEqualTo(
                        "load into people failed: the connection does not say what database it is: the connection is broken");
        assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aConnectionThatDoesNotAnswerIsLost() {
        connection.diesIn = "isClosed";

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage())
                .isEqualTo("load into people failed: the connection does not answer: the connection is broken");
        assertThat(e.getSQLState()).isEqualTo("08006");
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aClosedConnectionIsRefused() throws SQLException {
        connection.jdbc().close();

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage()).isEqualTo("load into people failed: the connection is closed");
        assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(e.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
    }

    @Test
    void aSessionThatFailsToCloseAfterTheCommitIsReportedWithWhatIsStored() throws SQLException {
        provider.closeFailure = new SQLException("the setting can't be restored");

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage())
                .isEqualTo(
                        "load into people failed: the rows are stored, but the connection could not be given back as it"
                                + " was: the setting can't be restored");
        assertThat(database.rows()).hasSize(3);
        assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(provider.closed).isEqualTo(1);
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
    }

    @Test
    void aSessionThatFailsToCloseAfterAFailureIsSuppressed() {
        provider.throwsAtRow = 0;
        provider.closeFailure = new SQLException("the statement can't be closed");

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage()).isEqualTo("load into people failed: duplicate key");
        assertThat(e.getCause()).hasSuppressedException(provider.closeFailure);
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void aSessionThatCanNotBeClosedAtAllDoesNotKeepTheRollbackAway() {
        provider.throwsAtRow = 150;
        provider.closeFailure = new IllegalStateException("a bug in close()");

        Throwable thrown = catchThrowable(() -> inserter().insert(people(200)));

        assertThat(thrown).isInstanceOf(BulkLoadException.class).hasMessage("load into people failed: duplicate key");
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void aDriverThatThrowsTheSameExceptionAgainDoesNotDisturbTheCleanUp() {
        provider.throwsAtRow = 150;
        provider.closeFailure = provider.rowFailure;

        Throwable thrown = catchThrowable(() -> inserter().insert(people(200)));

        assertThat(thrown).isInstanceOf(BulkLoadException.class).hasMessage("load into people failed: duplicate key");
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void autocommitThatCanNotBeRestoredAfterTheCommitIsSaidPlainly() {
        connection.restoreFailures = StubConnection.ALWAYS;

        BulkLoadException e = failing(inserter(), 3);

        assertThat(e.getMessage())
                .isEqualTo("load into people failed: the rows are stored, but the connection could not be given back"
                        + " as it was: autocommit can't be set");
        assertThat(e.phase()).isEqualTo(LoadPhase.COMMIT);
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void rowsSkippedForAKnownCauseAreAWarning() throws Exception {
        provider.countDifference = -2;
        provider.skipCause = "the trigger audit skips rows";

        LoadResult result = inserter().insert(people(5));

        assertThat(result.rowsRead()).isEqualTo(5);
        assertThat(result.rowsWritten()).isEqualTo(3);
        assertThat(result.rowsInserted()).isEqualTo(3);
        assertThat(result.rowsSkipped()).isEqualTo(2);
        assertThat(result.warnings())
                .containsExactly(new LoadWarning(
                        LoadWarning.Code.ROWS_SKIPPED,
                        2,
                        "2 rows were skipped by the database: the trigger audit skips rows"));
    }

    @Test
    void rowsMissingWithoutACauseFailTheLoad() {
        provider.countDifference = -1;

        BulkLoadException e = failing(inserter(), 5);

        assertThat(e.getMessage()).isEqualTo("load into people failed: the database counts 4 rows, but 5 were sent");
        assertThat(e.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void rowsTooManyFailTheLoadWhateverTheCause() {
        provider.countDifference = 1;
        provider.skipCause = "the trigger audit skips rows";

        BulkLoadException e = failing(inserter(), 5);

        assertThat(e.getMessage()).isEqualTo("load into people failed: the database counts 6 rows, but 5 were sent");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void warningsOfTheSessionComeWithTheResult() throws Exception {
        LoadWarning warning = new LoadWarning(LoadWarning.Code.SERVER, 1, "truncated");
        provider.warnings = List.of(warning);

        assertThat(inserter().insert(people(1)).warnings()).containsExactly(warning);
    }

    @Nested
    class TheCallersTransaction {
        @Test
        void isJoinedAndNotCommitted() throws Exception {
            connection.inTransaction(EARLIER);

            inserter().insert(people(2));

            assertThat(database.rows()).isEmpty();
            assertThat(connection.pending()).containsExactly(EARLIER, row(1L, "p0"), row(2L, "p1"));
            assertThat(connection.calls())
                    .containsExactly("setSavepoint", "open bulk", "execute 2", "releaseSavepoint", "close session");
        }

        @Test
        void keepsTheEarlierWorkAfterADataError() throws SQLException {
            connection.inTransaction(EARLIER);
            provider.throwsAtRow = 150;

            BulkLoadException e = failing(inserter(), 200);

            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(e.hint()).isNull();
            assertThat(connection.pending()).containsExactly(EARLIER);
            assertThat(connection.isAutoCommit()).isFalse();
        }

        @Test
        void keepsTheEarlierWorkWhereTheSavepointCanNotBeReleased() throws SQLException {
            connection.inTransaction(EARLIER);
            connection.releaseFailures = 1;

            BulkLoadException e = failing(inserter(), 2);

            assertThat(e.getMessage()).isEqualTo("load into people failed: the savepoint can't be released");
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection.pending()).containsExactly(EARLIER);
        }

        @Test
        void endedByTheDatabaseIsSaidWithAHint() throws SQLException {
            connection.inTransaction(EARLIER);
            provider.throwsAtRow = 1;
            provider.beforeRows = StubConnection::endTransaction;
            provider.repairs = true;

            BulkLoadException e = failing(inserter(), 3);

            assertThat(e.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
            assertThat(e.getMessage())
                    .isEqualTo("load into people failed: duplicate key. The database ended the whole transaction:"
                            + " what was done in it before the load is gone too");
            assertThat(connection.isAutoCommit()).isFalse();
            assertThat(connection.pending()).isEmpty();
        }

        @Test
        void mustBeRolledBackByTheCallerWithoutASavepoint() throws SQLException {
            connection.inTransaction(EARLIER);
            provider.throwsAtRow = 1;

            BulkLoadException e = failing(inserter().savepoint(SavepointPolicy.NEVER), 3);

            assertThat(e.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
            assertThat(connection.calls()).doesNotContain("setSavepoint", "rollback");
        }

        @Test
        void isUntouchedByAFailureOfThePreflight() throws SQLException {
            connection.inTransaction(EARLIER);

            BulkLoadException e = failing(inserter().columns("nonsense"), 3);

            assertThat(e.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(connection.calls()).isEmpty();
            assertThat(connection.pending()).containsExactly(EARLIER);
        }

        @Test
        void isUntouchedByAnEmptyInput() throws Exception {
            connection.inTransaction(EARLIER);

            inserter().insert(List.of());

            assertThat(connection.calls()).isEmpty();
        }
    }

    @Nested
    class ADataSource {
        private final StubDataSource dataSource = new StubDataSource(database);

        private BulkInserter borrowing(StubDataSource from) {
            return BulkInserter.forDataSource(from).using(provider);
        }

        @Test
        void lendsAConnectionThatIsGivenBack() throws Exception {
            borrowing(dataSource).into("people").insert(people(2));

            assertThat(database.rows()).hasSize(2);
            assertThat(dataSource.only().calls())
                    .containsExactly(
                            "setAutoCommit false",
                            "open bulk",
                            "execute 2",
                            "commit",
                            "close session",
                            "setAutoCommit true",
                            "close");
        }

        @Test
        void getsItsConnectionBackAfterAFailure() {
            provider.throwsAtRow = 1;

            BulkLoadException e = failing(borrowing(dataSource).into("people"), 2);

            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(database.rows()).isEmpty();
            assertThat(dataSource.only().calls()).endsWith("rollback", "setAutoCommit true", "close");
        }

        @Test
        void getsItsConnectionBackAfterAFailureOfThePreflight() {
            failing(borrowing(dataSource).into("nowhere"), 2);

            assertThat(dataSource.only().calls()).containsExactly("close");
        }

        @Test
        void getsItsConnectionBackWhereNoProviderAcceptsIt() {
            provider.matchFailure = new SQLException("no answer");

            failing(borrowing(dataSource).into("people"), 2);

            assertThat(dataSource.only().calls()).containsExactly("close");
        }

        @Test
        void getsItsConnectionBackWhereTheSessionCanNotBeClosedAtAll() {
            provider.throwsAtRow = 0;
            provider.closeFailure = new IllegalStateException("a bug in close()");

            Throwable thrown =
                    catchThrowable(() -> borrowing(dataSource).into("people").insert(people(2)));

            assertThat(thrown).isInstanceOf(BulkLoadException.class);
            assertThat(dataSource.only().isClosed()).isTrue();
        }

        @Test
        void getsItsConnectionBackAfterAnError() {
            provider.throwsAtRow = 0;
            provider.rowFailure = new AssertionError("deep");

            assertThat(catchThrowable(() -> borrowing(dataSource).into("people").insert(people(2))))
                    .isSameAs(provider.rowFailure);
            assertThat(dataSource.only().isClosed()).isTrue();
        }

        @Test
        void getsItsConnectionBackAfterAnExplanation() throws Exception {
            borrowing(dataSource).into("people").explain(Person.class);

            assertThat(dataSource.only().calls()).containsExactly("close");
        }

        @Test
        void isNotAskedForAnEmptyInput() throws Exception {
            LoadResult result = borrowing(dataSource).into("people").insert(List.of());

            assertThat(result.path()).isEqualTo("none");
            assertThat(dataSource.opened()).isEmpty();
        }

        @Test
        void seesItsConnectionsCommittedAlsoWhereAutocommitIsOff() throws Exception {
            StubDataSource manual = new StubDataSource(database, opened -> {
                try {
                    opened.jdbc().setAutoCommit(false);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });

            borrowing(manual).into("people").insert(people(2));

            assertThat(database.rows()).hasSize(2);
            assertThat(manual.only().calls())
                    .containsExactly(
                            "setAutoCommit false", "open bulk", "execute 2", "commit", "close session", "close");
        }

        @Test
        void whoseConnectionCanNotBeGivenBackIsReportedAfterTheCommit() {
            StubDataSource broken = new StubDataSource(database, opened -> opened.closeFailures = 1);

            BulkLoadException e = failing(borrowing(broken).into("people"), 2);

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed: the rows are stored, but the connection could not be given"
                            + " back as it was: the pool is gone");
            assertThat(database.rows()).hasSize(2);
        }

        @Test
        void whoseConnectionCanNotBeGivenBackIsSuppressedAfterAFailure() {
            provider.throwsAtRow = 0;
            StubDataSource broken = new StubDataSource(database, opened -> opened.closeFailures = 1);

            BulkLoadException e = failing(borrowing(broken).into("people"), 2);

            assertThat(e.getMessage()).isEqualTo("load into people failed: duplicate key");
            assertThat(e.getCause().getSuppressed()[0]).hasMessage("the pool is gone");
        }

        @Test
        void withoutAConnectionIsReported() {
            StubDataSource empty = new StubDataSource(database) {
                @Override
                public synchronized java.sql.Connection getConnection() throws SQLException {
                    throw new SQLException("the pool is exhausted", "08001");
                }
            };

            BulkLoadException e = failing(borrowing(empty).into("people"), 2);

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed: no connection from the DataSource: the pool is exhausted");
            assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
            assertThat(e.getSQLState()).isEqualTo("08001");
        }

        @Test
        void thatIsAwareOfTransactionsIsRefused() {
            BulkLoadException e =
                    failing(borrowing(new TransactionAwareDataSourceProxy()).into("people"), 2);

            assertThat(e.getMessage())
                    .isEqualTo(
                            "load into people failed: the DataSource hands out the connection of a framework's transaction,"
                                    + " which a load of its own must not commit. Give the plain DataSource, or"
                                    + " DataSourceUtils.getConnection(dataSource) to BulkInserter.forConnection to join the"
                                    + " transaction");
            assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
        }

        @Test
        void thatIsASubclassOfTheAwareOneIsRefusedToo() {
            TransactionAwareDataSourceProxy subclass = new TransactionAwareDataSourceProxy() {};

            assertThat(failing(borrowing(subclass).into("people"), 2).phase()).isEqualTo(LoadPhase.CONNECT);
            assertThat(subclass.opened()).isEmpty();
        }
    }
}
