package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkColumn;
import dev.longshore.BulkIgnore;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkTable;
import dev.longshore.LoadPhase;
import dev.longshore.RowMapping;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What can be a row, and how its class tells table and columns. */
abstract class RowKindRules extends Rules {
    /** A bean with getters, one of them for a truth value, and methods that are none. */
    static class Bean {
        private final long id;
        private final @Nullable String name;

        Bean(long id, @Nullable String name) {
            this.id = id;
            this.name = name;
        }

        public long getId() {
            return id;
        }

        public @Nullable String getName() {
            return name;
        }

        /** For a mapping, whose readers may give null although the type of a reader does not say so. */
        @SuppressWarnings("NullAway")
        String anyName() {
            return name;
        }

        public boolean isOdd() {
            return id % 2 == 1;
        }

        public String get() {
            return "no property";
        }

        public String isolated() {
            return "no property";
        }

        public String getWith(int argument) {
            return "no property " + argument;
        }

        public static String getStatic() {
            return "no property";
        }
    }

    /** Named as a generated proxy's class is. */
    private static final class Bean$$Proxy extends Bean {
        Bean$$Proxy(long id, @Nullable String name) {
            super(id, name);
        }

        @SuppressWarnings({"unused", "EffectivelyPrivate"}) // a property that only the proxy has
        public String getHandler() {
            return "no column";
        }
    }

    /** A bean's subclass by hand. */
    private static final class SpecialBean extends Bean {
        SpecialBean(long id) {
            super(id, "special");
        }
    }

