package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a load's connection comes from, and to whom it goes back. Immutable. */
public abstract class ConnectionSource {
    /** A data source of this class hands out the connection of a framework's transaction, which a load must not own. */
    private static final String TRANSACTION_AWARE =
            "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy";

    private ConnectionSource() {}

    public static ConnectionSource of(Connection connection) {
        return new Given(connection);
    }

    public static ConnectionSource of(DataSource dataSource) {
        return new Borrowed(dataSource);
    }

    abstract Connection acquire() throws BulkLoadException;

    /** Gives the connection back; a caller's own stays as it is. */
    abstract void release(Connection connection) throws SQLException;

    /** Whether the load owns the connection's transaction whatever its autocommit mode is. */
    abstract boolean ownsTransaction();

    /** Tells what a driver or a pool says of a connection that can't be had, and no passwords. */
    static BulkLoadException.Builder failure(String what, Exception thrown) {
        return BulkLoadException.in(LoadPhase.CONNECT, what + Credentials.hidden(thrown.getMessage()))
                .cause(Credentials.hidden(thrown));
    }

    private static final class Given extends ConnectionSource {
        private final Connection connection;

        Given(Connection connection) {
            this.connection = connection;
        }

        @Override
        Connection acquire() throws BulkLoadException {
            try {
                if (connection.isClosed()) {
                    throw BulkLoadException.in(LoadPhase.CONNECT, "the connection is closed")
                            .state(TransactionState.CONNECTION_LOST)
                            .build();
                }
            } catch (BulkLoadException e) {
                throw e;
            } catch (SQLException e) {
                throw failure("the connection does not answer: ", e)
                        .state(TransactionState.CONNECTION_LOST)
                        .build();
            }
            return connection;
        }

        @Override
        void release(Connection ignored) {}

        @Override
        boolean ownsTransaction() {
            return false;
        }
    }

    private static final class Borrowed extends ConnectionSource {
        private final DataSource dataSource;

        Borrowed(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        Connection acquire() throws BulkLoadException {
            for (Class<?> type = dataSource.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().equals(TRANSACTION_AWARE)) {
                    throw BulkLoadException.in(
                                    LoadPhase.CONNECT,
                                    "the DataSource hands out the connection of a framework's transaction, which a load"
                                            + " of its own must not commit")
                            .hint("Give the plain DataSource, or DataSourceUtils.getConnection(dataSource) to"
                                    + " BulkInserter.forConnection to join the transaction")
                            .build();
                }
            }
            try {
                Connection connection = dataSource.getConnection();
                if (connection == null) {
                    throw new SQLException("it gave null");
                }
                return connection;
            } catch (SQLException | RuntimeException e) {
                throw failure("no connection from the DataSource: ", e).build();
            }
        }

        @Override
        void release(Connection connection) throws SQLException {
            connection.close();
        }

        @Override
        boolean ownsTransaction() {
            return true;
        }
    }
}
