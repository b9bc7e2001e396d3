package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadWarning;
import dev.longshore.TableName;
import dev.longshore.TransactionState;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.CompletedRows;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/**
 * Loads by COPY into a temporary table, each row with its ordinal, and MERGE from there into the table, which gives back ordinals
 * and values. MERGE is the one INSERT whose RETURNING sees the source. Confined to the loading thread, but for {@link #cancel} and
 * {@link #watch}.
 */
final class MergeSession implements KeyedSession {
    /** The first server whose MERGE gives anything back. */
    static final int SERVER = 17;

    /** Each needs its own WHEN for rows with and without a number. */
    static final int MOST_NUMBERED = 2;

    private final LoadRequest request;
    private final PostgresTable table;
    private final Connection connection;
    private final PGConnection driver;
    private final PostgresTable stage;
    private final CopySession rows;
    private final StatementSavepoint savepoint;
    private final String create;
    private final String merge;
    private final String mergeEnd;
    private final boolean isNumbers;
    private final int few;

    private @Nullable ReturningSession single;
    private boolean isMade;

    /**
     * Opens a session, which makes its temporary table when it first needs it.
     *
     * @param few up to how many rows of a block go by single INSERTs instead, which is faster
     */
    MergeSession(LoadRequest request, int few) throws SQLException {
        this.request = request;
        this.table = (PostgresTable) request.table();
        this.connection = request.connection();
        this.driver = connection.unwrap(PGConnection.class);
        this.savepoint = new StatementSavepoint(connection);
        this.few = few;
        List<TargetColumn> columns = new ArrayList<>();
        for (TargetColumn column : request.columns()) {
            // a null stays one, which MERGE then leaves to the table
            columns.add(new TargetColumn(
                    column.name(), column.typeName(), column.kind(), true, false, Numbering.NONE, false));
        }
        TargetColumn ordinal = ordinal(request.columns());
        columns.add(ordinal);
        this.stage = stage(columns, ordinal);
        this.isNumbers = request.returned().stream().allMatch(column -> !column.nullable() && isWhole(column));
        this.merge = merge(ordinal);
        this.mergeEnd = mergeEnd(ordinal);
        boolean isBinary =
                columns.stream().allMatch(column -> stage.type(column).isBinary());
        this.create = "create temporary table " + stage.sqlName() + " (" + definitions(columns) + ") on commit drop";
        this.rows = new CopySession(
                request.with(stage, columns),
                isBinary,
                false,
                request.keepIdentity() ? SequenceMover.of(request) : null);
    }

