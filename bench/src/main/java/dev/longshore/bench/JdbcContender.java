package dev.longshore.bench;

import dev.longshore.BulkInserter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;

/** The contenders that load over JDBC. The plain ones run in one transaction. */
enum JdbcContender implements Contender {
    LONGSHORE("Longshore") {
        @Override
        void load(Connection connection, Iterator<BenchRow> rows, int columns) throws SQLException {
            BulkInserter inserter = BulkInserter.forConnection(connection).into("bench");
            if (columns == BenchRows.MIXED) {
                inserter.insert(BenchRow.class, rows);
            } else {
                inserter.insert(BenchRows.mapping(columns), rows);
            }
        }
    },

    LOOP("executeUpdate loop") {
        @Override
        void load(Connection connection, Iterator<BenchRow> rows, int columns) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(BenchRows.insert(columns, 1))) {
                while (rows.hasNext()) {
                    BenchRows.bind(insert, 1, rows.next(), columns);
                    insert.executeUpdate();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },

    BATCH("executeBatch of 1 000") {
        private static final int ROWS = 1_000;

        @Override
        void load(Connection connection, Iterator<BenchRow> rows, int columns) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(BenchRows.insert(columns, 1))) {
                int pending = 0;
                while (rows.hasNext()) {
                    BenchRows.bind(insert, 1, rows.next(), columns);
                    insert.addBatch();
                    if (++pending == ROWS) {
                        insert.executeBatch();
                        pending = 0;
                    }
                }
                if (pending > 0) {
                    insert.executeBatch();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },

    MULTI_ROW("multi-row VALUES of 200") {
        private static final int ROWS = 200;

        @Override
        void load(Connection connection, Iterator<BenchRow> rows, int columns) throws SQLException {
            connection.setAutoCommit(false);
            BenchRow[] kept = new BenchRow[ROWS];
            int count = 0;
            try (PreparedStatement insert = connection.prepareStatement(BenchRows.insert(columns, ROWS))) {
                while (rows.hasNext()) {
                    kept[count++] = rows.next();
                    if (count == ROWS) {
                        execute(insert, kept, count, columns);
                        count = 0;
                    }
                }
            }
            if (count > 0) {
                try (PreparedStatement insert = connection.prepareStatement(BenchRows.insert(columns, count))) {
                    execute(insert, kept, count, columns);
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }

        private static void execute(PreparedStatement insert, BenchRow[] rows, int count, int columns)
                throws SQLException {
            int at = 1;
            for (int i = 0; i < count; i++) {
                at = BenchRows.bind(insert, at, rows[i], columns);
            }
            insert.executeUpdate();
        }
    };

    private final String title;

    JdbcContender(String title) {
        this.title = title;
    }

    /** Loads rows over an open connection in autocommit mode. */
    abstract void load(Connection connection, Iterator<BenchRow> rows, int columns) throws SQLException;

    @Override
    public Taken load(Path database, List<BenchRow> rows, int columns) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            return Taken.by(() -> load(connection, rows.iterator(), columns));
        }
    }

    @Override
    public String title() {
        return title;
    }
}
