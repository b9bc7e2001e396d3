package dev.longshore.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a contender stored, as SQLite itself writes it down: values, types and order. */
final class StoredRows {
    private static final int ROWS = 2_500;

    private StoredRows() {}

    /**
     * Proves that a contender stores what Longshore stores, before it is timed.
     *
     * @throws IllegalStateException if it stores anything else
     */
    static void prove(Contender contender, Workplace place, int columns) throws Exception {
        List<BenchRow> rows = BenchRows.of(ROWS);
        List<String> ours = storedBy(JdbcContender.LONGSHORE, place, rows, columns);
        List<String> theirs = storedBy(contender, place, rows, columns);
        if (ours.size() != ROWS || theirs.size() != ROWS) {
            throw new IllegalStateException("of " + ROWS + " rows Longshore stored " + ours.size() + ", "
                    + contender.title() + " " + theirs.size());
        }
        for (int i = 0; i < ROWS; i++) {
            if (!ours.get(i).equals(theirs.get(i))) {
                throw new IllegalStateException(
                        "Longshore stored " + ours.get(i) + ", but " + contender.title() + " stored " + theirs.get(i));
            }
        }
    }

    static List<String> storedBy(Contender contender, Workplace place, List<BenchRow> rows, int columns)
            throws Exception {
        Path database = place.freshDatabase(columns);
        contender.load(database, rows, columns);
        return in(database, columns);
    }

    private static List<String> in(Path database, int columns) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            List<String> names = new ArrayList<>();
            try (ResultSet any = statement.executeQuery("select * from bench limit 0")) {
                for (int i = 1; i <= columns; i++) {
                    names.add(any.getMetaData().getColumnName(i));
                }
            }
            // quote() writes a value as an SQL literal, so that 1, 1.0 and '1' differ
            String sql = IntStream.range(0, columns)
                    .mapToObj(i -> "quote(\"" + names.get(i) + "\")")
                    .collect(Collectors.joining(" || ', ' || ", "select ", " from bench order by id"));
            try (ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    stored.add(row.getString(1));
                }
            }
        }
        return stored;
    }
}
