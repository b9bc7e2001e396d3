package dev.longshore.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.mariadb.jdbc.BasePreparedStatement;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.Connection;
import org.mariadb.jdbc.util.constants.Capabilities;

/**
 * What the paths need of a connection of MariaDB's driver beside JDBC. Confined to the loading thread, but for {@link #cancel}.
 *
 * @param connection the driver's own connection
 */
record MariaDbDriver(Connection connection) {
    /** Whether a connection is of this driver. */
    static boolean has(java.sql.Connection connection) throws SQLException {
        return connection.isWrapperFor(Connection.class);
    }

    static MariaDbDriver of(java.sql.Connection connection) throws SQLException {
        return new MariaDbDriver(connection.unwrap(Connection.class));
    }

    /** What the connection's URL says. */
    Configuration configuration() {
        return connection.getContext().getConf();
    }

    /** Whether the driver keeps a transaction's statements, with their parameters, to run them again over another connection. */
    boolean replays() {
        return configuration().transactionReplay();
    }

    boolean serverHasBulkProtocol() {
        return connection.getContext().hasServerCapability(Capabilities.STMT_BULK_OPERATIONS);
    }

    /** Makes a statement that the server prepares when it is first run, in the same round trip, whatever the URL says of that. */
    BasePreparedStatement prepare(String sql) throws SQLException {
        return prepare(sql, Statement.NO_GENERATED_KEYS);
    }

    /** Makes such a statement that tells the first number that the server gave. */
    BasePreparedStatement prepareNumbering(String sql) throws SQLException {
        return prepare(sql, Statement.RETURN_GENERATED_KEYS);
    }

    private BasePreparedStatement prepare(String sql, int keys) throws SQLException {
        return (BasePreparedStatement)
                connection.prepareInternal(sql, keys, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, true);
    }

    /** Reads the result of a query, the first of which is 0. */
    interface ResultReader {
        void read(int query, ResultSet rows) throws SQLException;
    }

    /**
     * Runs queries in one round trip, unless the URL says {@code disablePipeline}: the driver sends those of a batch one behind the
     * other before it reads a result, and keeps the results. A query without a result is not read.
     */
    void queryAll(List<String> queries, ResultReader reader) throws SQLException {
        try (Statement batch = connection.createStatement()) {
            for (String query : queries) {
                batch.addBatch(query);
            }
            batch.executeBatch();
            for (int i = 0; i < queries.size(); i++) {
                ResultSet rows = batch.getResultSet();
                if (rows != null) {
                    reader.read(i, rows);
                }
                batch.getMoreResults();
            }
        }
    }

    /** Whether the last statement warned. */
    boolean hasWarned() {
        return connection.getContext().getWarning() > 0;
    }

    /** Asks the server to end the running statement. Called from another thread. */
    void cancel() throws SQLException {
        connection.cancelCurrentQuery();
    }
}
