package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The endpoint is in this JVM, so that the other has its small heap to itself. */
@DisplayName("Memory is flat")
final class FlatMemoryTest extends WireTest {
    private static final long ROWS = 5_000_000;

    @TempDir
    Path folder;

    @Test
    void fiveMillionRowsWithAHeapOf64MiB() throws Exception {
        table("reading", column("id", "bigint"), column("temperature", "float"), column("station", "nvarchar(20)"));
        endpoint().drain();
        Path output = folder.resolve("output.txt");

        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeLoad.class.getName(),
                        endpoint().url(),
                        Long.toString(ROWS)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();

        String printed = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("ended in time; it printed: %s", printed).isTrue();
        assertThat(process.exitValue()).as("exit code; it printed: %s", printed).isZero();
        assertThat(printed).startsWith("5000000 rows written by bulk-copy");
        // three values and what stands before each of them
        assertThat(endpoint().drainedBytes()).isGreaterThan(ROWS * (1 + 9 + 9 + 2 + 2 * "station 0".length()));
    }
}
