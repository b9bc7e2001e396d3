package dev.longshore.bench;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads so many rows of a shape by each contender in turn.
 *
 * <p>How the table is restored: before each load of many rows it is made anew outside the time, as each database does it best. Few
 * rows are added to a table that grows, as they are in a program that runs on; what would empty it in between, a DELETE or a
 * TRUNCATE, leaves the server work that the next load would bear. What is measured of them is a load like those right before it,
 * in code that is compiled.
 */
final class Measurement<R> {
    /** Loads of so many rows or more get an empty table each. */
    static final int MANY = 10_000;

    private static final int ROUNDS = 15;
    private static final int WARMUPS = 2;
    private static final int FEWEST_ROUNDS = 3;
    private static final int MOST_ROUNDS_AWAY = 25;
    private static final int ROWS_OF_FEW = 20_000;

    /** Few rows are over before code is compiled: as many loads as this are needed until all that they run is. */
    private static final int WARM_UP_LOADS = 30_000;

    /** How long a contender may take for them the first time. */
    static final Duration WARM_UP_OF_FEW = Duration.ofSeconds(3);

    /** The same where it has loaded another small number of rows before. */
    static final Duration WARM_UP_OF_FEW_MORE = Duration.ofSeconds(1);

    /** How many rows, about, a turn loads if a load has few of them. */
    private static final int ROWS_OF_TURN = 2_000;

    /** Of fewer loads one after the other, the median would be one that still finds others' data in the caches. */
    private static final int FEWEST_LOADS_OF_TURN = 5;

    private static final int MOST_LOADS_OF_TURN = 20;

    /** What the server has still to do for so long a load would slow down the one that comes next. */
    private static final Duration LONG = Duration.ofSeconds(2);

    private static final Duration SETTLE = Duration.ofSeconds(1);

    private final Database database;
    private final Shape<R> shape;
    private final int rows;
    private final Duration patience;
    private final Duration warmUp;
    private final int divisor;
    private final List<R> base;
    private final int rounds;
    private final int warmups;
    private final int loadsOfTurn;
    private long nextId = 1;

    /**
     * Prepares a measurement.
     *
     * @param warmUp how long a contender may take before it counts, if the rows are few
     * @param divisor by how much rounds are cut, 1 for a run that counts
     */
    Measurement(Database database, Shape<R> shape, int rows, Suite suite, Duration warmUp, int divisor) {
        this.database = database;
        this.shape = shape;
        this.rows = rows;
        this.patience = suite.patience();
        this.warmUp = warmUp.dividedBy(divisor);
        this.divisor = divisor;
        this.base = shape.some(Math.min(rows, Shape.KEPT));
        int most = database.isAway() ? MOST_ROUNDS_AWAY : suite.mostRoundsOfFew();
        int few = Math.max(ROUNDS, Math.min(most, ROWS_OF_FEW / rows));
        this.rounds = Math.max(1, (isMany() ? ROUNDS : few) / divisor);
        this.warmups = Math.max(1, (isMany() ? WARMUPS : few) / divisor);
        int loads = database.isAway() ? FEWEST_LOADS_OF_TURN : Math.min(MOST_LOADS_OF_TURN, ROWS_OF_TURN / rows);
        this.loadsOfTurn = isMany() ? 1 : Math.max(FEWEST_LOADS_OF_TURN, loads);
    }

    private boolean isMany() {
        return rows >= MANY;
    }

    /** Measures, and reports what each contender took. */
    Rounds run(String section, List<Contender> contenders, Report report) throws Exception {
        Map<String, Turns> tasks = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            if (contender.takes(shape, rows)) {
                tasks.put(contender.title(), new Turns(contender));
            }
        }
        database.begin(shape);
        if (!isMany()) {
            warmUp(tasks.values());
        }
        Rounds taken = Rounds.of(new LinkedHashMap<>(tasks), warmups, rounds);
        report.section(
                section,
                String.format(
                        Locale.ROOT,
                        "%,d %s of the shape %s, %d columns",
                        rows,
                        rows == 1 ? "row" : "rows",
                        shape.name(),
                        shape.columns().size()),
                Map.of(
                        "database",
                        database.name(),
                        "shape",
                        shape.name(),
                        "rows",
                        rows,
                        "columns",
                        shape.columns().size(),
                        "warmups",
                        warmups,
                        "mostWarmUpMillisOfEach",
                        isMany() ? 0 : warmUp.toMillis(),
                        "rounds",
                        rounds,
                        "loadsOfTurn",
                        loadsOfTurn));
        for (String title : tasks.keySet()) {
            report.loaded(taken, title, LongshoreLoad.TITLE, rows, database.isTimed(), isMany() ? 2 : 4);
        }
        return taken;
    }

    /**
     * Lets each contender run for a time of its own: of one that they share, frameworks and programs to be started would take
     * nearly all.
     */
    private void warmUp(Collection<Turns> turns) throws Exception {
        for (Turns turn : turns) {
            if (turn.contender.warmsUp()) {
                long end = System.nanoTime() + warmUp.toNanos();
                for (int load = 0; load < WARM_UP_LOADS / divisor && System.nanoTime() < end; load++) {
                    turn.load();
                }
            }
        }
        database.begin(shape);
    }

    /** The turns of one contender. */
    private final class Turns implements Rounds.Task {
        private final Contender contender;
        private final Contender.@Nullable Load prepared;
        private int called;
        private long fastest = Long.MAX_VALUE;

        Turns(Contender contender) throws Exception {
            this.contender = contender;
            this.prepared = isMany() ? contender.prepare(shape, shape.repeated(base, 1, rows)) : null;
        }

        @Override
        public @Nullable Taken run() throws Exception {
            int call = called++;
            if (call > 0 && contender.sitsOut()) {
                long affordable = Math.max(FEWEST_ROUNDS / divisor, patience.toNanos() / (fastest * loadsOfTurn));
                boolean sitsOut = call < warmups ? affordable < rounds + warmups : call - warmups >= affordable;
                if (sitsOut) {
                    return null;
                }
            }
            Taken taken = turn();
            fastest = Math.min(fastest, taken.nanos());
            if (taken.nanos() > LONG.toNanos() && database.isTimed()) {
                database.begin(shape);
                Thread.sleep(SETTLE.toMillis());
            }
            return taken;
        }

        /**
         * The median of loads one after the other, as a program runs them again and again. One that comes right after those of
         * the other contenders finds the processor full of their code and data, and takes up to several times as long if its rows
         * are few.
         */
        private Taken turn() throws Exception {
            List<Taken> loads = new ArrayList<>();
            do {
                loads.add(load());
            } while (contender.warmsUp() && loads.size() < loadsOfTurn);
            loads.sort(Comparator.comparingLong(Taken::nanos));
            return loads.get(loads.size() / 2);
        }

        private Taken load() throws Exception {
            Contender.Load load = prepared;
            if (load != null) {
                database.begin(shape);
                // opened before the garbage is collected, of which the driver makes some
                Connection connection = database.connection(contender.flags());
                System.gc();
                return load.taken(connection);
            }
            List<R> fresh = List.copyOf(shape.repeated(base, nextId, rows));
            nextId += rows;
            return contender.prepare(shape, fresh).taken(database.connection(contender.flags()));
        }
    }
}
