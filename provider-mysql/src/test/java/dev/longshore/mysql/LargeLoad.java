package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.LoadResult;
import dev.longshore.tck.SmallHeap;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Properties;

/** Run in a JVM of its own with a small heap. */
final class LargeLoad {
    private LargeLoad() {}

    /** Takes the path, the source, the number of rows, the URL, user and password. */
    public static void main(String[] arguments) throws Exception {
        MySqlProvider.Path path = MySqlProvider.Path.valueOf(arguments[0]);
        String source = arguments[1];
        long rows = Long.parseLong(arguments[2]);
        Properties login = new Properties();
        login.setProperty("user", arguments[4]);
        login.setProperty("password", arguments[5]);
        try (Connection connection = DriverManager.getConnection(arguments[3], login);
                Connection other = DriverManager.getConnection(arguments[3], login)) {
            BulkInserter inserter =
                    BulkInserter.forConnection(connection).into("reading").option(MySqlProvider.PATH, path);
            System.out.println(
                    source.equals("resultSet")
                            ? copy(inserter, rows, other)
                            : SmallHeap.load(source, rows, inserter, connection));
        }
    }

    private static LoadResult copy(BulkInserter inserter, long rows, Connection other) throws Exception {
        try (Statement statement = other.createStatement()) {
            statement.execute("set max_recursive_iterations = 4294967295");
            statement.setFetchSize(1_000);
            try (ResultSet result = statement.executeQuery("with recursive n(id) as (select cast(0 as signed) union all"
                    + " select id + 1 from n where id < " + (rows - 1)
                    + ") select id, id / 7.0e0 as temperature, concat('station ', id % 1000) as station from n")) {
                return inserter.insert(result);
            }
        }
    }
}
