package dev.longshore.bench.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** A way to load. Each leaves the connection in autocommit mode, as it found it. */
enum Contender {
    LONGSHORE("Longshore") {
        @Override
        void load(Connection connection, List<Order> orders) throws SQLException {
            BulkInserter.forConnection(connection).into("orders").insert(MAPPING, orders);
        }
    },
    BULK_COPY("SQLServerBulkCopy by hand") {
        @Override
        void load(Connection connection, List<Order> orders) throws SQLException {
            connection.setAutoCommit(false);
            try (SQLServerBulkCopy copy = new SQLServerBulkCopy(connection.unwrap(ISQLServerConnection.class))) {
                SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
                options.setBulkCopyTimeout(0);
                options.setCheckConstraints(true);
                options.setFireTriggers(true);
                options.setKeepNulls(true);
                copy.setBulkCopyOptions(options);
                copy.setDestinationTableName("[dbo].[orders]");
                for (int column = 1; column <= Order.COLUMNS.size(); column++) {
                    copy.addColumnMapping(column, Order.COLUMNS.get(column - 1));
                }
                copy.writeToServer(new HandWritten(orders));
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },
    LOOP("loop of executeUpdate") {
        @Override
        void load(Connection connection, List<Order> orders) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into orders ([id], [customer], [name], [price], [weight], [day], [placed])"
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
            connection.commit();
            connection.setAutoCommit(true);
        }
    };

    static final RowMapping<Order> MAPPING = RowMapping.of(Order.class)
            .intColumn("id", Order::id)
            .longColumn("customer", Order::customer)
            .column("name", String.class, Order::name)
            .column("price", BigDecimal.class, Order::price)
            .doubleColumn("weight", Order::weight)
            .column("day", LocalDate.class, Order::day)
            .column("placed", LocalDateTime.class, Order::placed)
            .build();

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract void load(Connection connection, List<Order> orders) throws SQLException;
}
