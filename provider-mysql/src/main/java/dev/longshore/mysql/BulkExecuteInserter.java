package dev.longshore.mysql;

import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.BasePreparedStatement;
import org.mariadb.jdbc.Connection;

/**
 * Inserts by MariaDB's bulk protocol: one prepared INSERT of a single row, and one packet with the values of many. Since each column
 * has one type and the packet is kept below all limits, the driver never cuts it, so that rows are numbered in errors as they were
 * given. Confined to the loading thread, but for {@link #cancel}.
 */
final class BulkExecuteInserter implements RowInserter {
    private final Connection driver;
    private final int columns;
    private final WireCell.Block cells;
    private final InsertText insert;
    private @Nullable BasePreparedStatement prepared;

    BulkExecuteInserter(Connection driver, InsertText insert, EncodedRows rows) {
        this.driver = driver;
        this.insert = insert;
        this.columns = rows.columns();
        this.cells = new WireCell.Block(rows);
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        cells.ensure(count);
        cells.moveTo(from);
        BasePreparedStatement statement = prepared;
        if (statement == null) {
            statement = PreparedInserter.prepare(driver, insert.sql(1));
            prepared = statement;
        }
        try {
            int cell = 0;
            for (int row = 0; row < count; row++) {
                for (int column = 0; column < columns; column++) {
                    statement.setParameter(column, cells.cell(cell++));
                }
                statement.addBatch();
            }
            long inserted = 0;
            for (int counted : statement.executeBatch()) {
                inserted += counted == Statement.SUCCESS_NO_INFO ? 1 : counted;
            }
            return inserted;
        } catch (SQLException e) {
            // the driver lets the server forget a statement that failed when it was first run, but goes on with its
            // number
            prepared = null;
            PreparedInserter.closeAfter(e, statement);
            throw e;
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

    @Override
    public void close() throws SQLException {
        BasePreparedStatement statement = prepared;
        prepared = null;
        if (statement != null) {
            statement.close();
        }
    }
}
