package dev.longshore.mysql;

import java.io.InputStream;
import java.sql.SQLException;
import org.mariadb.jdbc.Connection;
import org.mariadb.jdbc.Statement;

/** Runs LOAD DATA LOCAL over MariaDB's driver. Confined to the loading thread, but for {@link #cancel}. */
final class ConnectorInfile implements InfileStatement {
    private final Connection driver;

    ConnectorInfile(Connection driver) {
        this.driver = driver;
    }

    @Override
    public long load(String sql, InputStream lines) throws SQLException {
        try (Statement statement = driver.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.setLocalInfileInputStream(lines);
            return statement.executeLargeUpdate(sql);
        }
    }

    @Override
    public boolean mayHaveWarned() {
        return driver.getContext().getWarning() > 0;
    }

    @Override
    public void cancel() throws SQLException {
        driver.cancelCurrentQuery();
    }
}
