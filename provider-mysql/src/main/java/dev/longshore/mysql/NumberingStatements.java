package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.BasePreparedStatement;

/**
 * Server-prepared INSERT statements that tell the first number they gave, over both drivers. Confined to the loading thread, but for
 * {@link #cancel}.
 */
final class NumberingStatements {
    private final Connection connection;
    private final @Nullable MariaDbDriver mariaDb;
    private final InsertText insert;
    private final EncodedRows rows;
    private final WireCell.Block cells;
    private volatile @Nullable PreparedStatement running;
    private final KeptStatement<PreparedStatement> kept;
    private final int keptRows;

    /**
     * Makes the statements of a load.
     *
     * @param keptRows the number of rows of which there will be many statements
     */
    NumberingStatements(LoadRequest request, EncodedRows rows, int keptRows) throws SQLException {
        this.connection = request.connection();
        this.mariaDb = MariaDbDriver.has(connection) ? MariaDbDriver.of(connection) : null;
        this.insert = InsertText.of(request);
        this.rows = rows;
        this.cells = new WireCell.Block(rows);
        this.keptRows = keptRows;
        this.kept = new KeptStatement<>(() -> prepare(keptRows));
    }

    /**
     * Inserts rows by one statement.
     *
     * @return the first number that the server gave, else the number of the last row; 64 bits, with or without sign as the column is; 0
     *     if it told none
     */
    long insert(int from, int count) throws SQLException {
        if (count != keptRows) {
            try (PreparedStatement statement = prepare(count)) {
                return run(statement, from, count);
            }
        }
        try {
            return run(kept.get(), from, count);
        } catch (SQLException e) {
            kept.closeAfter(e);
            throw e;
        }
    }

    private long run(PreparedStatement statement, int from, int count) throws SQLException {
        bind(statement, from, count);
        running = statement;
        try {
            long inserted = statement.executeLargeUpdate();
            if (inserted != count) {
                throw new SQLException("the server counts " + inserted + " rows of " + count, "HY000");
            }
            return number(statement);
        } finally {
            running = null;
        }
    }

    private static long number(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return keys.next() ? new BigInteger(keys.getString(1)).longValue() : 0;
        }
    }

    private PreparedStatement prepare(int count) throws SQLException {
        String sql = insert.sql(count);
        return mariaDb == null ? ConnectorJInserter.prepareNumbering(connection, sql) : mariaDb.prepareNumbering(sql);
    }

    private void bind(PreparedStatement statement, int from, int count) throws SQLException {
        int parameters = count * rows.columns();
        if (statement instanceof BasePreparedStatement own) {
            cells.ensure(count);
            cells.moveTo(from);
            for (int i = 0; i < parameters; i++) {
                own.setParameter(i, cells.cell(i));
            }
        } else {
            int first = from * rows.columns();
            for (int i = 0; i < parameters; i++) {
                ConnectorJInserter.bind(statement, i + 1, rows, first + i, rows.type(i % rows.columns()));
            }
        }
    }

    boolean mayHaveWarned() {
        return mariaDb == null || mariaDb.hasWarned();
    }

    void cancel() throws SQLException {
        PreparedStatement statement = running;
        if (statement != null) {
            statement.cancel();
        }
    }

    void close() throws SQLException {
        kept.close();
    }
}
