package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.ReturnedRow;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that come back: which row has which. */
abstract class KeyRules extends Rules {
    /** More rows than a block has whose keys are handed over together. */
    private static final int BLOCKS = 50_700;

    /** A row that never brings a number. */
    record Named(String name) {}

    /** A row whose number may be left to the database. */
    record Numbered(@Nullable Long id, String name) {}

    private String numbered() {
        TckDatabase database = jdbc().database();
        return database.capabilities().contains(Capability.NUMBERED_COLUMN)
                ? database.numbered()
                : database.numberedAlways();
    }

    private void createNumbered() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", "id " + numbered(), jdbc.column("name", ColumnType.TEXT));
    }

    private static List<Named> named(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Named("n" + i)).toList();
    }

    private Map<String, Long> storedKeys() throws SQLException {
        return storedKeys(connection());
    }

    private static Map<String, Long> storedKeys(Connection connection) throws SQLException {
        Map<String, Long> keys = new HashMap<>();
        for (String row : PlainJdbc.rows(connection, "select name, id from item")) {
            int bar = row.lastIndexOf('|');
            keys.put(row.substring(0, bar), Long.valueOf(row.substring(bar + 1)));
        }
        return keys;
    }

    private void assertWired(List<Named> rows, List<Long> keys) throws SQLException {
        Map<String, Long> stored = storedKeys();
        assertThat(keys).hasSameSizeAs(rows).doesNotHaveDuplicates();
        for (int i = 0; i < rows.size(); i++) {
            assertThat(keys.get(i))
                    .as("key of row %s", i)
                    .isEqualTo(stored.get(rows.get(i).name()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 17, 400, 1_500, BLOCKS})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-240 the keys come back as a list in the order of the rows, each that of its own row")
    void listed(int count) throws SQLException {
        createNumbered();
        jdbc().execute("insert into item (name) values ('earlier')");
        List<Named> rows = named(count);

        assertWired(rows, items().insertReturningKeys(rows));

        assertThat(jdbc().count("item")).isEqualTo(count + 1);
        assertThat(connection().getAutoCommit()).isTrue();
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName(
            "R-241 a callback is told each row with its key, in order and on the loading thread, before the commit")
    void told() throws SQLException {
        createNumbered();
        Connection other = jdbc().connect();
        List<Named> rows = named(BLOCKS);
        List<Named> told = new ArrayList<>();
        List<Long> keys = new ArrayList<>();
        Thread loader = Thread.currentThread();

        LoadResult result = items().insertReturningKeys(rows.iterator(), Long.class, (row, key) -> {
            assertThat(Thread.currentThread()).isSameAs(loader);
            if (told.isEmpty() && !jdbc().database().locksReaders()) {
                assertThat(PlainJdbc.count(other, "item")).isZero();
            }
            told.add(row);
            keys.add(key);
        });

        assertCounts(result, BLOCKS);
        assertThat(told).isEqualTo(rows);
        assertWired(rows, keys);
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "5, 3", "3000, 3000", "3000, 5000", "60000, 55000"})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-309 the keys of a collection come back, also if it gives fewer or more rows than it says")
    void miscounted(int count, int told) throws SQLException {
        createNumbered();
        List<Named> rows = named(count);

        assertWired(rows, items().insertReturningKeys(new MiscountedRows<>(rows, told)));

        assertThat(jdbc().count("item")).isEqualTo(count);
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-242 the keys come back of rows read by a mapping too, as a list and told")
    void mapped() throws SQLException {
        createNumbered();
        RowMapping<Named> mapping = RowMapping.of(Named.class)
                .column("name", String.class, row -> row.name())
                .build();
        List<Named> rows = named(30);
        assertWired(rows, items().insertReturningKeys(mapping, rows, Long.class));

        jdbc().execute("delete from item");
        List<Long> told = new ArrayList<>();
        items().insertReturningKeys(mapping, rows.iterator(), Long.class, (row, key) -> told.add(key));
        assertWired(rows, told);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2_100})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-243 a mapped number that is null or 0 comes back as the database's")
    void mappedNulls(int count) throws SQLException {
        createNumbered();
        List<Numbered> nulls = IntStream.range(0, count)
                .mapToObj(i -> new Numbered(null, "n" + i))
                .toList();
        assertWired(named(count), items().insertReturningKeys(nulls));

        jdbc().execute("delete from item");
        List<Item> zeros =
                IntStream.range(0, count).mapToObj(i -> new Item(0, "n" + i)).toList();
        assertWired(named(count), items().insertReturningKeys(zeros));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2_100})
    @Requires({Capability.GENERATED_KEYS, Capability.NUMBERED_COLUMN})
    @DisplayName("R-244 a row that brings its number has it, beside rows that the database numbers")
    void ownNumbers(int count) throws SQLException {
        createNumbered();
        // downwards, since a database may leave gaps of any size behind the highest number
        List<Numbered> rows = IntStream.range(0, count)
                .mapToObj(i -> new Numbered(i % 3 == 0 ? Long.valueOf(1_000_000 - i) : null, "n" + i))
                .toList();
        List<Long> keys = items().insertReturningKeys(rows);
        assertWired(named(count), keys);
        for (int i = 0; i < count; i += 3) {
            assertThat(keys.get(i)).isEqualTo(1_000_000 - i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2_100})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-245 returning(…) gives back several columns, as they are stored")
    void severalColumns(int count) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                "id " + numbered(),
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("state", ColumnType.TEXT, jdbc.database().defaultText("'new'")));
        List<ReturnedRow> returned = new ArrayList<>();
        for (ReturnedRow row :
                items().returning("ID", "state", "name").insertReturningKeys(named(count), ReturnedRow.class)) {
            returned.add(row);
        }
        Map<String, Long> stored = storedKeys();
        assertThat(returned).hasSize(count);
        for (int i = 0; i < count; i++) {
            ReturnedRow row = returned.get(i);
            assertThat(row.columns()).containsExactly("id", "state", "name");
            assertThat(row.get("id", Long.class)).isEqualTo(stored.get("n" + i));
            assertThat(row.get("state")).isEqualTo("new");
            assertThat(row.get("name")).isEqualTo("n" + i);
        }
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName(
            "R-246 keys come as Long, Integer, BigDecimal and String; a class that can't be is refused before the first row")
    void keyClasses() throws SQLException {
        createNumbered();
        List<Named> one = named(1);
        BulkInserter items = items();
        Integer first = items.insertReturningKeys(one, Integer.class).get(0);
        BigDecimal second = items.insertReturningKeys(one, BigDecimal.class).get(0);
        String third = items.insertReturningKeys(one, String.class).get(0);
        Object fourth = items.insertReturningKeys(one, Object.class).get(0);
        assertThat(jdbc().rows("select id from item order by id"))
                .containsExactly(
                        String.valueOf(first), String.valueOf(second), String.valueOf(third), String.valueOf(fourth));

        BulkLoadException failure = failureOf(() -> items.insertReturningKeys(one, java.util.UUID.class));
        assertPlace(failure, LoadPhase.PREFLIGHT, -1, "id");
        assertThat(failure.reason()).endsWith(" give no keys of java.util.UUID");
        assertThat(jdbc().count("item")).isEqualTo(4);
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName(
            "R-247 where the database makes no key, or more than one column is the key, the load is refused with the way out")
    void noKey() throws SQLException {
        createItem();
        BulkLoadException brought = failureOf(() -> items().insertReturningKeys(Item.some(3)));
        assertPlace(brought, LoadPhase.PREFLIGHT, -1, null);
        assertThat(brought.reason())
                .isEqualTo(
                        "the database makes no key: the rows bring all of id; name what is to come back all the same by"
                                + " returning(\"…\")");
        assertNothingStored(brought);
        assertThat(items().returning("id").insertReturningKeys(Item.some(3))).containsExactly(0L, 1L, 2L);

        PlainJdbc jdbc = jdbc();
        jdbc.create("heap", jdbc.column("name", ColumnType.TEXT));
        BulkInserter heap = inserter().into("heap");
        assertThat(failureOf(() -> heap.insertReturningKeys(named(1))).reason())
                .isEqualTo(
                        "the table has no primary key and no column that the database numbers; name what is to come back"
                                + " by returning(\"…\")");
        assertThat(failureOf(() -> heap.returning("id", "nme").insertReturningKeys(named(1), ReturnedRow.class))
                        .reason())
                .contains("column id: there is no such column to give back; the table has name")
                .contains("column nme: there is no such column to give back");

        jdbc.create(
                "pair",
                jdbc.column("a", ColumnType.INTEGER, "not null default 7"),
                jdbc.column("b", ColumnType.INTEGER, "not null default 8"),
                jdbc.column("name", ColumnType.TEXT),
                "primary key (a, b)");
        BulkInserter pair = inserter().into("pair");
        assertThat(failureOf(() -> pair.insertReturningKeys(named(1))).reason())
                .isEqualTo(
                        "several columns come back: a, b; ask for ReturnedRow.class, or for one column by returning(\"…\")");
        ReturnedRow row = pair.insertReturningKeys(named(1), ReturnedRow.class).get(0);
        assertThat(row.columns()).containsExactly("a", "b");
        assertThat(row.get("a", Long.class)).isEqualTo(7L);
        assertThat(row.get("b", Integer.class)).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 2_100})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-248 what the callback throws ends the load in phase CALLBACK with its row, and nothing is stored")
    void throwingCallback(int count) throws SQLException {
        createNumbered();
        Exception thrown = new Exception("no more");
        BulkLoadException failure =
                failureOf(() -> items().insertReturningKeys(named(count).iterator(), Long.class, (row, key) -> {
                    if (row.name().equals("n1")) {
                        throw thrown;
                    }
                }));
        assertPlace(failure, LoadPhase.CALLBACK, 1, null);
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);

        AssertionError error = new AssertionError("not here");
        assertThatThrownBy(() -> items().insertReturningKeys(named(count).iterator(), Long.class, (row, key) -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(jdbc().count("item")).isZero();
        assertUsable(connection());
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-249 keys come back in the caller's transaction, which stays the caller's, after a failure too")
    void inTransaction() throws SQLException {
        createNumbered();
        Connection connection = connection();
        connection.setAutoCommit(false);
        jdbc().execute("insert into item (name) values ('earlier')");
        List<Named> rows = named(700);
        assertWired(rows, items().insertReturningKeys(rows));

        BulkLoadException failure =
                failureOf(() -> items().insertReturningKeys(rows.iterator(), Long.class, (row, key) -> {
                    throw new Exception("no");
                }));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(jdbc().count("item")).isEqualTo(701);
        connection.rollback();
        assertThat(jdbc().count("item")).isZero();
        connection.commit();
        connection.setAutoCommit(true);
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-250 without rows there are no keys, and nothing is asked")
    void noRows() throws SQLException {
        assertThat(items().insertReturningKeys(List.of())).isEmpty();
        LoadResult result = items().insertReturningKeys(Collections.emptyIterator(), Long.class, (row, key) -> {
            throw new IllegalStateException("there is no row");
        });
        assertCounts(result, 0);
    }

    @Test
    @Requires({Capability.GENERATED_KEYS, Capability.TRIGGER})
    @DisplayName("R-251 a trigger that fills another numbered table does not change whose key is whose")
    void copyingTrigger() throws SQLException {
        createNumbered();
        PlainJdbc jdbc = jdbc();
        jdbc.create("copies", "nr " + numbered(), jdbc.column("id", ColumnType.BIGINT));
        for (int i = 0; i < 5; i++) {
            jdbc.execute("insert into copies (id) values (-1)");
        }
        jdbc.execute(jdbc.database().copyingTrigger("item", "copies").toArray(String[]::new));
        List<Named> rows = named(1_200);
        List<Long> keys = items().insertReturningKeys(rows);
        assertWired(rows, keys);
        assertThat(jdbc.rows("select id from copies where id > 0 order by nr"))
                .containsExactlyInAnyOrderElementsOf(
                        keys.stream().map(String::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 1_200})
    @Requires({Capability.GENERATED_KEYS, Capability.SKIPPING_TRIGGER})
    @DisplayName("R-252 a row that a trigger leaves out has no key, and those after it keep theirs")
    void skipped(int count) throws SQLException {
        createNumbered();
        jdbc().execute(jdbc().database().skippingTrigger("item").toArray(String[]::new));
        List<Numbered> rows = IntStream.range(0, count)
                .mapToObj(i -> new Numbered((long) i + 100, "n" + i))
                .toList();
        List<Long> keys = new ArrayList<>();
        LoadResult result = items().insertReturningKeys(rows.iterator(), Long.class, (row, key) -> keys.add(key));
        assertThat(keys).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(keys.get(i)).isEqualTo(i % 2 == 0 ? Long.valueOf(i + 100) : null);
        }
        assertThat(result.rowsWritten()).isEqualTo((count + 1) / 2);
        assertThat(result.rowsSkipped()).isEqualTo(count / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_200})
    @Requires({Capability.GENERATED_KEYS, Capability.RANDOM_KEY})
    @DisplayName("R-253 a key whose default is random comes back, each that of its own row")
    void randomKeys(int count) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", "id " + jdbc.database().randomKey(), jdbc.column("name", ColumnType.TEXT));
        List<String> keys = items().insertReturningKeys(named(count), String.class);
        Map<String, String> stored = new HashMap<>();
        for (String row : jdbc.rows("select name, id from item")) {
            stored.put(row.substring(0, row.indexOf('|')), row.substring(row.indexOf('|') + 1));
        }
        assertThat(keys).hasSize(count).doesNotHaveDuplicates();
        for (int i = 0; i < count; i++) {
            assertThat(keys.get(i)).isEqualToIgnoringCase(stored.get("n" + i));
        }
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-254 four threads that load into one table at once each get the keys of their own rows")
    void concurrently() throws Exception {
        createNumbered();
        int threads = 4;
        int loads = 6;
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            connections.add(jdbc().connect());
        }
        ExecutorService runners = Executors.newFixedThreadPool(threads);
        List<Future<Map<String, Long>>> futures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String prefix = "t" + i + "/";
            BulkInserter inserter = inserterOver(connections.get(i)).into("item");
            futures.add(runners.submit(() -> {
                Map<String, Long> keys = new HashMap<>();
                for (int load = 0; load < loads; load++) {
                    int count = load % 2 == 0 ? 1 + load : 900;
                    List<Named> rows = new ArrayList<>();
                    for (int row = 0; row < count; row++) {
                        rows.add(new Named(prefix + load + "/" + row));
                    }
                    List<Long> got = inserter.insertReturningKeys(rows);
                    for (int row = 0; row < count; row++) {
                        Long key = got.get(row);
                        assertThat(key).isNotNull();
                        keys.put(rows.get(row).name(), key);
                    }
                }
                return keys;
            }));
        }
        runners.shutdown();
        Map<String, Long> expected = new HashMap<>();
        for (Future<Map<String, Long>> future : futures) {
            expected.putAll(future.get());
        }
        assertThat(storedKeys()).isEqualTo(expected);
        assertThat(new HashSet<>(expected.values())).hasSameSizeAs(expected.keySet());
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-255 in a thousand loads of any size, batch and kind of row each key is that of its own row")
    void randomly() throws SQLException {
        createNumbered();
        boolean ownNumbers = jdbc().database().capabilities().contains(Capability.NUMBERED_COLUMN);
        Random random = new Random(20_240_229);
        long own = -1;
        Map<String, Long> expected = new HashMap<>();
        for (int load = 0; load < 1_000; load++) {
            int count = 1 + (random.nextInt(10) == 0 ? random.nextInt(600) : random.nextInt(12));
            int kind = random.nextInt(ownNumbers ? 3 : 2);
            List<Numbered> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean brings = kind == 2 && random.nextBoolean();
                rows.add(new Numbered(brings ? Long.valueOf(own -= 2) : null, load + "/" + i));
            }
            BulkInserter items = random.nextBoolean() ? items() : items().batchRows(1 + random.nextInt(40));
            List<Long> keys = kind == 0
                    ? items.insertReturningKeys(
                            rows.stream().map(row -> new Named(row.name())).toList())
                    : items.insertReturningKeys(rows);
            for (int i = 0; i < count; i++) {
                Long key = keys.get(i);
                assertThat(key).isNotNull();
                expected.put(rows.get(i).name(), key);
            }
            if (random.nextInt(20) == 0) {
                jdbc().execute("delete from item where id in (select max(id) from (select id from item) x)");
                long gone = Collections.max(expected.values());
                expected.values().remove(gone);
            }
        }
        assertThat(storedKeys()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_200})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName(
            "R-256 a plan of a load that gives keys back tells the way, and the result's path is one that it named")
    void explained(int count) throws SQLException {
        createNumbered();
        LoadPlan plan = items().returning("id").explain(Named.class);
        assertThat(plan.notes()).isNotEmpty();
        assertThat(jdbc().count("item")).isZero();
        LoadResult result = items().insertReturningKeys(
                        named(count).iterator(),
                        Long.class,
                        (row, key) -> assertThat(key).isNotNull());
        assertThat(List.of(plan.path(), String.valueOf(plan.shortPath()))).contains(result.path());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 1_200})
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-257 a row that can't be stored is named, nothing is stored, and no key is told of its block")
    void badRow(int count) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create("item", "id " + numbered(), jdbc.column("name", ColumnType.TEXT, "not null"));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new @Nullable Object[] {i == count - 1 ? null : "n" + i});
        }
        AtomicInteger told = new AtomicInteger();
        BulkLoadException failure = failureOf(() -> items().columns("name")
                .insertReturningKeys(rows.iterator(), Long.class, (row, key) -> told.incrementAndGet()));
        assertThat(failure.rowIndex()).as(failure.getMessage()).isEqualTo(count - 1);
        assertThat(failure.column()).isEqualTo("name");
        assertNothingStored(failure);
        assertThat(told).hasValue(0);
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-258 the callback may load the children over the same connection, in the same transaction")
    void children() throws SQLException {
        createNumbered();
        PlainJdbc jdbc = jdbc();
        jdbc.create("child", jdbc.column("parent", ColumnType.BIGINT), jdbc.column("line", ColumnType.INTEGER));
        BulkInserter lines = inserter().into("child").columns("parent", "line");
        int parents = 40;
        items().insertReturningKeys(named(parents).iterator(), Long.class, (row, key) -> {
            List<@Nullable Object[]> rows = new ArrayList<>();
            rows.add(new @Nullable Object[] {key, 1});
            rows.add(new @Nullable Object[] {key, 2});
            lines.insert(rows);
        });
        assertThat(jdbc.rows("select count(*) from item join child on child.parent = item.id"))
                .containsExactly(String.valueOf(2 * parents));

        BulkLoadException failure =
                failureOf(() -> items().insertReturningKeys(named(2).iterator(), Long.class, (row, key) -> {
                    lines.insert(List.<@Nullable Object[]>of(new @Nullable Object[] {key, 3}));
                    if (row.name().equals("n1")) {
                        throw new Exception("undo");
                    }
                }));
        assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(jdbc.rows("select count(*) from child where line = 3")).containsExactly("0");
        assertThat(jdbc.count("item")).isEqualTo(parents);
    }

    @Test
    @Requires(Capability.GENERATED_KEYS)
    @DisplayName("R-259 a timeout and a control reach a callback, also one that blocks; nothing is stored")
    void stopped() throws SQLException {
        createNumbered();
        BulkLoadException late = failureOf(() -> items().timeout(Duration.ofMillis(300))
                .insertReturningKeys(named(3).iterator(), Long.class, (row, key) -> Thread.sleep(60_000)));
        assertThat(late.getSQLState()).isEqualTo("HYT00");
        assertNothingStored(late);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        LoadControl control = new LoadControl();
        BulkLoadException cancelled = failureOf(() -> items().control(control)
                .insertReturningKeys(named(3).iterator(), Long.class, (row, key) -> control.cancel()));
        assertThat(cancelled.getSQLState()).isEqualTo("HY008");
        assertNothingStored(cancelled);
    }
}
