package dev.longshore.mysql;

import java.io.InputStream;
import java.sql.SQLException;

/** Runs LOAD DATA LOCAL with a stream in place of the file, over one driver. Confined to the loading thread, but for {@link #cancel}. */
interface InfileStatement {
    /**
     * Runs a statement.
     *
     * @param sql the LOAD DATA LOCAL
     * @param lines what the server gets for the file; never gives 0 bytes and never fails
     * @return how many rows the server stored
     * @throws SQLException the driver's own
     */
    long load(String sql, InputStream lines) throws SQLException;

    /** Whether the last statement may have warned: false only where the driver knows better. */
    boolean mayHaveWarned();

    /** Asks the server to end the running statement. Called from another thread. */
    void cancel() throws SQLException;
}
