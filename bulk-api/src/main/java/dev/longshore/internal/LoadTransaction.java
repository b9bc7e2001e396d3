package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.SavepointPolicy;
import dev.longshore.TransactionState;
import dev.longshore.spi.BulkProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * The transaction rules of a load: one of its own under autocommit, the caller's behind a savepoint otherwise, none for a
 * single statement under autocommit, no savepoint for one that guards itself. Knows what is left after a failure. All calls go
 * through the caller's connection object. Confined to the loading thread.
 */
final class LoadTransaction {
    private enum Mode {
        /** Nothing was begun, or it is ended. */
        NONE,
        /** The load's own transaction. */
        OWN,
        /** The caller's transaction, behind a savepoint. */
        SAVEPOINT,
        /** The caller's transaction, in which the load is one statement that undoes itself if it fails. */
        STATEMENT,
        /** The caller's transaction, with nothing to go back to. */
        UNGUARDED
    }

    private final BulkProvider provider;
    private final Connection connection;
    private final boolean autoCommit;
    private final boolean ownsConnection;
    private final SavepointPolicy policy;
    private Mode mode = Mode.NONE;
    private @Nullable Savepoint savepoint;

    LoadTransaction(BulkProvider provider, Connection connection, boolean ownsConnection, SavepointPolicy policy)
            throws SQLException {
        this.provider = provider;
        this.connection = connection;
        this.ownsConnection = ownsConnection;
        this.policy = policy;
        this.autoCommit = connection.getAutoCommit();
    }

    /** Whether a load that fits one statement can leave the transaction to the database. */
    boolean statementIsEnough() {
        return autoCommit;
    }

    /** Whether the load runs in a transaction of the caller's. */
    boolean joinsCallers() {
        return !autoCommit && !ownsConnection;
    }

    /** Whether a load in the caller's transaction that guards itself needs no savepoint: only where one would be set. */
    boolean guardIsEnough() throws SQLException {
        return joinsCallers()
                && policy == SavepointPolicy.AUTO
                && connection.getMetaData().supportsSavepoints();
    }

    /**
     * Says in which transaction the load will run.
     *
     * @param guardedRows up to how many rows it would guard itself
     */
    String describe(int guardedRows) throws SQLException {
        if (autoCommit || ownsConnection) {
            return autoCommit
                    ? "its own, all or nothing; a short load is one statement under autocommit"
                    : "its own on a connection of the data source, all or nothing";
        }
        if (policy == SavepointPolicy.NEVER) {
            return "the caller's, without a savepoint";
        }
        if (!guardIsEnough()) {
            return "the caller's, without a savepoint, since the driver has none";
        }
        return "the caller's, behind a savepoint"
                + (guardedRows > 0 ? "; a short load is one statement that undoes itself if it fails" : "");
    }

    void begin() throws SQLException {
        if (autoCommit) {
            connection.setAutoCommit(false);
            mode = Mode.OWN;
        } else if (ownsConnection) {
            mode = Mode.OWN;
        } else if (policy == SavepointPolicy.NEVER) {
            mode = Mode.UNGUARDED;
        } else {
            try {
                savepoint = connection.setSavepoint();
                mode = Mode.SAVEPOINT;
            } catch (SQLFeatureNotSupportedException e) {
                mode = Mode.UNGUARDED;
            }
        }
    }

