package dev.longshore.tests;

import dev.longshore.BulkInserter;
import dev.longshore.LoadResult;
import dev.longshore.tck.JdbcTest;
import dev.longshore.tck.SmallHeap;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

/** Run in a JVM of its own with a small heap: loads so many rows that they can't all be in memory. */
final class LargeLoad {
    private LargeLoad() {}

    public static void main(String[] arguments) throws Exception {
        String source = arguments[0];
        long rows = Long.parseLong(arguments[1]);
        try (Connection connection = Sqlite.file(Path.of(arguments[2]))) {
            JdbcTest.execute(
                    connection,
                    "pragma synchronous = off",
                    "create table reading (" + (source.equals("keys") ? "nr integer primary key, " : "")
                            + "id bigint, temperature double, station text)");
            BulkInserter inserter = BulkInserter.forConnection(connection).into("reading");
            System.out.println(
                    source.equals("resultSet")
                            ? copy(inserter, rows)
                            : SmallHeap.load(source, rows, inserter, connection));
        }
    }

    private static LoadResult copy(BulkInserter inserter, long rows) throws Exception {
        String query = "with recursive n(id) as (select 0 union all select id + 1 from n where id < " + (rows - 1)
                + ") select id, id / 7.0 as temperature, 'station ' || (id % 1000) as station from n";
        try (Connection from = Sqlite.memory();
                Statement statement = from.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return inserter.insert(result);
        }
    }
}
