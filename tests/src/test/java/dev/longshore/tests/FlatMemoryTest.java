package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        "resultSet, 1000000"
    })
    void largeLoads(String source, long rows) throws Exception {
        Path database = folder.resolve("large.db");
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeLoad.class.getName(),
                        source,
                        Long.toString(rows),
                        database.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String printed = java.nio.file.Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("ended in time; it printed: %s", printed).isTrue();
        assertThat(process.exitValue()).as("exit code; it printed: %s", printed).isZero();
        try (Connection connection = Sqlite.file(database)) {
            assertThat(Sqlite.rows(connection, "select count(*), min(id), max(id), sum(id) from reading"))
                    .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2);
        }
    }
}
