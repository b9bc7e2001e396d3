package dev.longshore.mysql;

import static java.util.stream.Collectors.joining;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts each row alone. The server tells its number, whoever gave it; other columns are read by the row's primary key. Confined to the
 * loading thread, but for {@link #cancel}.
 */
final class SingleInserter implements RowInserter {
    private final LoadRequest request;
    private final Connection connection;
    private final EncodedRows rows;
    private final NumberingStatements statements;
    private final PendingKeys keys;
    private final List<TargetColumn> written;
    private final List<TargetColumn> lookedUp;
    private final @Nullable TargetColumn numbered;
    private final @Nullable KeyCell number;
    private final @Nullable String lookup;
    private final boolean mayBeChanged;
    private @Nullable PreparedStatement query;
    private volatile @Nullable Statement running;
    private long told;

    SingleInserter(KeyedLoad load, EncodedRows rows, NumberingStatements statements, PendingKeys keys)
            throws SQLException {
        this.request = load.request();
        this.connection = request.connection();
        this.rows = rows;
        this.statements = statements;
        this.keys = keys;
        this.written = load.written().columns();
        this.lookedUp = KeyedPath.lookupColumns(request);
        MySqlTable table = (MySqlTable) request.table();
        TargetColumn found = KeyedPath.numbered(table);
        this.numbered = lookedUp.contains(found) ? found : null;
        this.number = numbered == null ? null : new KeyCell(table, numbered);
        this.lookup = KeyedPath.looksUp(request) ? lookup(table) : null;
        this.mayBeChanged = numbered != null && table.keyFacts(connection).changeOf(numbered.name()) != null;
    }

    private String lookup(MySqlTable table) {
        return "SELECT "
                + request.returned().stream().map(SingleInserter::quoted).collect(joining(", ")) + " FROM "
                + table.sqlName() + " WHERE "
                + lookedUp.stream().map(column -> quoted(column) + " = ?").collect(joining(" AND "));
    }

    private static String quoted(TargetColumn column) {
        return MySqlDialect.INSTANCE.quote(column.name());
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        if (count != 1 || from != 0) {
            throw new IllegalArgumentException("each row goes alone, but there are " + count);
        }
        if (mayBeChanged) {
            // where a trigger sets the number and calls LAST_INSERT_ID(…), the server would tell the number before
            try (Statement statement = connection.createStatement()) {
                statement.execute("DO LAST_INSERT_ID(0)");
            }
        }
        told = statements.insert(0, 1);
        return 1;
    }

    /** Where the row's key is known: it is not the row that is at fault if it can't be read. */
    @Override
    public void accepted() throws SQLException {
        keys.clear();
        if (lookup == null) {
            keys.add(numberOfRow());
        } else {
            keys.add(lookedUp(lookup));
        }
        keys.accept();
    }

    private Object numberOfRow() throws SQLException {
        KeyCell known = number;
        if (known == null) {
            throw new IllegalStateException("the column is not numbered");
        }
        int cell = written.indexOf(numbered);
        if (cell >= 0 && !rows.isNull(cell) && !mayBeChanged) {
            return known.value(rows, cell);
        }
        if (told == 0) {
            throw BulkLoadException.in(LoadPhase.SERVER, "the server tells no number of the row")
                    .hint("A trigger may have set it to 0. Load without keys, and read them by a column of your own")
                    .build();
        }
        return known.value(told);
    }

    private Object[] lookedUp(String sql) throws SQLException {
        PreparedStatement statement = query;
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            query = statement;
        }
        for (int i = 0; i < lookedUp.size(); i++) {
            bind(statement, i + 1, lookedUp.get(i));
        }
        running = statement;
        try (ResultSet found = statement.executeQuery()) {
            Object[] values = new Object[request.returned().size()];
            boolean isThere = found.next();
            for (int i = 0; isThere && i < values.length; i++) {
                values[i] = found.getObject(i + 1);
            }
            if (!isThere || found.next()) {
                throw BulkLoadException.in(
                                LoadPhase.SERVER,
                                (isThere ? "more rows than one are" : "no row is")
                                        + " found under the key that the row was inserted with")
                        .hint("Load without keys, and read them afterwards by a column of your own")
                        .build();
            }
            return values;
        } finally {
            running = null;
        }
    }

    private void bind(PreparedStatement statement, int parameter, TargetColumn column) throws SQLException {
        int cell = written.indexOf(column);
        if (column.equals(numbered)) {
            statement.setBigDecimal(parameter, new BigDecimal(numberOfRow().toString()));
        } else if (rows.type(cell) == WireType.DECIMAL && !rows.isNull(cell)) {
            // as a text it would be compared as a floating-point number
            statement.setBigDecimal(parameter, new BigDecimal(rows.textAt(cell)));
        } else {
            ConnectorJInserter.bind(statement, parameter, rows, cell, rows.type(cell));
        }
    }

    @Override
    public boolean mayHaveWarned() {
        return statements.mayHaveWarned();
    }

    @Override
    public void cancel() throws SQLException {
        Statement looking = running;
        if (looking != null) {
            looking.cancel();
        }
        statements.cancel();
    }

    @Override
    public void close() throws SQLException {
        PreparedStatement statement = query;
        query = null;
        if (statement != null) {
            statement.close();
        }
        statements.close();
    }
}
