package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Inserts by multi-row statements and knows the keys of their rows: those that stand in the rows, and of the others the first, from which
 * the rest follow. Rows that bring their number and such that don't go in statements of their own, since next to given numbers the
 * server's have gaps. Confined to the loading thread, but for {@link #cancel}.
 */
final class KnownKeysInserter implements RowInserter {
    private final Connection connection;
    private final EncodedRows rows;
    private final NumberingStatements statements;
    private final PendingKeys keys;
    private final KeyCell key;
    private final int column;

    KnownKeysInserter(KeyedLoad load, EncodedRows rows, NumberingStatements statements, PendingKeys keys) {
        TargetColumn returned = load.request().returned().get(0);
        this.connection = load.request().connection();
        this.rows = rows;
        this.statements = statements;
        this.keys = keys;
        this.column = load.written().columns().indexOf(returned);
        this.key = new KeyCell((MySqlTable) load.request().table(), returned);
    }

    @Override
    public long insert(int from, int count) throws SQLException {
        keys.clear();
        int row = from;
        while (row < from + count) {
            int end = row + 1;
            while (end < from + count && isNumbered(end) == isNumbered(row)) {
                end++;
            }
            run(row, end - row);
            row = end;
        }
        return count;
    }

    /** Whether the server is to number a row. */
    private boolean isNumbered(int row) {
        return column < 0 || rows.isNull(row * rows.columns() + column);
    }

    private void run(int from, int count) throws SQLException {
        if (!isNumbered(from)) {
            statements.insert(from, count);
            for (int row = from; row < from + count; row++) {
                keys.add(key.value(rows, row * rows.columns() + column));
            }
            return;
        }
        long increment = count == 1 ? 0 : increment();
        long first = statements.insert(from, count);
        key.checkRange(first, count, increment);
        if (count > 1 && increment() != increment) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "auto_increment_increment changed while rows were numbered, so that their keys are not known")
                    .hint("Load them again")
                    .build();
        }
        for (int i = 0; i < count; i++) {
            keys.add(key.value(first + i * increment));
        }
    }

    /** How far the numbers of a statement lie apart: what the session's variable says, which members of a cluster may change. */
    private long increment() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select @@auto_increment_increment")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void accepted() throws SQLException {
        keys.accept();
    }

    @Override
    public boolean mayHaveWarned() {
        return statements.mayHaveWarned();
    }

    @Override
    public void cancel() throws SQLException {
        statements.cancel();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
