package dev.longshore.bench;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of mixed types as Hibernate has it. */
@Entity
@Table(name = "bench")
class BenchEntity {
    @Id
    private long id;

    private @Nullable String name;

    @Column(precision = 12, scale = 2)
    private @Nullable BigDecimal amount;

    private int quantity;
    private @Nullable LocalDateTime created;
    private boolean active;
    private @Nullable String note;

    /** For Hibernate. */
    BenchEntity() {}

    BenchEntity(BenchRow row) {
        id = row.id();
        name = row.name();
        amount = row.amount();
        quantity = row.quantity();
        created = row.created();
        active = row.active();
        note = row.note();
    }

    @Override
    public String toString() {
        return id + " " + name + " " + amount + " " + quantity + " " + created + " " + active + " " + note;
    }
}
