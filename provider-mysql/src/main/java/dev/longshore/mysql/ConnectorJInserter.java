package dev.longshore.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * Inserts by multi-row INSERT statements over MySQL's own driver, which the server prepares. The one class that knows that driver, so
 * that it is loaded only where a connection is of that driver. Confined to the loading thread, but for {@link #cancel}.
 */
final class ConnectorJInserter implements RowInserter {
    private final JdbcConnection driver;
    private final InsertText insert;
    private final EncodedRows rows;
    private final int mostRows;
    private final KeptStatement<PreparedStatement> full;
    private volatile @Nullable PreparedStatement running;

    ConnectorJInserter(Connection connection, InsertText insert, EncodedRows rows, int mostRows) throws SQLException {
        this.driver = connection.unwrap(JdbcConnection.class);
        this.insert = insert;
        this.rows = rows;
        this.mostRows = mostRows;
        this.full = new KeptStatement<>(() -> driver.serverPrepareStatement(insert.sql(mostRows)));
    }

    static boolean accepts(Connection connection) throws SQLException {
        return connection.isWrapperFor(JdbcConnection.class);
    }

    /** The driver's own connection, which stays the same whatever wraps it. */
    static Connection own(Connection connection) throws SQLException {
        return connection.unwrap(JdbcConnection.class);
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        if (count == mostRows) {
            return run(full.get(), from, count);
        }
        try (PreparedStatement statement = driver.serverPrepareStatement(insert.sql(count))) {
            return run(statement, from, count);
        }
    }

    private long run(PreparedStatement statement, int from, int count) throws SQLException {
        int columns = rows.columns();
        int parameter = 1;
        for (int row = from; row < from + count; row++) {
            for (int column = 0; column < columns; column++) {
                bind(statement, parameter++, rows, row * columns + column, rows.type(column));
            }
        }
        running = statement;
        try {
            return statement.executeLargeUpdate();
        } finally {
            running = null;
        }
    }

    /** Makes a statement that tells the first number it gave. */
    static PreparedStatement prepareNumbering(Connection connection, String sql) throws SQLException {
        return connection.unwrap(JdbcConnection.class).serverPrepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
    }

    /** Sets a parameter to what a cell holds, over any driver. */
    static void bind(PreparedStatement statement, int parameter, EncodedRows rows, int cell, WireType type)
            throws SQLException {
        if (rows.isNull(cell)) {
            statement.setNull(parameter, Types.NULL);
            return;
        }
        switch (type) {
            case INT32, INT64 -> statement.setLong(parameter, rows.wholeAt(cell));
            case FLOAT32 -> statement.setFloat(parameter, rows.float32At(cell));
            case FLOAT64 -> statement.setDouble(parameter, rows.float64At(cell));
            case DECIMAL, TEXT -> statement.setString(parameter, rows.textAt(cell));
            case BYTES -> statement.setBytes(parameter, rows.bytesAt(cell));
            // as literals, which no time zone of this side touches
            case DATE, TIME, DATETIME -> statement.setString(parameter, rows.temporalAt(cell, type));
        }
    }

    @Override
    public boolean mayHaveWarned() {
        return true;
    }

    @Override
    public void cancel() throws SQLException {
        PreparedStatement statement = running;
        if (statement != null) {
            statement.cancel();
        }
    }

    @Override
    public void close() throws SQLException {
        full.close();
    }
}
