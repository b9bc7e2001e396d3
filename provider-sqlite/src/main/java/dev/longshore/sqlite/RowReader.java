package dev.longshore.sqlite;

import static java.util.stream.Collectors.joining;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads each inserted row back. RETURNING tells what was inserted before triggers changed it, so where there are triggers it tells
 * only the key, by which the row is looked up. Confined to the loading thread.
 */
final class RowReader {
    private final Statements statements;
    private final int returned;
    private final int keys;
    private final String clause;
    private final @Nullable String lookup;
    private @Nullable String sql;
    private @Nullable KeySink sink;

    RowReader(LoadRequest request, Statements statements) {
        SqliteTable table = (SqliteTable) request.table();
        this.statements = statements;
        this.returned = request.returned().size();
        if (!table.traits().hasTriggers()) {
            this.keys = 0;
            this.lookup = null;
            this.clause = " RETURNING " + names(request.returned());
        } else {
            List<String> key = table.traits().rowKey();
            this.keys = key.size();
            this.clause = " RETURNING " + String.join(", ", key);
            this.lookup = "SELECT " + names(request.returned()) + " FROM " + table.sqlName() + " WHERE "
                    + key.stream().map(name -> name + " IS ?").collect(joining(" AND "));
        }
    }

    private static String names(List<TargetColumn> columns) {
        return columns.stream()
                .map(column -> SqliteDialect.INSTANCE.quote(column.name()))
                .collect(joining(", "));
    }

    /** The statement for one row that comes back. */
    String sql(InsertText insert) {
        String known = sql;
        if (known == null) {
            known = insert.sql(1) + clause;
            sql = known;
        }
        return known;
    }

    /** Says where the rows' values go. */
    void tell(KeySink keySink) {
        this.sink = keySink;
    }

    /** Inserts the one row that a statement holds. Returns how many rows SQLite took. */
    long insert(PreparedStatement statement) throws SQLException {
        KeySink target = sink;
        if (target == null) {
            throw new IllegalStateException("tell() comes first");
        }
        Object[] inserted = new Object[lookup == null ? returned : keys];
        if (!read(statement, inserted)) {
            target.skipped();
            return 0;
        }
        if (lookup == null) {
            target.row(inserted);
        } else {
            target.row(lookedUp(lookup, inserted));
        }
        return 1;
    }

    private Object[] lookedUp(String query, Object[] key) throws SQLException {
        Object[] values = new Object[returned];
        boolean isThere = statements.use(query, statement -> {
            for (int i = 0; i < key.length; i++) {
                statement.setObject(i + 1, key[i]);
            }
            return read(statement, values);
        });
        if (!isThere) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "the row is not found under the key that it was inserted with, since a trigger changed it or"
                                    + " took the row away")
                    .hint("Load without keys, and read them afterwards by a column of your own")
                    .build();
        }
        return values;
    }

    /** Runs a query for one row. Returns false if there is none. */
    private static boolean read(PreparedStatement statement, Object[] values) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                return false;
            }
            for (int i = 0; i < values.length; i++) {
                values[i] = rows.getObject(i + 1);
            }
            return true;
        }
    }
}
