package dev.longshore.bench;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of mixed types, about 115 bytes of values. */
public record BenchRow(
        long id,
        String name,
        BigDecimal amount,
        int quantity,
        LocalDateTime created,
        boolean active,
        @Nullable String note) {

    BenchRow withId(long newId) {
        return new BenchRow(newId, name, amount, quantity, created, active, note);
    }

    BenchRow withCreated(LocalDateTime newCreated) {
        return new BenchRow(id, name, amount, quantity, newCreated, active, note);
    }
}
