package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkColumn;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import dev.longshore.RowMapping;
import dev.longshore.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of tables and columns, and the problems that are found before the first row. */
abstract class NameRules extends Rules {
    private static final List<String> HARD_NAMES = List.of(
            "Order",
            "userName",
            "select",
            "group",
            "index",
            "key",
            "first name",
            " padded ",
            "prénom",
            "名前",
            "we\"ird",
            "we`ird",
            "O'Brien",
            "a[b]c",
            "dotted.name",
            "semi;colon",
            "per%cent",
            "ques?tion",
            "back\\slash",
            "1st",
            "-- no comment",
            "/* nor this */",
            "CamelCase_with_Snake");

    @TestFactory
    @DisplayName("R-160 any name that the database takes in quotes works as a table and as a column, literally")
    Stream<DynamicTest> hardNames() {
        return HARD_NAMES.stream()
                .filter(name -> jdbc().database().takesName(name))
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    String quoted = jdbc().database().quote(name);
                    createHard(quoted);
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = 0; i < 300; i++) {
                        rows.add(new Object[] {i});
                    }
                    inserter().into(TableName.of(name)).columns(name).insert(rows);
                    assertThat(jdbc().rows("select count(*), sum(" + quoted + "), count(other) from " + quoted))
                            .containsExactly("300|44850|0");
                }));
    }

    private void createHard(String quoted) throws SQLException {
        jdbc().create(quoted, jdbc().column(quoted, ColumnType.BIGINT), jdbc().column("other", ColumnType.TEXT));
    }

    @TestFactory
    @DisplayName("R-161 into(String) understands the database's quotes")
    Stream<DynamicTest> quotedInto() {
        return HARD_NAMES.stream()
                .filter(name -> jdbc().database().takesName(name))
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    String quoted = jdbc().database().quote(name);
                    createHard(quoted);
                    inserter().into(quoted).columns(name).insert(List.of(1L));
                    assertThat(jdbc().rows("select " + quoted + " from " + quoted))
                            .containsExactly("1");
                }));
    }

    @Test
    @DisplayName("R-162 a mapping's and an annotation's column names may be hard, too")
    void hardNamesInMappings() throws SQLException {
        TckDatabase database = jdbc().database();
        jdbc().create(
                        database.quote("My \"Table\""),
                        jdbc().column(database.quote("first name"), ColumnType.TEXT),
                        jdbc().column(database.quote("a\"b"), ColumnType.BIGINT));
        record Hard(
                @BulkColumn("first name") String first,
                @BulkColumn("a\"b") long second) {}
        TableName table = TableName.of("My \"Table\"");
        inserter().into(table).insert(List.of(new Hard("x", 1)));
        RowMapping<Hard> mapping = RowMapping.of(Hard.class)
                .column("first name", Hard::first)
                .longColumn("a\"b", Hard::second)
                .build();
        inserter().into(table).insert(mapping, List.of(new Hard("y", 2)));
        assertThat(jdbc().rows("select * from " + database.quote("My \"Table\"")))
                .containsExactlyInAnyOrder("x|1", "y|2");
    }

    /** Components in the Java way, columns in the SQL way. */
    record OrderLine(long orderId, String unitOfMeasure, boolean isGift) {}

    @Test
    @DisplayName("R-163 names derived from Java find the table and columns that differ in case and underscores")
    void derivedNames() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "order_line",
                jdbc.column("order_id", ColumnType.BIGINT),
                jdbc.column("unit_of_measure", ColumnType.TEXT),
                jdbc.column("is_gift", ColumnType.BOOLEAN));
        inserter().insert(List.of(new OrderLine(1, "kg", true)));
        assertThat(jdbc.rows("select order_id, unit_of_measure from order_line"))
                .containsExactly("1|kg");
        assertThat(jdbc.values("is_gift", ColumnType.BOOLEAN, "order_line")).containsExactly(true);
    }

    @Test
    @DisplayName("R-164 a derived name with two candidates is refused, and both are listed")
    void twoCandidates() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", jdbc.column("user_name", ColumnType.TEXT), jdbc.column("us_ername", ColumnType.TEXT));
        record User(String userName) {}
        BulkLoadException failure = failureOf(() -> items().insert(List.of(new User("u"))));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "userName");
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at column userName: the name fits several columns: user_name, us_ername;"
                                + " name the one by @BulkColumn or in a RowMapping");
        assertThat(jdbc.count("item")).isZero();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-165 an exact match wins over a looser one")
    void exactMatchWins() throws SQLException {
        PlainJdbc jdbc = jdbc();
        TckDatabase database = jdbc.database();
        jdbc.create(
                "item",
                jdbc.column("user_name", ColumnType.TEXT),
                jdbc.column(database.quote("userName"), ColumnType.TEXT));
        record User(String userName) {}
        items().insert(List.of(new User("u")));
        assertThat(jdbc.rows("select user_name, " + database.quote("userName") + " from item"))
                .containsExactly("NULL|u");
    }

    @Test
    @DisplayName("R-166 a table's derived name with two candidates is refused, and both are listed")
    void twoTables() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("order_line", jdbc.column("order_id", ColumnType.BIGINT));
        jdbc.create("orderline_", jdbc.column("order_id", ColumnType.BIGINT));
        BulkLoadException failure = failureOf(() -> inserter().insert(List.of(new OrderLine(1, "kg", true))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.getMessage()).contains("order_line", "orderline_");
        assertThat(jdbc.count("order_line")).isZero();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-167 unquoted names follow the database's case rule: what plain SQL reaches, a load reaches")
    void caseRule() throws SQLException {
        createItem();
        List<Object[]> rows = List.<Object[]>of(new Object[] {1, "a"});
        boolean folds = jdbc().database().foldsTableNames();
        inserter().into(folds ? "ITEM" : "item").columns("ID", "Name").insert(rows);
        assertThat(jdbc().rows("select Id, NAME from " + (folds ? "Item" : "item")))
                .containsExactly("1|a");
    }

    @Test
    @DisplayName("R-168 a name given by columns() or a mapping is not stretched over underscores")
    void givenNamesAreNotStretched() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", jdbc.column("user_name", ColumnType.TEXT));
        BulkLoadException failure = failureOf(() -> items().columns("userName").insert(List.of("u")));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "userName");
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at column userName: there is no such column; the table has user_name");
        assertThat(jdbc.count("item")).isZero();
    }

    @Test
    @DisplayName("R-169 a missing table is an error that names it")
    void missingTable() throws SQLException {
        BulkLoadException failure =
                failureOf(() -> inserter().into("no_such_table").insert(Item.some(1)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.table()).isEqualTo("no_such_table");
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(failure.getMessage()).contains("no_such_table");
        assertThat(connection().getAutoCommit()).isTrue();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-170 a name with an open quote or an empty part is refused before anything is asked")
    void malformedNames() throws SQLException {
        String quoted = jdbc().database().quote("item");
        String open = quoted.substring(0, quoted.length() - 1);
        for (String name : List.of("", "a..b", ".a", "a.", "a.b.c.d", open, quoted + "x")) {
            BulkLoadException failure = failureOf(() -> inserter().into(name).insert(Item.some(1)));
            assertThat(failure.phase()).as(name).isEqualTo(LoadPhase.PREFLIGHT);
        }
        assertUsable(connection());
    }

    @Test
    @Requires(Capability.SCHEMA)
    @DisplayName("R-171 a table is found by its schema, in quotes or without, and by TableName")
    void schemas() throws SQLException {
        createItem();
        TckDatabase database = jdbc().database();
        inserter().into(database.schema() + ".item").insert(List.of(new Item(1, "a")));
        inserter()
                .into(database.quote(database.schema()) + "." + database.quote("item"))
                .insert(List.of(new Item(2, "b")));
        inserter().into(TableName.of(database.schema(), "item")).insert(List.of(new Item(3, "c")));
        assertThat(storedItems()).containsExactly("1|a", "2|b", "3|c");
        BulkLoadException failure =
                failureOf(() -> inserter().into("no_such_schema.item").insert(List.of(new Item(4, "d"))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.getMessage()).contains("no_such_schema");
    }

    @Test
    @Requires(Capability.TEMPORARY_TABLE)
    @DisplayName("R-172 a temporary table is found, and before a permanent one of its name")
    void temporaryTables() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", jdbc.column("other", ColumnType.BIGINT));
        jdbc.execute("create temporary table item (" + jdbc.column("id", ColumnType.BIGINT) + ", "
                + jdbc.column("name", ColumnType.TEXT) + ")");
        items().insert(Item.some(3));
        assertThat(storedItems()).isEqualTo(Item.shown(3));
    }

    @Test
    @DisplayName("R-173 a table made, changed or dropped between two loads over one connection is seen as it is")
    void changedTables() throws SQLException {
        createItem();
        items().insert(List.of(new Item(1, "a")));
        jdbc().execute("alter table item add colour " + jdbc().type(ColumnType.TEXT));
        record Coloured(long id, String name, String colour) {}
        items().insert(List.of(new Coloured(2, "b", "red")));
        assertThat(jdbc().rows("select id, name, colour from item order by id")).containsExactly("1|a|NULL", "2|b|red");

        jdbc().execute("drop table item");
        BulkLoadException failure = failureOf(() -> items().insert(List.of(new Item(3, "c"))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        jdbc().create("item", jdbc().column("name", ColumnType.TEXT), jdbc().column("id", ColumnType.BIGINT));
        items().insert(List.of(new Item(4, "d")));
        assertThat(jdbc().rows("select name, id from item")).containsExactly("d|4");
    }

    @Test
    @DisplayName("R-174 an unknown column is refused with the columns that there are")
    void unknownColumn() throws SQLException {
        createItem();
        record Wrong(long id, String nam) {}
        BulkLoadException failure = failureOf(() -> items().insert(List.of(new Wrong(1, "a"))));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "nam");
        assertFailure(failure)
                .hasMessage("load into item failed at column nam: there is no such column; the table has id, name");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-175 all problems that can be seen before the first row are reported at once")
    void allProblemsAtOnce() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT),
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("needed", ColumnType.TEXT, "not null"));
        LoadOption<Boolean> foreign = LoadOption.of("elsewhere.fast", Boolean.class, false);
        RowMapping<Item> mapping = RowMapping.of(Item.class)
                .column("id", List.class, item -> List.of(item.id()))
                .column("name", Item::anyName)
                .column("NAME", Item::anyName)
                .column("colour", Item::anyName)
                .build();
        BulkLoadException failure =
                failureOf(() -> items().option(foreign, true).insert(mapping, Item.some(1)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.table()).isEqualTo("item");
        assertThat(failure.column()).isNull();
        assertThat(String.valueOf(failure.getMessage()).lines())
                .hasSize(6)
                .startsWith(
                        "load into item failed: 5 problems before the first row",
                        "  - column name: it is written twice, by name and by NAME",
                        "  - column colour: there is no such column; the table has id, name, needed",
                        "  - column needed: the rows bring no value for it, but it is NOT NULL and has no default")
                .anyMatch(line -> line.startsWith("  - the option elsewhere.fast is not one of the provider "))
                .anyMatch(line -> line.startsWith("  - column id: "));
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-176 an option of another provider is refused, and the provider's own options are listed")
    void foreignOption() throws SQLException {
        createItem();
        LoadOption<Boolean> foreign = LoadOption.of("elsewhere.fast", Boolean.class, false);
        BulkLoadException failure =
                failureOf(() -> items().option(foreign, true).insert(Item.some(1)));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, null);
        assertThat(failure.reason()).startsWith("the option elsewhere.fast is not one of the provider ");
        assertNothingStored(failure);
    }

    private static final String METACHARACTERS = "'\"`[]{}();,.:?@#$%&|<>=~^!*/\\-+_ \t\n\r\u00A0\u2019aA1";

    private static String hostile(Random random) {
        StringBuilder name = new StringBuilder("n");
        int length = 1 + random.nextInt(16);
        for (int i = 0; i < length; i++) {
            name.append(METACHARACTERS.charAt(random.nextInt(METACHARACTERS.length())));
        }
        return name.append('n').toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("R-302 no name or value made of whatever characters changes what a statement does")
    void hostileInput(long seed) throws SQLException {
        TckDatabase database = jdbc().database();
        createItem();
        jdbc().execute("insert into item (id, name) values (1, 'untouched')");
        Random random = new Random(seed);
        int loaded = 0;
        for (int i = 0; i < 12; i++) {
            String table = hostile(random);
            String column = hostile(random);
            String value = hostile(random) + "'); drop table item; --";
            if (!database.takesName(table) || !database.takesName(column)) {
                continue;
            }
            jdbc().create(
                            database.quote(table),
                            jdbc().column(database.quote(column), ColumnType.TEXT),
                            jdbc().column("id", ColumnType.BIGINT));
            List<Object[]> rows = new ArrayList<>();
            rows.add(new Object[] {value, 1});
            rows.add(new Object[] {hostile(random), 2});

            inserter().into(TableName.of(table)).columns(column, "id").insert(rows);
            loaded++;

            assertThat(jdbc().values(database.quote(column), ColumnType.TEXT, database.quote(table) + " order by id"))
                    .as("seed %s, table %s, column %s", seed, table, column)
                    .containsExactly(rows.get(0)[0], rows.get(1)[0]);
            BulkLoadException failure = failureOf(() -> inserter()
                    .into(TableName.of(hostile(random)))
                    .columns(column, "id")
                    .insert(rows));
            assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(storedItems()).containsExactly("1|untouched");
            jdbc().execute("drop table " + database.quote(table));
        }
        assertThat(loaded).as("names of seed %s that the database takes", seed).isPositive();
    }
}
