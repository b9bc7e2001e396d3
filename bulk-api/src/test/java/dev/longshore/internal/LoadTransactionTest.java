package dev.longshore.internal;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.SavepointPolicy;
import dev.longshore.TransactionState;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LoadTransactionTest {
    private static final List<Object> EARLIER = row(0L, "earlier");
    private static final List<Object> LOADED = row(1L, "loaded");

    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();
    private final SQLException failure = new SQLException("duplicate key");

    private LoadTransaction on(StubConnection used, boolean ownsConnection, SavepointPolicy policy)
            throws SQLException {
        return new LoadTransaction(provider, used.jdbc(), ownsConnection, policy);
    }

    private LoadTransaction begun(boolean ownsConnection) throws SQLException {
        LoadTransaction transaction = on(connection, ownsConnection, SavepointPolicy.AUTO);
        transaction.begin();
        connection.execute(List.of(LOADED));
        return transaction;
    }

    @Nested
    class UnderAutocommit {
        @Test
        void aLoadIsATransactionOfItsOwnAndAutocommitComesBack() throws SQLException {
            LoadTransaction transaction = begun(false);
            assertThat(database.rows()).isEmpty();

            transaction.commit();
            transaction.restore();

            assertThat(database.rows()).containsExactly(LOADED);
            assertThat(connection.calls()).containsExactly("setAutoCommit false", "commit", "setAutoCommit true");
        }

        @Test
        void aStatementIsEnoughForAShortLoad() throws SQLException {
            LoadTransaction transaction = on(connection, false, SavepointPolicy.AUTO);

            assertThat(transaction.statementIsEnough()).isTrue();
            assertThat(transaction.joinsCallers()).isFalse();
            assertThat(transaction.describe(0))
                    .isEqualTo("its own, all or nothing; a short load is one statement under autocommit");
        }

        @Test
        void aFailedLoadIsRolledBackAndTheConnectionIntact() throws SQLException {
            assertThat(begun(false).rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
            assertThat(connection.calls()).containsExactly("setAutoCommit false", "rollback", "setAutoCommit true");
            assertThat(failure.getSuppressed()).isEmpty();
        }

        @Test
        void aRollbackHitByALateCancelIsRepeated() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.rollbackFailures = 1;

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
        }

        @Test
        void aTransactionThatTheDatabaseEndedIsRepairedByTheProvider() throws SQLException {
            provider.repairs = true;
            LoadTransaction transaction = begun(false);
            connection.endTransaction();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);

            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
            assertThat(connection.calls()).contains("reopen");
        }

        @Test
        void rowsThatCanNotBeRolledBackAreNotCommittedByRestoringAutocommit() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.rollbackFailures = StubConnection.ALWAYS;

            TransactionState state = transaction.rollback(failure);

            assertThat(database.rows()).isEmpty();
            assertThat(state).isIn(TransactionState.ROLLBACK_REQUIRED, TransactionState.CONNECTION_LOST);
        }

        @Test
        void aFailedCommitIsRolledBack() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.commitFailures = 1;

            assertThatThrownBy(transaction::commit).hasMessage("a deferred constraint fails");
            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
        }

        @Test
        void aBrokenConnectionIsLost() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.die();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.CONNECTION_LOST);

            assertThat(failure.getSuppressed()).hasSize(1);
            assertThat(failure.getSuppressed()[0]).hasMessage("the connection is broken");
        }

        @Test
        void aConnectionThatBreaksInTheCommitIsLost() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.diesIn = "commit";

            assertThatThrownBy(transaction::commit).hasMessage("the connection is broken");
            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.CONNECTION_LOST);
        }

        @Test
        void aFailureBeforeTheBeginLeavesAllAsItWas() throws SQLException {
            LoadTransaction transaction = on(connection, false, SavepointPolicy.AUTO);

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);
            assertThat(connection.calls()).isEmpty();
        }

        @Test
        void aBrokenConnectionIsLostBeforeTheBeginToo() throws SQLException {
            LoadTransaction transaction = on(connection, false, SavepointPolicy.AUTO);
            connection.die();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.CONNECTION_LOST);
        }

        @Test
        void aBeginThatFailsLeavesAutocommitOn() throws SQLException {
            connection.beginFailures = 1;
            LoadTransaction transaction = on(connection, false, SavepointPolicy.AUTO);

            assertThatThrownBy(transaction::begin).hasMessage("no transaction can be begun");
            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);
            assertThat(connection.isAutoCommit()).isTrue();
        }

        @Test
        void autocommitThatCanNotBeRestoredIsReportedInTheFailure() throws SQLException {
            LoadTransaction transaction = begun(false);
            connection.restoreFailures = StubConnection.ALWAYS;

            transaction.rollback(failure);

            assertThat(database.rows()).isEmpty();
            assertThat(failure.getSuppressed()).hasSize(1);
            assertThat(failure.getSuppressed()[0]).hasMessage("autocommit can't be set");
        }
    }

    @Nested
    class InTheCallersTransaction {
        private LoadTransaction joined() throws SQLException {
            connection.inTransaction(EARLIER);
            return begun(false);
        }

        @Test
        void theLoadStandsBehindASavepointAndDoesNotCommit() throws SQLException {
            LoadTransaction transaction = joined();
            assertThat(transaction.joinsCallers()).isTrue();
            assertThat(transaction.statementIsEnough()).isFalse();
            assertThat(transaction.describe(0)).isEqualTo("the caller's, behind a savepoint");

            transaction.commit();
            transaction.restore();

            assertThat(connection.calls()).containsExactly("setSavepoint", "releaseSavepoint");
            assertThat(connection.pending()).containsExactly(EARLIER, LOADED);
            assertThat(connection.isAutoCommit()).isFalse();
        }

        @Test
        void aFailedLoadLeavesTheEarlierWork() throws SQLException {
            assertThat(joined().rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(connection.pending()).containsExactly(EARLIER);
            assertThat(connection.isAutoCommit()).isFalse();
            assertThat(connection.calls()).containsExactly("setSavepoint", "rollback to savepoint", "releaseSavepoint");
        }

        @Test
        void aDriverThatCanNotReleaseSavepointsIsForgiven() throws SQLException {
            connection.releaseUnsupported = true;
            LoadTransaction transaction = joined();

            transaction.commit();

            assertThat(connection.pending()).containsExactly(EARLIER, LOADED);
        }

        @Test
        void aDriverThatCanNotReleaseSavepointsIsForgivenAfterAFailureToo() throws SQLException {
            connection.releaseUnsupported = true;

            assertThat(joined().rollback(failure)).isEqualTo(TransactionState.INTACT);
            assertThat(connection.pending()).containsExactly(EARLIER);
            assertThat(failure.getSuppressed()).isEmpty();
        }

        @Test
        void aReleaseThatFailsUndoesTheLoad() throws SQLException {
            LoadTransaction transaction = joined();
            connection.releaseFailures = 1;

            assertThatThrownBy(transaction::commit).hasMessage("the savepoint can't be released");
            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(connection.pending()).containsExactly(EARLIER);
        }

        @Test
        void aRollbackHitByALateCancelIsRepeated() throws SQLException {
            LoadTransaction transaction = joined();
            connection.savepointRollbackFailures = 1;

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.INTACT);
            assertThat(connection.pending()).containsExactly(EARLIER);
        }

        @Test
        void aTransactionThatTheDatabaseEndedIsReportedSo() throws SQLException {
            LoadTransaction transaction = joined();
            connection.endTransaction();
            provider.repairs = true;

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
            assertThat(connection.pending()).isEmpty();
            assertThat(connection.isAutoCommit()).isFalse();
        }

        @Test
        void aTransactionThatNobodyCanRollBackIsLeftToTheCaller() throws SQLException {
            LoadTransaction transaction = joined();
            connection.savepointRollbackFailures = StubConnection.ALWAYS;
            connection.rollbackFailures = StubConnection.ALWAYS;

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
            assertThat(failure.getSuppressed()).hasSize(2);
            assertThat(connection.isAutoCommit()).isFalse();
        }

        @Test
        void aBrokenConnectionIsLost() throws SQLException {
            LoadTransaction transaction = joined();
            connection.die();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.CONNECTION_LOST);
        }

        @Test
        void withoutSavepointsTheCallerMustRollBack() throws SQLException {
            connection.savepointsUnsupported = true;
            LoadTransaction transaction = joined();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
            assertThat(connection.calls()).containsExactly("setSavepoint");
        }

        @Test
        void withoutSavepointsAGoodLoadStaysInTheTransaction() throws SQLException {
            connection.savepointsUnsupported = true;
            LoadTransaction transaction = joined();

            transaction.commit();

            assertThat(connection.pending()).containsExactly(EARLIER, LOADED);
        }

        @Test
        void whereSavepointsAreRefusedThePlanSaysSo() throws SQLException {
            connection.savepointsUnsupported = true;
            connection.inTransaction(EARLIER);

            assertThat(on(connection, false, SavepointPolicy.AUTO).describe(0))
                    .startsWith("the caller's, without a savepoint");
        }

        @Test
        void onRequestNoSavepointIsSet() throws SQLException {
            connection.inTransaction(EARLIER);
            LoadTransaction transaction = on(connection, false, SavepointPolicy.NEVER);
            assertThat(transaction.describe(0)).isEqualTo("the caller's, without a savepoint");

            transaction.begin();

            assertThat(connection.calls()).isEmpty();
            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
            assertThat(connection.pending()).containsExactly(EARLIER);
        }

        @Test
        void withoutASavepointABrokenConnectionIsLost() throws SQLException {
            connection.inTransaction(EARLIER);
            LoadTransaction transaction = on(connection, false, SavepointPolicy.NEVER);
            transaction.begin();
            connection.die();

            assertThat(transaction.rollback(failure)).isEqualTo(TransactionState.CONNECTION_LOST);
        }

        @Test
        void aFailureBeforeTheBeginTouchesNothing() throws SQLException {
            connection.inTransaction(EARLIER);

            assertThat(on(connection, false, SavepointPolicy.AUTO).rollback(failure))
                    .isEqualTo(TransactionState.INTACT);
            assertThat(connection.calls()).isEmpty();
            assertThat(connection.pending()).containsExactly(EARLIER);
        }
    }

    @Nested
    class OnAConnectionOfADataSource {
        @Test
        void theLoadCommitsAlsoWhereAutocommitWasOff() throws SQLException {
            connection.jdbc().setAutoCommit(false);
            LoadTransaction transaction = begun(true);
            assertThat(transaction.joinsCallers()).isFalse();
            assertThat(transaction.statementIsEnough()).isFalse();
            assertThat(transaction.guardIsEnough()).isFalse();
            assertThat(transaction.describe(0)).isEqualTo("its own on a connection of the data source, all or nothing");

            transaction.commit();
            transaction.restore();

            assertThat(database.rows()).containsExactly(LOADED);
            assertThat(connection.isAutoCommit()).isFalse();
        }

        @Test
        void aFailedLoadIsRolledBackAlsoWhereAutocommitWasOff() throws SQLException {
            connection.jdbc().setAutoCommit(false);

            assertThat(begun(true).rollback(failure)).isEqualTo(TransactionState.INTACT);

            assertThat(connection.pending()).isEmpty();
            assertThat(connection.calls()).containsExactly("setAutoCommit false", "rollback");
        }
    }
}
