package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows pushed by a caller who is called. */
abstract class PushRules extends Rules {
    /** A row that its owner changes after it was written. */
    private static final class MutableItem {
        private long id;
        private byte[] name = {};

        long id() {
            return id;
        }

        byte[] name() {
            return name;
        }
    }

    private static final RowMapping<MutableItem> MUTABLE = RowMapping.of(MutableItem.class)
            .longColumn("id", MutableItem::id)
            .column("name", byte[].class, MutableItem::name)
            .build();

    private static final RowMapping<Item> UNREADABLE_TWO = RowMapping.of(Item.class)
            .longColumn("id", Item::id)
            .column("name", item -> {
                if (item.id() == 2) {
                    throw new IllegalStateException("no name");
                }
                return item.anyName();
            })
            .build();

    @Test
    @DisplayName("R-120 rows written are stored by finish(), and close() after it does nothing")
    void writeAndFinish() throws SQLException {
        createItem();
        LoadResult result;
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            for (Item item : Item.some(2_000)) {
                writer.write(item);
            }
            result = writer.finish();
        }
        assertCounts(result, 2_000);
        assertThat(storedItems()).isEqualTo(Item.shown(2_000));
        assertThat(connection().getAutoCommit()).isTrue();
    }

    @Test
    @DisplayName("R-121 close() without finish() discards all rows and says how many")
    void closeWithoutFinish() throws SQLException {
        createItem();
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                for (Item item : Item.some(3)) {
                    writer.write(item);
                }
            }
            return null;
        });
        assertFailure(failure).hasMessage("load into item failed: closed without finish(): 3 rows discarded");
        assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-122 rows that were sent already are discarded by close() without finish(), too")
    void closeWithoutFinishAfterSending() throws SQLException {
        createItem();
        String name = "n".repeat(10_000);
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                for (int i = 0; i < 2_500; i++) {
                    writer.write(new Item(i, name));
                }
            }
            return null;
        });
        assertFailure(failure).hasMessage("load into item failed: closed without finish(): 2500 rows discarded");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName(
            "R-123 an exception of the caller between writes is the one that is thrown, the writer's is suppressed in it")
    void callersException() throws SQLException {
        createItem();
        IllegalStateException thrown = new IllegalStateException("the caller's");
        assertThatThrownBy(() -> {
                    try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                        writer.write(new Item(1, "a"));
                        throw thrown;
                    }
                })
                .isSameAs(thrown);
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0])
                .hasMessage("load into item failed: closed without finish(): 1 rows discarded");
        assertThat(storedItems()).isEmpty();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-124 after cancel() close() rolls back without an exception")
    void cancel() throws SQLException {
        createItem();
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            writer.write(new Item(1, "a"));
            writer.cancel();
            assertThatThrownBy(() -> writer.write(new Item(2, "b")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the writer is cancelled: no further call but close() is allowed");
        }
        assertThat(storedItems()).isEmpty();
        assertThat(connection().getAutoCommit()).isTrue();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-125 calls after finish() are refused, further close() calls are not")
    void callsAfterFinish() throws SQLException {
        createItem();
        BulkWriter<Item> writer = items().open(ITEM_MAPPING);
        writer.write(new Item(1, "a"));
        writer.finish();
        assertThatThrownBy(() -> writer.write(new Item(2, "b")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the writer is finished: no further call but close() is allowed");
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        writer.close();
        writer.close();
        assertThat(storedItems()).containsExactly("1|a");
    }

    @Test
    @DisplayName("R-126 calls after a failure are refused, and close() does not throw a second time")
    void callsAfterFailure() throws SQLException {
        createItem();
        BulkWriter<Item> writer = items().open(UNREADABLE_TWO);
        writer.write(new Item(1, "a"));
        BulkLoadException failure = failureOf(() -> {
            writer.write(new Item(2, "b"));
            return null;
        });
        assertPlace(failure, LoadPhase.MAPPING, 1, "name");
        assertThatThrownBy(() -> writer.write(new Item(3, "c")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the writer is failed: no further call but close() is allowed");
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        writer.close();
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-127 a row that the database refuses fails finish() with its index among all rows written")
    void refusedByDatabase() throws SQLException {
        createItem();
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                for (Item item : Item.some(1_000)) {
                    writer.write(item);
                }
                writer.write(new Item(5, "again"));
                return writer.finish();
            }
        });
        assertRefusedRow(failure, 1_000, 1_001);
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName(
            "R-132 a value that can't be stored is reported with its row by write() or finish(), as soon as it is sent")
    void refusedValue() throws SQLException {
        createItem();
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
                for (Item item : Item.some(1_000)) {
                    writer.write(item.id() == 777 ? new Item(777, "half \uD83D") : item);
                }
                return writer.finish();
            }
        });
        assertPlace(failure, LoadPhase.MAPPING, 777, "name");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-128 the caller may change a row, and arrays in it, as soon as write() has returned")
    void mutableRows() throws SQLException {
        jdbc().create("item", jdbc().column("id", ColumnType.BIGINT), jdbc().column("name", ColumnType.BYTES));
        MutableItem row = new MutableItem();
        try (BulkWriter<MutableItem> writer = items().open(MUTABLE)) {
            row.id = 1;
            row.name = new byte[] {1, 2, 3};
            writer.write(row);
            row.id = 2;
            row.name[0] = 9;
            writer.write(row);
            row.id = 3;
            row.name = new byte[0];
            assertCounts(writer.finish(), 2);
        }
        assertThat(jdbc().values("id", ColumnType.BIGINT, "item order by id")).containsExactly(1L, 2L);
        assertThat(jdbc().values("name", ColumnType.BYTES, "item order by id"))
                .containsExactly(new byte[] {1, 2, 3}, new byte[] {9, 2, 3});
    }

    @Test
    @DisplayName("R-129 asConsumer() serves forEach and throws the load's exception as it is")
    void consumer() throws SQLException {
        createItem();
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            Item.some(20).forEach(writer.asConsumer());
            assertCounts(writer.finish(), 20);
        }
        assertThat(storedItems()).isEqualTo(Item.shown(20));
        try (BulkWriter<Item> writer = items().open(UNREADABLE_TWO)) {
            assertThatThrownBy(() -> List.of(new Item(2, "b")).forEach(writer.asConsumer()))
                    .isInstanceOf(BulkLoadException.class);
        }
        assertThat(storedItems()).isEqualTo(Item.shown(20));
    }

    @Test
    @DisplayName("R-130 open() checks table and mapping before the first row")
    void openChecks() throws SQLException {
        createItem();
        RowMapping<Item> unknown = RowMapping.of(Item.class)
                .longColumn("id", Item::id)
                .column("nam", Item::anyName)
                .build();
        BulkLoadException failure = failureOf(() -> items().open(unknown));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "nam");
        assertFailure(failure)
                .hasMessage("load into item failed at column nam: there is no such column; the table has id, name");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-131 a writer opened by a class takes records and beans of that class")
    void byClass() throws SQLException {
        createItem();
        try (BulkWriter<Item> writer = inserter().open(Item.class)) {
            writer.write(new Item(1, "a"));
            assertCounts(writer.finish(), 1);
        }
        assertThat(storedItems()).containsExactly("1|a");
    }
}