    private void createBean() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "bean",
                jdbc.column("id", ColumnType.BIGINT),
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("odd", ColumnType.BOOLEAN));
    }

    private List<String> storedBeans() throws SQLException {
        List<String> rows = new ArrayList<>();
        List<@Nullable Object> odd = jdbc().values("odd", ColumnType.BOOLEAN, "bean order by id");
        List<String> others = jdbc().rows("select id, name from bean order by id");
        for (int i = 0; i < others.size(); i++) {
            rows.add(others.get(i) + "|" + odd.get(i));
        }
        return rows;
    }

    @Test
    @DisplayName("R-140 records: the table follows from the class's name, the columns from its components")
    void records() throws SQLException {
        createItem();
        inserter().insert(Item.some(3));
        assertThat(storedItems()).isEqualTo(Item.shown(3));
    }

    @Test
    @DisplayName("R-141 beans: the columns follow from the getters")
    void beans() throws SQLException {
        createBean();
        inserter().insert(List.of(new Bean(1, "a"), new Bean(2, null)));
        assertThat(storedBeans()).containsExactly("1|a|true", "2|NULL|false");
    }

    @Test
    @DisplayName("R-142 a generated proxy is read as the class behind it, also among rows of that class")
    void proxies() throws SQLException {
        createBean();
        inserter().insert(List.of(new Bean$$Proxy(1, "proxy"), new Bean(2, "plain"), new Bean$$Proxy(3, "proxy")));
        assertThat(storedBeans()).containsExactly("1|proxy|true", "2|plain|false", "3|proxy|true");
    }

    @Test
    @DisplayName("R-143 a dynamic proxy is refused with the way out")
    void dynamicProxies() throws SQLException {
        createItem();
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        BulkLoadException failure = failureOf(() -> items().insert(List.of(proxy)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.getMessage())
                .endsWith("a dynamic proxy: name the interface by insert(Class, rows) or give a RowMapping");
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-144 arrays: the named columns in that order, or all insertable columns in the table's order")
    void arrays() throws SQLException {
        createItem();
        List<Object[]> named = List.of(new Object[] {"a", 1}, new Object[] {"b", 2});
        items().columns("name", "id").insert(named);
        List<Object[]> all = List.<Object[]>of(new Object[] {3, "c"});
        items().insert(all);
        List<String[]> strings = List.<String[]>of(new String[] {"d"});
        PlainJdbc jdbc = jdbc();
        jdbc.create("words", jdbc.column("word", ColumnType.TEXT));
        inserter().into("words").insert(strings);
        assertThat(storedItems()).containsExactly("1|a", "2|b", "3|c");
        assertThat(jdbc.rows("select word from words")).containsExactly("d");
    }

    @Test
    @DisplayName("R-145 an array of another length than there are columns is refused with its row")
    void arrayLengths() throws SQLException {
        createItem();
        List<Object[]> rows = List.of(new Object[] {1, "a"}, new Object[] {2});
        BulkLoadException tooShort =
                failureOf(() -> items().columns("id", "name").insert(rows));
        assertPlace(tooShort, LoadPhase.MAPPING, 1, null);
        assertFailure(tooShort)
                .hasMessage("load into item failed at row 1: the row has 1 value for the 2 columns id, name");
        assertNothingStored(tooShort);
        BulkLoadException tooLong = failureOf(() -> items().insert(List.<Object[]>of(new Object[] {1, "a", true})));
        assertPlace(tooLong, LoadPhase.MAPPING, 0, null);
        assertFailure(tooLong)
                .hasMessage("load into item failed at row 0: the row has 3 values for the 2 columns id, name");
        assertNothingStored(tooLong);
    }

    @SuppressWarnings("NullAway") // a map of values may hold null, for NULL
    private static Map<String, Object> map(@Nullable Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        }
        return map;
    }

    @Test
    @DisplayName("R-146 maps: the columns are the first row's keys or the named ones, whatever the order of the keys")
    void maps() throws SQLException {
        createItem();
        items().insert(List.of(map("name", "a", "id", 1), map("id", 2, "name", null)));
        items().columns("id", "name").insert(List.of(new TreeMap<>(Map.of("name", "c", "id", 3))));
        assertThat(storedItems()).containsExactly("1|a", "2|NULL", "3|c");
    }

    @Test
    @DisplayName("R-147 a map with a missing or an extra key is refused with its row")
    void mapKeys() throws SQLException {
        createItem();
        BulkLoadException missing = failureOf(() -> items().insert(List.of(map("id", 1, "name", "a"), map("id", 2))));
        assertPlace(missing, LoadPhase.MAPPING, 1, null);
        assertFailure(missing)
                .hasMessage("load into item failed at row 1: the row's keys are not those of the load; missing: name");
        assertNothingStored(missing);
        BulkLoadException extra = failureOf(
                () -> items().insert(List.of(map("id", 1, "name", "a"), map("id", 2, "name", "b", "colour", "red"))));
        assertPlace(extra, LoadPhase.MAPPING, 1, null);
        assertFailure(extra)
                .hasMessage("load into item failed at row 1: the row's keys are not those of the load; not among them:"
                        + " colour");
        assertNothingStored(extra);
        BulkLoadException other = failureOf(() -> items().insert(List.of(map("id", 1), map("name", "b"))));
        assertPlace(other, LoadPhase.MAPPING, 1, null);
        assertFailure(other)
                .hasMessage("load into item failed at row 1: the row's keys are not those of the load; missing: id; not"
                        + " among them: name");
        assertNothingStored(other);
    }

    @Test
    @DisplayName("R-148 a map without keys, or with keys that are no text, is refused")
    void keysThatAreNoNames() throws SQLException {
        createItem();
        BulkLoadException empty = failureOf(() -> items().insert(List.of(map())));
        assertThat(empty.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(empty.reason()).isEqualTo("the first row is a map without keys, so that no column is known");
        Map<Integer, String> byNumber = Map.of(1, "a");
        BulkLoadException numbers = failureOf(() -> items().insert(List.of(byNumber)));
        assertThat(numbers.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(numbers.reason())
                .isEqualTo("the keys of a map must be column names, but one is a java.lang.Integer");
        assertNothingStored(numbers);
    }

    @Test
    @DisplayName("R-149 plain values fill a single named column, null refused as a row")
    void scalars() throws SQLException {
        createItem();
        items().columns("id").insert(List.of(3L, 1L, 2L));
        assertThat(storedItems()).containsExactly("1|NULL", "2|NULL", "3|NULL");
        BulkLoadException failure = failureOf(() -> items().columns("id").insert(Arrays.asList(4L, null)));
        assertPlace(failure, LoadPhase.SOURCE, 1, null);
        assertThat(jdbc().count("item")).isEqualTo(3);
    }

    @Test
    @DisplayName("R-150 a row of another class than the first is refused with its index")
    void otherClassLater() throws SQLException {
        createItem();
        record Stranger(long id) {}
        List<Object> rows = new ArrayList<>(Item.some(400));
        rows.add(new Stranger(1));
        BulkLoadException failure = failureOf(() -> items().insert(rows));
        assertPlace(failure, LoadPhase.MAPPING, 400, null);
        assertFailure(failure)
                .hasMessage("load into item failed at row 400: the row is a " + Stranger.class.getTypeName()
                        + ", not a " + Item.class.getTypeName());
        assertNothingStored(failure);

        BulkLoadException scalars = failureOf(() -> items().columns("id").insert(List.<Object>of(1L, 2)));
        assertPlace(scalars, LoadPhase.MAPPING, 1, null);
        assertFailure(scalars)
                .hasMessage("load into item failed at row 1: the row is a java.lang.Integer, not a java.lang.Long");
        assertNothingStored(scalars);
    }

    @Test
    @DisplayName("R-151 a subclass is another class where the class decides, and fits where a mapping reads it")
    void subclasses() throws SQLException {
        createBean();
        BulkLoadException failure = failureOf(() -> inserter().insert(List.of(new Bean(1, "a"), new SpecialBean(2))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(storedBeans()).isEmpty();
        RowMapping<Bean> mapping = RowMapping.of(Bean.class)
                .longColumn("id", Bean::getId)
                .column("name", Bean::anyName)
                .booleanColumn("odd", Bean::isOdd)
                .build();
        inserter().insert(mapping, List.of(new Bean(1, "a"), new SpecialBean(2)));
        assertThat(storedBeans()).containsExactly("1|a|true", "2|special|false");
    }

    @Test
    @DisplayName("R-152 classes of the JDK are refused as rows, with the right call")
    void classesOfTheJdk() throws SQLException {
        createItem();
        for (Object row : List.<Object>of(1, "text", Optional.of(1), CharBuffer.wrap("text"))) {
            BulkLoadException failure = failureOf(() -> items().insert(List.of(row)));
            assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(failure.reason())
                    .isEqualTo("a row is a " + row.getClass().getTypeName()
                            + ", not a record, bean, Object[] or Map: for one row of several values write"
                            + " List.<Object[]>of(new Object[] {…}), for one column of plain values name it by"
                            + " columns(\"…\")");
            assertNothingStored(failure);
        }
        // what List.of makes of one array: rows that are its elements
        BulkLoadException spread = failureOf(() -> items().insert(List.of(new Object[] {1, "a"})));
        assertThat(spread.reason()).contains("List.<Object[]>of(new Object[] {…})");
        BulkLoadException lists = failureOf(() -> items().insert(List.of(List.<Object>of(1, "a"))));
        assertThat(lists.reason()).endsWith("not a record, bean, Object[] or Map: call toArray() on each row");
        BulkLoadException primitives = failureOf(() -> items().insert(List.of(new int[] {1, 2})));
        assertThat(primitives.reason())
                .isEqualTo("a row is a int[], an array of primitives: give an Object[] with a value for each column");
        BulkLoadException path = failureOf(() -> items().insert(Path.of("a", "b.csv")));
        assertThat(path.reason()).endsWith("and a Path iterates its names: give the rows of the file, not its path");
        assertNothingStored(path);
    }

    @Test
    @DisplayName("R-153 a class with nothing to read is refused")
    void nothingToRead() throws SQLException {
        createItem();
        record Empty() {}
        BulkLoadException failure = failureOf(() -> items().insert(List.of(new Empty())));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason())
                .isEqualTo(
                        Empty.class.getTypeName() + " has neither record components nor getters to read columns from");
        assertNothingStored(failure);
    }

    /** A record whose annotations name everything otherwise. */
    @BulkTable("item")
    record Annotated(
            @BulkColumn("name") String title,
            @BulkColumn("ID") long number,
            @BulkIgnore String note) {}

    /** A bean with annotations on a field and on getters. */
    @BulkTable("item")
    static class AnnotatedBean {
        @BulkColumn("name")
        private final String title = "t";

        public long getId() {
            return 8;
        }

        public String getTitle() {
            return title;
        }

        @BulkIgnore
        public String getNote() {
            throw new IllegalStateException("ignored, so never read");
        }
    }

    /** Takes its table's name from its superclass. */
    private static final class InheritedTable extends AnnotatedBean {}

    @Test
    @DisplayName("R-154 @BulkTable, @BulkColumn and @BulkIgnore are heeded on components, fields and getters")
    void annotations() throws SQLException {
        createItem();
        inserter().insert(List.of(new Annotated("a", 7, "left out")));
        inserter().insert(List.of(new AnnotatedBean()));
        assertThat(storedItems()).containsExactly("7|a", "8|t");
        jdbc().execute("delete from item");
        inserter().insert(List.of(new InheritedTable()));
        assertThat(storedItems()).containsExactly("8|t");
    }

    @Test
    @DisplayName("R-155 into() takes precedence over @BulkTable")
    void intoWins() throws SQLException {
        createItem();
        jdbc().create("other", jdbc().column("id", ColumnType.BIGINT), jdbc().column("name", ColumnType.TEXT));
        inserter().into("other").insert(List.of(new Annotated("a", 7, "")));
        assertThat(jdbc().rows("select id, name from other")).containsExactly("7|a");
        assertThat(storedItems()).isEmpty();
    }

    @Test
    @DisplayName("R-156 columns() cuts a record or bean down to the named columns, by component or column name")
    void columnsOfRecords() throws SQLException {
        createItem();
        items().columns("id").insert(Item.some(2));
        assertThat(storedItems()).containsExactly("0|NULL", "1|NULL");
        BulkLoadException failure =
                failureOf(() -> items().columns("id", "colour").insert(Item.some(2)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason()).isEqualTo("columns() names colour, which is none of [id, name]");
        assertThat(jdbc().count("item")).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "R-157 a mapping built without columns is derived from the class, with the rights of a lookup if one is given")
    void derivedMappings() throws SQLException {
        createItem();
        items().insert(RowMapping.of(Item.class).build(), List.of(new Item(1, "a")));
        items().insert(RowMapping.of(Item.class, MethodHandles.lookup()).build(), List.of(new Item(2, "b")));
        assertThat(storedItems()).containsExactly("1|a", "2|b");
    }

    @Test
    @DisplayName("R-158 rows that don't tell their table need into()")
    void tableNeeded() throws SQLException {
        createItem();
        List<Object[]> rows = List.<Object[]>of(new Object[] {1, "a"});
        BulkLoadException failure = failureOf(() -> inserter().insert(rows));
        assertFailure(failure).hasMessage("load failed: the rows do not tell the table. Name it by .into(\"…\")");
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.table()).isNull();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-159 one inserter serves loads of different row kinds, its settings never change")
    void reuse() throws SQLException {
        createItem();
        BulkInserter base = items();
        BulkInserter idsOnly = base.columns("id");
        base.insert(List.of(new Item(1, "a")));
        idsOnly.insert(List.of(2L));
        base.insert(List.of(map("id", 3, "name", "c")));
        base.insert(List.of(new Item(4, "d")));
        assertThat(storedItems()).containsExactly("1|a", "2|NULL", "3|c", "4|d");
    }
}
