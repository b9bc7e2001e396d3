package dev.longshore.sqlite;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import org.sqlite.SQLiteLimits;
import org.sqlite.core.DB;

/**
 * The INSERT statements of a load as text.
 *
 * @param head all before the rows
 * @param row one row of parameters
 * @param columns how many parameters a row has
 * @param mostRows how many rows a statement has, unless too few are left or their values are large
 */
record InsertText(String head, String row, int columns, int mostRows) {
    /** A statement of some 2000 parameters is as fast as a longer one, and cheaper to prepare. */
    private static final int GOOD_PARAMETERS = 2000;

    private static final int LEAST_ROWS = 50;
    private static final int MOST_ROWS = 500;

    static InsertText of(LoadRequest request) throws SQLException {
        int columns = request.columns().size();
        StringBuilder head =
                new StringBuilder("INSERT INTO ").append(request.table().sqlName());
        char separator = '(';
        for (TargetColumn column : request.columns()) {
            head.append(separator).append(SqliteDialect.INSTANCE.quote(column.name()));
            separator = ',';
        }
        head.append(") VALUES ");
        String row = "(?" + ",?".repeat(columns - 1) + ")";
        DB database = SqliteProvider.driverConnection(request.connection()).getDatabase();
        int parameters = database.limit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER.getId(), -1);
        int bytes = database.limit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH.getId(), -1);
        int rows = Math.max(LEAST_ROWS, Math.min(GOOD_PARAMETERS / columns, MOST_ROWS));
        rows = Math.min(rows, parameters / columns);
        // a character of a name has at most three bytes
        rows = Math.min(rows, (bytes - 3 * head.length()) / (row.length() + 1));
        if (request.batchRows() > 0) {
            rows = Math.min(rows, request.batchRows());
        }
        return new InsertText(head.toString(), row, columns, Math.max(1, rows));
    }

    String sql(int rows) {
        StringBuilder sql = new StringBuilder(head.length() + rows * (row.length() + 1));
        sql.append(head).append(row);
        for (int i = 1; i < rows; i++) {
            sql.append(',').append(row);
        }
        return sql.toString();
    }
}
