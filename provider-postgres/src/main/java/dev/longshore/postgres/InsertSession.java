package dev.longshore.postgres;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.ForwardingSink;
import dev.longshore.spi.support.TextMender;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/**
 * Loads by multi-row INSERT statements, whose parameters are text without a type, so that the server reads them as it reads a
 * literal. In a transaction each statement goes together with a savepoint in one round trip; one that fails is undone by it, and
 * tried again row by row behind it, to find the row. Confined to the loading thread, but for {@link #cancel}.
 */
final class InsertSession implements BulkSession, RowSink {
    private static final int MOST_PARAMETERS = 65_535;
    private static final int USUAL_ROWS = 1_000;

    /** A statement is sent before its values take more than so many characters. */
    private static final long MOST_CHARS = 4 << 20;

    private static final String SAVEPOINT = "savepoint longshore_statement";
    private static final String ROLLBACK = "rollback to savepoint longshore_statement";
    private static final String RELEASE = "release savepoint longshore_statement";

    private final PostgresTable table;
    private final Connection connection;
    private final PGConnection driver;
    private final boolean inTransaction;
    private final boolean guardsItself;
    private final int mostRows;
    private final String insert;
    private final ParameterWire wire = new ParameterWire();
    private final ValueSink[] sinks;
    private final TextMender mender;
    private final @Nullable SequenceMover sequences;

    private @Nullable PreparedStatement fullStatement;
    private int rows;
    private long firstRow;

