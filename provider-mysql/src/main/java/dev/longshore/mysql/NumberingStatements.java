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
    private final org.mariadb.jdbc.@Nullable Connection mariaDb;
    private final InsertText insert;
    private final EncodedRows rows;
    private final WireCell.Block cells;
    private volatile @Nullable PreparedStatement running;
    private @Nullable PreparedStatement kept;
    private int keptRows;

    private NumberingStatements(LoadRequest request, EncodedRows rows) throws SQLException {
        this.connection = request.connection();
        this.mariaDb = connection.isWrapperFor(org.mariadb.jdbc.Connection.class)
                ? connection.unwrap(org.mariadb.jdbc.Connection.class)
                : null;
        this.insert = InsertText.of(request);
        this.rows = rows;
        this.cells = new WireCell.Block(rows);
    }

    static NumberingStatements of(LoadRequest request, EncodedRows rows) throws SQLException {
        return new NumberingStatements(request, rows);
    }

    /**
     * Inserts rows by one statement.
     *
     * @param keeps whether more statements of so many rows are to come
     * @return the first number that the server gave, else the number of the last row; 64 bits, with or without sign as the column is; 0
     *     if it told none
     */
    long insert(int from, int count, boolean keeps) throws SQLException {
        PreparedStatement statement = kept;
        if (statement == null || keptRows != count) {
            statement = prepare(insert.sql(count));
            if (keeps) {
                closeKept();
                kept = statement;
                keptRows = count;
            }
        }
        boolean isKept = statement == kept;
        try {
            bind(statement, from, count);
            running = statement;
            long inserted = statement.executeLargeUpdate();
            if (inserted != count) {
                throw new SQLException("the server counts " + inserted + " rows of " + count, "HY000");
            }
            return number(statement);
        } catch (SQLException e) {
            if (isKept) {
                kept = null;
            }
            try {
                statement.close();
            } catch (SQLException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        } finally {
            running = null;
            if (!isKept) {
                statement.close();
            }
        }
    }

    private static long number(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return keys.next() ? new BigInteger(keys.getString(1)).longValue() : 0;
        }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        return mariaDb == null
                ? ConnectorJInserter.prepareNumbering(connection, sql)
                : mariaDb.prepareInternal(
                        sql,
                        Statement.RETURN_GENERATED_KEYS,
                        ResultSet.TYPE_FORWARD_ONLY,
                        ResultSet.CONCUR_READ_ONLY,
                        true);
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
        return mariaDb == null || mariaDb.getContext().getWarning() > 0;
    }

    void cancel() throws SQLException {
        PreparedStatement statement = running;
        if (statement != null) {
            statement.cancel();
        }
    }

    private void closeKept() throws SQLException {
        PreparedStatement statement = kept;
        kept = null;
        if (statement != null) {
            statement.close();
        }
    }

    void close() throws SQLException {
        closeKept();
    }
}
