package dev.longshore.bench;

import java.util.List;
import java.util.Optional;

/** What is promised of Longshore, held against a measurement. */
final class Goals {
    private static final String OURS = LongshoreLoad.TITLE;
    private static final String INSERT_VALUES = OURS + ", insert-values";
    private static final String LOAD_DATA = OURS + ", load-data";
    private static final double PLAIN_TIMES = 1.1;
    private static final int PLAIN_FROM = 200;

    private enum Measure {
        TIME("time"),
        CPU("processor time"),
        BYTES("allocation");

        final String words;

        Measure(String words) {
            this.words = words;
        }
    }

    private enum Bound {
        AT_LEAST,
        AT_MOST
    }

    private record Ratio(String section, Measure measure, String over, String under, Bound bound, double limit) {}

    /** So many bytes a row, at most, beyond another's. */
    private record MoreBytes(String section, String than, double limit) {}

    private static final List<Ratio> RATIOS = List.of(
            new Ratio("sqlite/mixed-100000", Measure.TIME, PlainStatements.LOOP, OURS, Bound.AT_LEAST, 2.7),
            new Ratio("sqlite/mixed-100000", Measure.TIME, PlainStatements.BATCH, OURS, Bound.AT_LEAST, 1.12),
            new Ratio("sqlite/mixed-100000", Measure.TIME, OURS, CProgram.TITLE, Bound.AT_MOST, 1.5),
            new Ratio("postgres/mixed-100000", Measure.TIME, PlainStatements.LOOP, OURS, Bound.AT_LEAST, 40),
            new Ratio(
                    "postgres/mixed-100000",
                    Measure.TIME,
                    PlainStatements.batch(false, PostgresServer.REWRITE).title(),
                    OURS,
                    Bound.AT_LEAST,
                    4.5),
            new Ratio("postgres/mixed-100000", Measure.TIME, OURS, CopyLoad.PRE_ENCODED, Bound.AT_MOST, 1.05),
            new Ratio("postgres/mixed-100000", Measure.CPU, OURS, PgBulkInsertLoad.TITLE, Bound.AT_MOST, 0.5),
            new Ratio("postgres/mixed-100000", Measure.BYTES, OURS, PgBulkInsertLoad.TITLE, Bound.AT_MOST, 0.05),
            new Ratio("mariadb/mixed-100000", Measure.TIME, PlainStatements.LOOP, OURS, Bound.AT_LEAST, 15),
            new Ratio("mariadb/mixed-100000", Measure.TIME, PlainStatements.LOOP, INSERT_VALUES, Bound.AT_LEAST, 12),
            new Ratio("mariadb/mixed-100000", Measure.TIME, OURS, PlainStatements.BATCH, Bound.AT_MOST, 1.03),
            new Ratio("mariadb/mixed-100000", Measure.TIME, OURS, LoadDataLoad.TITLE, Bound.AT_MOST, 1.15),
            new Ratio("mariadb/mixed-100000", Measure.TIME, LOAD_DATA, LoadDataLoad.TITLE, Bound.AT_MOST, 1.1),
            keys("sqlite", KeyContender.WITH_KEYS, KeyContender.WITHOUT_KEYS, Bound.AT_MOST, 1.15),
            keys("sqlite", KeyContender.LOOP_WITH_KEYS, KeyContender.WITH_KEYS, Bound.AT_LEAST, 2.8),
            keys("postgres", KeyContender.WITH_KEYS, KeyContender.WITHOUT_KEYS, Bound.AT_MOST, 1.2),
            keys("postgres", KeyContender.BY_MERGE, KeyContender.WITHOUT_KEYS, Bound.AT_MOST, 1.9),
            keys("postgres", KeyContender.BATCH_WITH_KEYS, KeyContender.WITH_KEYS, Bound.AT_LEAST, 4.5),
            keys("postgres", KeyContender.BATCH_WITH_KEYS, KeyContender.BY_MERGE, Bound.AT_LEAST, 3),
            keys("mariadb", KeyContender.WITH_KEYS, KeyContender.WITHOUT_KEYS, Bound.AT_MOST, 1.25),
            keys("mariadb", KeyContender.WITH_KEYS, KeyContender.RETURNING, Bound.AT_MOST, 0.75),
            keys("mariadb", KeyContender.BATCH_WITH_KEYS, KeyContender.WITH_KEYS, Bound.AT_LEAST, 5),
            rejects("100000", RejectLoads.NONE, 1.05),
            rejects("100000", RejectLoads.FEW, 2.5),
            rejects("100000", RejectLoads.SOME, 6),
            rejects("1000000", RejectLoads.NONE, 1.05),
            rejects("1000000", RejectLoads.FEW, 2.5),
            rejects("1000000", RejectLoads.SOME, 6),
            new Ratio("sqlserver-client/mixed-100000", Measure.CPU, OURS, BulkCopyLoad.TITLE, Bound.AT_MOST, 1.05),
            new Ratio("sqlserver-client/mixed-100000", Measure.BYTES, PlainStatements.LOOP, OURS, Bound.AT_LEAST, 6));

