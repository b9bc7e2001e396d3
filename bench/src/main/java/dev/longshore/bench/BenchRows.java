package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows of mixed types, and their mapping. The same for every run: the random numbers have a fixed seed. A table of more or
 * fewer than seven columns repeats or cuts the seven.
 */
public final class BenchRows {
    /** How many columns a row has. */
    public static final int MIXED = 7;

    private static final String[] NAMES = {"id", "name", "amount", "quantity", "created", "active", "note"};

    private BenchRows() {}

    /**
     * Makes rows.
     *
     * @param count how many
     * @return rows under the keys from 1 on
     */
    public static List<BenchRow> of(int count) {
        Random random = new Random(20_26);
        List<BenchRow> rows = new ArrayList<>(count);
        LocalDateTime start = LocalDateTime.of(2020, 1, 1, 0, 0);
        for (int i = 0; i < count; i++) {
            rows.add(new BenchRow(
                    i + 1L,
                    "customer name " + (100_000_000 + random.nextInt(900_000_000)),
                    BigDecimal.valueOf(10_000_000 + random.nextInt(89_999_999), 2),
                    random.nextInt(10_000),
                    // all nine digits: then LocalDateTime.toString() prints the same form for every row
                    start.plusSeconds(random.nextInt(180_000_000))
                            .withNano(1_000 * random.nextInt(1_000_000) + 1 + random.nextInt(999)),
                    random.nextBoolean(),
                    random.nextInt(3) == 0 ? null : "a note of middling length, number " + random.nextInt(100_000)));
        }
        return rows;
    }

    private static String column(int index) {
        return NAMES[index % MIXED] + (index < MIXED ? "" : "_" + (index / MIXED + 1));
    }

    /**
     * The mapping of the rows.
     *
     * @param columns how many columns the table has
     * @return the mapping
     */
    public static RowMapping<BenchRow> mapping(int columns) {
        RowMapping.Builder<BenchRow> mapping = RowMapping.of(BenchRow.class);
        // NullAway knows what a reader may give by the type of a variable, not by that of a parameter with a wildcard
        Function<BenchRow, @Nullable String> note = BenchRow::note;
        for (int i = 0; i < columns; i++) {
            String name = column(i);
            switch (i % MIXED) {
                case 0 -> mapping.longColumn(name, BenchRow::id);
                case 1 -> mapping.column(name, String.class, BenchRow::name);
                case 2 -> mapping.column(name, BigDecimal.class, BenchRow::amount);
                case 3 -> mapping.intColumn(name, BenchRow::quantity);
                case 4 -> mapping.column(name, LocalDateTime.class, BenchRow::created);
                case 5 -> mapping.booleanColumn(name, BenchRow::active);
                default -> mapping.column(name, String.class, note);
            }
        }
        return mapping.build();
    }

    /** Writes the rows for the C program. */
    static void writeTo(Path file, Collection<BenchRow> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (BenchRow row : rows) {
                out.write(String.join(
                        "\t",
                        String.valueOf(row.id()),
                        row.name(),
                        row.amount().toPlainString(),
                        String.valueOf(row.quantity()),
                        row.created().toString(),
                        row.active() ? "1" : "0",
                        row.note() == null ? "\\N" : row.note()));
                out.write('\n');
            }
        }
    }
}
