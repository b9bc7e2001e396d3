package dev.longshore.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Many rows in one statement, which is how to be fast where there is nothing but statements. */
final class MultiRowInserts extends Contender {
    /** At most so many parameters a statement that the server prepares. */
    private static final int PARAMETERS = 30_000;

    private static final int MOST_ROWS = 1_000;

    private final IntUnaryOperator rowsByColumns;
    private final Preparation preparation;
    private final boolean timesAsText;

    private interface Preparation {
        PreparedStatement of(Connection connection, String sql) throws SQLException;
    }

    private MultiRowInserts(
            String title, IntUnaryOperator rowsByColumns, Preparation preparation, boolean timesAsText) {
        super(title, "");
        this.rowsByColumns = rowsByColumns;
        this.preparation = preparation;
        this.timesAsText = timesAsText;
    }

    /** Of so many rows, as the driver prepares them. */
    static MultiRowInserts of(int rows, boolean timesAsText) {
        return new MultiRowInserts(title(rows), any -> rows, Connection::prepareStatement, timesAsText);
    }

    static String title(int rows) {
        return "multi-row VALUES of " + rows;
    }

    /** Those that MariaDB's server prepares, by its driver's own call. */
    static MultiRowInserts preparedByServer() {
        return new MultiRowInserts(
                "multi-row INSERT prepared by the server",
                columns -> Math.min(MOST_ROWS, PARAMETERS / columns),
                (connection, sql) -> connection
                        .unwrap(org.mariadb.jdbc.Connection.class)
                        .prepareInternal(
                                sql,
                                Statement.NO_GENERATED_KEYS,
                                ResultSet.TYPE_FORWARD_ONLY,
                                ResultSet.CONCUR_READ_ONLY,
                                true),
                false);
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        int perStatement = rowsByColumns.applyAsInt(shape.columns().size());
        return Load.inTransaction(connection -> {
            List<R> kept = new ArrayList<>(perStatement);
            if (rows.size() >= perStatement) {
                try (PreparedStatement insert = preparation.of(connection, shape.insert(perStatement))) {
                    Parameters parameters = new Parameters(insert, timesAsText);
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
                try (PreparedStatement insert = preparation.of(connection, shape.insert(kept.size()))) {
                    execute(insert, new Parameters(insert, timesAsText), shape, kept);
                }
            }
        });
    }

    private static <R> void execute(PreparedStatement insert, Parameters parameters, Shape<R> shape, List<R> rows)
            throws SQLException {
        parameters.begin();
        for (R row : rows) {
            shape.values(parameters, row);
        }
        insert.executeUpdate();
    }
}
