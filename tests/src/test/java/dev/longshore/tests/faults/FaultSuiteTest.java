package dev.longshore.tests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * As many faults as {@code -Dlongshore.faults} says, chosen by seeds: a fixed one and one of each run, or those of
 * {@code -Dlongshore.faults.seed}, a number or several with commas between. After each the table holds what the rules say, nothing is
 * lost or doubled, and nothing hangs.
 */
@DisplayName("Nothing that goes wrong loses, doubles or hangs a load")
final class FaultSuiteTest {
    private static final int FAULTS = Integer.getInteger("longshore.faults", 100);
    private static final long FIXED_SEED = 1;

    /** Not every fault is met: a load can be over before. */
    private static final double MORE = 1.2;

    /** Much of the time is waiting, so several loads go at once over each database. */
    private static final int AT_A_TIME = 6;

    private static final int LOADS_AT_RESTART = 6;
    private static final int FAULTS_PER_RESTART = 20;
    private static final int MOST_MINUTES = 5;

    /**
     * Runs share it. One that took too long may have waited for a processor that the others had: it is repeated without them, where
     * what is too slow by itself is too slow again.
     */
    private static final ReadWriteLock MACHINE = new ReentrantReadWriteLock(true);

    private static Path scratch;
    private static final Map<Databases.Entry, Future<FaultyDatabase>> STARTED = new LinkedHashMap<>();
    private static final Map<String, Map<FaultKind, Integer>> MET = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        scratch = Files.createTempDirectory("longshore-faults");
        ExecutorService starting = Executors.newCachedThreadPool(FaultSuiteTest::daemon);
        Databases.ALL.forEach(
                entry -> STARTED.put(entry, starting.submit(() -> entry.start().in(scratch))));
        starting.shutdown();
    }

    private static Thread daemon(Runnable action) {
        Thread thread = new Thread(action, "faults");
        thread.setDaemon(true);
        return thread;
    }

    @AfterAll
    static void stop() throws Exception {
        for (Future<FaultyDatabase> database : STARTED.values()) {
            database.get().close();
        }
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @TestFactory
    @DisplayName("each fault")
    Stream<DynamicTest> faults() {
        String given = System.getProperty("longshore.faults.seed");
        List<Long> seeds = given == null
                ? List.of(FIXED_SEED, (long) new Random().nextInt(1_000_000) + 2)
                : Arrays.stream(given.split(",")).map(Long::valueOf).toList();
        System.out.println(FAULTS + " faults; repeat them by -Dlongshore.faults=" + FAULTS + " -Dlongshore.faults.seed="
                + seeds.stream().map(String::valueOf).collect(Collectors.joining(",")));
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<Databases.Entry, Future<FaultyDatabase>> each : STARTED.entrySet()) {
            tests.addAll(testsOf(each.getKey(), each.getValue(), seeds));
        }
        tests.add(DynamicTest.dynamicTest("there were enough", FaultSuiteTest::report));
        return Stream.concat(tests.stream(), STARTED.entrySet().stream().flatMap(FaultSuiteTest::leftOut));
    }

    /** Names what a database is spared at the end of the build; asked when all others have run. */
    private static Stream<DynamicTest> leftOut(Map.Entry<Databases.Entry, Future<FaultyDatabase>> each) {
        Map<FaultKind, String> reasons;
        try {
            reasons = each.getValue().get().leftOut();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(each.getKey().name() + " was not started", e);
        }
        return reasons.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(left -> DynamicTest.dynamicTest(
                        each.getKey().name() + ", " + left.getKey(), () -> Assumptions.abort(left.getValue())));
    }

    private static List<DynamicTest> testsOf(Databases.Entry entry, Future<FaultyDatabase> database, List<Long> seeds) {
        int count = (int) Math.ceil(FAULTS * MORE * entry.percent() / 100);
        ExecutorService runners = Executors.newFixedThreadPool(AT_A_TIME, FaultSuiteTest::daemon);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long seed = seeds.get(i % seeds.size());
            int number = i / seeds.size();
            tests.add(test(
                    entry, number + " of seed " + seed, runners.submit(() -> runOne(database.get(), seed, number))));
        }
        if (entry.restarts()) {
            ExecutorService restarting = Executors.newSingleThreadExecutor(FaultSuiteTest::daemon);
            for (int i = 0; i < Math.max(1, count / FAULTS_PER_RESTART / LOADS_AT_RESTART); i++) {
                long seed = seeds.get(i % seeds.size());
                int number = 1_000_000 + i / seeds.size() * LOADS_AT_RESTART;
                Future<List<Outcome>> outcomes = restarting.submit(() -> {
                    runners.awaitTermination(1, TimeUnit.HOURS);
                    return holding(MACHINE.readLock(), () -> restart(database.get(), seed, number));
                });
                for (int load = 0; load < LOADS_AT_RESTART; load++) {
                    int index = load;
                    tests.add(DynamicTest.dynamicTest(
                            entry.name() + ", restart " + (number + load) + " of seed " + seed,
                            () -> judge(entry, outcomes.get(1, TimeUnit.HOURS).get(index))));
                }
            }
            restarting.shutdown();
        }
        runners.shutdown();
        return tests;
    }

    private static DynamicTest test(Databases.Entry entry, String name, Future<Outcome> outcome) {
        return DynamicTest.dynamicTest(
                entry.name() + ", fault " + name, () -> judge(entry, outcome.get(1, TimeUnit.HOURS)));
    }

    /** What came of a fault. */
    private record Outcome(Fault fault, boolean isMet, List<Throwable> failures) {}

    /** A run that hangs is a failure like others. */
    private static Outcome runOne(FaultyDatabase database, long seed, int number) throws Exception {
        Fault fault = Fault.of(seed, number, database.faults());
        Outcome outcome = holding(MACHINE.readLock(), () -> bounded(fault, () -> new FaultRun(database, fault).run()));
        if (outcome.failures().stream().noneMatch(FaultRun.Overdue.class::isInstance)) {
            return outcome;
        }
        System.out.println(database.name() + ", fault " + fault + " is repeated alone: " + outcome.failures());
        return holding(MACHINE.writeLock(), () -> {
            database.drop(fault.table());
            return bounded(fault, () -> new FaultRun(database, fault).run());
        });
    }

    private static <T> T holding(Lock lock, Callable<T> action) throws Exception {
        lock.lock();
        try {
            return action.call();
        } finally {
            lock.unlock();
        }
    }

    private interface Run {
        boolean run() throws Exception;
    }

    private static Outcome bounded(Fault fault, Run run) {
        ExecutorService runner = Executors.newSingleThreadExecutor(FaultSuiteTest::daemon);
        try {
            return new Outcome(fault, runner.submit(run::run).get(MOST_MINUTES, TimeUnit.MINUTES), List.of());
        } catch (ExecutionException e) {
            return new Outcome(fault, false, List.of(e.getCause()));
        } catch (Exception e) {
            return new Outcome(fault, false, List.of(e));
        } finally {
            runner.shutdownNow();
        }
    }

    private static void judge(Databases.Entry entry, Outcome outcome) {
        if (!outcome.failures().isEmpty()) {
            Throwable failure = outcome.failures().get(0);
            // the build's last lines have this text only
            throw new AssertionError(entry.name() + ", fault " + outcome.fault() + ": " + failure, failure);
        }
        if (outcome.isMet()) {
            MET.computeIfAbsent(entry.name(), name -> new EnumMap<>(FaultKind.class))
                    .merge(outcome.fault().kind(), 1, Integer::sum);
        }
    }

    private static List<Outcome> restart(FaultyDatabase database, long seed, int number) throws Exception {
        CountDownLatch begun = new CountDownLatch(LOADS_AT_RESTART);
        CountDownLatch restarting = new CountDownLatch(1);
        CountDownLatch restarted = new CountDownLatch(1);
        ExecutorService loads = Executors.newFixedThreadPool(LOADS_AT_RESTART, FaultSuiteTest::daemon);
        List<Future<Outcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < LOADS_AT_RESTART; i++) {
            Fault fault = Fault.ofRestart(seed, number + i);
            outcomes.add(loads.submit(() -> bounded(
                    fault, () -> new FaultRun(database, fault).runDuringRestart(begun, restarting, restarted))));
        }
        loads.shutdown();
        Fault first = Fault.ofRestart(seed, number);
        assertThat(begun.await(1, TimeUnit.MINUTES)).as("the loads have begun").isTrue();
        LockSupport.parkNanos(first.variant() * 6_000L);
        restarting.countDown();
        try {
            database.restart(first);
        } finally {
            restarted.countDown();
        }
        List<Outcome> all = new ArrayList<>();
        for (Future<Outcome> outcome : outcomes) {
            all.add(outcome.get());
        }
        return all;
    }

    private static void report() {
        StringBuilder table = new StringBuilder("| fault | " + String.join(" | ", MET.keySet()) + " |\n|---|");
        table.append("--:|".repeat(MET.size())).append('\n');
        for (FaultKind kind : FaultKind.values()) {
            table.append("| ")
                    .append(kind)
                    .append(" | ")
                    .append(MET.values().stream()
                            .map(counts -> String.valueOf(counts.getOrDefault(kind, 0)))
                            .collect(Collectors.joining(" | ")))
                    .append(" |\n");
        }
        int met = MET.values().stream()
                .flatMap(counts -> counts.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
        System.out.println(table.append(met).append(" faults were met"));
        assertThat(met).as("faults that were met").isGreaterThanOrEqualTo(FAULTS);
        assertThat(MET).hasSize(Databases.ALL.size());
    }
}
