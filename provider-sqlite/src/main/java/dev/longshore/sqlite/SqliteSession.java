package dev.longshore.sqlite;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.RowBuffer;
import dev.longshore.spi.support.TextMender;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads by multi-row INSERT statements. The rows of a statement are kept in a buffer until they are bound, so that each
 * statement is prepared for as many as it gets, and that those of a statement that fails can be tried one by one.
 *
 * <p>In a transaction each statement of several rows runs behind a savepoint, since one that fails may leave rows behind that
 * the search for the failing row would stumble over: SQLite keeps no statement journal where it believes that nothing can fail,
 * which the type checks of STRICT tables and oversized values prove wrong. A savepoint around several statements would be
 * slower: what it must be able to restore outgrows the 64 KiB that SQLite keeps in memory.
 *
 * <p>Statements run by {@code executeBatch}: the driver's {@code executeUpdate} starts a query for the last rowid after each,
 * which takes time and stays open.
 *
 * <p>Hot: {@link #bind} runs once per value. Confined to the loading thread.
 */
final class SqliteSession implements BulkSession, RowSink {
    private static final String SAVEPOINT = "SAVEPOINT longshore_statement";
    private static final String ROLLBACK = "ROLLBACK TO longshore_statement";
    private static final String RELEASE = "RELEASE longshore_statement";
    private static final String BUSY_TIMEOUT = "PRAGMA busy_timeout";

    /** How many bytes of values, about, may wait for being bound. */
    private static final long BUFFER_BYTES = 1 << 20;

    private final SqliteTable table;
    private final Statements statements;
    private final boolean inTransaction;
    private final InsertText insert;
    private final int mostRows;
    private final RowBuffer buffer;
    private final SqliteColumnSink[] sinks;
    private final TextMender mender;
    private final TextsMadeNumbers numerals = new TextsMadeNumbers();
    private final @Nullable ReservedRowids rowids;
    private final @Nullable RowReader returning;
    private final long callersBusyTimeout;

    private long firstRow;
    private long firstRowid;
    private long sendStart;

    private SqliteSession(
            LoadRequest request, Statements statements, @Nullable ReservedRowids rowids, @Nullable RowReader returning)
            throws SQLException {
        this.rowids = rowids;
        this.returning = returning;
        this.table = (SqliteTable) request.table();
        this.statements = statements;
        // without a transaction all rows come at once and fit one statement, which is then atomic by itself
        this.inTransaction = statements.inTransaction();
        this.insert = InsertText.of(
                request, rowids == null ? null : request.returned().get(0));
        this.mostRows = returning == null ? insert.mostRows(request) : 1;
        this.buffer = new RowBuffer(insert.columns(), BUFFER_BYTES);
        this.sinks = new SqliteColumnSink[insert.columns()];
        DateText dates = new DateText();
        this.mender = new TextMender(requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)), false);
        for (int i = 0; i < sinks.length; i++) {
            ColumnRule rule = ColumnRule.of(request, request.columns().get(i));
            sinks[i] = new SqliteColumnSink(rule, buffer.column(i), dates, request.zone(), mender, numerals);
        }
        this.callersBusyTimeout = shortenBusyTimeout(request.remainingNanos());
    }

    /** Begins a load. */
    static SqliteSession of(LoadRequest request, Statements statements) throws SQLException {
        return new SqliteSession(request, statements, null, null);
    }

    /** Begins a load whose rows are numbered by what is reserved, into the returned column. */
    static SqliteSession numbering(LoadRequest request, Statements statements, ReservedRowids rowids)
            throws SQLException {
        return new SqliteSession(request, statements, rowids, null);
    }

    /** Begins a load that inserts its rows one by one and reads each back. */
    static SqliteSession returning(LoadRequest request, Statements statements, RowReader reader) throws SQLException {
        return new SqliteSession(request, statements, null, reader);
    }

    /** Lets no statement wait for a lock longer than the load may last. Returns what to restore, or -1. */
    private long shortenBusyTimeout(long remainingNanos) throws SQLException {
        if (remainingNanos == Long.MAX_VALUE) {
            return -1;
        }
        long callers = busyTimeout();
        long remaining = TimeUnit.NANOSECONDS.toMillis(remainingNanos) + 1;
        if (remaining >= callers) {
            return -1;
        }
        setBusyTimeout(remaining);
        return callers;
    }

    /** Not the driver's getBusyTimeout, which does not know of a PRAGMA. */
    private long busyTimeout() throws SQLException {
        return statements.query(BUSY_TIMEOUT, rows -> rows.next() ? rows.getLong(1) : 0);
    }

    private void setBusyTimeout(long millis) throws SQLException {
        try (Statement statement = statements.driverConnection().createStatement()) {
            statement.execute(BUSY_TIMEOUT + " = " + millis);
        }
    }

    @Override
    public long write(RowCursor rows) throws SQLException {
        try {
            if (!inTransaction) {
                return writeAll(rows);
            }
            try (TransactionEnd end = new TransactionEnd(statements.driverConnection())) {
                long taken = writeAll(rows);
                if (end.ended()) {
                    throw BulkLoadException.in(
                                    LoadPhase.SERVER,
                                    "the transaction was ended while the load ran in it, by the source of the rows or a"
                                            + " listener, so that rows sent before may be stored or gone")
                            .hint("Read over another connection, or leave its transaction alone")
                            .build();
                }
                return taken;
            }
        } finally {
            buffer.clear();
        }
    }

    private long writeAll(RowCursor rows) throws SQLException {
        long taken = 0;
        while (rows.next()) {
            if (buffer.rows() == 0) {
                firstRow = rows.rowIndex();
            }
            if (!rows.writeTo(this)) {
                continue;
            }
            if (buffer.rows() == mostRows || (inTransaction && buffer.full())) {
                taken += send(rows);
            }
        }
        return buffer.rows() > 0 ? taken + send(rows) : taken;
    }

    private long send(RowCursor rows) throws SQLException {
        int count = buffer.rows();
        if (rowids != null) {
            firstRowid = rowids.take(count);
        }
        sendStart = System.nanoTime();
        long inserted = insertBuffered(count);
        buffer.clear();
        rows.sent(count, System.nanoTime() - sendStart);
        // a view's triggers take the rows where SQLite does not count them
        return table.view() ? count : inserted;
    }

    private long insertBuffered(int count) throws BulkLoadException {
        boolean guarded = inTransaction && count > 1;
        boolean isSet = false;
        try {
            if (guarded) {
                statements.run(SAVEPOINT);
                isSet = true;
            }
            long inserted = insert(0, count);
            if (guarded) {
                statements.run(RELEASE);
            }
            return inserted;
        } catch (SQLException e) {
            throw failure(e, count, isSet);
        }
    }

    private BulkLoadException failure(SQLException error, int count, boolean isSet) {
        if (error instanceof BulkLoadException known) {
            // of what reads a single row back
            return known.toBuilder().row(firstRow).build();
        }
        if (count == 1) {
            return describe(error)
                    .row(SqliteErrors.isFaultOfRow(error) ? firstRow : -1)
                    .build();
        }
        BulkLoadException failure = null;
        try {
            statements.run(isSet ? ROLLBACK : SAVEPOINT);
            try {
                failure = SqliteErrors.isFaultOfRow(error) ? failureOfRow(count) : null;
            } finally {
                statements.run(ROLLBACK);
                statements.run(RELEASE);
            }
        } catch (SQLException e) {
            // the transaction is gone, or the connection; the engine finds out which
            error.addSuppressed(e);
        }
        if (failure != null) {
            return failure;
        }
        BulkLoadException.Builder facts = describe(error);
        if (SqliteErrors.isFaultOfRow(error)) {
            facts.hint(
                    "It is one of the rows " + firstRow + " to " + (firstRow + count - 1) + ", but which is not known");
        }
        return facts.build();
    }

    /**
     * Finds the row that can't be inserted, by inserting one after the other. A foreign key is checked at the end of a
     * statement, so a row may refer to a later one; it is tried again once that is there.
     *
     * @return null if each row can be inserted, or something else than a row stands against it
     */
    private @Nullable BulkLoadException failureOfRow(int count) throws SQLException {
        List<Integer> waiting = IntStream.range(0, count).boxed().toList();
        BulkLoadException failure = null;
        int before;
        do {
            before = waiting.size();
            failure = null;
            List<Integer> again = new ArrayList<>();
            for (int row : waiting) {
                try {
                    insert(row, 1);
                } catch (SQLException e) {
                    if (SqliteErrors.extended(e) != SqliteErrors.FOREIGN_KEY) {
                        return SqliteErrors.isFaultOfRow(e)
                                ? describe(e).row(firstRow + row).build()
                                : null;
                    }
                    if (failure == null) {
                        failure = describe(e).row(firstRow + row).build();
                    }
                    again.add(row);
                }
            }
            waiting = again;
        } while (!waiting.isEmpty() && waiting.size() < before);
        return failure;
    }

    private BulkLoadException.Builder describe(SQLException error) {
        if (SqliteErrors.primary(error) != SqliteErrors.BUSY) {
            return SqliteErrors.describe(error, table);
        }
        long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sendStart);
        long timeoutMillis = 0;
        try {
            timeoutMillis = busyTimeout();
        } catch (SQLException e) {
            error.addSuppressed(e);
        }
        return SqliteErrors.busy(error, timeoutMillis, tookMillis);
    }

    /** Inserts buffered rows by one statement. Returns how many of them SQLite counts. */
    private long insert(int from, int count) throws SQLException {
        RowReader reader = returning;
        if (reader != null) {
            return statements.use(reader.sql(insert), statement -> {
                bind(statement, from, 1);
                return reader.insert(statement);
            });
        }
        return statements.use(insert.sql(count), statement -> {
            bind(statement, from, count);
            statement.addBatch();
            return (long) statement.executeBatch()[0];
        });
    }

    private void bind(PreparedStatement statement, int from, int count) throws SQLException {
        RowBuffer rows = buffer;
        int columns = insert.columns();
        int parameter = insert.firstValue();
        if (rowids != null) {
            statement.setLong(1, firstRowid + from);
        }
        for (int row = from; row < from + count; row++) {
            for (int column = 0; column < columns; column++, parameter++) {
                switch (rows.type(row, column)) {
                    case NULL -> statement.setNull(parameter, Types.NULL);
                    case BOOL, INT64 -> statement.setLong(parameter, rows.bits(row, column));
                    case FLOAT32 -> statement.setDouble(parameter, Float.intBitsToFloat((int) rows.bits(row, column)));
                    case FLOAT64 -> statement.setDouble(parameter, Double.longBitsToDouble(rows.bits(row, column)));
                    case TEXT -> statement.setString(parameter, (String) rows.reference(row, column));
                    case OBJECT -> statement.setObject(parameter, rows.reference(row, column));
                }
            }
        }
    }

    @Override
    public @Nullable String skipCause() {
        return table.skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        long madeNumbers = numerals.count();
        List<LoadWarning> warnings = new ArrayList<>(mender.warnings());
        if (madeNumbers > 0) {
            warnings.add(new LoadWarning(
                    LoadWarning.Code.TEXT_STORED_AS_NUMBER,
                    madeNumbers,
                    madeNumbers
                            + " texts such as 007 were stored as numbers, which are printed otherwise, since their columns"
                            + " are declared for numbers"));
        }
        return warnings;
    }

    /** Does nothing: sqlite3_interrupt would end the caller's whole transaction. Loads stop between statements. */
    @Override
    public void cancel() {}

    @Override
    public boolean abortable() {
        return false;
    }

    @Override
    public void close() throws SQLException {
        try (statements) {
            if (callersBusyTimeout >= 0) {
                setBusyTimeout(callersBusyTimeout);
            }
        }
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        mender.beginRow();
        numerals.beginRow();
        buffer.beginRow();
    }

    @Override
    public void endRow() {
        buffer.endRow();
    }

    @Override
    public void discardRow() {
        mender.discardRow();
        numerals.discardRow();
        buffer.discardRow();
    }
}
