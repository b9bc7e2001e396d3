package dev.longshore.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.BasePreparedStatement;
import org.mariadb.jdbc.Connection;

/**
 * Inserts by multi-row INSERT statements that the server prepares, whatever the connection's own settings say of that. Each number of
 * rows is a statement of its own; the one for full statements is kept. Confined to the loading thread, but for {@link #cancel}.
 */
final class PreparedInserter implements RowInserter {
    private final Connection driver;
    private final InsertText insert;
    private final int columns;
    private final int mostRows;
    private final WireCell.Block cells;
    private @Nullable BasePreparedStatement full;

    PreparedInserter(Connection driver, InsertText insert, EncodedRows rows, int mostRows) {
        this.driver = driver;
        this.insert = insert;
        this.columns = rows.columns();
        this.mostRows = mostRows;
        this.cells = new WireCell.Block(rows);
    }

    /** Makes a statement that the server prepares when it is first run, in the same round trip. */
    static BasePreparedStatement prepare(Connection driver, String sql) throws SQLException {
        return (BasePreparedStatement) driver.prepareInternal(
                sql, Statement.NO_GENERATED_KEYS, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, true);
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        cells.moveTo(from);
        if (count == mostRows) {
            BasePreparedStatement statement = full;
            if (statement == null) {
                statement = bound(count);
                full = statement;
            }
            try {
                return statement.executeLargeUpdate();
            } catch (SQLException e) {
                full = null;
                closeAfter(e, statement);
                throw e;
            }
        }
        try (BasePreparedStatement statement = bound(count)) {
            return statement.executeLargeUpdate();
        }
    }

    private BasePreparedStatement bound(int count) throws SQLException {
        cells.ensure(count);
        BasePreparedStatement statement = prepare(driver, insert.sql(count));
        for (int i = 0; i < count * columns; i++) {
            statement.setParameter(i, cells.cell(i));
        }
        return statement;
    }

    /** Closes a statement that failed, whose failure counts. */
    static void closeAfter(SQLException failure, Statement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
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
        BasePreparedStatement statement = full;
        full = null;
        if (statement != null) {
            statement.close();
        }
    }
}
