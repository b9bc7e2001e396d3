package dev.longshore.sqlserver;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads by multi-row INSERT statements. A statement that fails leaves no row, as the server sees to it; its rows are then tried one
 * by one behind a savepoint, to find the one. Confined to the loading thread, but for {@link #cancel}.
 */
final class InsertSession implements KeyedSession, RowSink {
    /** The server's limit is 2100, of which the driver takes up to three. */
    private static final int MOST_PARAMETERS = 2_096;

    /** The server's limit for VALUES. */
    private static final int MOST_ROWS = 1_000;

    /** A statement is sent before its values take more than so many bytes. */
    private static final long MOST_BYTES = 4 << 20;

    private final SqlServerTable table;
    private final Connection connection;
    private final Sinks sinks;
    private final List<Integer> sent;
    private final List<String> sentNames;
    private final int mostRows;
    private final boolean inTransaction;
    private final boolean guardsItself;
    private final boolean mayStayInPart;
    private final String into;
    private final String insert;
    private final @Nullable OutputKeys keys;
    private final String identityInsert;
    private final List<@Nullable Object> values = new ArrayList<>();

    private @Nullable PreparedStatement fullStatement;
    private volatile @Nullable PreparedStatement running;
    private int rows;
    private long bytes;
    private long firstRow;
    private boolean identityInsertOn;

    InsertSession(LoadRequest request) throws SQLException {
        this.table = (SqlServerTable) request.table();
        this.connection = request.connection();
        this.sinks = new Sinks(request, Sinks.Form.PARAMETERS);
        this.sent = sinks.sent();
        List<TargetColumn> columns = request.columns();
        this.sentNames = sent.stream().map(index -> columns.get(index).name()).toList();
        this.keys = request.returned().isEmpty() ? null : new OutputKeys(request);
        this.mostRows = mostRows(request);
        this.inTransaction = !connection.getAutoCommit();
        this.guardsItself = request.guardsItself();
        this.mayStayInPart = table.hasTriggers() || (keys != null && !keys.isOrdered());
        boolean locks = Boolean.TRUE.equals(request.option(SqlServerProvider.TABLE_LOCK));
        this.into = "insert into " + table.sqlName() + (locks ? " with (tablock)" : "");
        this.insert = sent.isEmpty()
                ? into + " default values"
                : into
                        + sentNames.stream()
                                .map(SqlServerDialect.INSTANCE::quote)
                                .collect(Collectors.joining(", ", " (", ") values "));
        this.identityInsert = "set identity_insert " + table.sqlName();
        if (sinks.sequence() != null) {
            execute(identityInsert + " on");
            identityInsertOn = true;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** How many rows a statement may have. */
    static int mostRows(LoadRequest request) {
        long count = request.columns().stream()
                .filter(column -> request.keepIdentity() || column.numbering() == Numbering.NONE)
                .count();
        if (count == 0) {
            return 1;
        }
        boolean isSingle = !request.returned().isEmpty() && OutputKeys.singleRefusal(request) != null;
        int most = isSingle ? OutputKeys.MOST_STATEMENTS : MOST_ROWS;
        int wanted = request.batchRows() > 0 ? request.batchRows() : most;
        return Math.max(1, Math.min(Math.min(wanted, most), (int) (MOST_PARAMETERS / count)));
    }

    @Override
    public ValueSink column(int index) {
        return sinks.column(index);
    }

    @Override
    public void beginRow() {
        sinks.beginRow();
    }

    @Override
    public void endRow() {
        sinks.endRow();
        @Nullable Object[] row = sinks.row();
        for (int index : sent) {
            Object value = row[index];
            if (value instanceof byte[] array) {
                bytes += array.length;
                // the caller's own array, which may change before the statement is sent
                values.add(array.clone());
            } else {
                bytes += value instanceof String text ? 2L * text.length() : Long.BYTES;
                values.add(value);
            }
        }
        rows++;
    }

    @Override
    public void discardRow() {
        sinks.discardRow();
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink sink) throws SQLException {
        requireNonNull(keys).tell(sink);
        return write(cursor);
    }

    @Override
    public long write(RowCursor cursor) throws SQLException {
        long taken = 0;
        try {
            while (cursor.next()) {
                if (rows == 0) {
                    firstRow = cursor.rowIndex();
                }
                if (!cursor.writeTo(this)) {
                    continue;
                }
                boolean isLarge = inTransaction && !guardsItself && bytes >= MOST_BYTES;
                if (rows == mostRows || isLarge) {
                    taken += send(cursor);
                }
            }
            if (rows > 0) {
                taken += send(cursor);
            }
            SequenceEnd sequence = sinks.sequence();
            if (sequence != null) {
                sequence.move(connection, table);
            }
            return taken;
        } finally {
            clear();
        }
    }

    private void clear() {
        rows = 0;
        bytes = 0;
        values.clear();
    }

    private long send(RowCursor cursor) throws SQLException {
        int count = rows;
        long start = System.nanoTime();
        long inserted;
        // what a failed batch leaves must be undone before the failing row is looked for
        Savepoint before = inTransaction && mayStayInPart && count > 1 ? connection.setSavepoint() : null;
        try {
            inserted = insert(0, count);
        } catch (BulkLoadException e) {
            throw e;
        } catch (SQLException e) {
            throw failure(e, count, before);
        }
        clear();
        cursor.sent(count, System.nanoTime() - start);
        return inserted;
    }

    private long insert(int from, int count) throws SQLException {
        boolean isFull = count == mostRows;
        PreparedStatement statement = isFull ? fullStatement : null;
        if (statement == null) {
            statement = connection.prepareStatement(keys == null ? sql(count) : sql(count, keys));
            if (isFull) {
                fullStatement = statement;
            }
        }
        running = statement;
        try {
            bind(statement, from, count);
            return keys == null ? statement.executeUpdate() : keys.insert(statement, count);
        } finally {
            running = null;
            if (!isFull) {
                statement.close();
            }
        }
    }

    private String sql(int count) {
        if (sent.isEmpty()) {
            return insert;
        }
        String row = parameters().stream().collect(Collectors.joining(", ", "(", ")"));
        return insert + row + (", " + row).repeat(count - 1);
    }

    private String sql(int count, OutputKeys output) {
        return output.sql(into, sentNames, parameters(), count);
    }

    private List<String> parameters() {
        boolean isBabelfish = table.traits().isBabelfish();
        return sent.stream()
                .map(index -> requireNonNull(sinks.sink(index)).parameter(isBabelfish))
                .toList();
    }

    private void bind(PreparedStatement statement, int from, int count) throws SQLException {
        int at = from * sent.size();
        int parameter = 1;
        for (int row = 0; row < count; row++) {
            for (int index : sent) {
                MsSink sink = requireNonNull(sinks.sink(index));
                Object value = values.get(at++);
                if (value == null) {
                    sink.bindNull(statement, parameter++);
                } else {
                    sink.bind(statement, parameter++, value);
                }
            }
        }
    }

    private BulkLoadException failure(SQLException error, int count, @Nullable Savepoint before) {
        BulkLoadException.Builder facts = SqlServerErrors.describe(error, table, sentNames);
        TransactionState left = inTransaction ? left(error) : TransactionState.INTACT;
        boolean isOfRow = SqlServerErrors.isFaultOfRow(error);
        if (isOfRow && count == 1) {
            facts.row(firstRow);
        } else if (isOfRow && left == TransactionState.INTACT) {
            try {
                if (before != null) {
                    connection.rollback(before);
                }
                int row = inTransaction ? failingRow(count) : failingRowInTransaction(count);
                if (row >= 0) {
                    facts.row(firstRow + row);
                }
            } catch (SQLException e) {
                error.addSuppressed(e);
                left = TransactionState.ROLLBACK_REQUIRED;
            }
        }
        return guardsItself ? facts.state(left).build() : facts.build();
    }

    /**
     * Asks what a failed statement left of the transaction. By itself it is undone alone; under XACT_ABORT the transaction ends, and
     * some errors leave one that can only be rolled back. A late cancel can hit the question, which then works the second time.
     */
    private TransactionState left(SQLException error) {
        for (int attempt = 0; attempt < 2; attempt++) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select @@trancount, xact_state()")) {
                row.next();
                if (row.getInt(1) == 0) {
                    return TransactionState.ROLLED_BACK_BY_SERVER;
                }
                return row.getInt(2) == 1 ? TransactionState.INTACT : TransactionState.ROLLBACK_REQUIRED;
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return TransactionState.ROLLBACK_REQUIRED;
    }

    private int failingRowInTransaction(int count) throws SQLException {
        connection.setAutoCommit(false);
        try {
            return failingRow(count);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Inserts one row after the other until one fails, and undoes them. */
    private int failingRow(int count) throws SQLException {
        Savepoint before = connection.setSavepoint();
        int failing = -1;
        try (PreparedStatement single = connection.prepareStatement(sql(1))) {
            for (int row = 0; row < count && failing < 0; row++) {
                bind(single, row, 1);
                if (fails(single)) {
                    failing = row;
                }
            }
        }
        connection.rollback(before);
        return failing;
    }

    private static boolean fails(PreparedStatement single) throws SQLException {
        try {
            single.executeUpdate();
            return false;
        } catch (SQLException e) {
            if (!SqlServerErrors.isFaultOfRow(e)) {
                throw e;
            }
            return true;
        }
    }

    @Override
    public @Nullable String skipCause() {
        String index = table.traits().skippingIndex();
        if (index != null) {
            return "the index " + index + " leaves duplicates out";
        }
        String trigger = table.traits().insteadTrigger();
        return trigger == null ? null : "the trigger " + trigger + " replaces the INSERT and may leave rows out";
    }

    @Override
    public List<LoadWarning> warnings() {
        return sinks.warnings();
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
        PreparedStatement statement = fullStatement;
        fullStatement = null;
        if (statement != null) {
            statement.close();
        }
        if (identityInsertOn) {
            identityInsertOn = false;
            execute(identityInsert + " off");
        }
    }
}
