package dev.longshore.sqlite;

import static java.util.stream.Collectors.joining;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
    private final @Nullable TargetColumn numbered;
    private final String head;
    private final String row;

    /** How many characters a row has at most before its values. */
    private final int beforeValues;

    private volatile @Nullable Statement last;

    private record Statement(int rows, String sql) {}

    /**
     * Makes the text.
     *
     * @param table the table as SQL has it
     * @param columns the columns whose values are parameters
     * @param numbered one more, which has the first parameter in the first row and one more in each row after it; null for none
     */
    InsertText(String table, List<TargetColumn> columns, @Nullable TargetColumn numbered) {
        this.columns = columns;
        this.numbered = numbered;
        this.head = Stream.concat(Stream.ofNullable(numbered), columns.stream())
                .map(column -> SqliteDialect.INSTANCE.quote(column.name()))
                .collect(joining(",", "INSERT INTO " + table + "(", ") VALUES "));
        this.beforeValues = (numbered == null ? ",(" : ",(?1+" + GOOD_PARAMETERS).length();
        this.row = (numbered == null ? "?" : ",?") + ",?".repeat(columns.size() - 1) + ")";
    }

    static InsertText of(LoadRequest request, @Nullable TargetColumn numbered) {
        SqliteTable table = (SqliteTable) request.table();
        InsertText known = table.lastInsert();
        if (known != null && known.columns.equals(request.columns()) && Objects.equals(known.numbered, numbered)) {
            return known;
        }
        InsertText made = new InsertText(table.sqlName(), request.columns(), numbered);
        table.lastInsert(made);
        return made;
    }

    /** How many values a row has, each a parameter. */
    int columns() {
        return columns.size();
    }

    /** Which parameter is the first value of the first row; if it is the second, the first one is that row's number. */
    int firstValue() {
        return numbered == null ? 1 : 2;
    }

    /** How many rows a statement has at most. */
    int mostRows(LoadRequest request) throws SQLException {
        int count = columns.size();
        DB database = SqliteProvider.driverConnection(request.connection()).getDatabase();
        int parameters = database.limit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER.getId(), -1);
        int bytes = database.limit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH.getId(), -1);
        int rows = (Math.min(GOOD_PARAMETERS, parameters) - firstValue() + 1) / count;
        // a character of a name has at most three bytes
        rows = Math.min(rows, (bytes - 3 * head.length()) / (row.length() + beforeValues));
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
        StringBuilder sql = new StringBuilder(head.length() + rows * (row.length() + beforeValues));
        sql.append(head);
        for (int i = 0; i < rows; i++) {
            sql.append(i == 0 ? "(" : ",(");
            if (numbered != null) {
                sql.append("?1");
                if (i > 0) {
                    sql.append('+').append(i);
                }
            }
            sql.append(row);
        }
        Statement made = new Statement(rows, sql.toString());
        last = made;
        return made.sql();
    }
}
