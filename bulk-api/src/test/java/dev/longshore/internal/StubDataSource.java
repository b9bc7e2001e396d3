package dev.longshore.internal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Opens a new connection for each that is asked for, and remembers them all. Thread-safe. */
public class StubDataSource implements DataSource {
    private final StubDatabase database;
    private final Consumer<StubConnection> prepared;
    private final List<StubConnection> opened = new ArrayList<>();

    public StubDataSource(StubDatabase database) {
        this(database, connection -> {});
    }

    public StubDataSource(StubDatabase database, Consumer<StubConnection> prepared) {
        this.database = database;
        this.prepared = prepared;
    }

    public synchronized List<StubConnection> opened() {
        return List.copyOf(opened);
    }

    /** The connection of the only load. */
    public StubConnection only() {
        List<StubConnection> all = opened();
        if (all.size() != 1) {
            throw new AssertionError(all.size() + " connections were opened");
        }
        return all.get(0);
    }

    @Override
    public synchronized Connection getConnection() throws SQLException {
        StubConnection connection = database.connect();
        prepared.accept(connection);
        opened.add(connection);
        return connection.jdbc();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        throw new UnsupportedOperationException();
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
        throw new SQLException("not a wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
