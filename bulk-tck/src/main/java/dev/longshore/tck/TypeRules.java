package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RowMapping;
import dev.longshore.UnstorableText;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** What each Java value becomes in each kind of column. */
abstract class TypeRules extends Rules {
    /** Enough rows that no provider takes them in one short statement. */
    private static final int MANY = 1_500;

    private static final Duration ABSURD_TIME = Duration.ofSeconds(20);

    private static final Set<ColumnType> TEMPORAL =
            Set.of(ColumnType.DATE, ColumnType.TIME, ColumnType.TIMESTAMP, ColumnType.INSTANT);

    @TestFactory
    @DisplayName("R-01 each value of the type table is stored as the table says, or refused, read from arrays")
    Stream<DynamicTest> valuesOfArrays() {
        return tests(TypeTable.of(jdbc().database()), each -> {
            List<@Nullable Object[]> rows = new ArrayList<>();
            rows.add(new @Nullable Object[] {0, null});
            rows.add(new @Nullable Object[] {1, each.value()});
            check(each, () -> items().columns("n", "c").insert(rows));
        });
    }

    @TestFactory
    @DisplayName("R-02 each value of the type table is stored as the table says, or refused, read by a typed mapping")
    Stream<DynamicTest> valuesOfTypedMappings() {
        return tests(TypeTable.of(jdbc().database()), each -> {
            RowMapping<Cell> mapping = typedMapping(each.value());
            List<Cell> rows = List.of(new Cell(0, each.value(), true), new Cell(1, each.value(), false));
            check(each, () -> items().insert(mapping, rows));
        });
    }

    /** A row with one value, which may be left out where the mapping can read a null. */
    private record Cell(int n, Object value, boolean leftOut) {
        @Nullable
        Object valueOrNull() {
            return leftOut ? null : value;
        }
    }

    /** Primitive readers where there is one for the class, else a reader declared with the class. */
    private static RowMapping<Cell> typedMapping(Object sample) {
        RowMapping.Builder<Cell> mapping = RowMapping.of(Cell.class).intColumn("n", Cell::n);
        if (sample instanceof Long) {
            mapping.longColumn("c", cell -> (Long) cell.value());
        } else if (sample instanceof Integer) {
            mapping.intColumn("c", cell -> (Integer) cell.value());
        } else if (sample instanceof Double) {
            mapping.doubleColumn("c", cell -> (Double) cell.value());
        } else if (sample instanceof Boolean) {
            mapping.booleanColumn("c", cell -> (Boolean) cell.value());
        } else {
            declared(mapping, sample.getClass());
        }
        return mapping.build();
    }

    @SuppressWarnings("NullAway") // a reader of a declared class may give null, which is NULL
    private static <V> void declared(RowMapping.Builder<Cell> mapping, Class<V> type) {
        mapping.column("c", type, cell -> type.cast(cell.valueOrNull()));
    }

    /** Loads two rows of which the second brings the value, and holds the outcome against the case. */
    private void check(TypeCase each, JdbcTest.Load load) throws Exception {
        createCells(each.column());
        Object expected = each.expected();
        if (expected == null) {
            assertRefused(failureOf(load));
            return;
        }
        load.run();
        List<@Nullable Object> stored = jdbc().values("c", each.column(), "item order by n");
        assertThat(stored).hasSize(2);
        assertThat(stored.get(1)).isEqualTo(expected);
    }

    private void createCells(ColumnType type) throws SQLException {
        jdbc().create("item", jdbc().column("n", ColumnType.INTEGER), jdbc().column("c", type));
    }

    private void assertRefused(BulkLoadException failure) throws SQLException {
        assertThat(failure.table()).isEqualTo("item");
        assertThat(failure.column()).as("column of: %s", failure.getMessage()).isEqualTo("c");
        if (failure.phase() == LoadPhase.PREFLIGHT) {
            assertThat(failure.rowIndex()).isEqualTo(-1);
        } else {
            assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
            assertThat(failure.rowIndex())
                    .as("row of: %s", failure.getMessage())
                    .isBetween(0L, 1L);
        }
        assertThat(jdbc().count("item")).isZero();
        assertUsable(connection());
    }

