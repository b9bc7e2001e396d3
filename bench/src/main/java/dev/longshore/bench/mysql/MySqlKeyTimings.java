package dev.longshore.bench.mysql;

import dev.longshore.bench.Rounds;
import dev.longshore.bench.keys.KeyContender;
import dev.longshore.bench.keys.KeyRow;
import dev.longshore.bench.keys.KeyTimings;
import dev.longshore.mysql.MySqlProvider;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Times 10 000 rows with keys in MariaDB. Arguments: the file to write. System property: {@code longshore.bench.mysql.url}, a server to
 * use instead of one that is started here.
 */
public final class MySqlKeyTimings {
    private static final int ROWS = 10_000;

    /** Rows of a statement, where it is prepared by the driver. */
    private static final int STATEMENT = 1_000;

    private MySqlKeyTimings() {}

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if a load fails
     */
    public static void main(String[] args) throws Exception {
        try (Server server = Server.start();
                Connection connection = server.connect("")) {
            execute(
                    connection,
                    "create table item (id bigint auto_increment primary key, name varchar(40) not null, amount"
                            + " decimal(12, 2), quantity int, active boolean)");
            String without = "Longshore without keys";
            String ours = "Longshore with keys";
            String client = "INSERT … RETURNING of 1000 rows, prepared by the driver";
            String batch = "executeBatch of 1000 with RETURN_GENERATED_KEYS";
            KeyTimings timings = new KeyTimings(() -> {
                        execute(connection, "truncate table item");
                        return connection;
                    })
                    .with(KeyContender.withoutKeys(without))
                    .with(KeyContender.withKeys(ours, UnaryOperator.identity()))
                    .with(KeyContender.withKeys(
                            "Longshore with keys, insert-values as on MySQL",
                            inserter -> inserter.option(MySqlProvider.KEY_PATH, KeyPath.INSERT_VALUES)))
                    .with(new KeyContender(client, MySqlKeyTimings::returning))
                    .with(KeyContender.batch(batch));
            Rounds rounds = timings.run(ROWS, without);
            timings.report()
                    .atMost(
                            "MariaDB, time with keys over that without",
                            1.25,
                            rounds.ratio(ours, without).median());
            timings.report()
                    .atMost(
                            "MariaDB, time with keys over that of RETURNING prepared by the driver",
                            0.75,
                            rounds.ratio(ours, client).median());
            timings.report()
                    .atLeast(
                            "MariaDB, time of executeBatch with keys over Longshore's",
                            5,
                            rounds.ratio(batch, ours).median());
            timings.write(Path.of(args[0]));
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<Long> returning(Connection connection, List<KeyRow> rows) throws SQLException {
        List<Long> keys = new ArrayList<>();
        connection.setAutoCommit(false);
        String sql = KeyContender.INSERT + ", (?, ?, ?, ?)".repeat(STATEMENT - 1) + " returning id";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int from = 0; from < rows.size(); from += STATEMENT) {
                int parameter = 1;
                for (KeyRow row : rows.subList(from, from + STATEMENT)) {
                    insert.setString(parameter++, row.name());
                    insert.setBigDecimal(parameter++, row.amount());
                    insert.setInt(parameter++, row.quantity());
                    insert.setBoolean(parameter++, row.active());
                }
                try (ResultSet inserted = insert.executeQuery()) {
                    while (inserted.next()) {
                        keys.add(inserted.getLong(1));
                    }
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        return keys;
    }
}
