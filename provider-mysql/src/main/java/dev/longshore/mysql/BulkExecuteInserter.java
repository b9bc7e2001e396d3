package dev.longshore.mysql;

import java.sql.SQLException;
import java.sql.Statement;
import org.mariadb.jdbc.BasePreparedStatement;

/**
 * Inserts by MariaDB's bulk protocol: one prepared INSERT of a single row, and one packet with the values of many. Since each column
 * has one type and the packet is kept below all limits, the driver never cuts it, so that rows are numbered in errors as they were
 * given. Confined to the loading thread, but for {@link #cancel}.
 */
final class BulkExecuteInserter implements RowInserter {
    private final MariaDbDriver driver;
    private final EncodedRows rows;
    private final BulkParameters parameters;
    private final KeptStatement<BasePreparedStatement> prepared;

    BulkExecuteInserter(MariaDbDriver driver, InsertText insert, EncodedRows rows) {
        this.driver = driver;
        this.rows = rows;
        this.parameters = new BulkParameters(rows);
        this.prepared = new KeptStatement<>(() -> driver.prepare(insert.sql(1)));
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        BasePreparedStatement statement = prepared.get();
        try {
            if (driver.replays()) {
                new BulkParameters(rows.copy(from, count)).addTo(statement, 0, count);
            } else {
                parameters.addTo(statement, from, count);
            }
            long inserted = 0;
            for (int counted : statement.executeBatch()) {
                inserted += counted == Statement.SUCCESS_NO_INFO ? 1 : counted;
            }
            return inserted;
        } catch (SQLException e) {
            // the driver lets the server forget a statement that failed when it was first run, but goes on with its
            // number
            prepared.closeAfter(e);
            throw e;
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

    @Override
    public void close() throws SQLException {
        prepared.close();
    }
}
