package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.CompletedRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the server compute the defaults of some columns before the rows are sent, and gives them to the rows as values of columns behind
 * their own. Confined to the loading thread.
 */
final class ComputedDefaults {
    /** For how many rows the server computes at a time. */
    private static final int ROWS = 1_000;

    private final LoadRequest request;
    private final int columns;
    private final int added;
    private final boolean[] binary;
    private final String select;
    private final List<Object[]> values = new ArrayList<>();
    private int next;

    ComputedDefaults(LoadRequest request, List<TargetColumn> computed) {
        MySqlTable table = (MySqlTable) request.table();
        this.request = request;
        this.columns = request.columns().size();
        this.added = computed.size();
        this.binary = new boolean[added];
        List<String> expressions = new ArrayList<>();
        for (int i = 0; i < added; i++) {
            binary[i] = table.type(computed.get(i)).wire() == WireType.BYTES;
            expressions.add(String.valueOf(KeyedPath.independentDefault(table, computed.get(i))));
        }
        this.select = "SELECT " + String.join(", ", expressions);
    }

    /** Gives a block of rows their values, once the server has computed them. */
    RowCursor over(RowCursor rows, int count) throws SQLException {
        values.clear();
        next = 0;
        while (values.size() < count) {
            compute(Math.min(ROWS, count - values.size()));
        }
        return new CompletedRows(rows, columns, added) {
            @Override
            protected void complete(ValueSink[] sinks) throws SQLException {
                writeNext(sinks);
            }
        };
    }

    private void compute(int count) throws SQLException {
        String sql = select + (" UNION ALL " + select).repeat(count - 1);
        try (Statement statement = request.connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                Object[] row = new Object[added];
                for (int i = 0; i < added; i++) {
                    row[i] = binary[i] ? rows.getBytes(i + 1) : rows.getString(i + 1);
                }
                values.add(row);
            }
        }
    }

    private void writeNext(ValueSink[] sinks) throws SQLException {
        if (next == values.size()) {
            throw BulkLoadException.in(LoadPhase.SERVER, "the server computed the defaults of " + next + " rows only")
                    .build();
        }
        Object[] row = values.get(next++);
        for (int i = 0; i < added; i++) {
            sinks[i].object(row[i]);
        }
    }
}
