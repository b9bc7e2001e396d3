package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import org.mariadb.jdbc.BasePreparedStatement;

/**
 * Inserts by multi-row INSERT … RETURNING, which the server prepares. MariaDB takes the rows of such a statement one by one in the order
 * in which they stand there, and sends what it stored of each, after its triggers, before it goes on to the next. Confined to the loading
 * thread, but for {@link #cancel}.
 */
final class ReturningInserter implements RowInserter {
    private final MariaDbDriver driver;
    private final InsertText insert;
    private final String clause;
    private final int returned;
    private final int columns;
    private final int mostRows;
    private final WireCell.Block cells;
    private final PendingKeys keys;
    private final KeptStatement<BasePreparedStatement> full;

    ReturningInserter(LoadRequest request, EncodedRows rows, int mostRows, boolean runsInUtc, PendingKeys keys)
            throws SQLException {
        this.driver = MariaDbDriver.of(request.connection());
        this.insert = InsertText.of(request);
        this.clause = clause(request, runsInUtc);
        this.returned = request.returned().size();
        this.columns = rows.columns();
        this.mostRows = mostRows;
        this.cells = new WireCell.Block(rows);
        this.keys = keys;
        this.full = new KeptStatement<>(() -> bound(mostRows));
    }

    private static String clause(LoadRequest request, boolean runsInUtc) {
        MySqlTable table = (MySqlTable) request.table();
        return request.returned().stream()
                .map(column -> {
                    String name = MySqlDialect.INSTANCE.quote(column.name());
                    return runsInUtc && table.type(column).family() == TypeFamily.TIMESTAMP
                            // as the session shows it between the statements
                            ? "CONVERT_TZ(" + name + ", '+00:00', '"
                                    + table.session().timeZone() + "')"
                            : name;
                })
                .collect(Collectors.joining(", ", " RETURNING ", ""));
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        cells.moveTo(from);
        if (count < mostRows) {
            try (BasePreparedStatement statement = bound(count)) {
                return run(statement, count);
            }
        }
        try {
            return run(full.get(), count);
        } catch (SQLException e) {
            full.closeAfter(e);
            throw e;
        }
    }

    private BasePreparedStatement bound(int count) throws SQLException {
        cells.ensure(count);
        BasePreparedStatement statement = driver.prepare(insert.sql(count) + clause);
        for (int i = 0; i < count * columns; i++) {
            statement.setParameter(i, cells.cell(i));
        }
        return statement;
    }

    private long run(BasePreparedStatement statement, int count) throws SQLException {
        keys.clear();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Object[] values = new Object[returned];
                for (int i = 0; i < values.length; i++) {
                    values[i] = rows.getObject(i + 1);
                }
                keys.add(values);
            }
        }
        keys.check(count);
        return count;
    }

    @Override
    public void accepted() throws SQLException {
        keys.accept();
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
