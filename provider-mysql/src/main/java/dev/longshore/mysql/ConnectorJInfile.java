package dev.longshore.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Runs LOAD DATA LOCAL over MySQL's own driver; loaded only where a connection is of that driver. Confined to the loading thread, but
 * for {@link #cancel}.
 */
final class ConnectorJInfile implements InfileStatement {
    private final JdbcConnection driver;
    private volatile @Nullable JdbcStatement running;

    ConnectorJInfile(Connection connection) throws SQLException {
        this.driver = connection.unwrap(JdbcConnection.class);
    }

    /** Whether the connection told the server that it sends files. */
    static boolean isAllowed(Connection connection) throws SQLException {
        return connection
                .unwrap(JdbcConnection.class)
                .getPropertySet()
                .getBooleanProperty(PropertyKey.allowLoadLocalInfile)
                .getValue();
    }

    @Override
    public long load(String sql, InputStream lines) throws SQLException {
        try (JdbcStatement statement = (JdbcStatement) driver.createStatement()) {
            statement.setEscapeProcessing(false);
            // the driver keeps the stream for all that the connection does later, and would read it in place of the
            // caller's file
            InputStream previous = statement.getLocalInfileInputStream();
            statement.setLocalInfileInputStream(lines);
            running = statement;
            try {
                return statement.executeLargeUpdate(sql);
            } finally {
                running = null;
                statement.setLocalInfileInputStream(previous);
            }
        }
    }

    @Override
    public boolean mayHaveWarned() {
        return true;
    }

    @Override
    public void cancel() throws SQLException {
        JdbcStatement statement = running;
        if (statement != null) {
            statement.cancel();
        }
    }
}
