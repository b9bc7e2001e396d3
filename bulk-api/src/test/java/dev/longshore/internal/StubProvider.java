package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.RefusedPath;
import dev.longshore.TableName;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.support.NameParser;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A provider for {@link StubConnection}s: one table, whose rows a session keeps as lists and executes in batches. What it
 * does wrong is set on its fields. Its sessions may be used by several threads at a time where no field is set meanwhile.
 */
public final class StubProvider implements BulkProvider {
    public static final LoadOption<Boolean> LOCK = LoadOption.of("stub.lock", Boolean.class, false);

    /** What a session does in the middle of its first write. */
    public interface Happening {
        void happens(StubConnection connection) throws SQLException;
    }

    /** What a database has against a statement. */
    public interface Check {
        /** Returns the row of the statement that is refused behind the rows that are stored; -1 if all are taken. */
        int refused(List<List<Object>> stored, List<List<Object>> statement);
    }

    private final List<TargetColumn> columns;

    public String table = "people";
    public String name = "stub";
    public int spiVersion = SPI_VERSION;
    public ProviderMatch match = ProviderMatch.yes();
    public SQLException matchFailure;
    public List<String> tableNotes = List.of();
    public List<String> pathNotes = List.of();
    public List<RefusedPath> refusedPaths = List.of();
    public int shortRows;
    public int guardedRows;
    public boolean beginsOnDemand;
    public int batchRows = 100;
    public String skipCause;
    public int countDifference;
    public List<LoadWarning> warnings = List.of();
    public Map<Class<?>, String> refusedTypes = Map.of();
    public Class<?> refusedValues;
    public boolean abortable = true;
    public boolean repairs;
    public boolean givesKeys;
    public boolean streams;
    public int keyDifference;
    public long skippedRow = -1;

    /** Names for which the database refuses a row; where {@code namesRefused}, it says which row of the statement it is. */
    public Set<String> refusedNames = Set.of();

    public boolean namesRefused = true;

    /** What is asked of a statement beside that. */
    public Check check = (stored, statement) -> -1;

    public int beginningRows;

    /** How many of the next statements fail in a deadlock. */
    public int deadlocks;

    /** Whether there is a table {@code ledger}. */
    public boolean hasLedger;

    public long throwsAtRow = -1;
    public Throwable rowFailure = new SQLException("duplicate key", "23505", 2067);
    public Happening inDescribe = connection -> {};
    public Happening beforeRows = connection -> {};
    public Happening afterRows = connection -> {};
    public Happening inCancel = connection -> {};
    public Throwable closeFailure;
    public int batchMillis;

    /** Open until a session writes. */
    public final CountDownLatch writing = new CountDownLatch(1);

    public int opened;
    public int closed;
    public LoadRequest request;
    public List<Long> indexes = new ArrayList<>();

    public StubProvider(TargetColumn... columns) {
        this.columns = List.of(columns);
    }

    /** A provider of a table people (id bigint not null, name text). */
    public static StubProvider ofPeople() {
        return new StubProvider(
                column("id", "bigint", ColumnKind.INTEGER, false), column("name", "text", ColumnKind.TEXT, true));
    }

    public static TargetColumn column(String name, String type, ColumnKind kind, boolean nullable) {
        return new TargetColumn(name, type, kind, nullable, false, Numbering.NONE, false);
    }

    public static TargetColumn nullable(String name) {
        return column(name, "", ColumnKind.ANY, true);
    }

    public static TargetColumn numbered(String name, Numbering numbering) {
        return new TargetColumn(name, "bigint", ColumnKind.INTEGER, false, false, numbering, false);
    }

    public static TargetColumn generated(String name) {
        return new TargetColumn(name, "bigint", ColumnKind.INTEGER, true, false, Numbering.NONE, true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int spiVersion() {
        return spiVersion;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        if (matchFailure != null) {
            throw matchFailure;
        }
        return match;
    }

    @Override
    public SqlDialect dialect() {
        return new StubDialect();
    }

    @Override
    public List<LoadOption<?>> options() {
        return List.of(LOCK);
    }

    @Override
    public TargetTable describe(Connection connection, List<Identifier> asked) throws SQLException {
        inDescribe.happens(StubConnection.behind(connection));
        Identifier last = asked.get(asked.size() - 1);
        boolean found = last.text().equals(table)
                || (last.match() != Identifier.Match.EXACT && last.text().equalsIgnoreCase(table));
        if (hasLedger && last.text().equals("ledger")) {
            return new TargetTable(
                    TableName.of("ledger"),
                    "ledger",
                    List.of(nullable("load_id"), nullable("rows_done"), nullable("attempts")),
                    List.of());
        }
        if (!found) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, "there is no table " + last.text())
                    .build();
        }
        return new TargetTable(TableName.of(table), '"' + table + '"', columns, tableNotes);
    }

    @Override
    public String refusal(LoadRequest asked, TargetColumn column, Class<?> javaType) {
        return refusedTypes.get(javaType);
    }

    @Override
    public String keyRefusal(LoadRequest asked) throws SQLException {
        return givesKeys ? null : BulkProvider.super.keyRefusal(asked);
    }

    @Override
    public PathChoice choosePath(LoadRequest asked) {
        return new PathChoice(
                "bulk",
                shortRows == 0 ? null : "single",
                shortRows,
                guardedRows,
                beginsOnDemand,
                refusedPaths,
                pathNotes);
    }

