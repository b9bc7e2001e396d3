package dev.longshore.bench.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.bench.ShapeRows;
import dev.longshore.mysql.MySqlProvider;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to load rows into the table {@code bench}, all or nothing, over an open connection in autocommit mode.
 *
 * @param title its name in results
 * @param flags what the connection's URL must say
 * @param way what it does
 */
record Contender(String title, String flags, Way way) {
    static final Contender LONGSHORE = new Contender(
            "Longshore",
            "",
            (connection, shape, count) ->
                    shape.insert(BulkInserter.forConnection(connection).into("bench"), count));

    static final Contender INSERT_VALUES = by(MySqlProvider.Path.INSERT_VALUES);

    static final Contender LOAD_DATA = by(MySqlProvider.Path.LOAD_DATA);

    static final Contender LOOP = new Contender("executeUpdate loop in a transaction", "", Contender::loop);

    static final String REWRITE = "rewriteBatchedStatements=true";

    /**
     * The flags that may change what executeBatch does, the first being none. The last ones make the driver rewrite a batch also where
     * the server has a bulk protocol.
     */
    static final List<String> BATCH_FLAGS =
            List.of("", "useBulkStmts=true", REWRITE, REWRITE + "&useBulkStmtsForInserts=false");

    /** Loads the first rows of a shape. */
    interface Way {
        void load(Connection connection, ShapeRows<?> shape, int count) throws SQLException;
    }

    private static Contender by(MySqlProvider.Path path) {
        return new Contender(
                "Longshore, " + path,
                "",
                (connection, shape, count) -> shape.insert(
                        BulkInserter.forConnection(connection).into("bench").option(MySqlProvider.PATH, path), count));
    }

    /** Batches of a size, over a connection with a flag of {@link #BATCH_FLAGS}. */
    static Contender batch(int size, String flag) {
        String title = "executeBatch of " + size
                + (flag.isEmpty() ? "" : ", " + flag.replace("=true", "").replace("&", ", "));
        return new Contender(title, flag, (connection, shape, count) -> batch(connection, shape, count, size));
    }

    /** LOAD DATA LOCAL, fed with what was made of a shape's rows before. */
    static Contender preEncoded(ShapeRows<?> shape) {
        byte[] bytes = encoded(shape, shape.size());
        return new Contender(
                "LOAD DATA LOCAL of pre-encoded bytes", "allowLocalInfile=true", (connection, same, count) -> {
                    if (same != shape || count != shape.size()) {
                        throw new IllegalArgumentException("only these rows were encoded");
                    }
                    loadData(connection, bytes);
                });
    }

    /** Each way once, batches with each flag. */
    static List<Contender> all(ShapeRows<?> shape, int batchSize) {
        List<Contender> all = new ArrayList<>(List.of(LOOP, LONGSHORE, INSERT_VALUES, LOAD_DATA, preEncoded(shape)));
        BATCH_FLAGS.forEach(flag -> all.add(batch(batchSize, flag)));
        return all;
    }

    /** The title without a batch's size. */
    String kind() {
        return title.replaceFirst(" of \\d+", "");
    }

    void load(Connection connection, ShapeRows<?> shape, int count) throws SQLException {
        way.load(connection, shape, count);
    }

    private static void loop(Connection connection, ShapeRows<?> shape, int count) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(shape.insert())) {
            for (int row = 0; row < count; row++) {
                shape.bind(insert, row);
                insert.executeUpdate();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void batch(Connection connection, ShapeRows<?> shape, int count, int size) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(shape.insert())) {
            for (int row = 0; row < count; row++) {
                shape.bind(insert, row);
                insert.addBatch();
                if ((row + 1) % size == 0) {
                    insert.executeBatch();
                }
            }
            if (count % size != 0) {
                insert.executeBatch();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void loadData(Connection connection, byte[] bytes) throws SQLException {
        connection.setAutoCommit(false);
        try (java.sql.Statement statement = connection.createStatement()) {
            org.mariadb.jdbc.Statement driver = statement.unwrap(org.mariadb.jdbc.Statement.class);
            driver.setLocalInfileInputStream(new ByteArrayInputStream(bytes));
            driver.execute("load data local infile 'rows' into table bench character set utf8mb4");
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static byte[] encoded(ShapeRows<?> shape, int count) {
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < count; row++) {
            shape.encode(lines, row);
            lines.append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
}
