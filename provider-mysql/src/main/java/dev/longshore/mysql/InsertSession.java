package dev.longshore.mysql;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.TextMender;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads by statements of many rows, in whichever form a {@link RowInserter} sends them. A statement that fails because of a row
 * has its rows tried again in parts, behind a savepoint, until the row is found: the server names it only for some errors, and within a
 * trigger's statement it names another. Confined to the loading thread, but for {@link #cancel}.
 */
final class InsertSession implements BulkSession, RowSink {
    /** More than what a packet has beside its rows. */
    private static final int PACKET_HEAD = 64;

    /** More than what a packet has beside each value: its type and whether it is NULL. */
    private static final int CELL_HEAD = 3;

    private static final String SAVEPOINT = "SAVEPOINT longshore_statement";
    private static final String ROLLBACK = "ROLLBACK TO SAVEPOINT longshore_statement";
    private static final String RELEASE = "RELEASE SAVEPOINT longshore_statement";

    private final MySqlTable table;
    private final Connection connection;
    private final boolean checksWarnings;
    private final boolean keepsZero;
    private final int mostRows;
    private final long mostBytes;
    private final long packetBytes;
    private final EncodedRows rows;
    private final RowInserter inserter;
    private final int mostSearched;
    private final SessionClock clock;
    private final MySqlSink[] sinks;
    private final TextMender mender;

    /** What runs the statements: the path's own, or the one by which the failing row is searched. */
    private volatile RowInserter active;

    private long firstRow;