    /** Joins the caller's transaction by a statement that guards itself. Asks the database nothing. */
    void beginStatement() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new SQLException("autocommit was switched on while the rows were read, by their source");
        }
        mode = Mode.STATEMENT;
    }

    /** From here on a statement that guards itself is done, and is not undone any more. */
    void written() {
        if (mode == Mode.STATEMENT) {
            mode = Mode.UNGUARDED;
        }
    }

    /** Ends the load's part: commits its own transaction, or lets go of the savepoint. */
    void commit() throws SQLException {
        if (mode != Mode.NONE) {
            requireManualCommit();
        }
        if (mode == Mode.OWN) {
            connection.commit();
        } else if (mode == Mode.SAVEPOINT && savepoint != null) {
            release(savepoint);
        }
        mode = Mode.NONE;
    }

    /** Commits what was done until now; the load's own transaction goes on as another one. */
    void commitBatch() throws SQLException {
        requireManualCommit();
        connection.commit();
    }

    private void requireManualCommit() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new SQLException(
                    "autocommit was switched on during the load, by the source of the rows or a listener, which"
                            + " committed what was sent until then");
        }
    }

    /** Whether the load can go back to a savepoint of its own. */
    boolean canMark() throws SQLException {
        return !(joinsCallers() && policy == SavepointPolicy.NEVER)
                && connection.getMetaData().supportsSavepoints();
    }

    Savepoint mark() throws SQLException {
        return connection.setSavepoint();
    }

    /** Undoes what was done since a savepoint. Returns whether that is still there. */
    boolean backTo(Savepoint before) throws SQLException {
        connection.rollback(before);
        return provider.keepsSavepoints();
    }

    /** Lets go of a savepoint, and fails where the transaction has ended in which it was set. */
    void releaseInside(Savepoint set) throws SQLException {
        try {
            connection.releaseSavepoint(set);
        } catch (SQLFeatureNotSupportedException e) {
            if (!provider.isInTransaction(connection)) {
                throw new SQLException("no transaction is open", e);
            }
        }
    }

    /** Not every driver can release a savepoint; one that stays costs nothing but its name. */
    void release(Savepoint set) throws SQLException {
        try {
            connection.releaseSavepoint(set);
        } catch (SQLFeatureNotSupportedException e) {
            System.getLogger(LoadTransaction.class.getName())
                    .log(System.Logger.Level.TRACE, "the driver keeps the savepoint to the transaction's end", e);
        }
    }

    /** Gives the connection its autocommit mode back. Nothing else is changed by a load. */
    void restore() throws SQLException {
        if (!autoCommit || connection.getAutoCommit()) {
            return;
        }
        connection.setAutoCommit(true);
    }

    /**
     * Undoes what the load did, as far as it can be undone, and gives the autocommit mode back.
     *
     * @param failure what went wrong; errors while undoing are suppressed in it
     * @return what is left
     */
    TransactionState rollback(Throwable failure) {
        TransactionState state = undo(failure);
        mode = Mode.NONE;
        if (state != TransactionState.CONNECTION_LOST && tellsOfLostConnection(failure) && !isAlive()) {
            // a driver does not ask the database to roll back what it never began
            state = TransactionState.CONNECTION_LOST;
        }
        // with rows that could not be rolled back, switching autocommit on would commit them
        boolean mayRestore = state != TransactionState.CONNECTION_LOST && state != TransactionState.ROLLBACK_REQUIRED;
        if (mayRestore) {
            try {
                restore();
            } catch (SQLException | RuntimeException e) {
                if (!autoCommitHolds()) {
                    Failures.suppress(failure, e);
                    return lostOr(state);
                }
            }
        }
        return state;
    }

    /** By SQLState: connection exceptions (class 08), and operator intervention (57P). */
    private static boolean tellsOfLostConnection(Throwable failure) {
        String state = failure instanceof SQLException sql ? sql.getSQLState() : null;
        return state != null && (state.startsWith("08") || state.startsWith("57P"));
    }

    private TransactionState undo(Throwable failure) {
        if ((mode == Mode.OWN || mode == Mode.SAVEPOINT) && isEndedByDatabase(failure)) {
            Exception refused = tryTwice(connection::rollback);
            if (refused == null) {
                return TransactionState.ROLLED_BACK_BY_SERVER;
            }
        }
        return switch (mode) {
            case NONE -> isAlive() ? TransactionState.INTACT : TransactionState.CONNECTION_LOST;
            case OWN -> rollbackOwn(failure);
            case SAVEPOINT -> rollbackToSavepoint(failure);
            case STATEMENT -> leftByStatement(failure);
            case UNGUARDED -> isAlive() ? TransactionState.ROLLBACK_REQUIRED : TransactionState.CONNECTION_LOST;
        };
    }

    /** The session says whether the statement undid itself; of what comes from elsewhere nobody knows. */
    private TransactionState leftByStatement(Throwable failure) {
        TransactionState told = failure instanceof BulkLoadException known
                ? known.transactionState()
                : TransactionState.ROLLBACK_REQUIRED;
        return told == TransactionState.INTACT ? told : lostOr(told);
    }

    private boolean isEndedByDatabase(Throwable failure) {
        if (!(failure instanceof SQLException sql) || tellsOfLostConnection(failure)) {
            return false;
        }
        try {
            return provider.endedTransaction(connection, sql);
        } catch (SQLException | RuntimeException e) {
            Failures.suppress(failure, e);
            return false;
        }
    }

    private TransactionState rollbackOwn(Throwable failure) {
        Exception refused = tryTwice(connection::rollback);
        if (refused == null) {
            return TransactionState.INTACT;
        }
        return endedByServer(failure, refused);
    }

    private TransactionState rollbackToSavepoint(Throwable failure) {
        Savepoint set = savepoint;
        if (set == null) {
            return TransactionState.ROLLBACK_REQUIRED;
        }
        Exception refused = tryTwice(() -> connection.rollback(set));
        if (refused == null) {
            try {
                release(set);
            } catch (SQLException e) {
                Failures.suppress(failure, e);
            }
            return TransactionState.INTACT;
        }
        return endedByServer(failure, refused);
    }

    /**
     * A rollback was refused on a live connection, so the database ended the transaction. A driver that did not notice would
     * let the next statements commit one by one: the provider opens a transaction again, and it is rolled back, which leaves
     * the connection as after any other rollback.
     */
    private TransactionState endedByServer(Throwable failure, Exception refused) {
        if (!isAlive()) {
            Failures.suppress(failure, refused);
            return TransactionState.CONNECTION_LOST;
        }
        if (tryTwice(connection::rollback) == null) {
            return TransactionState.ROLLED_BACK_BY_SERVER;
        }
        try {
            provider.reopenTransaction(connection);
            connection.rollback();
            return TransactionState.ROLLED_BACK_BY_SERVER;
        } catch (SQLException | RuntimeException e) {
            Failures.suppress(failure, refused);
            Failures.suppress(failure, e);
            return lostOr(TransactionState.ROLLBACK_REQUIRED);
        }
    }

    private interface SqlAction {
        void run() throws SQLException;
    }

    /** A late cancel can hit the rollback itself; the second one then works. Returns why not even that one did. */
    private static @Nullable Exception tryTwice(SqlAction action) {
        return attempt(action) == null ? null : attempt(action);
    }

    private static @Nullable Exception attempt(SqlAction action) {
        try {
            action.run();
            return null;
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    private boolean autoCommitHolds() {
        try {
            return connection.getAutoCommit() == autoCommit;
        } catch (SQLException e) {
            return false;
        }
    }

    private TransactionState lostOr(TransactionState state) {
        return isAlive() ? state : TransactionState.CONNECTION_LOST;
    }

    private boolean isAlive() {
        return isAlive(connection);
    }

    static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(1);
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }
}