    private static TargetColumn ordinal(List<TargetColumn> columns) {
        String name = "longshore_row";
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                name += "_";
                i = -1;
            }
        }
        return new TargetColumn(name, "int4", ColumnKind.INTEGER, false, false, Numbering.NONE, false);
    }

    private PostgresTable stage(List<TargetColumn> columns, TargetColumn ordinal) {
        Map<String, PgType> types = new HashMap<>();
        for (TargetColumn column : request.columns()) {
            types.put(column.name(), table.type(column));
        }
        types.put(ordinal.name(), PgType.builtIn(23));
        String relation = "longshore_" + UUID.randomUUID().toString().replace("-", "");
        TableName name = table.name();
        return new PostgresTable(
                name,
                "pg_temp." + relation,
                columns,
                types,
                new PostgresTable.Traits(0, relation, 'r', null, null, false, false),
                List.of(),
                List.of());
    }

    private static String definitions(List<TargetColumn> columns) {
        StringJoiner definitions = new StringJoiner(", ");
        columns.forEach(column -> definitions.add(quoted(column) + " " + column.typeName()));
        return definitions.toString();
    }

    private static String quoted(TargetColumn column) {
        return PostgresDialect.INSTANCE.quote(column.name());
    }

    private boolean isWhole(TargetColumn column) {
        TypeFamily family = table.type(column).family();
        return family == TypeFamily.INT2 || family == TypeFamily.INT4 || family == TypeFamily.INT8;
    }

    /** MERGE up to where the numbers of the first row and of the one behind the last come in. */
    private String merge(TargetColumn ordinal) {
        StringBuilder sql = new StringBuilder();
        if (isNumbers) {
            StringJoiner names = new StringJoiner(", ", "with merged (n, ", ") as (");
            for (int i = 0; i < request.returned().size(); i++) {
                names.add("k" + i);
            }
            sql.append(names);
        }
        return sql.append("merge into ")
                .append(table.sqlName())
                .append(" as t using (select * from ")
                .append(stage.sqlName())
                .append(" where ")
                .append(quoted(ordinal))
                .toString();
    }

    /** What comes behind those. Whole numbers come as one value a column: a row for each takes the server and the driver longer. */
    private String mergeEnd(TargetColumn ordinal) {
        List<TargetColumn> numbered = request.columns().stream()
                .filter(column -> column.numbering() != Numbering.NONE && !request.keepIdentity())
                .toList();
        StringBuilder sql = new StringBuilder(") as s on false");
        for (int left = 0; left < 1 << numbered.size(); left++) {
            appendInsert(sql, numbered, left);
        }
        StringJoiner returned = new StringJoiner(", ", " returning s." + quoted(ordinal) + ", ", "");
        request.returned().forEach(column -> returned.add("t." + quoted(column)));
        sql.append(returned);
        if (isNumbers) {
            StringJoiner gathered = new StringJoiner(
                    ", ", ") select pg_catalog.string_agg(pg_catalog.int4send(n), ''), ", " from merged");
            for (int i = 0; i < request.returned().size(); i++) {
                gathered.add("pg_catalog.string_agg(pg_catalog.int8send(k" + i + "::int8), '')");
            }
            sql.append(gathered);
        }
        return sql.toString();
    }

    /**
     * Appends the INSERT of the rows that leave certain columns to the table.
     *
     * @param left a bit for each of the numbered columns: whether it is left
     */
    private void appendInsert(StringBuilder sql, List<TargetColumn> numbered, int left) {
        StringJoiner condition = new StringJoiner("");
        for (int i = 0; i < numbered.size(); i++) {
            TargetColumn column = numbered.get(i);
            boolean isLeft = (left & 1 << i) != 0;
            if (!isLeft && column.numbering() == Numbering.ALWAYS) {
                // the engine refuses a row that brings a number here, and the server such a statement
                return;
            }
            condition.add(" and s." + quoted(column) + (isLeft ? " is null" : " is not null"));
        }
        StringJoiner names = new StringJoiner(", ");
        StringJoiner values = new StringJoiner(", ");
        for (TargetColumn column : request.columns()) {
            int place = numbered.indexOf(column);
            names.add(quoted(column));
            values.add(place >= 0 && (left & 1 << place) != 0 ? "default" : "s." + quoted(column));
        }
        sql.append(" when not matched")
                .append(condition)
                .append(" then insert (")
                .append(names)
                .append(')')
                .append(InsertRows.overrides(request) ? " overriding system value" : "")
                .append(" values (")
                .append(values)
                .append(')');
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw PostgresErrors.describe(e, table).build();
        }
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public long write(RowCursor cursor, int count, KeySink keys) throws SQLException {
        if (count <= few) {
            ReturningSession faster = single;
            if (faster == null) {
                faster = new ReturningSession(request);
                single = faster;
            }
            return faster.write(cursor, count, keys);
        }
        run(isMade ? "truncate " + stage.sqlName() : create);
        isMade = true;
        NumberedRows numbered = new NumberedRows(cursor, request.columns().size());
        rows.write(numbered);
        int sent = numbered.row;
        Object[][] stored = new Object[sent][];
        savepoint.set();
        try {
            merge(0, sent, stored);
        } catch (SQLException e) {
            BulkLoadException.Builder facts = failure(e, sent, numbered.firstRow);
            throw (savepoint.isUndone(e) ? facts : facts.state(TransactionState.ROLLBACK_REQUIRED)).build();
        }
        savepoint.release();
        return keys.rows(stored);
    }

    /** The rows with their numbers in the block. */
    private static final class NumberedRows extends CompletedRows {
        private final RowCursor rows;
        private int row;
        private long firstRow;

        NumberedRows(RowCursor rows, int written) {
            super(rows, written, 1);
            this.rows = rows;
        }

        @Override
        protected void complete(ValueSink[] added) throws SQLException {
            if (row == 0) {
                firstRow = rows.rowIndex();
            }
            added[0].int64(row++);
        }
    }

    /** Not prepared: the driver would keep a statement that no other load can use. */
    private void merge(int from, int to, Object[][] stored) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(merge + " between " + from + " and " + (to - 1) + mergeEnd)) {
            if (isNumbers) {
                readNumbers(result, stored);
            } else {
                readRows(result, stored);
            }
        }
    }

    private void readRows(ResultSet result, Object[][] stored) throws SQLException {
        int returned = request.returned().size();
        while (result.next()) {
            Object[] values = new Object[returned];
            for (int i = 0; i < returned; i++) {
                values[i] = result.getObject(i + 2);
            }
            stored[result.getInt(1)] = values;
        }
    }

    private void readNumbers(ResultSet result, Object[][] stored) throws SQLException {
        result.next();
        byte[] ordinals = result.getBytes(1);
        if (ordinals == null) {
            return;
        }
        int rows = ordinals.length / Integer.BYTES;
        LongBuffer[] numbers = new LongBuffer[request.returned().size()];
        boolean[] isLong = new boolean[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = ByteBuffer.wrap(result.getBytes(i + 2)).asLongBuffer();
            isLong[i] = table.type(request.returned().get(i)).family() == TypeFamily.INT8;
        }
        IntBuffer ordinal = ByteBuffer.wrap(ordinals).asIntBuffer();
        for (int row = 0; row < rows; row++) {
            Object[] values = new Object[numbers.length];
            for (int i = 0; i < values.length; i++) {
                long number = numbers[i].get(row);
                values[i] = isLong[i] ? (Object) number : (Object) (int) number;
            }
            stored[ordinal.get(row)] = values;
        }
    }

    private BulkLoadException.Builder failure(SQLException error, int count, long firstRow) {
        BulkLoadException.Builder facts = PostgresErrors.describe(error, table);
        if (PostgresErrors.tellsOfLostConnection(error) || !StatementSavepoint.isFaultOfRow(error)) {
            return facts;
        }
        try {
            Object[][] forgotten = new Object[count][];
            int row = savepoint.failingRowByHalves(
                    count, String.valueOf(error.getSQLState()), (from, to) -> merge(from, to, forgotten));
            if (row >= 0) {
                facts.row(firstRow + row);
            }
        } catch (SQLException e) {
            error.addSuppressed(e);
        }
        return facts;
    }

    @Override
    public @Nullable String skipCause() {
        return table.traits().skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        List<LoadWarning> warnings = new ArrayList<>(rows.warnings());
        if (single != null) {
            warnings.addAll(single.warnings());
        }
        return warnings;
    }

    @Override
    public void cancel() throws SQLException {
        driver.cancelQuery();
    }

    @Override
    public void watch(Thread loader) {
        rows.watch(loader);
    }

    /** A transaction of the caller's goes on, and the table with it unless it is dropped; any other has ended, and dropped it. */
    @Override
    public void close() throws SQLException {
        if (single != null) {
            single.close();
        }
        boolean goesOn = isMade
                && driver instanceof BaseConnection base
                && base.getTransactionState() == org.postgresql.core.TransactionState.OPEN;
        if (goesOn) {
            run("drop table if exists " + stage.sqlName());
        }
    }
}
