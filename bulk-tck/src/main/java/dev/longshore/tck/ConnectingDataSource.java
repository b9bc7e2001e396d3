package dev.longshore.tck;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that opens a new connection for each call. Thread-safe if what opens them is. */
public final class ConnectingDataSource implements DataSource {
    /** Opens connections. */
    @FunctionalInterface
    public interface Opening {
        /**
         * Opens a connection.
         *
         * @return the connection, which is closed by whoever asked for it
         * @throws SQLException if there is none to be had
         */
        Connection connect() throws SQLException;
    }

    private final Opening opening;

    /**
     * Makes a data source.
     *
     * @param opening opens the connections
     */
    public ConnectingDataSource(Opening opening) {
        this.opening = opening;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opening.connect();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return opening.connect();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
