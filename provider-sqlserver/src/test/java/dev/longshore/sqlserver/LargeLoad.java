package dev.longshore.sqlserver;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Iterator;
import java.util.stream.LongStream;

/** Run in a JVM of its own with a small heap: loads so many rows that they can't all be in memory. */
final class LargeLoad {
    private LargeLoad() {}

    record Reading(long id, double temperature, String station) {
        static Reading numbered(long id) {
            return new Reading(id, id / 7.0, "station " + id % 1_000);
        }
    }

    public static void main(String[] arguments) throws Exception {
        long rows = Long.parseLong(arguments[1]);
        RowMapping<Reading> mapping = RowMapping.of(Reading.class)
                .longColumn("id", Reading::id)
                .doubleColumn("temperature", Reading::temperature)
                .column("station", String.class, Reading::station)
                .build();
        Iterator<Reading> readings =
                LongStream.range(0, rows).mapToObj(Reading::numbered).iterator();
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            System.out.println(
                    BulkInserter.forConnection(connection).into("reading").insert(mapping, readings));
        }
    }
}
