package dev.longshore.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * The savepoint before a statement, by which one that fails is undone and the row found that it failed for. Confined to the loading
 * thread.
 */
final class StatementSavepoint {
    static final String SET = "savepoint longshore_statement";
    static final String RELEASE = "release savepoint longshore_statement";
    private static final String ROLLBACK = "rollback to savepoint longshore_statement";

    private static final String SET_INNER = "savepoint longshore_rows";
    private static final String ROLLBACK_INNER = "rollback to savepoint longshore_rows";
    private static final String RELEASE_INNER = "release savepoint longshore_rows";

    private final Connection connection;
    private final PGConnection driver;

    /** Inserts some of the rows that a statement had. */
    interface Attempt {
        /**
         * Inserts rows.
         *
         * @param from the first of them
         * @param to the one behind the last
         */
        void insert(int from, int to) throws SQLException;
    }

    StatementSavepoint(Connection connection) throws SQLException {
        this.connection = connection;
        this.driver = connection.unwrap(PGConnection.class);
    }

    void set() throws SQLException {
        run(SET);
    }

    void release() throws SQLException {
        run(RELEASE);
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Takes a failed statement back if that is not done yet, so that the transaction can go on. A late cancel can hit that too,
     * which then works the second time. A cancel that hit the savepoint itself has ended the transaction.
     */
    boolean isUndone(SQLException error) {
        for (int attempt = 0; attempt < 2 && hasFailedTransaction(); attempt++) {
            try {
                run(ROLLBACK + "; " + RELEASE);
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return !hasFailedTransaction();
    }

    /** As the server said in its last answer; what the driver refused by itself has not failed there. */
    private boolean hasFailedTransaction() {
        return driver instanceof BaseConnection base && base.getTransactionState() == TransactionState.FAILED;
    }

    /**
     * A foreign key is checked at the end of a statement, so a row alone can fail that does not fail among the others; and a
     * sequence that ran out among them has nothing left for the first.
     */
    static boolean isFaultOfRow(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.equals(PostgresErrors.FOREIGN_KEY)) {
            return false;
        }
        // a privilege may be missing for some rows only, where a trigger needs it
        return PostgresErrors.isFaultOfRows(error) || state.equals("42501");
    }

    /**
     * Undoes the statement that failed, inserts one row after the other until one fails in the same way, and undoes them. The
     * savepoint is gone then.
     *
     * @param count how many rows the statement had
     * @param state how it failed
     * @return the row; -1 if each can be inserted
     */
    int failingRow(int count, String state, Attempt attempt) throws SQLException {
        run(ROLLBACK);
        int row = 0;
        try {
            for (; row < count; row++) {
                attempt.insert(row, row + 1);
            }
            row = -1;
        } catch (SQLException e) {
            if (!state.equals(e.getSQLState())) {
                throw e;
            }
        }
        run(ROLLBACK + "; " + RELEASE);
        return row;
    }

    /** As {@link #failingRow}, but by halves, for statements that read their rows from a table, where a row costs as much as many. */
    int failingRowByHalves(int count, String state, Attempt attempt) throws SQLException {
        run(ROLLBACK);
        int from = 0;
        int to = count;
        while (from < to) {
            // down to a row alone, which must fail too
            int middle = to - from == 1 ? to : (from + to) / 2;
            run(SET_INNER);
            try {
                attempt.insert(from, middle);
                run(RELEASE_INNER);
                from = middle;
            } catch (SQLException e) {
                if (!state.equals(e.getSQLState())) {
                    throw e;
                }
                run(ROLLBACK_INNER + "; " + RELEASE_INNER);
                if (to - from == 1) {
                    break;
                }
                to = middle;
            }
        }
        run(ROLLBACK + "; " + RELEASE);
        return from < to ? from : -1;
    }
}
