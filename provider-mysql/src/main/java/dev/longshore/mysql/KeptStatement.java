package dev.longshore.mysql;

import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A statement that is opened when it is first needed, and kept for the next run. Confined to the loading thread. */
final class KeptStatement<S extends Statement> implements AutoCloseable {
    /** Opens a statement. */
    interface Opener<S> {
        S open() throws SQLException;
    }

    private final Opener<S> opener;
    private @Nullable S open;

    KeptStatement(Opener<S> opener) {
        this.opener = opener;
    }

    /** The statement, which is opened if none is. */
    S get() throws SQLException {
        S statement = open;
        if (statement == null) {
            statement = opener.open();
            open = statement;
        }
        return statement;
    }

    /** Closes the statement that failed, so that the next one is new. What counts is the failure. */
    void closeAfter(SQLException failure) {
        try {
            close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws SQLException {
        S statement = open;
        open = null;
        if (statement != null) {
            statement.close();
        }
    }
}