    InsertSession(LoadRequest request, Triggers triggers, InserterFactory inserters, int mostRows) throws SQLException {
        this.table = (MySqlTable) request.table();
        this.connection = request.connection();
        ServerSession session = table.session();
        this.checksWarnings = !session.isStrict(table.transactional());
        this.keepsZero = session.keepsZero();
        this.mostRows = mostRows;
        this.packetBytes = inserters.packetBytes();
        this.mostBytes = Math.min(packetBytes, inserters.statementBytes());
        this.mostSearched = inserters.mostSearched();
        this.clock = SessionClock.of(request, triggers);
        List<TargetColumn> columns = request.columns();
        WireType[] types = new WireType[columns.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = table.type(columns.get(i)).wire();
        }
        this.rows = new EncodedRows(types);
        this.mender = new TextMender(requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)), false);
        MySqlSink.Context context = new MySqlSink.Context(rows, request.zone(), mender, triggers, clock);
        this.sinks = new MySqlSink[types.length];
        for (int i = 0; i < types.length; i++) {
            TargetColumn column = columns.get(i);
            sinks[i] = Sinks.of(column, table.type(column), context);
        }
        this.inserter = inserters.make(rows);
        this.active = inserter;
    }

    /** Makes the inserter of a path. */
    interface InserterFactory {
        RowInserter make(EncodedRows rows) throws SQLException;

        /** How many bytes a packet may have. */
        long packetBytes() throws SQLException;

        /** A statement is sent before its rows take more bytes. */
        long statementBytes();

        /** How many rows {@link RowInserter#searching()} takes in a statement. */
        int mostSearched() throws SQLException;
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        mender.beginRow();
        rows.beginRow();
    }

    @Override
    public void endRow() throws SQLException {
        long needed = packet(1, rows.rowSize());
        if (needed >= packetBytes) {
            rows.discardRow();
            throw BulkLoadException.in(
                            LoadPhase.MAPPING,
                            "the row needs a packet of " + needed + " bytes, but max_allowed_packet is " + packetBytes)
                    .hint("Raise max_allowed_packet on the server, and in the connection's URL if it is set there")
                    .build();
        }
        rows.endRow();
    }

    private long packet(int count, long bytes) {
        return PACKET_HEAD + (long) CELL_HEAD * count * sinks.length + bytes;
    }

    @Override
    public void discardRow() {
        mender.discardRow();
        rows.discardRow();
    }

    @Override
    public long write(RowCursor cursor) throws SQLException {
        try {
            return writeAll(cursor);
        } finally {
            rows.clear();
        }
    }

    private long writeAll(RowCursor cursor) throws SQLException {
        long taken = 0;
        while (cursor.next()) {
            // only now it is known that a full statement is not the load's last
            if (rows.rows() == mostRows) {
                taken += sendOneOfSeveral(cursor, mostRows);
                rows.clear();
            }
            long row = cursor.rowIndex();
            if (!cursor.writeTo(this)) {
                continue;
            }
            int count = rows.rows();
            if (count == 1) {
                firstRow = row;
            } else if (packet(count, rows.size()) > mostBytes) {
                taken += sendOneOfSeveral(cursor, count - 1);
                rows.keepLast();
                firstRow = row;
            }
        }
        return rows.rows() > 0 ? taken + send(cursor, rows.rows()) : taken;
    }

    private long sendOneOfSeveral(RowCursor cursor, int count) throws SQLException {
        cursor.beginTransaction();
        return send(cursor, count);
    }

    private long send(RowCursor cursor, int count) throws SQLException {
        long start = System.nanoTime();
        long inserted;
        try {
            inserted = insert(0, count);
            inserter.accepted();
        } catch (BulkLoadException e) {
            throw e;
        } catch (SQLException e) {
            throw failure(e, count);
        }
        cursor.sent(count, System.nanoTime() - start);
        return inserted;
    }

    /** Runs a statement, with the session's settings changed for just that statement where they must be. */
    private long insert(int from, int count) throws SQLException {
        List<String> settings = new ArrayList<>();
        List<String> restored = new ArrayList<>(active.forgotten());
        addSettings(settings, restored);
        if (!settings.isEmpty()) {
            run("SET " + String.join(", ", settings));
        }
        if (restored.isEmpty()) {
            return insertAsIs(from, count);
        }
        Throwable failure = null;
        try {
            return insertAsIs(from, count);
        } catch (SQLException | RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            restore(restored, failure);
        }
    }

    /** Adds what the session's variables must be for a statement, and what they are to be again afterwards. */
    private void addSettings(List<String> settings, List<String> restored) {
        ServerSession session = table.session();
        if (!keepsZero && zeroCame()) {
            settings.add("sql_mode = concat(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
            restored.add("sql_mode = '" + session.sqlMode() + "'");
        }
        if (clock.runsInUtc()) {
            settings.add("time_zone = '+00:00'");
            restored.add("time_zone = '" + session.timeZone() + "'");
        }
        if (checksWarnings || active.looksForWarnings()) {
            // the server keeps the first warnings only, and one that counts must not be behind notes
            if (session.notes()) {
                settings.add("sql_notes = 0");
                restored.add("sql_notes = 1");
            }
            if (session.keptWarnings() < ServerSession.LEAST_WARNINGS) {
                settings.add("max_error_count = 64");
                restored.add("max_error_count = " + session.keptWarnings());
            }
        }
    }

    /** The engine makes null of the zeros that the server is to number, so a zero that comes is one to be kept. */
    private boolean zeroCame() {
        for (MySqlSink sink : sinks) {
            if (sink instanceof IntegerSink integers && integers.zeroCame()) {
                return true;
            }
        }
        return false;
    }

    private void restore(List<String> restored, @Nullable Throwable failure) throws SQLException {
        try {
            run("SET " + String.join(", ", restored));
        } catch (SQLException e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long insertAsIs(int from, int count) throws SQLException {
        long inserted = active.insert(from, count);
        if (checksWarnings && active.mayHaveWarned()) {
            refuseWarnings(from, count);
        }
        return inserted;
    }

    /** In a session that is not strict, what is an error elsewhere is a changed value and a warning. */
    private void refuseWarnings(int from, int count) throws SQLException {
        List<ServerWarning> warnings = ServerWarning.all(connection);
        if (!warnings.isEmpty()) {
            String message = warnings.get(0).message();
            int row = MySqlErrors.row(message);
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "the server, whose session is not strict, changed a value: "
                                    + MySqlErrors.withoutRow(message))
                    .row(row >= 1 && row <= count ? firstRow + from + row - 1 : -1)
                    .column(MySqlErrors.column(message, table))
                    .table(table.name().toString())
                    .cause(warnings.get(0).asException())
                    .build();
        }
    }

    private BulkLoadException failure(SQLException thrown, int count) {
        SQLException error = MySqlErrors.serverError(thrown);
        BulkLoadException.Builder facts = MySqlErrors.describe(error, table);
        if (!MySqlErrors.isFaultOfRow(error)) {
            return facts.build();
        }
        boolean isSearched = inserter.searching() != inserter;
        if (count == 1 && !isSearched) {
            return facts.row(firstRow).build();
        }
        int named = MySqlErrors.row(MySqlErrors.message(error));
        if (!table.transactional()) {
            return facts.row(named > 0 && named <= count ? firstRow + named - 1 : -1)
                    .hint("The table has no transactions: what was stored before this row stays stored")
                    .build();
        }
        try {
            FoundRow found = search(named, count);
            if (found != null) {
                if (isSearched) {
                    found.error().addSuppressed(error);
                }
                return MySqlErrors.describe(found.error(), table)
                        .row(firstRow + found.row())
                        .build();
            }
            if (isSearched) {
                return facts.row(named > 0 && named <= count ? firstRow + named - 1 : -1)
                        .hint("A plain INSERT takes these rows: take another path")
                        .build();
            }
        } catch (BulkLoadException e) {
            e.addSuppressed(error);
            return e;
        } catch (SQLException e) {
            // the transaction is gone, or the connection; the engine finds out which
            error.addSuppressed(e);
        }
        return facts.hint("It is one of the rows " + firstRow + " to " + (firstRow + count - 1)
                        + ", but which is not known")
                .build();
    }

    /**
     * A row that can't be inserted after those before it.
     *
     * @param row its place in the statement
     * @param error the server's error
     */
    private record FoundRow(int row, SQLException error) {}

    private @Nullable FoundRow search(int named, int count) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        active = inserter.searching();
        try {
            run(SAVEPOINT);
            FoundRow found = firstFailing(named, count);
            run(ROLLBACK);
            run(RELEASE);
            return found;
        } finally {
            active = inserter;
            if (autoCommit) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    /**
     * Finds the first row that fails, by inserting the rows before it in ever smaller parts. A statement that fails leaves nothing
     * behind, so those before the part under trial are in.
     *
     * @param named the row that the server named, from 1, which is tried first; 0 if it named none
     */
    private @Nullable FoundRow firstFailing(int named, int count) throws SQLException {
        int from = 0;
        int to = count;
        boolean isNamed = named > 0 && named <= count;
        int part = isNamed ? Math.max(1, named - 1) : Math.max(1, count / 2);
        while (from < to) {
            part = Math.min(part, mostSearched);
            try {
                insert(from, part);
                from += part;
            } catch (BulkLoadException e) {
                throw e;
            } catch (SQLException e) {
                SQLException error = MySqlErrors.serverError(e);
                if (!MySqlErrors.isFaultOfRow(error)) {
                    throw error;
                }
                if (part == 1) {
                    return new FoundRow(from, error);
                }
                to = from + part;
            }
            part = isNamed && from == named - 1 ? 1 : Math.max(1, (to - from) / 2);
        }
        return null;
    }

    @Override
    public List<LoadWarning> warnings() {
        return mender.warnings();
    }

    @Override
    public void cancel() throws SQLException {
        active.cancel();
    }

    @Override
    public void close() throws SQLException {
        try {
            inserter.close();
        } finally {
            rows.release();
        }
    }
}
