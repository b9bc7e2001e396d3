package dev.longshore.tests.faults;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A fault and the load that meets it, all chosen by a seed and a number.
 *
 * @param rows how many rows the load has
 * @param batch after how many it commits, if it does
 * @param at where it happens, as a share of the load
 * @param isLate whether that is counted in bytes or rows from the end, where loads are committed
 * @param passes whether the fault passes, so that what is begun after it works
 * @param variant which of several things happens
 */
record Fault(
        long seed,
        int number,
        LoadKind load,
        FaultKind kind,
        int rows,
        int batch,
        double at,
        boolean isLate,
        boolean passes,
        int variant) {
    private static final List<Integer> ROWS = List.of(1, 30, 400, 3_000, 12_000);
    private static final int MOST_LATE = 400;

    static Fault of(long seed, int number, List<FaultKind> kinds) {
        Random random = new Random(seed * 1_000_003 + number);
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        Set<LoadKind> loads = EnumSet.allOf(LoadKind.class);
        if (kind == FaultKind.POOL_EXHAUSTED) {
            loads = EnumSet.of(LoadKind.DATA_SOURCE, LoadKind.RESUMED);
        }
        if (kind == FaultKind.LOCKED) {
            // the earlier row of a caller would hold up the lock
            loads.remove(LoadKind.CALLERS);
        }
        LoadKind load = List.copyOf(loads).get(random.nextInt(loads.size()));
        boolean isLong = kind == FaultKind.JVM_KILLED || kind == FaultKind.DISK_FULL || kind == FaultKind.RESTARTED;
        int rows = isLong ? 4_000 : ROWS.get(random.nextInt(ROWS.size()));
        int batch = Math.max(1, rows / (1 + random.nextInt(6)));
        return new Fault(
                seed,
                number,
                load,
                kind,
                rows,
                batch,
                random.nextDouble(),
                random.nextInt(3) == 0,
                random.nextBoolean(),
                random.nextInt(1 << 16));
    }

    /** A load that is like another but for its fault, for the {@code number}th of a restart. */
    static Fault ofRestart(long seed, int number) {
        return of(seed, number, List.of(FaultKind.RESTARTED));
    }

    /** A load as this one, in a table of its own, that is to meet nothing. */
    Fault rehearsal() {
        return new Fault(seed, -number - 1, load, FaultKind.DELAY_SENT, rows, batch, 0, false, true, 0);
    }

    /** Where it happens in a load that has so many bytes or rows. */
    long place(long total) {
        if (isLate) {
            return Math.max(0, total - 1 - (long) (at * Math.min(total, MOST_LATE)));
        }
        return (long) (at * Math.max(1, total));
    }

    String table() {
        return "t" + Long.toUnsignedString(seed, 36) + (number < 0 ? "_r" + -number : "_" + number);
    }

    @Override
    public String toString() {
        return number + " of seed " + seed + ": " + kind + " at " + Math.round(at * 1_000) / 10.0 + " %"
                + (isLate ? " of the end" : "") + (passes ? ", passing" : "") + ", load " + load + " of " + rows
                + " rows" + (load.isInBatches() ? " by " + batch : "");
    }
}
