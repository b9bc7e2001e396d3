package dev.longshore.bench.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import java.sql.Types;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a careful user writes for a bulk copy: one reused array, values as they are, nothing checked. */
final class HandWritten implements ISQLServerBulkData {
    private static final long serialVersionUID = 1L;

    private static final int[] TYPES = {
        Types.INTEGER, Types.BIGINT, Types.NVARCHAR, Types.DECIMAL, Types.DOUBLE, Types.DATE, Types.TIMESTAMP
    };
    private static final int[] PRECISIONS = {10, 19, 40, 10, 53, 34, 34};

    private final transient Iterator<Order> orders;
    private final Object[] row = new Object[TYPES.length];

    HandWritten(List<Order> orders) {
        this.orders = orders.iterator();
    }

    @Override
    public Set<Integer> getColumnOrdinals() {
        return new LinkedHashSet<>(List.of(1, 2, 3, 4, 5, 6, 7));
    }

    @Override
    public String getColumnName(int column) {
        return Order.COLUMNS.get(column - 1);
    }

    @Override
    public int getColumnType(int column) {
        return TYPES[column - 1];
    }

    @Override
    public int getPrecision(int column) {
        return PRECISIONS[column - 1];
    }

    @Override
    public int getScale(int column) {
        return TYPES[column - 1] == Types.DECIMAL ? 2 : 0;
    }

    @Override
    public Object[] getRowData() {
        Order order = orders.next();
        row[0] = order.id();
        row[1] = order.customer();
        row[2] = order.name();
        row[3] = order.price();
        row[4] = order.weight();
        row[5] = order.day();
        row[6] = order.placed();
        return row;
    }

    @Override
    public boolean next() {
        return orders.hasNext();
    }
}
