package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.LoadResult;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.tck.SmallHeap.Reading;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Run in a JVM of its own with a small heap: a load that tells the keys of its rows. */
final class LargeKeyLoad {
    private LargeKeyLoad() {}

    /** Takes the path, the number of rows, the URL, user and password. */
    public static void main(String[] arguments) throws Exception {
        KeyPath path = KeyPath.valueOf(arguments[0]);
        long rows = Long.parseLong(arguments[1]);
        Properties login = new Properties();
        login.setProperty("user", arguments[3]);
        login.setProperty("password", arguments[4]);
        AtomicLong next = new AtomicLong();
        try (Connection connection = DriverManager.getConnection(arguments[2], login)) {
            LoadResult result = BulkInserter.forConnection(connection)
                    .into("reading")
                    .option(MySqlProvider.KEY_PATH, path)
                    .insertReturningKeys(
                            LongStream.range(0, rows)
                                    .mapToObj(id -> new Reading(id, id / 7.0, "station " + id % 1_000))
                                    .iterator(),
                            Long.class,
                            (row, key) -> {
                                // an empty table is numbered from 1 on
                                if (row.id() != next.getAndIncrement() || key == null || key < row.id() + 1) {
                                    throw new IllegalStateException("row " + row.id() + " has the key " + key);
                                }
                            });
            System.out.println(result);
        }
        if (next.get() != rows) {
            throw new IllegalStateException(next + " keys came of " + rows);
        }
    }
}
