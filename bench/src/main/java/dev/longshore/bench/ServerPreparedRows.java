package dev.longshore.bench;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.mariadb.jdbc.Connection;

/** Multi-row statements that MariaDB's server prepares, by its driver's own call. */
final class ServerPreparedRows extends Contender {
    static final String TITLE = "multi-row INSERT prepared by the server";

    /** At most so many parameters a statement. */
    private static final int PARAMETERS = 30_000;

    private static final int MOST_ROWS = 1_000;

    ServerPreparedRows() {
        super(TITLE, "");
    }

    @Override
    boolean takes(Shape<?> shape, int rows) {
        return true;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        int perStatement = Math.min(MOST_ROWS, PARAMETERS / shape.columns().size());
        return Load.inTransaction(connection -> {
            Connection driver = connection.unwrap(Connection.class);
            List<R> kept = new ArrayList<>(perStatement);
            if (rows.size() >= perStatement) {
                try (PreparedStatement insert = prepared(driver, shape.insert(perStatement))) {
                    Parameters parameters = new Parameters(insert, false);
                    for (R row : rows) {
                        kept.add(row);
                        if (kept.size() == perStatement) {
                            execute(insert, parameters, shape, kept);
                            kept.clear();
                        }
                    }
                }
            } else {
                kept.addAll(rows);
            }
            if (!kept.isEmpty()) {
                try (PreparedStatement insert = prepared(driver, shape.insert(kept.size()))) {
                    execute(insert, new Parameters(insert, false), shape, kept);
                }
            }
        });
    }

    private static PreparedStatement prepared(Connection driver, String sql) throws SQLException {
        return driver.prepareInternal(
                sql, Statement.NO_GENERATED_KEYS, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, true);
    }

    private static <R> void execute(PreparedStatement insert, Parameters parameters, Shape<R> shape, List<R> rows)
            throws SQLException {
        parameters.begin();
        for (R row : rows) {
            shape.bind(parameters, row);
        }
        insert.executeUpdate();
    }
}
