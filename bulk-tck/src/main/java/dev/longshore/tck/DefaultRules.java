package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NULL, defaults, generated columns, constraints and triggers: all as a plain INSERT has them. */
abstract class DefaultRules extends Rules {
    /** A row for a table whose other columns have defaults. */
    record Named(@Nullable Long id, @Nullable String name) {}

    /** A row that brings the status, too. */
    record WithStatus(long id, @Nullable String status) {}

    @Test
    @DisplayName("R-20 null and the empty string stay apart")
    void nullAndEmpty() throws SQLException {
        createItem();
        items().insert(List.of(new Item(0, ""), new Item(1, null), new Item(2, " ")));
        assertThat(storedItems()).containsExactly("0|", "1|NULL", "2| ");
    }

    @Test
    @DisplayName("R-21 nulls are stored in any pattern, also where the first rows bring none or only null")
    void nullPatterns() throws SQLException {
        createItem();
        List<Item> rows = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            boolean isNull = i < 300 || i % 3 == 0 || i > 900;
            rows.add(new Item(i, isNull ? null : "v" + i));
            expected.add(i + "|" + (isNull ? "NULL" : "v" + i));
        }
        items().insert(rows);
        assertThat(storedItems()).isEqualTo(expected);
    }

    private void createWithDefault(String more) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT),
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("status", ColumnType.TEXT, jdbc.database().defaultText("'new'"), more));
    }

    @Test
    @DisplayName("R-22 a column left out takes its default")
    void leftOutTakesDefault() throws SQLException {
        createWithDefault("not null");
        items().insert(List.of(new Named(1L, "a"), new Named(2L, null)));
        assertThat(jdbc().rows("select id, name, status from item order by id"))
                .containsExactly("1|a|new", "2|NULL|new");
    }

    @Test
    @DisplayName("R-23 a column left out without default is NULL")
    void leftOutWithoutDefault() throws SQLException {
        createItem();
        items().columns("id").insert(List.of(7L));
        assertThat(storedItems()).containsExactly("7|NULL");
    }

    @Test
    @DisplayName("R-24 an explicit null is NULL and not the default")
    void explicitNull() throws SQLException {
        createWithDefault("");
        items().insert(List.of(new WithStatus(1, null), new WithStatus(2, "old")));
        assertThat(jdbc().rows("select id, status from item order by id")).containsExactly("1|NULL", "2|old");
    }

    @Test
    @DisplayName("R-25 an explicit null in a NOT NULL column is an error with row and column, default or not")
    void nullRefused() throws SQLException {
        createWithDefault("not null");
        List<WithStatus> rows = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            rows.add(new WithStatus(i, i == 451 ? null : "s"));
        }
        BulkLoadException failure = failureOf(() -> items().insert(rows));
        assertThat(failure.phase()).isIn(LoadPhase.SERVER, LoadPhase.MAPPING);
        assertPlace(failure, failure.phase(), 451, "status");
        assertThat(jdbc().count("item")).isZero();
        assertUsable(connection());

        BulkLoadException single = failureOf(() -> items().insert(rows.subList(451, 452)));
        assertPlace(single, failure.phase(), 0, "status");
        assertThat(jdbc().count("item")).isZero();
    }

    @Test
    @DisplayName("R-26 a column that is NOT NULL without default and not mapped is refused before the first row")
    void neededColumn() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", jdbc.column("id", ColumnType.BIGINT), jdbc.column("name", ColumnType.TEXT, "not null"));
        BulkLoadException failure = failureOf(() -> items().columns("id").insert(List.of(1L)));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "name");
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at column name: the rows bring no value for it, but it is NOT NULL and"
                                + " has no default");
        assertNothingStored(failure);
    }

    @Test
    @Requires(Capability.GENERATED_COLUMN)
    @DisplayName("R-27 a generated column is left out where the rows' class has it, and refused where it is named")
    void generatedColumns() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT),
                jdbc.database().computed("twice", ColumnType.BIGINT, "id * 2"),
                jdbc.column("name", ColumnType.TEXT));
        record Doubled(long id, long twice, String name) {}

        items().insert(List.of(new Doubled(4, -1, "a")));
        List<Object[]> arrays = List.<Object[]>of(new Object[] {5, "b"});
        items().insert(arrays);
        assertThat(jdbc.rows("select id, twice, name from item order by id")).containsExactly("4|8|a", "5|10|b");

        RowMapping<Doubled> naming = RowMapping.of(Doubled.class)
                .longColumn("id", Doubled::id)
                .longColumn("twice", Doubled::twice)
                .build();
        BulkLoadException failure = failureOf(() -> items().insert(naming, List.of(new Doubled(6, -1, "c"))));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "twice");
        assertFailure(failure)
                .hasMessage("load into item failed at column twice: the database computes it, so that no value can be"
                        + " stored; leave it out");
        assertThat(jdbc.count("item")).isEqualTo(2);
    }

    @Test
    @Requires(Capability.ROW_OF_MANY)
    @DisplayName("R-28 a row that a constraint refuses is named, and nothing is stored")
    void constraints() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("name", ColumnType.TEXT, "check (name <> 'bad')"));
        List<Item> unchecked = new ArrayList<>(Item.some(600));
        unchecked.set(333, new Item(333, "bad"));
        BulkLoadException check = failureOf(() -> items().insert(unchecked));
        assertThat(check.rowIndex()).isEqualTo(333);
        assertThat(check.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(check.getCause()).isInstanceOf(SQLException.class);
        assertNothingStored(check);

        List<Item> twice = new ArrayList<>(Item.some(600));
        twice.set(599, new Item(3, "again"));
        BulkLoadException duplicate = failureOf(() -> items().insert(twice));
        assertThat(duplicate.rowIndex()).isEqualTo(599);
        assertThat(duplicate.phase()).isEqualTo(LoadPhase.SERVER);
        assertNothingStored(duplicate);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 30, 600})
    @DisplayName(
            "R-32 a row that a constraint refuses is named among few rows, and among many named or else the way to have it named")
    void refusedRow(int count) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("name", ColumnType.TEXT, "check (name <> 'bad')"));
        int row = count / 2;
        List<Item> unchecked = new ArrayList<>(Item.some(count));
        unchecked.set(row, new Item(row, "bad"));
        BulkLoadException check = failureOf(() -> items().insert(unchecked));
        assertRefusedRow(check, row, count);
        assertThat(check.phase()).isEqualTo(LoadPhase.SERVER);
        assertNothingStored(check);
    }

    @Test
    @DisplayName("R-29 SQLState and vendor code of a refused row are those of the database")
    void databaseCodes() throws SQLException {
        createItem();
        String insert = "insert into item (id, name) values (1, 'first')";
        jdbc().execute(insert);
        SQLException plain = refusalOf(insert);
        BulkLoadException failure = failureOf(() -> items().insert(Item.some(3)));
        assertThat(failure.getErrorCode()).isEqualTo(plain.getErrorCode());
        if (plain.getSQLState() != null) {
            assertThat(failure.getSQLState()).isEqualTo(plain.getSQLState());
        }
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(storedItems()).containsExactly("1|first");
    }

    @Test
    @Requires(Capability.TRIGGER)
    @DisplayName("R-30 triggers fire for each row")
    void triggers() throws SQLException {
        createItem();
        PlainJdbc jdbc = jdbc();
        jdbc.create("copies", jdbc.column("id", ColumnType.BIGINT));
        jdbc.execute(jdbc.database().copyingTrigger("item", "copies").toArray(String[]::new));

        assertCounts(items().insert(Item.some(1_200)), 1_200);

        assertThat(jdbc.rows("select count(*), min(id), max(id), sum(id) from copies"))
                .containsExactly("1200|0|1199|719400");
    }

    @Test
    @Requires(Capability.SKIPPING_TRIGGER)
    @DisplayName("R-31 rows that a trigger leaves out are counted as skipped, with a warning")
    void skippedRows() throws SQLException {
        createItem();
        PlainJdbc jdbc = jdbc();
        jdbc.execute(jdbc.database().skippingTrigger("item").toArray(String[]::new));

        LoadResult result = items().insert(Item.some(1_001));

        assertThat(result.rowsRead()).isEqualTo(1_001);
        assertThat(result.rowsWritten()).isEqualTo(501);
        assertThat(result.rowsInserted()).isEqualTo(501);
        assertThat(result.rowsSkipped()).isEqualTo(500);
        assertThat(result.warnings()).extracting(LoadWarning::code).containsExactly(LoadWarning.Code.ROWS_SKIPPED);
        assertThat(result.warnings()).extracting(LoadWarning::count).containsExactly(500L);
        assertThat(jdbc.count("item")).isEqualTo(501);

        LoadResult single = items().insert(List.of(new Item(2_001, "odd")));
        assertThat(single.rowsSkipped()).isEqualTo(1);
        assertThat(single.rowsWritten()).isZero();
    }
}
