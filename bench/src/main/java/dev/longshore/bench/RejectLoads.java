package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * What it costs that rows may be rejected: loads of which none, 0.01 % or 0.1 % of the rows break a constraint, beside a plain load
 * of the good ones.
 */
final class RejectLoads {
    static final String PLAIN = "Longshore, all or nothing";
    static final String NONE = "rows may be rejected, none is";
    static final String FEW = "0.01 % of the rows are rejected";
    static final String SOME = "0.1 % of the rows are rejected";

    private static final int WARMUPS = 2;
    private static final int ROUNDS = 15;

    private final Database database;
    private final int rows;
    private final int divisor;

    /**
     * Prepares a measurement.
     *
     * @param divisor by how much rounds are cut, 1 for a run that counts
     */
    RejectLoads(Database database, int rows, int divisor) {
        this.database = database;
        this.rows = rows;
        this.divisor = divisor;
    }

    /** Measures, and reports what each kind of load took. */
    Rounds run(String section, Report report) throws Exception {
        Shape<?> mixed = database.shape("mixed");
        if (!(mixed instanceof MixedShape shape)) {
            throw new IllegalStateException("the mixed shape is " + mixed.getClass());
        }
        List<BenchRow> good = List.copyOf(shape.repeated(shape.some(Math.min(rows, Shape.KEPT)), 1, rows));
        database.beginAnew(shape);
        database.execute("alter table bench add check (quantity >= 0)");
        ErrorPolicy rejecting = ErrorPolicy.rejectUpTo(rows, rejected -> {});
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        tasks.put(PLAIN, task(shape, ErrorPolicy.fail(), good, 0));
        tasks.put(NONE, task(shape, rejecting, good, 0));
        tasks.put(FEW, task(shape, rejecting, good, rows / 10_000));
        tasks.put(SOME, task(shape, rejecting, good, rows / 1_000));
        int warmups = Math.max(1, WARMUPS / divisor);
        int rounds = Math.max(1, ROUNDS / divisor);
        Rounds taken = Rounds.of(tasks, warmups, rounds);
        report.section(
                section,
                String.format(Locale.ROOT, "%,d mixed rows of which some may be rejected", rows),
                Map.of("database", database.name(), "rows", rows, "columns", 7, "warmups", warmups, "rounds", rounds));
        tasks.keySet().forEach(title -> report.loaded(taken, title, PLAIN, rows));
        // the others' table has no constraint
        database.beginAnew(shape);
        return taken;
    }

    private Rounds.Task task(MixedShape shape, ErrorPolicy policy, List<BenchRow> good, int bad) {
        List<BenchRow> loaded = new ArrayList<>(good);
        Random random = new Random(bad);
        for (int i = 0; i < bad; i++) {
            int place = i * (rows / bad) + random.nextInt(rows / bad);
            BenchRow row = loaded.get(place);
            loaded.set(
                    place,
                    new BenchRow(row.id(), row.name(), row.amount(), -1, row.created(), row.active(), row.note()));
        }
        RowMapping<BenchRow> mapping = shape.mapping();
        return () -> {
            database.begin(shape);
            Connection connection = database.connection("");
            System.gc();
            LoadResult[] result = new LoadResult[1];
            Taken taken = Taken.by(() -> result[0] = BulkInserter.forConnection(connection)
                    .into("bench")
                    .onError(policy)
                    .insert(mapping, loaded));
            if (result[0].rowsWritten() != rows - bad || result[0].rowsRejected() != bad) {
                throw new IllegalStateException("stored " + result[0]);
            }
            return taken;
        };
    }
}
