package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import dev.longshore.RowMapping;
import dev.longshore.tck.Allocation;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a row costs the loading thread in memory, beside a bulk copy and a loop written by hand over the same rows. */
@DisplayName("Allocation beside code written by hand")
final class AllocationTest extends WireTest {
    private static final int ROWS = 20_000;
    private static final int LOOP_ROWS = 2_000;

    /** A row of seven mixed columns. */
    record Order(
            int id, long customer, String name, BigDecimal price, double weight, LocalDate day, LocalDateTime placed) {}

    private static final RowMapping<Order> MAPPING = RowMapping.of(Order.class)
            .intColumn("id", Order::id)
            .longColumn("customer", Order::customer)
            .column("name", String.class, Order::name)
            .column("price", BigDecimal.class, Order::price)
            .doubleColumn("weight", Order::weight)
            .column("day", LocalDate.class, Order::day)
            .column("placed", LocalDateTime.class, Order::placed)
            .build();

    /** What a careful user writes by hand: one reused array, nothing checked, temporal values as they are. */
    private static final class HandWritten implements ISQLServerBulkData {
        private static final long serialVersionUID = 1L;
        private static final int[] TYPES = {
            Types.INTEGER, Types.BIGINT, Types.NVARCHAR, Types.DECIMAL, Types.DOUBLE, Types.DATE, Types.TIMESTAMP
        };
        private static final int[] PRECISIONS = {10, 19, 40, 10, 53, 34, 34};

        private final transient Iterator<Order> orders;
        private final Object[] row = new Object[7];

        HandWritten(List<Order> orders) {
            this.orders = orders.iterator();
        }

        @Override
        public Set<Integer> getColumnOrdinals() {
            return new LinkedHashSet<>(List.of(1, 2, 3, 4, 5, 6, 7));
        }

        @Override
        public String getColumnName(int column) {
            return List.of("id", "customer", "name", "price", "weight", "day", "placed")
                    .get(column - 1);
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
            return column == 4 ? 2 : 0;
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

    private static List<Order> orders(int count) {
        List<Order> orders = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            orders.add(new Order(
                    1_000_000 + i,
                    10_000_000_000L + i,
                    "customer number " + i,
                    BigDecimal.valueOf(1_000 + i, 2),
                    i * 0.25,
                    LocalDate.of(2024, 1, 1).plusDays(i % 366),
                    LocalDateTime.of(2024, 1, 1, 10, 0, 0, 123_456_000).plusSeconds(i)));
        }
        return orders;
    }

    private void copyByHand(List<Order> orders) throws SQLException {
        try (SQLServerBulkCopy copy = new SQLServerBulkCopy(connection().unwrap(ISQLServerConnection.class))) {
            SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
            options.setBulkCopyTimeout(0);
            options.setCheckConstraints(true);
            options.setFireTriggers(true);
            options.setKeepNulls(true);
            copy.setBulkCopyOptions(options);
            copy.setDestinationTableName("[dbo].[orders]");
            HandWritten rows = new HandWritten(orders);
            for (int column = 1; column <= 7; column++) {
                copy.addColumnMapping(column, rows.getColumnName(column));
            }
            connection().setAutoCommit(false);
            copy.writeToServer(rows);
            connection().commit();
            connection().setAutoCommit(true);
        }
    }

    private void loop(List<Order> orders) throws SQLException {
        connection().setAutoCommit(false);
        try (PreparedStatement insert = connection()
                .prepareStatement("insert into orders ([id], [customer], [name], [price], [weight], [day], [placed])"
                        + " values (?, ?, ?, ?, ?, ?, ?)")) {
            for (Order order : orders) {
                insert.setInt(1, order.id());
                insert.setLong(2, order.customer());
                insert.setString(3, order.name());
                insert.setBigDecimal(4, order.price());
                insert.setDouble(5, order.weight());
                insert.setDate(6, Date.valueOf(order.day()));
                insert.setTimestamp(7, Timestamp.valueOf(order.placed()));
                insert.executeUpdate();
            }
        }
        connection().commit();
        connection().setAutoCommit(true);
    }

    /** Bytes that the calling thread allocates for a row. */
    private static double perRow(int rows, Allocation.Work load) throws SQLException {
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            least = Math.min(least, (double) Allocation.bytesOf(load) / rows);
        }
        return least;
    }

    @Test
    void aRowCostsNoMoreThanByHandAndFarLessThanInALoop() throws SQLException {
        table(
                "orders",
                column("id", "int"),
                column("customer", "bigint"),
                column("name", "nvarchar(40)"),
                column("price", "decimal(10,2)"),
                column("weight", "float"),
                column("day", "date"),
                column("placed", "datetime2(6)"));
        endpoint().drain();
        List<Order> orders = orders(ROWS);
        List<Order> few = orders.subList(0, LOOP_ROWS);

        double byHand = perRow(ROWS, () -> copyByHand(orders));
        double ours = perRow(ROWS, () -> copyInto("orders").insert(MAPPING, orders));
        double inLoop = perRow(LOOP_ROWS, () -> loop(few));

        System.out.printf("bytes a row: by hand %.0f, ours %.0f, loop %.0f%n", byHand, ours, inLoop);
        assertThat(ours).isLessThan(byHand + 16);
        assertThat(inLoop).isGreaterThan(6 * ours);
    }
}
