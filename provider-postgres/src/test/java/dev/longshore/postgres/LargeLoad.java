package dev.longshore.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.LoadResult;
import dev.longshore.tck.SmallHeap;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Run in a JVM of its own with a small heap: loads so many rows that they can't all be in memory. */
final class LargeLoad {
    private LargeLoad() {}

    /** A row that the server may number. */
    record Numbered(@Nullable Long id, double temperature, String station) {}

    /** A row that the server numbers. */
    record Reading(double temperature, String station) {}

    /** A narrow one. */
    record Narrow(long id, int n) {}

    /** Takes the source, the number of rows, the URL, the schema, user and password. */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", arguments[3]);
        properties.setProperty("user", arguments[4]);
        properties.setProperty("password", arguments[5]);
        try (Connection connection = DriverManager.getConnection(arguments[2], properties);
                Connection other = DriverManager.getConnection(arguments[2], properties)) {
            long rows = Long.parseLong(arguments[1]);
            System.out.println(load(arguments[0], rows, connection, other));
        }
    }

    private static LoadResult load(String source, long rows, Connection connection, Connection other) throws Exception {
        BulkInserter inserter = BulkInserter.forConnection(connection).into("reading");
        switch (source) {
            case "narrow" -> {
                return inserter.insert(LongStream.range(0, rows)
                        .mapToObj(id -> new Narrow(id, (int) id))
                        .iterator());
            }
            case "resultSet" -> {
                return copy(inserter, rows, other);
            }
            case "numberedMix" -> {
                // each second row is numbered by the server, so that rows wait for a COPY of their own
                return inserter.insert(IntStream.range(0, (int) rows)
                        .mapToObj(i -> i % 2 == 0
                                ? new Numbered(rows + i, i / 7.0, "station " + i % 1_000)
                                : new Numbered(null, 0.5, "station of its own"))
                        .iterator());
            }
            case "keysRESERVED", "keysMERGE", "keysRETURNING" -> {
                return told(inserter, PostgresProvider.Keys.valueOf(source.substring(4)), rows);
            }
            case "copyText" -> {
                return SmallHeap.load(
                        "iterator",
                        rows,
                        inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_TEXT),
                        connection);
            }
            case "insertValues" -> {
                return SmallHeap.load(
                        "iterator",
                        rows,
                        inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES),
                        connection);
            }
            default -> {
                return SmallHeap.load(source, rows, inserter, connection);
            }
        }
    }

    /** Sees of each key that it is the next of a sequence that nobody else uses. */
    private static LoadResult told(BulkInserter inserter, PostgresProvider.Keys way, long rows) throws Exception {
        long[] told = {0};
        LoadResult result = inserter.option(PostgresProvider.KEYS, way)
                .insertReturningKeys(
                        LongStream.range(0, rows)
                                .mapToObj(i -> new Reading(i / 7.0, "station " + i % 1_000))
                                .iterator(),
                        Long.class,
                        (row, key) -> {
                            if (key == null || key != told[0] || row.temperature() != told[0] / 7.0) {
                                throw new IllegalStateException("row " + told[0] + " was told " + row + " with " + key);
                            }
                            told[0]++;
                        });
        if (told[0] != rows) {
            throw new IllegalStateException("told " + told[0] + " keys of " + rows);
        }
        return result;
    }

    private static LoadResult copy(BulkInserter inserter, long rows, Connection other) throws Exception {
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.setFetchSize(1_000);
            try (ResultSet result = statement.executeQuery(
                    "select g::bigint as id, g / 7.0::float8 as temperature, 'station ' || g % 1000 as station"
                            + " from generate_series(0, " + (rows - 1) + ") g")) {
                return inserter.insert(result);
            }
        }
    }
}