    InsertSession(LoadRequest request) throws SQLException {
        this.table = (PostgresTable) request.table();
        this.connection = request.connection();
        this.driver = connection.unwrap(PGConnection.class);
        this.inTransaction = !connection.getAutoCommit();
        this.guardsItself = request.guardsItself();
        this.mostRows = mostRows(request);
        this.sequences = request.keepIdentity() ? SequenceMover.of(request) : null;
        this.mender = new TextMender(requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)), true);
        PgSink.Context context = new PgSink.Context(wire, request.zone(), mender);
        List<TargetColumn> columns = request.columns();
        this.sinks = new ValueSink[columns.size()];
        for (int i = 0; i < sinks.length; i++) {
            TargetColumn column = columns.get(i);
            ValueSink sink = Sinks.of(column, table.type(column), context);
            if (sequences != null) {
                sequences.watch(column, sink);
            }
            sinks[i] = column.numbering() == Numbering.NONE ? sink : new DefaultingSink(sink);
        }
        boolean overriding =
                request.keepIdentity() && columns.stream().anyMatch(each -> each.numbering() == Numbering.ALWAYS);
        this.insert = insertText(columns, overriding);
    }

    /**
     * The server gives a parameter the type that its column has when the statement is prepared, and keeps it while the driver
     * keeps the statement, though the column may have another type by then: a timestamp's text would be read without its zone.
     * Therefore the columns' types are part of the text, by which the driver finds its statements.
     */
    private String insertText(List<TargetColumn> columns, boolean overriding) {
        StringJoiner names = new StringJoiner(", ", "insert into " + table.sqlName() + " (", ")");
        StringJoiner types = new StringJoiner(", ", " /* types ", " */");
        for (TargetColumn column : columns) {
            names.add(PostgresDialect.INSTANCE.quote(column.name()));
            types.add(Integer.toUnsignedString(table.type(column).oid()));
        }
        return names.toString() + types + (overriding ? " overriding system value values " : " values ");
    }

    /** How many rows a statement may have. */
    static int mostRows(LoadRequest request) {
        int wanted = request.batchRows() > 0 ? request.batchRows() : USUAL_ROWS;
        return Math.max(1, Math.min(wanted, MOST_PARAMETERS / request.columns().size()));
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        wire.beginRow();
    }

    @Override
    public void endRow() {
        wire.endRow(sinks.length);
        rows++;
    }

    @Override
    public void discardRow() {
        wire.discardValues();
    }

    @Override
    public long write(RowCursor cursor) throws SQLException {
        long taken = 0;
        try {
            while (cursor.next()) {
                if (rows == 0) {
                    firstRow = cursor.rowIndex();
                }
                cursor.writeTo(this);
                boolean isLarge = inTransaction && !guardsItself && wire.chars() >= MOST_CHARS;
                if (rows == mostRows || isLarge) {
                    taken += send(cursor);
                }
            }
            if (rows > 0) {
                taken += send(cursor);
            }
            if (sequences != null) {
                sequences.move();
            }
            return taken;
        } finally {
            clear();
        }
    }

    private void clear() {
        rows = 0;
        wire.clear();
    }

    private long send(RowCursor cursor) throws SQLException {
        int count = rows;
        long start = System.nanoTime();
        long inserted;
        try {
            inserted = insert(0, count);
        } catch (SQLException e) {
            BulkLoadException.Builder facts = failure(e, count);
            throw (isUndone(e) ? facts : facts.state(TransactionState.ROLLBACK_REQUIRED)).build();
        }
        clear();
        cursor.sent(count, System.nanoTime() - start);
        return inserted;
    }

    private long insert(int from, int count) throws SQLException {
        boolean isFull = count == mostRows && !wire.values().contains(ParameterWire.DEFAULT);
        PreparedStatement statement = isFull ? fullStatement : null;
        if (statement == null) {
            statement = connection.prepareStatement(sql(from, count));
            if (isFull) {
                fullStatement = statement;
            }
        }
        try {
            bind(statement, from, count);
            return execute(statement);
        } finally {
            if (!isFull) {
                statement.close();
            }
        }
    }

    private String sql(int from, int count) {
        StringBuilder sql = new StringBuilder(insert.length() + count * (3 * sinks.length + 4));
        if (inTransaction) {
            sql.append(SAVEPOINT).append("; ");
        }
        sql.append(insert);
        int at = from * sinks.length;
        for (int row = 0; row < count; row++) {
            sql.append(row == 0 ? "(" : ", (");
            for (int column = 0; column < sinks.length; column++) {
                sql.append(column == 0 ? "" : ", ")
                        .append(isDefault(wire.values().get(at++)) ? "default" : "?");
            }
            sql.append(')');
        }
        return inTransaction ? sql.append("; ").append(RELEASE).toString() : sql.toString();
    }

    @SuppressWarnings("ReferenceEquality") // the mark is an object, and no value is it
    private static boolean isDefault(@Nullable String value) {
        return value == ParameterWire.DEFAULT;
    }

    private void bind(PreparedStatement statement, int from, int count) throws SQLException {
        List<@Nullable String> values = wire.values();
        int parameter = 1;
        for (int i = from * sinks.length; i < (from + count) * sinks.length; i++) {
            String value = values.get(i);
            if (value == null) {
                statement.setNull(parameter++, Types.NULL);
            } else if (!isDefault(value)) {
                statement.setObject(parameter++, value, Types.OTHER);
            }
        }
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

    /**
     * Takes a failed statement back if that is not done yet, so that the transaction can go on. A late cancel can hit that too,
     * which then works the second time. A cancel that hit the savepoint itself has ended the transaction.
     */
    private boolean isUndone(SQLException error) {
        for (int attempt = 0; attempt < 2 && hasFailedTransaction(); attempt++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(ROLLBACK + "; " + RELEASE);
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return !hasFailedTransaction();
    }

    /** As the server said in its last answer; what the driver refused by itself has not failed there. */
    private boolean hasFailedTransaction() {
        return driver instanceof BaseConnection base
                && base.getTransactionState() == org.postgresql.core.TransactionState.FAILED;
    }

    private BulkLoadException.Builder failure(SQLException error, int count) {
        BulkLoadException.Builder facts = PostgresErrors.describe(error, table);
        if (count == 1 && !PostgresErrors.tellsOfLostConnection(error)) {
            return facts.row(firstRow);
        }
        if (isFaultOfRow(error)) {
            try {
                String state = String.valueOf(error.getSQLState());
                int row = inTransaction ? failingRow(count, state) : failingRowInTransaction(count, state);
                if (row >= 0) {
                    facts.row(firstRow + row);
                }
            } catch (SQLException e) {
                error.addSuppressed(e);
            }
        }
        return facts;
    }

    /**
     * A foreign key is checked at the end of a statement, so a row alone can fail that does not fail among the others; and a
     * sequence that ran out among them has nothing left for the first.
     */
    private static boolean isFaultOfRow(SQLException error) {
        String state = error.getSQLState();
        if (state == null
                || state.length() != 5
                || state.equals(PostgresErrors.FOREIGN_KEY)
                || state.equals(PostgresErrors.SEQUENCE_EXHAUSTED)) {
            return false;
        }
        return switch (state.substring(0, 2)) {
            case "22", "23", "44", "P0" -> true;
            default -> state.equals("42501");
        };
    }

    private int failingRowInTransaction(int count, String state) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(SAVEPOINT);
            return failingRow(count, state);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Inserts one row after the other until one fails in the same way, and undoes them. */
    private int failingRow(int count, String state) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(ROLLBACK);
            int row = 0;
            try {
                for (; row < count; row++) {
                    insertAlone(row);
                }
                row = -1;
            } catch (SQLException e) {
                if (!state.equals(e.getSQLState())) {
                    throw e;
                }
            }
            statement.execute(ROLLBACK);
            statement.execute(RELEASE);
            return row;
        }
    }

    private void insertAlone(int row) throws SQLException {
        String sql = sql(row, 1);
        String bare = inTransaction ? sql.substring(SAVEPOINT.length() + 2, sql.length() - RELEASE.length() - 2) : sql;
        try (PreparedStatement statement = connection.prepareStatement(bare)) {
            bind(statement, row, 1);
            statement.executeUpdate();
        }
    }

    @Override
    public @Nullable String skipCause() {
        return table.traits().skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        return mender.warnings();
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

    /** Makes a null the column's default. */
    private final class DefaultingSink extends ForwardingSink {
        DefaultingSink(ValueSink next) {
            super(next);
        }

        @Override
        public void nullValue() {
            wire.defaultValue();
        }
    }
}
