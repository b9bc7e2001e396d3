package dev.longshore.bench.postgres;

import dev.longshore.bench.BenchRow;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows of the seven mixed columns, and their table. */
final class MixedRows {
    static final String TABLE = "(id bigint, name text, amount numeric(12, 2), quantity integer, created timestamp,"
            + " active boolean, note text)";

    private MixedRows() {}

    static List<BenchRow> some(int count) {
        Random random = new Random(1);
        List<BenchRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new BenchRow(
                    i,
                    "customer number " + random.nextInt(1_000_000),
                    BigDecimal.valueOf(random.nextInt(100_000_000), 2),
                    random.nextInt(1_000),
                    LocalDateTime.of(2024, 1, 1, 0, 0).plusNanos(random.nextInt() * 1_000_000L),
                    random.nextBoolean(),
                    i % 3 == 0 ? null : "a note of some length that goes with the row " + i));
        }
        return rows;
    }
}
