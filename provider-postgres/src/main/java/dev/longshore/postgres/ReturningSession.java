package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.TargetColumn;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Loads by INSERT … RETURNING of one row a statement: any columns, whatever triggers, views and rules do. The driver sends many such
 * statements together, and the server answers each, so it is known which row has which values, and which was left out. Confined to
 * the loading thread, but for {@link #cancel}.
 */
final class ReturningSession implements KeyedSession {
    /** So many rows go together. One that fails is looked for among them. */
    private static final int BATCH_ROWS = 500;

    private static final long MOST_CHARS = 1 << 20;

    private final PostgresTable table;
    private final Connection connection;
    private final PGConnection driver;
    private final int returned;
    private final String clause;
    private final boolean inTransaction;
    private final int mostRows;
    private final InsertRows rows;
    private final StatementSavepoint savepoint;
    private final @Nullable SequenceMover sequences;
    private final Map<BitSet, PreparedStatement> batches = new LinkedHashMap<>();

    private long firstRow;

    ReturningSession(LoadRequest request) throws SQLException {
        this.table = (PostgresTable) request.table();
        this.connection = request.connection();
        this.driver = connection.unwrap(PGConnection.class);
        this.returned = request.returned().size();
        this.inTransaction = !connection.getAutoCommit();
        this.mostRows = request.batchRows() > 0 ? Math.min(request.batchRows(), BATCH_ROWS) : BATCH_ROWS;
        this.sequences = request.keepIdentity() ? SequenceMover.of(request) : null;
        this.rows = new InsertRows(request, sequences, InsertRows.overrides(request));
        this.savepoint = new StatementSavepoint(connection);
        StringJoiner names = new StringJoiner(", ", " returning ", "");
        for (TargetColumn column : request.returned()) {
            names.add(PostgresDialect.INSTANCE.quote(column.name()));
        }
        this.clause = names.toString();
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink keys) throws SQLException {
        long taken = 0;
        try {
            while (cursor.next()) {
                if (rows.count() == 0) {
                    firstRow = cursor.rowIndex();
                }
                cursor.writeTo(rows);
                if (rows.count() == mostRows || rows.chars() >= MOST_CHARS) {
                    taken += send(cursor, keys);
                }
            }
            if (rows.count() > 0) {
                taken += send(cursor, keys);
            }
            if (sequences != null) {
                sequences.move();
            }
            return taken;
        } finally {
            rows.clear();
        }
    }

    private long send(RowCursor cursor, KeySink keys) throws SQLException {
        int count = rows.count();
        long start = System.nanoTime();
        Object[][] stored = new Object[count][];
        try {
            if (count == 1) {
                insertOne(0, stored, inTransaction);
            } else {
                insertGuarded(stored);
            }
        } catch (SQLException e) {
            BulkLoadException.Builder facts = failure(e, count);
            throw (savepoint.isUndone(e) ? facts : facts.state(TransactionState.ROLLBACK_REQUIRED)).build();
        }
        rows.clear();
        cursor.sent(count, System.nanoTime() - start);
        return keys.rows(stored);
    }

    /** One row in one round trip, with a savepoint around it where there is a transaction. */
    private void insertOne(int row, Object[][] stored, boolean guarded) throws SQLException {
        StringBuilder sql = new StringBuilder(rows.length(1) + clause.length() + 100);
        if (guarded) {
            sql.append(StatementSavepoint.SET).append("; ");
        }
        rows.appendTo(sql, row, 1);
        sql.append(clause);
        if (guarded) {
            sql.append("; ").append(StatementSavepoint.RELEASE);
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
            rows.bind(statement, row, 1);
            boolean isResult = statement.execute();
            while (isResult || statement.getUpdateCount() != -1) {
                if (isResult) {
                    try (ResultSet result = statement.getResultSet()) {
                        if (result.next()) {
                            stored[row] = values(result);
                        }
                        requireEnd(result);
                    }
                }
                isResult = statement.getMoreResults();
            }
        }
    }

    private void insertGuarded(Object[][] stored) throws SQLException {
        if (!inTransaction) {
            throw new IllegalStateException("many statements are no atomic load");
        }
        savepoint.set();
        insertAll(0, stored.length, stored);
        savepoint.release();
    }

    /** Rows that leave the same columns to the server go by the same statement. */
    private void insertAll(int from, int to, Object[][] stored) throws SQLException {
        Map<BitSet, List<Integer>> shapes = new LinkedHashMap<>();
        for (int row = from; row < to; row++) {
            shapes.computeIfAbsent(rows.defaults(row), any -> new ArrayList<>()).add(row);
        }
        for (Map.Entry<BitSet, List<Integer>> shape : shapes.entrySet()) {
            insertBatch(batch(shape.getKey(), shape.getValue().get(0)), shape.getValue(), stored);
        }
    }

    /** The statement for rows that are like one. */
    private PreparedStatement batch(BitSet shape, int row) throws SQLException {
        PreparedStatement known = batches.get(shape);
        if (known == null) {
            StringBuilder sql = new StringBuilder();
            rows.appendTo(sql, row, 1);
            known = connection.prepareStatement(sql.append(clause).toString(), Statement.RETURN_GENERATED_KEYS);
            batches.put(shape, known);
        }
        return known;
    }

    private void insertBatch(PreparedStatement statement, List<Integer> sent, Object[][] stored) throws SQLException {
        for (int row : sent) {
            rows.bind(statement, row, 1);
            statement.addBatch();
        }
        int[] counts = statement.executeBatch();
        try (ResultSet result = statement.getGeneratedKeys()) {
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 1 && result.next()) {
                    stored[sent.get(i)] = values(result);
                } else if (counts[i] != 0) {
                    throw unclear();
                }
            }
            requireEnd(result);
        }
    }

    private Object[] values(ResultSet result) throws SQLException {
        Object[] values = new Object[returned];
        for (int i = 0; i < values.length; i++) {
            values[i] = result.getObject(i + 1);
        }
        return values;
    }

    private void requireEnd(ResultSet result) throws SQLException {
        if (result.next()) {
            throw unclear();
        }
    }

    private BulkLoadException unclear() {
        return BulkLoadException.in(
                        LoadPhase.SERVER,
                        "the server gave back another number of rows than it counts, so that it is not known which are whose")
                .table(table.name().toString())
                .build();
    }

    private BulkLoadException.Builder failure(SQLException thrown, int count) {
        if (thrown instanceof BulkLoadException known) {
            return known.toBuilder();
        }
        SQLException error = thrown instanceof BatchUpdateException batch && batch.getNextException() != null
                ? batch.getNextException()
                : thrown;
        BulkLoadException.Builder facts = PostgresErrors.describe(error, table);
        if (PostgresErrors.tellsOfLostConnection(error)) {
            return facts;
        }
        if (count == 1) {
            return facts.row(firstRow);
        }
        if (StatementSavepoint.isFaultOfRow(error) || PostgresErrors.FOREIGN_KEY.equals(error.getSQLState())) {
            try {
                Object[][] stored = new Object[count][];
                int row = savepoint.failingRow(
                        count, String.valueOf(error.getSQLState()), (from, to) -> insertOne(from, stored, false));
                if (row >= 0) {
                    facts.row(firstRow + row);
                }
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return facts;
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
        for (PreparedStatement statement : batches.values()) {
            statement.close();
        }
        batches.clear();
    }
}
