package dev.longshore.sqlite;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteLimits;
import org.sqlite.core.DB;

/**
 * The INSERT statements of a load as text. The text for the columns asked for last is kept with the table, since making it is
 * a good part of a load of a few rows. Thread-safe.
 */
final class InsertText {
    /**
     * A statement of some 500 parameters is as fast as a longer one, within a few percent, and small enough to be kept, so that
     * most loads need not prepare one.
     */
    private static final int GOOD_PARAMETERS = 500;

    private final List<TargetColumn> columns;
    private final String head;
    private final String row;
    private volatile @Nullable Statement last;

    private record Statement(int rows, String sql) {}

    InsertText(String table, List<TargetColumn> columns) {
        StringBuilder text = new StringBuilder("INSERT INTO ").append(table);
        char separator = '(';
        for (TargetColumn column : columns) {
            text.append(separator).append(SqliteDialect.INSTANCE.quote(column.name()));
            separator = ',';
        }
        this.columns = columns;
        this.head = text.append(") VALUES ").toString();
        this.row = "(?" + ",?".repeat(columns.size() - 1) + ")";
    }

    static InsertText of(LoadRequest request) {
        SqliteTable table = (SqliteTable) request.table();
        InsertText known = table.lastInsert();
        if (known != null && known.columns.equals(request.columns())) {
            return known;
        }
        InsertText made = new InsertText(table.sqlName(), request.columns());
        table.lastInsert(made);
        return made;
    }

    /** How many parameters a row has. */
    int columns() {
        return columns.size();
    }

    /** How many rows a statement has at most. */
    int mostRows(LoadRequest request) throws SQLException {
        int count = columns.size();
        DB database = SqliteProvider.driverConnection(request.connection()).getDatabase();
        int parameters = database.limit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER.getId(), -1);
        int bytes = database.limit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH.getId(), -1);
        int rows = Math.min(GOOD_PARAMETERS, parameters) / count;
        // a character of a name has at most three bytes
        rows = Math.min(rows, (bytes - 3 * head.length()) / (row.length() + 1));
        if (request.batchRows() > 0) {
            rows = Math.min(rows, request.batchRows());
        }
        return Math.max(1, rows);
    }

    /** The statement for a number of rows. */
    String sql(int rows) {
        Statement known = last;
        if (known != null && known.rows() == rows) {
            return known.sql();
        }
        StringBuilder sql = new StringBuilder(head.length() + rows * (row.length() + 1));
        sql.append(head).append(row);
        for (int i = 1; i < rows; i++) {
            sql.append(',').append(row);
        }
        Statement made = new Statement(rows, sql.toString());
        last = made;
        return made.sql();
    }
}
