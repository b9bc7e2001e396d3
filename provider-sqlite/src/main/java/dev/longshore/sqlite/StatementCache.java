package dev.longshore.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prepared statements that wait to be used again. A statement is lent to one user at a time and belongs to it until it is given
 * back, so that loads of several threads, or one within another, never meet in a statement. Thread-safe.
 *
 * <p>An idle statement holds no lock and stands in nobody's way: it survives VACUUM, DDL and DETACH, and the driver finalizes
 * it when the connection is closed.
 */
final class StatementCache implements AutoCloseable {
    private static final int MOST = 16;

    private final Connection connection;
    private final boolean keeps;
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    /**
     * Makes an empty cache.
     *
     * @param connection what prepares the statements
     * @param keeps whether statements that are given back are kept at all
     */
    StatementCache(Connection connection, boolean keeps) {
        this.connection = connection;
        this.keeps = keeps;
    }

    /** Lends a statement, which comes back by {@link #giveBack} or is closed. */
    synchronized PreparedStatement borrow(String sql) throws SQLException {
        PreparedStatement kept = idle.remove(sql);
        return kept != null ? kept : connection.prepareStatement(sql);
    }

    /** Takes back a statement that is in order, and without an open result. */
    synchronized void giveBack(String sql, PreparedStatement statement) throws SQLException {
        PreparedStatement surplus = keeps ? idle.put(sql, statement) : statement;
        if (surplus != null) {
            surplus.close();
        }
        if (idle.size() > MOST) {
            Iterator<PreparedStatement> oldest = idle.values().iterator();
            PreparedStatement evicted = oldest.next();
            oldest.remove();
            evicted.close();
        }
    }

    /** Closes what is idle. */
    @Override
    public synchronized void close() throws SQLException {
        for (Iterator<PreparedStatement> statements = idle.values().iterator(); statements.hasNext(); ) {
            PreparedStatement statement = statements.next();
            statements.remove();
            statement.close();
        }
    }
}