    @Override
    public int beginningRows(String path) {
        return beginningRows;
    }

    @Override
    public BulkSession open(LoadRequest asked, String path) throws SQLException {
        StubConnection.behind(asked.connection()).log("open " + path);
        synchronized (this) {
            opened++;
            request = asked;
        }
        return givesKeys && !asked.returned().isEmpty() ? new StubKeyedSession(asked) : new StubSession(asked);
    }

    @Override
    public void reopenTransaction(Connection connection) {
        if (repairs) {
            StubConnection.behind(connection).reopenTransaction();
        }
    }

    /** Gives back "column:index" as a row's value of each column. */
    private final class StubKeyedSession extends StubSession implements KeyedSession {
        StubKeyedSession(LoadRequest request) {
            super(request);
        }

        @Override
        public long write(RowCursor rows, int count, KeySink keys) throws SQLException {
            int first = indexes.size();
            long taken = write(rows);
            int written = indexes.size() - first;
            for (int i = 0; i < written + keyDifference; i++) {
                long index = i < written ? indexes.get(first + i) : -1;
                if (index == skippedRow) {
                    keys.skipped();
                } else {
                    keys.row(request.returned().stream()
                            .map(column ->
                                    column.kind() == ColumnKind.INTEGER ? index + 1_000 : column.name() + ":" + index)
                            .toArray());
                }
            }
            return taken;
        }

        @Override
        public boolean streams() {
            return streams;
        }

        @Override
        public long write(RowCursor rows) throws SQLException {
            return super.write(rows);
        }
    }

    private class StubSession implements BulkSession {
        private final StubConnection connection;
        private final RowRecorder recorder;
        private boolean begun;
        private long sentRows;

        StubSession(LoadRequest request) {
            this.connection = StubConnection.behind(request.connection());
            this.recorder = new RowRecorder(request.columns(), refusedValues);
        }

        @Override
        public long write(RowCursor rows) throws SQLException {
            long taken = 0;
            writing.countDown();
            if (!begun) {
                begun = true;
                beforeRows.happens(connection);
            }
            List<List<Object>> batch = new ArrayList<>();
            sentRows = 0;
            while (rows.next()) {
                if (beginsOnDemand && batch.size() >= shortRows) {
                    rows.beginTransaction();
                    execute(batch, rows);
                }
                if (!rows.writeTo(recorder)) {
                    continue;
                }
                taken++;
                if (rows.rowIndex() == throwsAtRow) {
                    throw Sneaky.unchecked(rowFailure);
                }
                synchronized (StubProvider.this) {
                    indexes.add(rows.rowIndex());
                }
                batch.add(recorder.row());
                if (!beginsOnDemand && batch.size() >= Math.max(batchRows, shortRows)) {
                    execute(batch, rows);
                }
            }
            if (!batch.isEmpty()) {
                execute(batch, rows);
            }
            afterRows.happens(connection);
            return taken + countDifference;
        }

        private void refuse(List<List<Object>> batch) throws SQLException {
            if (deadlocks > 0) {
                deadlocks--;
                throw new SQLException("deadlock detected", "40001");
            }
            for (int i = 0; i < batch.size() && !refusedNames.isEmpty(); i++) {
                if (refusedNames.contains(batch.get(i).get(1))) {
                    throw refusal(i);
                }
            }
            int refused = check.refused(connection.pending(), batch);
            if (refused >= 0) {
                throw refusal(refused);
            }
        }

        private BulkLoadException refusal(int row) {
            return BulkLoadException.in(LoadPhase.SERVER, "the name is refused")
                    .row(namesRefused ? sentRows + row : -1)
                    .cause(new SQLException("the name is refused", "23514"))
                    .build();
        }

        private void execute(List<List<Object>> batch, RowCursor rows) throws SQLException {
            long start = System.nanoTime();
            refuse(batch);
            sentRows += batch.size();
            connection.execute(List.copyOf(batch));
            connection.log("execute " + batch.size());
            if (batchMillis > 0) {
                try {
                    Thread.sleep(batchMillis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            int count = batch.size();
            batch.clear();
            rows.sent(count, System.nanoTime() - start);
        }

        @Override
        public String skipCause() {
            return skipCause;
        }

        @Override
        public List<LoadWarning> warnings() {
            return warnings;
        }

        @Override
        public void cancel() throws SQLException {
            connection.cancel();
            inCancel.happens(connection);
            connection.log("cancel returns");
        }

        @Override
        public boolean abortable() {
            return abortable;
        }

        @Override
        public void close() throws SQLException {
            connection.log("close session");
            synchronized (StubProvider.this) {
                closed++;
            }
            if (closeFailure != null) {
                throw Sneaky.unchecked(closeFailure);
            }
        }
    }

    /** Double quotes, and case does not matter. */
    public static final class StubDialect implements SqlDialect {
        private static final NameParser NAMES = new NameParser("\"", "\"");

        @Override
        public List<Identifier> parse(String text) {
            return NAMES.parse(text);
        }

        @Override
        public String quote(String identifier) {
            return NAMES.quote(identifier);
        }

        @Override
        public boolean sameName(String asked, String stored) {
            return asked.toLowerCase(Locale.ROOT).equals(stored.toLowerCase(Locale.ROOT));
        }
    }

    /** A row as the database would hold it. */
    public static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }
}
