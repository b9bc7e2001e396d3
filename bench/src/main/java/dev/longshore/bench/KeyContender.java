package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.LoadOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A way to load rows into the table {@code item}, whose rows the database numbers, over an open connection in autocommit mode.
 *
 * @param title its name for people
 * @param load what it does
 */
record KeyContender(String title, Load load) {
    static final String WITHOUT_KEYS = "Longshore without keys";
    static final String WITH_KEYS = "Longshore with keys";
    static final String BY_MERGE = WITH_KEYS + " by MERGE";
    static final String BATCH_WITH_KEYS = "executeBatch of 1 000 with generated keys";
    static final String LOOP_WITH_KEYS = "executeUpdate loop with generated keys";
    static final String RETURNING = "INSERT … RETURNING of 1 000 rows, prepared by the driver";

    private static final String INSERT = "insert into item (name, amount, quantity, active) values (?, ?, ?, ?)";

    private static final int BATCH = 1_000;

    /** Loads rows. */
    interface Load {
        /** Loads rows in one transaction and gives back their keys in the order of the rows, or none at all. */
        List<Long> run(Connection connection, List<KeyRow> rows) throws SQLException;
    }

    /** The library, and the keys come back. */
    static KeyContender withKeys() {
        return withKeys(WITH_KEYS, inserter -> inserter);
    }

    /** The same by an option. */
    static <T> KeyContender withKeys(String title, LoadOption<T> option, T value) {
        return withKeys(title, inserter -> inserter.option(option, value));
    }

    private static KeyContender withKeys(String title, UnaryOperator<BulkInserter> settings) {
        return new KeyContender(
                title,
                (connection, rows) -> settings.apply(inserter(connection)).insertReturningKeys(rows));
    }

    /** The library, and no keys come back. */
    static KeyContender withoutKeys() {
        return new KeyContender(WITHOUT_KEYS, (connection, rows) -> {
            inserter(connection).insert(rows);
            return List.of();
        });
    }

    private static BulkInserter inserter(Connection connection) {
        return BulkInserter.forConnection(connection).into("item");
    }

    /** Batches with generated keys. The key is named: a driver that is asked for any keys may ask for whole rows. */
    static KeyContender batch() {
        return new KeyContender(
                BATCH_WITH_KEYS,
                (connection, rows) -> inTransaction(connection, (insert, keys) -> {
                    for (int from = 0; from < rows.size(); from += BATCH) {
                        for (KeyRow row : rows.subList(from, Math.min(from + BATCH, rows.size()))) {
                            bind(insert, 1, row);
                            insert.addBatch();
                        }
                        insert.executeBatch();
                        addKeys(insert, keys);
                    }
                }));
    }

    /** A statement a row with generated keys. */
    static KeyContender loop() {
        return new KeyContender(
                LOOP_WITH_KEYS,
                (connection, rows) -> inTransaction(connection, (insert, keys) -> {
                    for (KeyRow row : rows) {
                        bind(insert, 1, row);
                        insert.executeUpdate();
                        addKeys(insert, keys);
                    }
                }));
    }

    /** Many rows in one statement that gives the keys back, which the driver fills in. */
    static KeyContender returning() {
        return new KeyContender(RETURNING, (connection, rows) -> {
            List<Long> keys = new ArrayList<>();
            connection.setAutoCommit(false);
            String sql = INSERT + ", (?, ?, ?, ?)".repeat(BATCH - 1) + " returning id";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int from = 0; from < rows.size(); from += BATCH) {
                    int parameter = 1;
                    for (KeyRow row : rows.subList(from, from + BATCH)) {
                        parameter = bind(insert, parameter, row);
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
        });
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

    /** Binds a row from a parameter on, and says which parameter is next. */
    private static int bind(PreparedStatement insert, int first, KeyRow row) throws SQLException {
        insert.setString(first, row.name());
        insert.setBigDecimal(first + 1, row.amount());
        insert.setInt(first + 2, row.quantity());
        insert.setBoolean(first + 3, row.active());
        return first + 4;
    }
}