    private static final List<MoreBytes> BYTES = List.of(
            new MoreBytes("sqlite/mixed-100000", SqliteFile.MULTI_ROW, 32),
            new MoreBytes("postgres/mixed-100000", CopyLoad.PRE_ENCODED, 8),
            new MoreBytes("mariadb/mixed-100000", PlainStatements.BATCH, 32),
            new MoreBytes("sqlserver-client/mixed-100000", BulkCopyLoad.TITLE, 16));

    private Goals() {}

    private static Ratio keys(String database, String over, String under, Bound bound, double limit) {
        return new Ratio(database + "/keys-10000", Measure.TIME, over, under, bound, limit);
    }

    private static Ratio rejects(String rows, String load, double limit) {
        return new Ratio("postgres/rejects-" + rows, Measure.TIME, load, RejectLoads.PLAIN, Bound.AT_MOST, limit);
    }

    /** Adds the goals of a comparison that are its own. */
    static void check(String section, Rounds taken, Report report) {
        for (Ratio ratio : RATIOS) {
            if (ratio.section.equals(section) && taken.has(ratio.over) && taken.has(ratio.under)) {
                ratio(ratio, taken, report);
            }
        }
    }

    /** Adds the goals of loads of a shape. */
    static void check(String section, int rows, boolean timed, Rounds taken, Report report) {
        check(section, taken, report);
        for (MoreBytes more : BYTES) {
            if (more.section.equals(section)) {
                report.atMost(
                        section + ": bytes a row that Longshore allocates beyond " + more.than,
                        more.limit,
                        (taken.bytes(OURS).median() - taken.bytes(more.than).median()) / rows);
            }
        }
        if (section.startsWith("sqlite") && rows < PLAIN_FROM) {
            double limit = section.startsWith("sqlite-wal") ? 1.2 : 1.1;
            ratio(new Ratio(section, Measure.TIME, OURS, PlainStatements.LOOP, Bound.AT_MOST, limit), taken, report);
        }
        if (timed && rows >= PLAIN_FROM) {
            best(taken)
                    .ifPresent(best -> report.atMost(
                            section + ": Longshore's time over that of the best plain way, " + best,
                            PLAIN_TIMES,
                            taken.ratio(OURS, best).median()));
        }
    }

    /** The fastest plain way; none where there are too many rows for them. */
    private static Optional<String> best(Rounds taken) {
        return taken.titles().stream()
                .filter(title -> title.startsWith(PlainStatements.BATCH) || title.equals(PlainStatements.LOOP))
                .min((one, other) -> Double.compare(
                        taken.millis(one).median(), taken.millis(other).median()));
    }

    private static void ratio(Ratio ratio, Rounds taken, Report report) {
        Quartiles measured = switch (ratio.measure) {
            case TIME -> taken.ratio(ratio.over, ratio.under);
            case CPU -> taken.cpuRatio(ratio.over, ratio.under);
            case BYTES -> taken.bytesRatio(ratio.over, ratio.under);
        };
        String what = ratio.section + ": " + ratio.measure.words + " of " + ratio.over + " over that of " + ratio.under;
        if (ratio.bound == Bound.AT_LEAST) {
            report.atLeast(what, ratio.limit, measured.median());
        } else {
            report.atMost(what, ratio.limit, measured.median());
        }
    }
}
