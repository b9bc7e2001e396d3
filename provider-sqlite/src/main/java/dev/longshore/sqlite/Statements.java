package dev.longshore.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.sqlite.SQLiteConnection;

/**
 * The statements of one load: those that its connection keeps, or else, in a transaction over a pool's wrapper, statements of
 * that wrapper, which end with the load. A pool must see there that its connection is used, or it could hand on a transaction
 * that was begun. Confined to the loading thread.
 */
final class Statements implements AutoCloseable {
    private final Connection connection;
    private final ConnectionMemory memory;
    private final StatementCache cache;

    /** What is done with a statement. */
    @FunctionalInterface
    interface Use<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    /** Reads a result. */
    @FunctionalInterface
    interface ResultReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /**
     * Begins a load's use of statements.
     *
     * @param connection the caller's connection
     * @param memory what its driver connection keeps
     */
    Statements(Connection connection, ConnectionMemory memory) throws SQLException {
        this.connection = connection;
        this.memory = memory;
        boolean keeping = connection.getAutoCommit() || connection == memory.connection();
        this.cache = keeping ? memory.statements() : new StatementCache(connection, true);
    }

    ConnectionMemory memory() {
        return memory;
    }

    SQLiteConnection driverConnection() {
        return memory.connection();
    }

    /** Whether the connection is in a transaction, as far as JDBC knows. */
    boolean inTransaction() throws SQLException {
        return !connection.getAutoCommit();
    }

    /**
     * Whether a transaction was begun by SQL on a connection in autocommit mode, which JDBC does not notice. SQLite refuses to
     * prepare this pragma in a transaction; it is never run.
     */
    boolean inHiddenTransaction() throws SQLException {
        if (inTransaction()) {
            return false;
        }
        try {
            memory.connection()
                    .prepareStatement("PRAGMA temp.synchronous = OFF")
                    .close();
            return false;
        } catch (SQLException e) {
            if (String.valueOf(e.getMessage()).contains("inside a transaction")) {
                return true;
            }
            throw e;
        }
    }

    /** Uses a statement, which is used again later unless it failed. */
    <T> T use(String sql, Use<T> use) throws SQLException {
        PreparedStatement statement = cache.borrow(sql);
        T result;
        try {
            result = use.of(statement);
        } catch (Throwable e) {
            try (statement) {
                throw e;
            }
        }
        cache.giveBack(sql, statement);
        return result;
    }

    /** Runs a statement without parameters or result. */
    void run(String sql) throws SQLException {
        use(sql, PreparedStatement::execute);
    }

    /** Runs a query and reads its result. */
    <T> T query(String sql, ResultReader<T> reader, Object... parameters) throws SQLException {
        return use(sql, statement -> {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        });
    }

    /** Closes the statements that the connection does not keep. */
    @Override
    public void close() throws SQLException {
        if (cache != memory.statements()) {
            cache.close();
        }
    }
}
