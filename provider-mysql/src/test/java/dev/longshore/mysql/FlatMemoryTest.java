package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.tck.SmallHeap;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("FW-07 Memory is flat")
final class FlatMemoryTest extends LiveTest {
    @TempDir
    Path folder;

    @ParameterizedTest(name = "{2} rows from {1} by {0} with a heap of 64 MiB")
    @CsvSource({
        "INSERT_BULK, iterator, 5000000",
        "INSERT_BULK, stream, 1000000",
        "INSERT_BULK, flatMap, 1000000",
        "INSERT_BULK, writer, 1000000",
        "INSERT_BULK, callersTransaction, 1000000",
        "INSERT_BULK, resultSet, 500000",
        "INSERT_BULK, rejects, 500000",
        "INSERT_VALUES, iterator, 1000000"
    })
    void largeLoads(MySqlProvider.Path path, String source, long rows) throws Exception {
        execute("create table reading (id bigint, temperature double, station varchar(50))");
        Properties login = MySqlServer.properties(new Properties());
        SmallHeap.run(
                LargeLoad.class,
                folder,
                path.name(),
                source,
                Long.toString(rows),
                MySqlServer.url() + database(),
                login.getProperty("user"),
                login.getProperty("password"));
        assertThat(rows("select count(*), min(id), max(id), sum(id) from reading"))
                .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2);
    }

    @ParameterizedTest(name = "{1} rows that get keys by {0} with a heap of 64 MiB")
    @CsvSource({"INSERT_RETURNING, 2000000", "INSERT_VALUES, 1000000"})
    void keys(MySqlProvider.KeyPath path, long rows) throws Exception {
        execute("create table reading (nr bigint auto_increment primary key, id bigint, temperature double,"
                + " station varchar(50))");
        Properties login = MySqlServer.properties(new Properties());
        SmallHeap.run(
                LargeKeyLoad.class,
                folder,
                path.name(),
                Long.toString(rows),
                MySqlServer.url() + database(),
                login.getProperty("user"),
                login.getProperty("password"));
        assertThat(rows("select count(*), min(id), max(id), count(distinct nr) from reading"))
                .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows);
    }
}
