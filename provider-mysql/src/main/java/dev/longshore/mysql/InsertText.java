package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;

/**
 * The INSERT statements of a load as text. Immutable.
 *
 * @param head what stands before the rows
 * @param row the parameters of a row
 */
record InsertText(String head, String row) {
    static InsertText of(LoadRequest request) {
        MySqlTable table = (MySqlTable) request.table();
        StringBuilder head = new StringBuilder("INSERT INTO ").append(table.sqlName());
        StringBuilder row = new StringBuilder();
        String before = " (";
        for (TargetColumn column : request.columns()) {
            head.append(before).append(MySqlDialect.INSTANCE.quote(column.name()));
            row.append(row.isEmpty() ? "(" : ", ").append(table.type(column).parameter());
            before = ", ";
        }
        return new InsertText(
                head.append(") VALUES ").toString(), row.append(')').toString());
    }

    /** The statement for a number of rows. */
    String sql(int rows) {
        StringBuilder sql = new StringBuilder(head.length() + rows * (row.length() + 2));
        sql.append(head).append(row);
        for (int i = 1; i < rows; i++) {
            sql.append(", ").append(row);
        }
        return sql.toString();
    }

    /** How many bytes the statement for a number of rows takes at most. */
    long bytes(int rows) {
        return 3L * head.length() + (long) rows * (row.length() + 2);
    }
}