    @TestFactory
    @DisplayName("R-03 the values of the type table leave the same rows as plain multi-row INSERT statements")
    Stream<DynamicTest> equivalence() {
        List<TypeCase> cases = TypeTable.of(jdbc().database());
        Stream<DynamicTest> compared = Stream.of(ColumnType.values())
                .filter(type -> cases.stream().anyMatch(each -> each.column() == type))
                .flatMap(type -> Stream.of(1, MANY)
                        .map(copies -> dynamicTest(
                                type + (copies == 1 ? ", each once" : ", many rows"),
                                () -> compareWithPlainInsert(type, cases, copies))));
        return Stream.concat(
                compared,
                cases.stream()
                        .filter(each -> leftOut(each) != null)
                        .map(each ->
                                DynamicTest.dynamicTest(each + ", many rows", () -> Assumptions.abort(leftOut(each)))));
    }

    private @Nullable String leftOut(TypeCase each) {
        return jdbc().database().leftOutOfMany(each);
    }

    private void compareWithPlainInsert(ColumnType type, List<TypeCase> cases, int atLeast) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(null);
        cases.stream()
                .filter(each -> each.column() == type && each.expected() != null)
                .filter(each -> atLeast == 1 || leftOut(each) == null)
                .map(TypeCase::value)
                .filter(value -> atLeast == 1 || !(value instanceof String text && text.length() > 1_000))
                .filter(value -> atLeast == 1 || !(value instanceof byte[] bytes && bytes.length > 1_000))
                .forEach(values::add);
        List<@Nullable Object[]> rows = new ArrayList<>();
        do {
            for (Object value : values) {
                rows.add(new @Nullable Object[] {rows.size(), value});
            }
        } while (rows.size() < atLeast);
        createCells(type);
        jdbc().create("plain", jdbc().column("n", ColumnType.INTEGER), jdbc().column("c", type));
        new PlainInsert(jdbc().database(), connection())
                .insert("plain", List.of("n", "c"), List.of(ColumnType.INTEGER, type), rows);

        items().columns("n", "c").insert(rows);

