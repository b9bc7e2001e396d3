package dev.longshore.sqlite;

import java.sql.SQLException;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

/**
 * Notices that a transaction ends while a load runs in it. A savepoint around the load would tell too, but SQLite then keeps a
 * copy of every page that the load changes. Confined to the loading thread, on which SQLite calls it.
 */
final class TransactionEnd implements SQLiteCommitListener, AutoCloseable {
    private final SQLiteConnection connection;
    private boolean ended;

    TransactionEnd(SQLiteConnection connection) throws SQLException {
        this.connection = connection;
        // the driver does not look whether the connection is still open, and brings the JVM down if it is not
        synchronized (connection.getDatabase()) {
            if (connection.isClosed()) {
                throw new SQLException("the connection is closed", "08003");
            }
            connection.addCommitListener(this);
        }
    }

    /** Whether the transaction was committed or rolled back since this was made. */
    boolean ended() {
        return ended;
    }

    @Override
    public void onCommit() {
        ended = true;
    }

    @Override
    public void onRollback() {
        ended = true;
    }

    @Override
    public void close() throws SQLException {
        synchronized (connection.getDatabase()) {
            if (!connection.isClosed()) {
                connection.removeCommitListener(this);
            }
        }
    }
}
