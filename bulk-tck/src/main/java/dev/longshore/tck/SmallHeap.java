package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkWriter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Loads of so many rows that they can't all be in memory, for a JVM of its own with a heap of 64 MiB. For the tests of providers: a
 * test runs a program, and the program loads.
 */
public final class SmallHeap {
    private static final long MOST_MINUTES = 5;

    private SmallHeap() {}

    /**
     * A row that takes some 100 bytes of the heap.
     *
     * @param id a number of its own
     * @param temperature a number with a fraction
     * @param station a text that is made for the row
     */
    public record Reading(long id, double temperature, String station) {
        static Reading numbered(long id) {
            return new Reading(id, id / 7.0, "station " + id % 1_000);
        }
    }

    /**
     * Runs a program in a JVM with a small heap and the caller's class path, and fails unless it ends with exit code 0 in time.
     *
     * @param program its main class
     * @param folder where its output goes
     * @param arguments its arguments
     * @throws IOException if it can't be started
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    public static void run(Class<?> program, Path folder, String... arguments)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        Collections.addAll(command, arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("ended in time; it printed: %s", printed).isTrue();
        assertThat(process.exitValue()).as("exit code; it printed: %s", printed).isZero();
    }

    /**
     * Loads rows numbered from 0 into a table with the columns of {@link Reading}.
     *
     * @param source where they come from: {@code iterator}, {@code stream}, {@code flatMap} (a stream whose iterator would hold all rows),
     *     {@code writer}, {@code callersTransaction}, {@code keys}: an iterator whose keys are told, into a table that has a
     *     numbered column beside, or {@code rejects}: an iterator with rows between that can't be read and are rejected
     * @param rows how many
     * @param inserter takes them
     * @param connection what the inserter loads over
     * @return what the load says
     * @throws Exception if the load fails
     */
    public static LoadResult load(String source, long rows, BulkInserter inserter, Connection connection)
            throws Exception {
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
            case "rejects" -> {
                return loadRejecting(inserter, rows);
            }
            case "keys" -> {
                return loadForKeys(inserter, rows);
            }
            default -> throw new IllegalArgumentException(source);
        }
    }

    private static LoadResult loadForKeys(BulkInserter inserter, long rows) throws Exception {
        long[] last = {Long.MIN_VALUE, 0};
        LoadResult result = inserter.insertReturningKeys(readings(rows).iterator(), Long.class, (row, key) -> {
            if (key == null || key <= last[0] || row.id() != last[1]) {
                throw new IllegalStateException("key " + key + " of row " + row.id() + " after key " + last[0]);
            }
            last[0] = key;
            last[1]++;
        });
        if (last[1] != rows) {
            throw new IllegalStateException(last[1] + " keys for " + rows + " rows");
        }
        return result;
    }

    private static LoadResult loadRejecting(BulkInserter inserter, long rows) throws Exception {
        RowMapping<Reading> mapping = RowMapping.of(Reading.class)
                .longColumn("id", SmallHeap::readableId)
                .doubleColumn("temperature", Reading::temperature)
                .column("station", String.class, Reading::station)
                .build();
        Stream<Reading> readings = readings(rows)
                .flatMap(row -> row.id() % 10_000 == 0 ? Stream.of(row, Reading.numbered(-1)) : Stream.of(row));
        long[] rejected = {0};
        LoadResult result = inserter.onError(ErrorPolicy.rejectUpToPercent(1, row -> rejected[0]++))
                .insert(mapping, readings.iterator());
        if (rejected[0] != (rows + 9_999) / 10_000) {
            throw new IllegalStateException(rejected[0] + " rejected rows of " + result);
        }
        return result;
    }

    private static long readableId(Reading row) {
        if (row.id() < 0) {
            throw new IllegalStateException("unreadable");
        }
        return row.id();
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
}
