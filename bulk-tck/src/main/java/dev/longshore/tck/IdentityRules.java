package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import dev.longshore.ZeroIdentity;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that the database numbers: who gives the number. */
abstract class IdentityRules extends Rules {
    private static final String OWN_AFTER_ZERO =
            "the row brings a number of its own, but in rows before it 0 meant that the database numbers them. Say what 0"
                    + " means by .zeroIdentity(ZeroIdentity.GENERATE) or .zeroIdentity(ZeroIdentity.KEEP)";
    private static final String ZERO_AFTER_OWN =
            "the row brings 0, but rows before it bring numbers of their own. Say what 0 means by"
                    + " .zeroIdentity(ZeroIdentity.GENERATE) or .zeroIdentity(ZeroIdentity.KEEP)";

    /** A row whose number may be left to the database. */
    record Numbered(@Nullable Long id, String name) {}

    /** A row that never brings a number. */
    record Unnumbered(String name) {}

    private void createNumbered() throws SQLException {
        createNumbered("item");
    }

    private void createNumbered(String table) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(table, "id " + jdbc.database().numbered(), jdbc.column("name", ColumnType.TEXT));
    }

    private List<String> ids() throws SQLException {
        return jdbc().rows("select id from item order by id");
    }

    private void insertPlainly(String name) throws SQLException {
        jdbc().execute("insert into item (name) values ('" + name + "')");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-40 not mapped: the database numbers, as it does for plain INSERT statements")
    void notMapped() throws SQLException {
        createNumbered();
        createNumbered("plain");
        List<Unnumbered> rows = new ArrayList<>();
        List<@Nullable Object[]> arrays = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            rows.add(new Unnumbered("n" + i));
            arrays.add(new @Nullable Object[] {"n" + i});
        }
        new PlainInsert(jdbc().database(), connection())
                .insert("plain", List.of("name"), List.of(ColumnType.TEXT), arrays);

        assertCounts(items().insert(rows), 1_100);

        assertThat(storedItems()).isEqualTo(jdbc().rows("select id, name from plain order by id"));
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-41 mapped and null: the database numbers that row")
    void mappedNull() throws SQLException {
        createNumbered();
        items().insert(List.of(new Numbered(null, "a"), new Numbered(null, "b"), new Numbered(null, "c")));
        assertThat(storedItems()).containsExactly("1|a", "2|b", "3|c");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-42 mapped with a value: the value is kept, beside rows that the database numbers")
    void mappedValues() throws SQLException {
        createNumbered();
        items().insert(List.of(new Numbered(70L, "a"), new Numbered(-5L, "b")));
        assertThat(storedItems()).containsExactly("-5|b", "70|a");
        items().insert(List.of(new Numbered(100L, "c"), new Numbered(null, "d")));
        assertThat(jdbc().rows("select name from item order by name")).containsExactly("a", "b", "c", "d");
        assertThat(jdbc().rows("select id from item where name = 'c'")).containsExactly("100");
    }

    @Test
    @Requires(Capability.NUMBERED_ALWAYS)
    @DisplayName(
            "R-43 a value is refused with row and hint where a plain INSERT refuses it, and kept under keepIdentity()")
    void numberedAlways() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", "id " + jdbc.database().numberedAlways(), jdbc.column("name", ColumnType.TEXT));
        List<Numbered> rows = List.of(new Numbered(null, "a"), new Numbered(7L, "b"));
        BulkLoadException failure = failureOf(() -> items().insert(rows));
        assertPlace(failure, LoadPhase.MAPPING, 1, "id");
        assertFailure(failure)
                .hasMessage("load into item failed at row 1, column id: the database numbers this column always and"
                        + " refuses values. Leave the column out, or add .keepIdentity() to store the values");
        assertNothingStored(failure);

        items().keepIdentity().insert(rows.subList(1, 2));
        assertThat(storedItems()).containsExactly("7|b");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-44 zero means unset as long as no other value comes")
    void zeroIsUnset() throws SQLException {
        createNumbered();
        List<Item> zeros = List.of(new Item(0, "a"), new Item(0, "b"), new Item(0, "c"));
        items().insert(zeros);
        assertThat(storedItems()).containsExactly("1|a", "2|b", "3|c");
        List<Object[]> boxed = List.of(new Object[] {0, "d"}, new Object[] {0L, "e"}, new Object[] {(short) 0, "f"});
        items().columns("id", "name").insert(boxed);
        assertThat(ids()).containsExactly("1", "2", "3", "4", "5", "6");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-45 zero after a value, or a value after zero, is refused with its row")
    void mixes() throws SQLException {
        createNumbered();
        List<Item> zeroLast = new ArrayList<>();
        for (int i = 1; i <= 600; i++) {
            zeroLast.add(Item.numbered(i == 555 ? 0 : i));
        }
        BulkLoadException zero = failureOf(() -> items().insert(zeroLast));
        assertPlace(zero, LoadPhase.MAPPING, 554, "id");
        assertFailure(zero).hasMessage("load into item failed at row 554, column id: " + ZERO_AFTER_OWN);
        assertNothingStored(zero);

        BulkLoadException own =
                failureOf(() -> items().insert(List.of(new Item(0, "a"), new Item(0, "b"), new Item(9, "c"))));
        assertPlace(own, LoadPhase.MAPPING, 2, "id");
        assertFailure(own).hasMessage("load into item failed at row 2, column id: " + OWN_AFTER_ZERO);
        assertNothingStored(own);
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-46 a mix of zero and other values is refused in pushed rows, too")
    void mixesPushed() throws SQLException {
        createNumbered();
        BulkWriter<Item> writer = items().open(Item.class);
        writer.write(new Item(3, "a"));
        BulkLoadException failure = failureOf(() -> {
            writer.write(new Item(0, "b"));
            return null;
        });
        assertPlace(failure, LoadPhase.MAPPING, 1, "id");
        assertFailure(failure).hasMessage("load into item failed at row 1, column id: " + ZERO_AFTER_OWN);
        writer.close();
        assertNothingStored(failure);
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-47 zeroIdentity(GENERATE): zero is numbered beside rows that bring their own")
    void zeroGenerated() throws SQLException {
        createNumbered();
        items().zeroIdentity(ZeroIdentity.GENERATE)
                .insert(List.of(new Item(40, "a"), new Item(0, "b"), new Item(50, "c")));
        assertThat(jdbc().rows("select id from item where name in ('a', 'c') order by id"))
                .containsExactly("40", "50");
        assertThat(jdbc().rows("select count(*) from item where name = 'b' and id <> 0"))
                .containsExactly("1");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-48 zeroIdentity(KEEP): zero is a value like any other")
    void zeroKept() throws SQLException {
        createNumbered();
        items().zeroIdentity(ZeroIdentity.KEEP).insert(List.of(new Item(0, "a"), new Item(5, "b")));
        assertThat(storedItems()).containsExactly("0|a", "5|b");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-49 keepIdentity() stores the caller's values, zero included, and the next INSERT does not collide")
    void keepIdentity() throws SQLException {
        createNumbered();
        items().keepIdentity().insert(List.of(new Item(0, "a"), new Item(3, "b"), new Item(900, "c")));
        assertThat(storedItems()).containsExactly("0|a", "3|b", "900|c");
        insertPlainly("next");
        assertThat(jdbc().rows("select id from item where name = 'next'")).containsExactly("901");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-50 keepIdentity() never moves the counter back")
    void counterStays() throws SQLException {
        createNumbered();
        items().keepIdentity().insert(List.of(new Item(500, "high")));
        items().keepIdentity().insert(List.of(new Item(7, "low")));
        insertPlainly("next");
        assertThat(jdbc().rows("select id from item where name = 'next'")).containsExactly("501");
    }

    @Test
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-51 null under keepIdentity() is an error with its row")
    void keepIdentityNull() throws SQLException {
        createNumbered();
        BulkInserter keeping = items().keepIdentity();
        BulkLoadException failure =
                failureOf(() -> keeping.insert(List.of(new Numbered(1L, "a"), new Numbered(null, "b"))));
        assertPlace(failure, LoadPhase.MAPPING, 1, "id");
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at row 1, column id: the value is null under keepIdentity(). Give every"
                                + " row its number, or leave keepIdentity() out");
        assertNothingStored(failure);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 20, 900, 3_000})
    @Requires(Capability.NUMBERED_COLUMN)
    @DisplayName("R-53 a load of rows with and without numbers of their own that fails leaves none of either")
    void failingMix(int count) throws SQLException {
        createNumbered();
        jdbc().execute("insert into item (id, name) values (-7, 'earlier')");
        for (int taken = 0; taken < 2; taken++) {
            int first = taken;
            List<Numbered> rows = IntStream.range(0, count)
                    .mapToObj(i ->
                            new Numbered(i % 2 == first ? null : Long.valueOf(i < count - 2 ? -1_000L - i : -7), "n"))
                    .toList();
            BulkLoadException failure = failureOf(() -> items().insert(rows));
            assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(jdbc().rows("select id, name from item")).containsExactly("-7|earlier");
        }
    }

    @Test
    @DisplayName("R-52 zero in a column that the database does not number is a plain value")
    void zeroElsewhere() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", jdbc.column("id", ColumnType.BIGINT), jdbc.column("name", ColumnType.TEXT));
        items().insert(List.of(new Item(0, "a"), new Item(5, "b"), new Item(0, "c")));
        assertThat(jdbc.rows("select id, name from item order by name")).containsExactly("0|a", "5|b", "0|c");
    }
}
