package dev.longshore.tests;

import dev.longshore.BulkInserter;
import dev.longshore.BulkWriter;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Iterator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Run in a JVM of its own with a small heap: loads so many rows that they can't all be in memory. */
final class LargeLoad {
    private LargeLoad() {}

    /** A row of some 100 bytes. */
    record Reading(long id, double temperature, String station) {
        static Reading numbered(long id) {
            return new Reading(id, id / 7.0, "station " + id % 1_000);
        }
    }

    public static void main(String[] arguments) throws Exception {
        String source = arguments[0];
        long rows = Long.parseLong(arguments[1]);
        try (Connection connection = Sqlite.file(Path.of(arguments[2]))) {
            Sqlite.execute(
                    connection,
                    "pragma synchronous = off",
                    "create table reading (id bigint, temperature double, station text)");
            System.out.println(load(source, rows, connection));
        }
    }

    private static LoadResult load(String source, long rows, Connection connection) throws Exception {
        BulkInserter inserter = BulkInserter.forConnection(connection);
        switch (source) {
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
                return copy(inserter, rows);
            }
            default -> throw new IllegalArgumentException(source);
        }
    }

    private static Stream<Reading> readings(long rows) {
        return LongStream.range(0, rows).mapToObj(Reading::numbered);
    }

    private static LoadResult push(BulkInserter inserter, long rows) throws Exception {
        RowMapping<Reading> mapping = RowMapping.of(Reading.class)
                .longColumn("id", Reading::id)
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

    private static LoadResult copy(BulkInserter inserter, long rows) throws Exception {
        String query = "with recursive n(id) as (select 0 union all select id + 1 from n where id < " + (rows - 1)
                + ") select id, id / 7.0 as temperature, 'station ' || (id % 1000) as station from n";
        try (Connection from = Sqlite.memory();
                Statement statement = from.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return inserter.into("reading").insert(result);
        }
    }
}
