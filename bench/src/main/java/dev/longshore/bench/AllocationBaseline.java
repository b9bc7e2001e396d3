package dev.longshore.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/**
 * How much a row may allocate on its way to the bytes, by database and shape: a file that is part of the sources, against which
 * each build holds what it measures. Memory is counted exactly, so that, unlike time, it says the same on a busy machine.
 */
public final class AllocationBaseline {
    /** What the rest of a load and the virtual machine's own threads may add to a row of ten thousand. */
    private static final double SLACK_BYTES = 3;

    /** What may be added where a row allocates much, in hundredths: not every value of a driver's is optimised away each time. */
    private static final double SLACK_PERCENT = 3;

    private final Map<String, Object> bytes;

    private AllocationBaseline(Map<String, Object> bytes) {
        this.bytes = bytes;
    }

    static AllocationBaseline read(Path file) throws IOException {
        return new AllocationBaseline(JSON.std.mapFrom(Files.readString(file)));
    }

    static AllocationBaseline of(Map<String, Object> bytes) {
        return new AllocationBaseline(bytes);
    }

    /**
     * Measures once more what allocates more than it may: an excess that is real is there again.
     *
     * @return a line for each that still does
     */
    List<String> measuredExcess(List<EncodeRun.Cost> costs) throws RunnerException {
        List<String> excess = new ArrayList<>();
        for (EncodeRun.Cost cost : costs) {
            if (!excess(List.of(cost)).isEmpty()) {
                excess.addAll(excess(EncodeRun.again(cost)));
            }
        }
        return excess;
    }

    /**
     * Finds what allocates more than it may.
     *
     * @return a line for each; empty if there is none
     */
    List<String> excess(List<EncodeRun.Cost> costs) {
        List<String> excess = new ArrayList<>();
        for (EncodeRun.Cost cost : costs) {
            if (!(bytes.get(cost.name()) instanceof Number allowed)) {
                excess.add(cost.name() + " has no baseline");
                continue;
            }
            double limit = allowed.doubleValue() * (1 + SLACK_PERCENT / 100) + SLACK_BYTES;
            if (!(cost.bytes() <= limit)) {
                excess.add(String.format(
                        Locale.ROOT,
                        "%s allocates %.1f bytes a row; the baseline is %.1f, the limit %.1f",
                        cost.name(),
                        cost.bytes(),
                        allowed.doubleValue(),
                        limit));
            }
        }
        return excess;
    }

    /**
     * Measures, and writes a new baseline: to be run, and its difference to be looked at, where a change is meant to allocate more or
     * less.
     *
     * @param args the file
     * @throws IOException if it can't be written
     * @throws RunnerException if a benchmark fails
     */
    public static void main(String[] args) throws IOException, RunnerException {
        Map<String, Object> bytes = new LinkedHashMap<>();
        for (EncodeRun.Cost cost : EncodeRun.guarded()) {
            bytes.put(cost.name(), Quartiles.rounded(cost.bytes(), 1));
        }
        String json = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(bytes);
        Files.writeString(Path.of(args[0]), json + "\n");
        System.out.println(json);
    }
}
