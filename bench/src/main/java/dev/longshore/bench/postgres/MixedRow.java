package dev.longshore.bench.postgres;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A row of seven mixed columns, about 115 bytes of values. */
public record MixedRow(
        long id,
        String name,
        BigDecimal amount,
        int quantity,
        LocalDateTime created,
        boolean active,
        @Nullable String note) {
    static final String TABLE = "(id bigint, name text, amount numeric(12, 2), quantity integer, created timestamp,"
            + " active boolean, note text)";

    static List<MixedRow> some(int count) {
        Random random = new Random(1);
        List<MixedRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new MixedRow(
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
