package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.tck.JdbcTest;
import dev.longshore.tck.SmallHeap;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("SL-23 FW-07 Memory is flat")
class FlatMemoryTest {
    @TempDir
    Path folder;

    @ParameterizedTest(name = "{1} rows from {0} with a heap of 64 MiB")
    @CsvSource({
        "iterator, 5000000",
        "stream, 2000000",
        "flatMap, 2000000",
        "writer, 2000000",
        "callersTransaction, 1000000",
        "resultSet, 1000000",
        "keys, 2000000",
        "rejects, 2000000"
    })
    void largeLoads(String source, long rows) throws Exception {
        Path database = folder.resolve("large.db");
        SmallHeap.run(LargeLoad.class, folder, source, Long.toString(rows), database.toString());
        try (Connection connection = Sqlite.file(database)) {
            assertThat(JdbcTest.rows(connection, "select count(*), min(id), max(id), sum(id) from reading"))
                    .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2);
        }
    }
}
