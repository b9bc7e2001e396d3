package dev.longshore.mysql;

import java.sql.SQLException;
import org.mariadb.jdbc.BasePreparedStatement;

/**
 * Inserts by multi-row INSERT statements that the server prepares, whatever the connection's own settings say of that. Each number of
 * rows is a statement of its own; the one for full statements is kept. Confined to the loading thread, but for {@link #cancel}.
 */
final class PreparedInserter implements RowInserter {
    private final MariaDbDriver driver;
    private final InsertText insert;
    private final EncodedRows rows;
    private final int mostRows;
    private final WireCell.Block cells;
    private final KeptStatement<BasePreparedStatement> full;

    PreparedInserter(MariaDbDriver driver, InsertText insert, EncodedRows rows, int mostRows) {
        this.driver = driver;
        this.insert = insert;
        this.rows = rows;
        this.mostRows = mostRows;
        this.cells = new WireCell.Block(rows);
        this.full = new KeptStatement<>(() -> bound(cells, mostRows));
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        if (driver.replays()) {
            return insertOnce(new WireCell.Block(rows.copy(from, count)), count);
        }
        cells.moveTo(from);
        if (count < mostRows) {
            return insertOnce(cells, count);
        }
        try {
            return full.get().executeLargeUpdate();
        } catch (SQLException e) {
            full.closeAfter(e);
            throw e;
        }
    }

    private long insertOnce(WireCell.Block cells, int count) throws SQLException {
        try (BasePreparedStatement statement = bound(cells, count)) {
            return statement.executeLargeUpdate();
        }
    }

    private BasePreparedStatement bound(WireCell.Block cells, int count) throws SQLException {
        cells.ensure(count);
        BasePreparedStatement statement = driver.prepare(insert.sql(count));
        for (int i = 0; i < count * rows.columns(); i++) {
            statement.setParameter(i, cells.cell(i));
        }
        return statement;
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
        full.close();
    }
}
