package dev.longshore.mysql;

import java.io.InputStream;
import java.sql.SQLException;
import org.mariadb.jdbc.Statement;

/** Runs LOAD DATA LOCAL over MariaDB's driver. Confined to the loading thread, but for {@link #cancel}. */
final class ConnectorInfile implements InfileStatement {
    private final MariaDbDriver driver;

    ConnectorInfile(MariaDbDriver driver) {
        this.driver = driver;
    }

    @Override
    public long load(String sql, InputStream lines) throws SQLException {
        try (Statement statement = driver.connection().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.setLocalInfileInputStream(lines);
            return statement.executeLargeUpdate(sql);
        }
    }

    @Override
    public boolean mayHaveWarned() {
        return driver.hasWarned();
    }

    @Override
    public void cancel() throws SQLException {
        driver.cancel();
    }
}
