package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The LOAD DATA statement of a load. Immutable.
 *
 * @param sql the statement
 * @param forget assignments that make the variables it used empty again
 */
record LoadDataText(String sql, List<String> forget) {
    /**
     * Bytes are given by their numbers, since in a text a backslash may or may not escape, by the session's mode. LOCAL needs a
     * name, though no file of that name is opened.
     */
    private static final String FORMAT =
            " CHARACTER SET utf8mb4 FIELDS TERMINATED BY 0x09 ESCAPED BY 0x5C LINES TERMINATED BY 0x0A (";

    LoadDataText {
        forget = List.copyOf(forget);
    }

    static LoadDataText of(LoadRequest request) {
        MySqlTable table = (MySqlTable) request.table();
        List<String> fields = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<String> forget = new ArrayList<>();
        for (TargetColumn column : request.columns()) {
            String name = MySqlDialect.INSTANCE.quote(column.name());
            String variable = "@longshore_" + fields.size();
            @Nullable String expression = FieldForm.expression(table.type(column), variable);
            if (expression == null) {
                fields.add(name);
            } else {
                fields.add(variable);
                values.add(name + " = " + expression);
                forget.add(variable + " = NULL");
            }
        }
        String set = values.isEmpty() ? "" : " SET " + String.join(", ", values);
        return new LoadDataText(
                "LOAD DATA LOCAL INFILE 'longshore' INTO TABLE " + table.sqlName() + FORMAT + String.join(", ", fields)
                        + ")" + set,
                forget);
    }
}
