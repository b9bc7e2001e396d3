package dev.longshore.bench.sqlserver;

import com.sun.management.ThreadMXBean;
import dev.longshore.tds.TdsEndpoint;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Loads 100 000 rows (the loop: a tenth of them) by each contender in turn into an endpoint that reads and forgets, and writes what
 * it cost the loading thread as JSON: processor time and memory. There is no server, so how long a load takes is not told.
 *
 * <p>Arguments: the file to write. System property: {@code longshore.bench.rounds}.
 */
public final class SqlServerTimings {
    private static final int ROWS = 100_000;
    private static final int LOOP_ROWS = ROWS / 10;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 21);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SqlServerTimings() {}

    /** What a row cost the loading thread. */
    private record Taken(double cpuNanos, double bytes) {}

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if the endpoint can't be started or a load fails
     */
    public static void main(String[] args) throws Exception {
        try (TdsEndpoint endpoint = TdsEndpoint.start()) {
            proveEqual(endpoint);
            endpoint.add(Order.TABLE).drain();
            Map<Contender, List<Taken>> taken = measure(endpoint);
            write(taken, Path.of(args[0]));
        }
    }

    /** A contender that sends other rows than by hand is not measured at all. The loop's values have types of their own. */
    private static void proveEqual(TdsEndpoint endpoint) throws SQLException {
        List<Order> orders = Order.some(1_234);
        try (Connection connection = DriverManager.getConnection(endpoint.url())) {
            endpoint.add(Order.TABLE);
            Contender.BULK_COPY.load(connection, orders);
            List<String> byHand = shown(endpoint);
            endpoint.add(Order.TABLE);
            Contender.LONGSHORE.load(connection, orders);
            if (!shown(endpoint).equals(byHand)) {
                throw new IllegalStateException("Longshore sends other rows than the bulk copy by hand");
            }
        }
    }

    /** The driver's own text of a timestamp has as many digits as the value. */
    private static List<String> shown(TdsEndpoint endpoint) {
        return endpoint.rows("orders").stream()
                .map(row -> row.subList(0, 6) + " " + String.valueOf(row.get(6)).substring(0, 26))
                .toList();
    }

    private static Map<Contender, List<Taken>> measure(TdsEndpoint endpoint) throws SQLException {
        List<Order> orders = Order.some(ROWS);
        List<Order> few = orders.subList(0, LOOP_ROWS);
        Contender[] contenders = Contender.values();
        Map<Contender, List<Taken>> taken = new EnumMap<>(Contender.class);
        for (Contender contender : contenders) {
            taken.put(contender, new ArrayList<>());
        }
        try (Connection connection = DriverManager.getConnection(endpoint.url())) {
            for (int round = -5; round < ROUNDS; round++) {
                for (int i = 0; i < contenders.length; i++) {
                    Contender contender = contenders[Math.floorMod(i + round, contenders.length)];
                    System.gc();
                    Taken each = measured(contender, connection, contender == Contender.LOOP ? few : orders);
                    if (round >= 0) {
                        taken.computeIfAbsent(contender, any -> new ArrayList<>())
                                .add(each);
                    }
                }
            }
        }
        return taken;
    }

    private static Taken measured(Contender contender, Connection connection, List<Order> orders) throws SQLException {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = THREADS.getCurrentThreadCpuTime();
        contender.load(connection, orders);
        long cpuNanos = THREADS.getCurrentThreadCpuTime() - cpu;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        return new Taken((double) cpuNanos / orders.size(), (double) allocated / orders.size());
    }

    private static void write(Map<Contender, List<Taken>> taken, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("  \"peer\": \"in-process TDS endpoint that reads and forgets\"");
        lines.add("  \"java\": \"" + Runtime.version() + "\"");
        lines.add("  \"processors\": " + Runtime.getRuntime().availableProcessors());
        lines.add("  \"rounds\": " + ROUNDS);
        List<Taken> ours = taken.getOrDefault(Contender.LONGSHORE, List.of());
        taken.forEach((contender, each) -> {
            double[] cpu = each.stream().mapToDouble(Taken::cpuNanos).toArray();
            double[] bytes = each.stream().mapToDouble(Taken::bytes).toArray();
            double[] ratio = new double[each.size()];
            for (int i = 0; i < ratio.length; i++) {
                ratio[i] = each.get(i).cpuNanos() / ours.get(i).cpuNanos();
            }
            String line = String.format(
                    Locale.ROOT,
                    "  \"%s\": {\"cpuNanosPerRow\": %.0f, \"bytesPerRow\": %.0f, \"cpuTimesOfLongshore\": %.3f}",
                    contender.title(),
                    median(cpu),
                    median(bytes),
                    median(ratio));
            lines.add(line);
            System.out.println(line);
        });
        Files.writeString(file, "{\n" + String.join(",\n", lines) + "\n}\n");
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
