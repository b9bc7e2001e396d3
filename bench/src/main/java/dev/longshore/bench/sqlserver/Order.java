package dev.longshore.bench.sqlserver;

import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** A row of seven mixed columns. */
record Order(int id, long customer, String name, BigDecimal price, double weight, LocalDate day, LocalDateTime placed) {
    static final List<String> COLUMNS = List.of("id", "customer", "name", "price", "weight", "day", "placed");

    static final TdsTable TABLE = TdsTable.of(
            "orders",
            TdsColumn.of("id", "int"),
            TdsColumn.of("customer", "bigint"),
            TdsColumn.of("name", "nvarchar(40)"),
            TdsColumn.of("price", "decimal(10,2)"),
            TdsColumn.of("weight", "float"),
            TdsColumn.of("day", "date"),
            TdsColumn.of("placed", "datetime2(6)"));

    /** The same table as a server makes it. */
    static final String CREATE = "create table orders (id int not null, customer bigint, name nvarchar(40),"
            + " price decimal(10,2), weight float, day date, placed datetime2(6))";

    static List<Order> some(int count) {
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
}
