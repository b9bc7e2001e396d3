package dev.longshore.bench.keys;

import dev.longshore.BulkInserter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A way to load rows into the table {@code item} over an open connection in autocommit mode.
 *
 * @param title its name for people
 * @param load what it does
 */
public record KeyContender(String title, Load load) {
    /** The statement of the plain ways. */
    public static final String INSERT = "insert into item (name, amount, quantity, active) values (?, ?, ?, ?)";

    private static final int BATCH = 1_000;

    /** Loads rows. */
    public interface Load {
        /**
         * Loads rows in one transaction.
         *
         * @param connection in autocommit mode, before and after
         * @param rows the rows
         * @return the keys in the order of the rows; none if the way gives back none
         * @throws SQLException if it fails
         */
        List<Long> run(Connection connection, List<KeyRow> rows) throws SQLException;
    }

    /**
     * The library with keys.
     *
     * @param title the contender's title
     * @param settings what is set beside the table
     * @return the contender
     */
    public static KeyContender withKeys(String title, UnaryOperator<BulkInserter> settings) {
        return new KeyContender(
                title,
                (connection, rows) -> settings.apply(inserter(connection)).insertReturningKeys(rows));
    }

    /**
     * The library without keys.
     *
     * @param title the contender's title
     * @return the contender
     */
    public static KeyContender withoutKeys(String title) {
        return new KeyContender(title, (connection, rows) -> {
            inserter(connection).insert(rows);
            return List.of();
        });
    }

    private static BulkInserter inserter(Connection connection) {
        return BulkInserter.forConnection(connection).into("item");
    }

    /**
     * A batch of 1000 rows with generated keys. The key is named: a driver that is asked for any keys may ask for whole rows.
     *
     * @param title the contender's title
     * @return the contender
     */
    public static KeyContender batch(String title) {
        return new KeyContender(
                title,
                (connection, rows) -> inTransaction(connection, (insert, keys) -> {
                    for (int from = 0; from < rows.size(); from += BATCH) {
                        for (KeyRow row : rows.subList(from, Math.min(from + BATCH, rows.size()))) {
                            bind(insert, row);
                            insert.addBatch();
                        }
                        insert.executeBatch();
                        addKeys(insert, keys);
                    }
                }));
    }

    /**
     * A statement a row with generated keys.
     *
     * @param title the contender's title
     * @return the contender
     */
    public static KeyContender loop(String title) {
        return new KeyContender(
                title,
                (connection, rows) -> inTransaction(connection, (insert, keys) -> {
                    for (KeyRow row : rows) {
                        bind(insert, row);
                        insert.executeUpdate();
                        addKeys(insert, keys);
                    }
                }));
    }

    private interface Inserts {
        void run(PreparedStatement insert, List<Long> keys) throws SQLException;
    }

    private static List<Long> inTransaction(Connection connection, Inserts inserts) throws SQLException {
        List<Long> keys = new ArrayList<>();
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(INSERT, new String[] {"id"})) {
            inserts.run(insert, keys);
        }
        connection.commit();
        connection.setAutoCommit(true);
        return keys;
    }

    private static void addKeys(PreparedStatement insert, List<Long> keys) throws SQLException {
        try (ResultSet generated = insert.getGeneratedKeys()) {
            while (generated.next()) {
                keys.add(generated.getLong(1));
            }
        }
    }

    private static void bind(PreparedStatement insert, KeyRow row) throws SQLException {
        insert.setString(1, row.name());
        insert.setBigDecimal(2, row.amount());
        insert.setInt(3, row.quantity());
        insert.setBoolean(4, row.active());
    }
}