        assertThat(printed("item")).isEqualTo(printed("plain"));
    }

    private List<String> printed(String table) throws SQLException {
        return jdbc().rows("select n, " + jdbc().database().textOf("c") + " from " + table + " order by n");
    }

    @TestFactory
    @DisplayName("R-04 dates and times are the same in every default time zone of the JVM")
    Stream<DynamicTest> zones() {
        List<TypeCase> cases = TypeTable.of(jdbc().database()).stream()
                .filter(each -> TEMPORAL.contains(each.column()))
                .toList();
        return Stream.of("America/New_York", "Australia/Sydney", "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia")
                .flatMap(zone -> cases.stream()
                        .filter(each -> !zoned(each))
                        .map(each -> dynamicTest(each + " in " + zone, () -> {
                            TimeZone before = TimeZone.getDefault();
                            TimeZone.setDefault(TimeZone.getTimeZone(zone));
                            try {
                                List<Object[]> rows =
                                        List.of(new Object[] {0, each.value()}, new Object[] {1, each.value()});
                                check(each, () -> items().columns("n", "c").insert(rows));
                            } finally {
                                TimeZone.setDefault(before);
                            }
                        })));
    }

    /** Made before the test changes the zone, these hold another local time after it; R-06 makes them within the zone. */
    private static boolean zoned(TypeCase each) {
        return each.value() instanceof java.util.Date && each.column() != ColumnType.INSTANT;
    }

    @TestFactory
    @DisplayName("R-05 in each of these zones dates and times leave the same rows as plain INSERT statements")
    Stream<DynamicTest> equivalenceInZones() {
        List<TypeCase> cases = TypeTable.of(jdbc().database());
        return Stream.of("America/New_York", "Australia/Sydney")
                .flatMap(zone -> TEMPORAL.stream()
                        .sorted()
                        .filter(type -> jdbc().database().type(type) != null)
                        .map(type -> dynamicTest(type + " in " + zone, () -> {
                            TimeZone before = TimeZone.getDefault();
                            TimeZone.setDefault(TimeZone.getTimeZone(zone));
                            try {
                                compareWithPlainInsert(type, cases, 1);
                            } finally {
                                TimeZone.setDefault(before);
                            }
                        })));
    }

    @Test
    @DisplayName("R-06 java.sql dates keep their local fields in columns without zone, in each default time zone")
    void legacyDatesInZones() throws SQLException {
        LocalDateTime local = LocalDateTime.of(2024, 7, 1, 23, 30, 0, 5_000_000);
        createCells(ColumnType.TIMESTAMP);
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("America/New_York", "Australia/Sydney", "Pacific/Apia")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                jdbc().execute("delete from item");
                List<Object[]> rows = List.<Object[]>of(new Object[] {0, java.sql.Timestamp.valueOf(local)});
                items().columns("n", "c").insert(rows);
                assertThat(jdbc().values("c", ColumnType.TIMESTAMP, "item")).containsExactly(local);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** Every primitive type as a record component. */
    record Primitives(boolean a, byte b, short c, int d, long e, float f, double g, char h) {}

    /** Every box as a record component. */
    record Boxes(
            @Nullable Boolean a,
            @Nullable Byte b,
            @Nullable Short c,
            @Nullable Integer d,
            @Nullable Long e,
            @Nullable Float f,
            @Nullable Double g,
            @Nullable Character h) {}

    private void createPrimitives() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("a", ColumnType.BOOLEAN),
                jdbc.column("b", ColumnType.SMALLINT),
                jdbc.column("c", ColumnType.SMALLINT),
                jdbc.column("d", ColumnType.INTEGER),
                jdbc.column("e", ColumnType.BIGINT),
                jdbc.column("f", ColumnType.REAL),
                jdbc.column("g", ColumnType.DOUBLE),
                jdbc.column("h", ColumnType.TEXT));
    }

    @Test
    @DisplayName("R-07 record components of every primitive type are stored")
    void primitives() throws SQLException {
        createPrimitives();
        items().insert(List.of(
                new Primitives(true, (byte) -1, (short) 2, 3, 4L, 0.5f, 0.25d, 'é'),
                new Primitives(
                        false,
                        Byte.MIN_VALUE,
                        Short.MAX_VALUE,
                        Integer.MIN_VALUE,
                        Long.MAX_VALUE,
                        Float.MIN_VALUE,
                        Double.MAX_VALUE,
                        'z')));
        assertThat(jdbc().values("a", ColumnType.BOOLEAN, "item order by b desc"))
                .containsExactly(true, false);
        assertThat(jdbc().values("b", ColumnType.SMALLINT, "item order by b desc"))
                .containsExactly(-1L, -128L);
        assertThat(jdbc().values("c", ColumnType.SMALLINT, "item order by b desc"))
                .containsExactly(2L, 32_767L);
        assertThat(jdbc().values("d", ColumnType.INTEGER, "item order by b desc"))
                .containsExactly(3L, -2_147_483_648L);
        assertThat(jdbc().values("e", ColumnType.BIGINT, "item order by b desc"))
                .containsExactly(4L, Long.MAX_VALUE);
        assertThat(jdbc().values("f", ColumnType.REAL, "item order by b desc")).containsExactly(0.5f, Float.MIN_VALUE);
        assertThat(jdbc().values("g", ColumnType.DOUBLE, "item order by b desc"))
                .containsExactly(0.25d, Double.MAX_VALUE);
        assertThat(jdbc().values("h", ColumnType.TEXT, "item order by b desc")).containsExactly("é", "z");
    }

    @Test
    @DisplayName("R-08 record components of every boxed type are stored, and null is NULL in each")
    void boxes() throws SQLException {
        createPrimitives();
        items().insert(List.of(
                new Boxes(true, (byte) -1, (short) 2, 3, 4L, 0.5f, 0.25d, 'é'),
                new Boxes(null, null, null, null, null, null, null, null)));
        for (String column : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
            assertThat(jdbc().rows("select count(*), count(" + column + ") from item"))
                    .containsExactly("2|1");
        }
        assertThat(jdbc().values("e", ColumnType.BIGINT, "item where e is not null"))
                .containsExactly(4L);
        assertThat(jdbc().values("g", ColumnType.DOUBLE, "item where g is not null"))
                .containsExactly(0.25d);
        assertThat(jdbc().values("h", ColumnType.TEXT, "item where h is not null"))
                .containsExactly("é");
    }

    @Test
    @DisplayName(
            "R-09 text with a lone surrogate is refused with row and column, or changed and counted as the option says")
    void unstorableText() throws SQLException {
        createItem();
        List<Item> rows = List.of(new Item(0, "whole 😀"), new Item(1, "half \uD83D."), new Item(2, "\uDE00\uDE00"));

        BulkLoadException refused = failureOf(() -> items().insert(rows));
        assertPlace(refused, LoadPhase.MAPPING, 1, "name");
        assertThat(refused.reason()).startsWith("the text holds the lone surrogate U+D83D at index 5");
        assertNothingStored(refused);

        LoadResult replaced = items().option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.REPLACE)
                .insert(rows);
        assertThat(storedItems()).containsExactly("0|whole 😀", "1|half \uFFFD.", "2|\uFFFD\uFFFD");
        assertThat(replaced.warnings()).extracting(LoadWarning::code).containsExactly(LoadWarning.Code.TEXT_CHANGED);
        assertThat(replaced.warnings()).extracting(LoadWarning::count).containsExactly(2L);

        jdbc().execute("delete from item");
        LoadResult stripped = items().option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.STRIP)
                .insert(rows);
        assertThat(storedItems()).containsExactly("0|whole 😀", "1|half .", "2|");
        assertThat(stripped.warnings()).extracting(LoadWarning::code).containsExactly(LoadWarning.Code.TEXT_CHANGED);
        assertThat(stripped.warnings()).extracting(LoadWarning::count).containsExactly(2L);
    }

    @Test
    @DisplayName("R-10 text and bytes come from streams as well")
    void streamsAsValues() throws SQLException {
        createCells(ColumnType.TEXT);
        String text = "line 名前 😀\n".repeat(2_000);
        List<Object[]> texts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            texts.add(new Object[] {i, new StringReader(text + i)});
        }
        items().columns("n", "c").insert(texts);
        assertThat(jdbc().values("c", ColumnType.TEXT, "item order by n"))
                .containsExactly(text + 0, text + 1, text + 2);

        jdbc().create("document", jdbc().column("n", ColumnType.INTEGER), jdbc().column("c", ColumnType.BYTES));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_16);
        List<Object[]> files = new ArrayList<>();
        files.add(new Object[] {0, new ByteArrayInputStream(bytes)});
        files.add(new Object[] {1, new ByteArrayInputStream(new byte[0])});
        inserter().into("document").columns("n", "c").insert(files);
        assertThat(jdbc().values("c", ColumnType.BYTES, "document order by n")).containsExactly(bytes, new byte[0]);
    }

    @Test
    @DisplayName(
            "R-11 a value whose class the column can't take is refused at its row, a declared class before the first row")
    void impossibleConversions() throws SQLException {
        createItem();
        List<Object[]> rows = List.of(new Object[] {0, "fine"}, new Object[] {List.of(1), "not a number"});
        BulkLoadException atRow = failureOf(() -> items().columns("id", "name").insert(rows));
        assertPlace(atRow, LoadPhase.MAPPING, 1, "id");
        assertNothingStored(atRow);

        RowMapping<Item> declared = RowMapping.of(Item.class)
                .column("id", List.class, item -> List.of(item.id()))
                .column("name", Item::anyName)
                .build();
        BulkLoadException before = failureOf(() -> items().insert(declared, Item.some(3)));
        assertPlace(before, LoadPhase.PREFLIGHT, -1, "id");
        assertNothingStored(before);
    }

    /** A number class that no table of conversions knows. */
    private static final class Fraction extends Number {
        private static final long serialVersionUID = 1L;

        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1.5f;
        }

        @Override
        public double doubleValue() {
            return 1.5;
        }
    }

    @Test
    @DisplayName("R-12 a number of an unknown class is refused, not cut to what its longValue() says")
    void unknownNumbers() throws SQLException {
        createItem();
        List<Object[]> rows = List.<Object[]>of(new Object[] {new Fraction(), "x"});
        BulkLoadException failure =
                failureOf(() -> items().columns("id", "name").insert(rows));
        assertPlace(failure, LoadPhase.MAPPING, 0, "id");
        assertNothingStored(failure);
    }

    @Test
    @Requires(Capability.ZONED_TIMESTAMP)
    @DisplayName("R-13 local time into a zoned column, and an instant into one without, need zone(…)")
    void zoneNeeded() throws SQLException {
        createCells(ColumnType.INSTANT);
        LocalDateTime local = LocalDateTime.of(2024, 1, 2, 3, 4, 5);
        List<LocalDateTime> rows = List.of(local);
        RowMapping<LocalDateTime> mapping = RowMapping.of(LocalDateTime.class)
                .column("c", LocalDateTime.class, value -> value)
                .build();
        BulkLoadException refused = failureOf(() -> items().insert(mapping, rows));
        assertPlace(refused, LoadPhase.PREFLIGHT, -1, "c");
        assertThat(refused.getMessage()).contains(".zone(");

        items().zone(ZoneOffset.ofHours(2)).insert(mapping, rows);
        assertThat(jdbc().values("c", ColumnType.INSTANT, "item"))
                .containsExactly(local.toInstant(ZoneOffset.ofHours(2)));
    }

    @Test
    @DisplayName("R-14 a hundred columns of all kinds are stored over five hundred rows")
    void manyColumns() throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            names.add("c" + i);
            columns.add(jdbc().column("c" + i, i % 2 == 0 ? ColumnType.BIGINT : ColumnType.TEXT));
        }
        jdbc().create("item", columns.toArray(String[]::new));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int row = 0; row < 500; row++) {
            @Nullable Object[] values = new @Nullable Object[100];
            for (int i = 0; i < 100; i++) {
                values[i] = (row + i) % 7 == 0 ? null : i % 2 == 0 ? (Object) (row * 1_000L + i) : "v" + row + "/" + i;
            }
            rows.add(values);
        }

        assertCounts(items().columns(names.toArray(String[]::new)).insert(rows), 500);

        List<String> expected = rows.stream()
                .map(values -> String.join(
                        "|",
                        Stream.of(values)
                                .map(value -> Objects.toString(value, "NULL"))
                                .toList()))
                .sorted()
                .toList();
        List<String> stored = new ArrayList<>(jdbc().rows("select " + String.join(", ", names) + " from item"));
        Collections.sort(stored);
        assertThat(stored).isEqualTo(expected);
    }

    @Test
    @DisplayName("R-15 a decimal keeps all digits that its column has room for")
    void decimals() throws SQLException {
        createCells(ColumnType.DECIMAL);
        List<Object[]> rows = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            BigDecimal value = new BigDecimal("1234567.0001").add(BigDecimal.valueOf(i, 4));
            rows.add(new Object[] {i, value});
            expected.add(value.stripTrailingZeros());
        }
        items().columns("n", "c").insert(rows);
        assertThat(jdbc().values("c", ColumnType.DECIMAL, "item order by n")).isEqualTo(expected);
    }

    @TestFactory
    @DisplayName(
            "R-18 a decimal with an absurd exponent is stored or refused at once, and is never a whole number of a billion digits")
    Stream<DynamicTest> absurdExponents() {
        List<ColumnType> types = List.of(
                ColumnType.SMALLINT,
                ColumnType.INTEGER,
                ColumnType.BIGINT,
                ColumnType.DECIMAL,
                ColumnType.REAL,
                ColumnType.DOUBLE,
                ColumnType.TEXT);
        return types.stream()
                .filter(type -> jdbc().database().type(type) != null)
                .flatMap(type -> Stream.of("1E-2000000000", "1E+2000000000", "0E+2000000000", "0E-2000000000")
                        .flatMap(number -> Stream.<Object>of(new BigDecimal(number), number)
                                .map(value -> dynamicTest(
                                        value.getClass().getSimpleName() + " " + number + " into " + type,
                                        () -> assertTimeoutPreemptively(ABSURD_TIME, () -> loadAbsurd(type, value))))));
    }

    private void loadAbsurd(ColumnType type, Object value) throws SQLException {
        createCells(type);
        List<Object[]> rows = List.of(new Object[] {0, 5}, new Object[] {1, value});
        try {
            items().columns("n", "c").insert(rows);
        } catch (BulkLoadException refused) {
            assertPlace(refused, LoadPhase.MAPPING, 1, "c");
            assertThat(jdbc().count("item")).isZero();
            assertUsable(connection());
            return;
        }
        if (type != ColumnType.TEXT) {
            assertThat(jdbc().rows("select count(*) from item where n = 1 and c = 0"))
                    .containsExactly("1");
        }
    }

    /** A value that only a JSON writer can store. */
    record Document(String title) {}

    private static String json(Object value) {
        if (value instanceof Document document) {
            return "{\"title\":\"" + document.title() + "\"}";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.toString();
        }
        throw new IllegalArgumentException("no document: " + value);
    }

    @Test
    @Requires(Capability.JSON_COLUMN)
    @DisplayName("R-16 maps, lists and objects go into a column of JSON by the caller's writer; text goes as it is")
    void jsonByWriter() throws SQLException {
        jdbc().create("item", jdbc().column("n", ColumnType.INTEGER), "c json");
        List<@Nullable Object> values =
                Arrays.asList(null, Map.of("a", 1), List.of(1, 2), "{\"b\":2}", new Document("t"), new TreeMap<>());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(new @Nullable Object[] {i, values.get(i % values.size())});
        }

        BulkInserter writing = items().option(LoadOptions.JSON_WRITER, TypeRules::json);
        assertCounts(writing.columns("n", "c").insert(rows), rows.size());

        List<String> stored = jdbc().rows("select c from item order by n");
        List<String> expected = List.of("NULL", "{\"a\":1}", "[1,2]", "{\"b\":2}", "{\"title\":\"t\"}", "{}");
        assertThat(stored).hasSize(3_000);
        for (int i = 0; i < stored.size(); i++) {
            assertThat(stored.get(i).replace(" ", "")).isEqualTo(expected.get(i % expected.size()));
        }
        RowMapping<Document> typed = RowMapping.of(Document.class)
                .column("c", Document.class, document -> document)
                .build();
        assertCounts(writing.insert(typed, List.of(new Document("u"))), 1);
        assertThat(jdbc().rows("select c from item where n is null").get(0).replace(" ", ""))
                .isEqualTo("{\"title\":\"u\"}");
    }

    @Test
    @Requires(Capability.JSON_COLUMN)
    @DisplayName(
            "R-17 without a JSON writer objects are refused; what the writer throws is the cause, with row and column")
    void jsonWithoutWriter() throws SQLException {
        jdbc().create("item", jdbc().column("n", ColumnType.INTEGER), "c json");
        BulkInserter cells = items().columns("n", "c");
        List<Object[]> rows = List.of(new Object[] {0, "{}"}, new Object[] {1, new Document("t")});

        assertRefused(failureOf(() -> cells.insert(rows)));

        IllegalStateException thrown = new IllegalStateException("no such mapper");
        BulkLoadException failure = failureOf(() -> cells.option(LoadOptions.JSON_WRITER, value -> {
                    throw thrown;
                })
                .insert(rows));
        assertPlace(failure, LoadPhase.MAPPING, 1, "c");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertThat(jdbc().count("item")).isZero();
        assertUsable(connection());
    }

    /** A check of one case of the type table. */
    private interface Check {
        void run(TypeCase each) throws Exception;
    }

    private Stream<DynamicTest> tests(List<TypeCase> cases, Check check) {
        return cases.stream().map(each -> dynamicTest(each.toString(), () -> check.run(each)));
    }

    /** Dynamic tests of a factory share a database: each takes away what the one before made. */
    private DynamicTest dynamicTest(String name, Executable test) {
        return DynamicTest.dynamicTest(name, () -> {
            PlainJdbc jdbc = jdbc();
            for (String table : List.of("item", "plain")) {
                jdbc.execute("drop table if exists " + table);
            }
            test.execute();
        });
    }
}
