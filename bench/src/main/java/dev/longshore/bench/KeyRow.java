package dev.longshore.bench;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A row of the table {@code item}, which the database numbers.
 *
 * @param name tells the rows apart
 * @param amount of two decimals
 * @param quantity a whole number
 * @param active a truth value
 */
public record KeyRow(String name, BigDecimal amount, int quantity, boolean active) {
    /** So many rows with names of their own. */
    static List<KeyRow> some(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new KeyRow("name of row " + i, BigDecimal.valueOf(i * 7919L, 2), i % 1_000, i % 3 == 0))
                .toList();
    }
}
