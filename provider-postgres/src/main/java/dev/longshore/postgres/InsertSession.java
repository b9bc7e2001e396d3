package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Loads by multi-row INSERT statements. In a transaction each statement goes together with a savepoint in one round trip; one that
 * fails is undone by it, and tried again row by row behind it, to find the row. Confined to the loading thread, but for
 * {@link #cancel}.
 */
final class InsertSession implements BulkSession {
    private static final int MOST_PARAMETERS = 65_535;
    private static final int USUAL_ROWS = 1_000;

    /** A statement is sent before its values take more than so many characters. */
    private static final long MOST_CHARS = 4 << 20;

    private final PostgresTable table;
    private final Connection connection;
    private final PGConnection driver;
    private final boolean inTransaction;
    private final boolean guardsItself;
    private final int mostRows;
    private final InsertRows rows;
    private final StatementSavepoint savepoint;
    private final @Nullable SequenceMover sequences;

    private @Nullable PreparedStatement fullStatement;
    private long firstRow;

    InsertSession(LoadRequest request) throws SQLException {
        this(request, request.keepIdentity() ? SequenceMover.of(request) : null, InsertRows.overrides(request));
    }

    /**
     * Opens a session.
     *
     * @param sequences moves the sequences past the numbers that come; null if that is not to be done
     * @param overriding as for {@link InsertRows}
     */
    InsertSession(LoadRequest request, @Nullable SequenceMover sequences, boolean overriding) throws SQLException {
        this.table = (PostgresTable) request.table();
        this.connection = request.connection();
        this.driver = connection.unwrap(PGConnection.class);
        this.inTransaction = !connection.getAutoCommit();
        this.guardsItself = request.guardsItself();
        this.mostRows = mostRows(request);
        this.sequences = sequences;
        this.rows = new InsertRows(request, sequences, overriding);
        this.savepoint = new StatementSavepoint(connection);
    }

    /** How many rows a statement may have. */
    static int mostRows(LoadRequest request) {
        int wanted = request.batchRows() > 0 ? request.batchRows() : USUAL_ROWS;
        return Math.max(1, Math.min(wanted, MOST_PARAMETERS / request.columns().size()));
    }

    /** Where the rows go. */
    InsertRows rows() {
        return rows;
    }

    @Override
    public long write(RowCursor cursor) throws SQLException {
        long taken = 0;
        try {
            while (cursor.next()) {
                if (rows.count() == 0) {
                    firstRow = cursor.rowIndex();
                }
                if (!cursor.writeTo(rows)) {
                    continue;
                }
                boolean isLarge = inTransaction && !guardsItself && rows.chars() >= MOST_CHARS;
                if (rows.count() == mostRows || isLarge) {
                    taken += send(cursor);
                }
            }
            if (rows.count() > 0) {
                taken += send(cursor);
            }
            if (sequences != null) {
                sequences.move();
            }
            return taken;
        } finally {
            rows.clear();
        }
    }

    private long send(RowCursor cursor) throws SQLException {
        int count = rows.count();
        long start = System.nanoTime();
        long inserted;
        try {
            inserted = insert(0, count);
        } catch (SQLException e) {
            BulkLoadException.Builder facts = failure(e, count);
            throw (savepoint.isUndone(e) ? facts : facts.state(TransactionState.ROLLBACK_REQUIRED)).build();
        }
        rows.clear();
        cursor.sent(count, System.nanoTime() - start);
        return inserted;
    }

    private long insert(int from, int count) throws SQLException {
        boolean isFull = count == mostRows && !rows.haveDefaults();
        PreparedStatement statement = isFull ? fullStatement : null;
        if (statement == null) {
            statement = connection.prepareStatement(sql(from, count));
            if (isFull) {
                fullStatement = statement;
            }
        }
        try {
            rows.bind(statement, from, count);
            return execute(statement);
        } finally {
            if (!isFull) {
                statement.close();
            }
        }
    }

    private String sql(int from, int count) {
        StringBuilder sql = new StringBuilder(rows.length(count) + 100);
        if (inTransaction) {
            sql.append(StatementSavepoint.SET).append("; ");
        }
        rows.appendTo(sql, from, count);
        return inTransaction
                ? sql.append("; ").append(StatementSavepoint.RELEASE).toString()
                : sql.toString();
    }

    private long execute(PreparedStatement statement) throws SQLException {
        if (!inTransaction) {
            return statement.executeUpdate();
        }
        statement.execute();
        long inserted = 0;
        do {
            inserted += Math.max(0, statement.getUpdateCount());
        } while (statement.getMoreResults() || statement.getUpdateCount() != -1);
        return inserted;
    }

    private BulkLoadException.Builder failure(SQLException error, int count) {
        BulkLoadException.Builder facts = PostgresErrors.describe(error, table);
        if (count == 1 && !PostgresErrors.tellsOfLostConnection(error)) {
            return facts.row(firstRow);
        }
        if (StatementSavepoint.isFaultOfRow(error)) {
            try {
                String state = String.valueOf(error.getSQLState());
                int row = inTransaction
                        ? savepoint.failingRow(count, state, this::insertAlone)
                        : failingRowInTransaction(count, state);
                if (row >= 0) {
                    facts.row(firstRow + row);
                }
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return facts;
    }

    private int failingRowInTransaction(int count, String state) throws SQLException {
        connection.setAutoCommit(false);
        try {
            savepoint.set();
            return savepoint.failingRow(count, state, this::insertAlone);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private void insertAlone(int from, int to) throws SQLException {
        StringBuilder sql = new StringBuilder();
        rows.appendTo(sql, from, to - from);
        try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
            rows.bind(statement, from, to - from);
            statement.executeUpdate();
        }
    }

    @Override
    public @Nullable String skipCause() {
        return table.traits().skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        return rows.warnings();
    }

    @Override
    public void cancel() throws SQLException {
        driver.cancelQuery();
    }

    @Override
    public void close() throws SQLException {
        PreparedStatement statement = fullStatement;
        fullStatement = null;
        if (statement != null) {
            statement.close();
        }
    }
}
