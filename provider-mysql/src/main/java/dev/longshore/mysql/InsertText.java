package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.util.stream.Collectors;

/**
 * The INSERT statements of a load as text. Immutable.
 *
 * @param head what stands before the rows
 * @param row the parameters of a row
 */
record InsertText(String head, String row) {
    static InsertText of(LoadRequest request) {
        MySqlTable table = (MySqlTable) request.table();
        String head = request.columns().stream()
                .map(column -> MySqlDialect.INSTANCE.quote(column.name()))
                .collect(Collectors.joining(", ", "INSERT INTO " + table.sqlName() + " (", ") VALUES "));
        String row = request.columns().stream()
                .map((TargetColumn column) -> table.type(column).parameter())
                .collect(Collectors.joining(", ", "(", ")"));
        return new InsertText(head, row);
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
