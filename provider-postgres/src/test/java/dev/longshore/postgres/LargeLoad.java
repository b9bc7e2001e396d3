package dev.longshore.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.BulkWriter;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Iterator;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Run in a JVM of its own with a small heap: loads so many rows that they can't all be in memory. */
final class LargeLoad {
    private LargeLoad() {}

    /** A row that takes some 100 bytes of the heap. */
    record Reading(@Nullable Long id, double temperature, String station) {
        static Reading numbered(long id) {
            return new Reading(id, id / 7.0, "station " + id % 1_000);
        }
    }

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
            case "iterator" -> {
                return inserter.insert(readings(rows).iterator());
            }
            case "stream" -> {
                return inserter.insert(readings(rows));
            }
            case "flatMap" -> {
                return inserter.insert(Stream.of(0).flatMap(one -> readings(rows)));
            }
            case "writer" -> {
                return push(inserter, rows);
            }
            case "callersTransaction" -> {
                connection.setAutoCommit(false);
                LoadResult result = inserter.insert(readings(rows).iterator());
                connection.commit();
                return result;
            }
            case "resultSet" -> {
                return copy(inserter, rows, other);
            }
            case "numberedMix" -> {
                // each second row is numbered by the server, so that rows wait for a COPY of their own
                return inserter.insert(IntStream.range(0, (int) rows)
                        .mapToObj(i ->
                                i % 2 == 0 ? Reading.numbered(rows + i) : new Reading(null, 0.5, "station of its own"))
                        .iterator());
            }
            case "copyText" -> {
                return inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_TEXT)
                        .insert(readings(rows).iterator());
            }
            case "insertValues" -> {
                return inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES)
                        .insert(readings(rows).iterator());
            }
            default -> throw new IllegalArgumentException(source);
        }
    }

    private static Stream<Reading> readings(long rows) {
        return LongStream.range(0, rows).mapToObj(Reading::numbered);
    }

    private static LoadResult push(BulkInserter inserter, long rows) throws Exception {
        RowMapping<Reading> mapping = RowMapping.of(Reading.class)
                .column("id", Long.class, Reading::id)
                .doubleColumn("temperature", Reading::temperature)
                .column("station", String.class, Reading::station)
                .build();
        try (BulkWriter<Reading> writer = inserter.open(mapping)) {
            Iterator<Reading> readings = readings(rows).iterator();
            while (readings.hasNext()) {
                writer.write(readings.next());
            }
            return writer.finish();
        }
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
