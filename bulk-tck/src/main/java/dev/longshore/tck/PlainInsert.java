package dev.longshore.tck;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The yardstick of equivalence: multi-row INSERT statements whose values are bound as docs/conversions.md says, written by
 * hand and independent of the code under test.
 */
final class PlainInsert {
    private static final int ROWS = 50;

    private final TckDatabase database;
    private final Connection connection;

    PlainInsert(TckDatabase database, Connection connection) {
        this.database = database;
        this.connection = connection;
    }

    /**
     * Inserts rows.
     *
     * @param table the table as written in SQL
     * @param columns the columns as written in SQL
     * @param types their kinds
     * @param rows an array with a value for each column
     */
    void insert(String table, List<String> columns, List<ColumnType> types, List<@Nullable Object[]> rows)
            throws SQLException {
        for (int from = 0; from < rows.size(); from += ROWS) {
            List<@Nullable Object[]> part = rows.subList(from, Math.min(rows.size(), from + ROWS));
            String one = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
            String sql = "insert into " + table + " (" + String.join(", ", columns) + ") values "
                    + String.join(", ", Collections.nCopies(part.size(), one));
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int parameter = 1;
                for (@Nullable Object[] row : part) {
                    for (int column = 0; column < row.length; column++) {
                        bind(statement, parameter++, types.get(column), row[column]);
                    }
                }
                statement.executeUpdate();
            }
        }
    }

    private void bind(PreparedStatement statement, int index, ColumnType type, @Nullable Object value)
            throws SQLException {
        if (value == null) {
            database.bindNull(statement, index, type);
        } else {
            database.bind(statement, index, type, value);
        }
    }
}
