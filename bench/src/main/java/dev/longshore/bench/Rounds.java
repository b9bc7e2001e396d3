package dev.longshore.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Times of tasks that alternated round by round in one JVM, so that each round's ratios compare what ran side by side: on a
 * shared machine absolute times drift by more than the differences that matter.
 */
public final class Rounds {
    /** A task that measures itself, since what it does before and after is not to count. */
    public interface Task {
        /**
         * Runs once.
         *
         * @return the time that counts; null if the task sits out this time, being so slow that a few rounds must do
         * @throws Exception if it fails, which ends the run
         */
        @Nullable
        Taken run() throws Exception;
    }

    private final Map<String, double[]> millis;
    private final Map<String, double[]> cpuMillis;
    private final Map<String, double[]> bytes;

    private Rounds(Map<String, double[]> millis, Map<String, double[]> cpuMillis, Map<String, double[]> bytes) {
        this.millis = millis;
        this.cpuMillis = cpuMillis;
        this.bytes = bytes;
    }

    /**
     * Runs each task once per round, each round in another order: a task that always came after the same one would bear what that
     * one left for the server to do.
     *
     * @param tasks the tasks by the titles of what they measure
     * @param warmups how many rounds come first that do not count
     * @param rounds how many rounds count
     * @return the times
     * @throws Exception what a task throws
     */
    public static Rounds of(Map<String, Task> tasks, int warmups, int rounds) throws Exception {
        List<Map.Entry<String, Task>> order = new ArrayList<>(tasks.entrySet());
        Map<String, double[]> millis = new LinkedHashMap<>();
        Map<String, double[]> cpuMillis = new LinkedHashMap<>();
        Map<String, double[]> bytes = new LinkedHashMap<>();
        tasks.keySet().forEach(title -> {
            millis.put(title, new double[rounds]);
            cpuMillis.put(title, new double[rounds]);
            bytes.put(title, new double[rounds]);
        });
        Random random = new Random(20_26);
        for (int round = -warmups; round < rounds; round++) {
            Collections.shuffle(order, random);
            for (Map.Entry<String, Task> next : order) {
                Taken taken = next.getValue().run();
                if (round >= 0) {
                    Objects.requireNonNull(millis.get(next.getKey()))[round] =
                            taken == null ? Double.NaN : taken.nanos() / 1e6;
                    Objects.requireNonNull(cpuMillis.get(next.getKey()))[round] =
                            taken == null ? Double.NaN : taken.cpuNanos() / 1e6;
                    Objects.requireNonNull(bytes.get(next.getKey()))[round] =
                            taken == null ? Double.NaN : taken.allocatedBytes();
                }
            }
        }
        return new Rounds(millis, cpuMillis, bytes);
    }

    private double[] sample(String title) {
        return Objects.requireNonNull(millis.get(title), title);
    }

    /**
     * How long a task took.
     *
     * @param title its title
     * @return milliseconds
     */
    public Quartiles millis(String title) {
        return Quartiles.of(sample(title));
    }

    Set<String> titles() {
        return millis.keySet();
    }

    boolean has(String title) {
        return millis.containsKey(title);
    }

    /** How many rounds a task did not sit out. */
    int count(String title) {
        return (int) Arrays.stream(sample(title))
                .filter(value -> !Double.isNaN(value))
                .count();
    }

    /** Memory that the loading thread asked for. */
    Quartiles bytes(String title) {
        return Quartiles.of(Objects.requireNonNull(bytes.get(title), title));
    }

    /** Processor time of the loading thread. */
    Quartiles cpuMillis(String title) {
        return Quartiles.of(cpuSample(title));
    }

    private double[] cpuSample(String title) {
        return Objects.requireNonNull(cpuMillis.get(title), title);
    }

    /**
     * How many times as long the one took as the other, of each round.
     *
     * @param title the title of the one
     * @param to the title of the other
     * @return the ratio
     */
    public Quartiles ratio(String title, String to) {
        return ratio(sample(title), sample(to));
    }

    /** The same of the processor time. */
    Quartiles cpuRatio(String title, String to) {
        return ratio(cpuSample(title), cpuSample(to));
    }

    /** The same of allocated memory. */
    Quartiles bytesRatio(String title, String to) {
        return ratio(Objects.requireNonNull(bytes.get(title), title), Objects.requireNonNull(bytes.get(to), to));
    }

    private static Quartiles ratio(double[] over, double[] under) {
        double[] ratios = new double[over.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = over[i] / under[i];
        }
        return Quartiles.of(ratios);
    }

    /**
     * How much longer the one took than the other, of each round.
     *
     * @param title the title of the one
     * @param from the title of the other
     * @return milliseconds
     */
    public Quartiles difference(String title, String from) {
        double[] minuend = sample(title);
        double[] subtrahend = sample(from);
        double[] differences = new double[minuend.length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = minuend[i] - subtrahend[i];
        }
        return Quartiles.of(differences);
    }
}
