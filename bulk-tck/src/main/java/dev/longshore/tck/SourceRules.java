package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Where rows come from, and how many of them there may be. */
abstract class SourceRules extends Rules {
    /** Makes a second empty database, apart from the one that is loaded into. */
    abstract TckDatabase newDatabase() throws Exception;

    @TestFactory
    @DisplayName("R-100 empty input touches nothing and fails on nothing, not even on a missing table")
    Stream<DynamicTest> empty() {
        List<Item> none = List.of();
        return Stream.of(
                        "list",
                        "iterator",
                        "stream",
                        "list of a class",
                        "iterator of a class",
                        "stream of a class",
                        "list by a mapping",
                        "iterator by a mapping",
                        "stream by a mapping")
                .map(source -> DynamicTest.dynamicTest(source, () -> {
                    List<String> calls = Wrapped.calls();
                    BulkInserter inserter =
                            inserterOver(Wrapped.recording(connection(), calls)).into("no_such_table");
                    LoadResult result = switch (source) {
                        case "list" -> inserter.insert(none);
                        case "iterator" -> inserter.insert(none.iterator());
                        case "stream" -> inserter.insert(none.stream());
                        case "list of a class" -> inserter.insert(Item.class, none);
                        case "iterator of a class" -> inserter.insert(Item.class, none.iterator());
                        case "stream of a class" -> inserter.insert(Item.class, none.stream());
                        case "list by a mapping" -> inserter.insert(ITEM_MAPPING, none);
                        case "iterator by a mapping" -> inserter.insert(ITEM_MAPPING, none.iterator());
                        default -> inserter.insert(ITEM_MAPPING, none.stream());
                    };
                    assertCounts(result, 0);
                    assertThat(result.path()).isEqualTo("none");
                    assertThat(calls).isEmpty();
                }));
    }

    @Test
    @DisplayName(
            "R-101 an empty result set, and a writer without rows, give a zero result and leave the transaction alone")
    void emptyResultSetAndWriter() throws Exception {
        createItem();
        try (Statement statement = jdbc().connect().createStatement();
                ResultSet rows = statement.executeQuery("select id, name from item")) {
            assertCounts(inserter().into("no_such_table").insert(rows), 0);
        }
        List<String> calls = Wrapped.calls();
        BulkInserter inserter =
                inserterOver(Wrapped.recording(connection(), calls)).into("item");
        try (BulkWriter<Item> writer = inserter.open(Item.class)) {
            LoadResult result = writer.finish();
            assertCounts(result, 0);
            assertThat(result.path()).isEqualTo("none");
        }
        assertThat(calls).doesNotContain("setAutoCommit", "setSavepoint", "commit", "rollback", "close");
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-102 one row is stored and counted, from every source")
    void oneRow() throws SQLException {
        createItem();
        assertCounts(items().insert(List.of(new Item(1, "list"))), 1);
        assertCounts(items().insert(List.of(new Item(2, "iterator")).iterator()), 1);
        assertCounts(items().insert(Stream.of(new Item(3, "stream"))), 1);
        assertCounts(items().insert(Item.class, List.of(new Item(4, "class"))), 1);
        assertCounts(items().insert(ITEM_MAPPING, List.of(new Item(5, "mapping"))), 1);
        try (BulkWriter<Item> writer = items().open(ITEM_MAPPING)) {
            writer.write(new Item(6, "writer"));
            assertCounts(writer.finish(), 1);
        }
        assertThat(storedItems())
                .containsExactly("1|list", "2|iterator", "3|stream", "4|class", "5|mapping", "6|writer");
        assertUsable(connection());
    }

    @TestFactory
    @DisplayName(
            "R-103 FW-12 counts and rows are exact at the batch size, one less and one more, whatever the batch size")
    Stream<DynamicTest> aroundBatchSize() {
        Stream<int[]> given = IntStream.of(1, 2, 7, 100)
                .boxed()
                .flatMap(batch -> IntStream.of(batch - 1, batch, batch + 1, 2 * batch - 1, 2 * batch, 2 * batch + 1)
                        .filter(count -> count > 0)
                        .distinct()
                        .mapToObj(count -> new int[] {batch, count}));
        Stream<int[]> chosen = IntStream.of(
                        2, 5, 10, 50, 99, 100, 101, 127, 128, 129, 249, 250, 251, 499, 500, 501, 999, 1_000, 1_001,
                        4_096, 10_000)
                .mapToObj(count -> new int[] {0, count});
        return Stream.concat(given, chosen).map(each -> {
            int batch = each[0];
            int count = each[1];
            String name = count + (batch == 0 ? " rows, batch size of the provider" : " rows in batches of " + batch);
            return DynamicTest.dynamicTest(name, () -> {
                jdbc().execute("drop table if exists item");
                createItem();
                BulkInserter inserter = batch == 0 ? items() : items().batchRows(batch);
                assertCounts(inserter.insert(Item.some(count)), count);
                assertThat(storedItems()).isEqualTo(Item.shown(count));
                jdbc().execute("delete from item");
                assertCounts(inserter.insert(Item.some(count).stream()), count);
                assertThat(storedItems()).isEqualTo(Item.shown(count));
            });
        });
    }

    @Test
    @DisplayName("R-104 a stream is closed by the load, on success, on failure, and where the load never begins")
    void streamsAreClosed() throws SQLException {
        createItem();
        AtomicInteger closed = new AtomicInteger();
        items().insert(Item.some(3).stream().onClose(closed::incrementAndGet));
        assertThat(closed).hasValue(1);
        items().insert(Stream.<Item>empty().onClose(closed::incrementAndGet));
        assertThat(closed).hasValue(2);

        failureOf(() -> items().insert(Item.some(3).stream().onClose(closed::incrementAndGet)));
        assertThat(closed).as("a duplicate key").hasValue(3);
        failureOf(() ->
                inserter().into("no_such_table").insert(Item.some(3).stream().onClose(closed::incrementAndGet)));
        assertThat(closed).as("a missing table").hasValue(4);
        failureOf(() -> items().insert(LongStream.range(10, 20)
                .mapToObj(i -> {
                    if (i == 15) {
                        throw new IllegalStateException();
                    }
                    return Item.numbered(i);
                })
                .onClose(closed::incrementAndGet)));
        assertThat(closed).as("a source that throws").hasValue(5);
        AssertionError error = new AssertionError();
        assertThatThrownBy(() -> items().insert(Stream.generate(() -> {
                            throw error;
                        })
                        .onClose(closed::incrementAndGet)))
                .isSameAs(error);
        assertThat(closed).as("an Error").hasValue(6);
        failureOf(() -> items().insert(ITEM_MAPPING, Item.some(3).stream().onClose(closed::incrementAndGet)));
        failureOf(() -> items().insert(Item.class, Item.some(3).stream().onClose(closed::incrementAndGet)));
        assertThat(closed).hasValue(8);
        assertThat(storedItems()).isEqualTo(Item.shown(3));
    }

    @Test
    @DisplayName("R-105 a stream whose close action throws fails the load in phase CALLBACK")
    void closeActionThrows() throws SQLException {
        createItem();
        IllegalStateException thrown = new IllegalStateException("can't close");
        BulkLoadException failure =
                failureOf(() -> items().insert(Item.some(3).stream().onClose(() -> {
                    throw thrown;
                })));
        assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(failure.getCause()).isSameAs(thrown);
        assertThat(connection().getAutoCommit()).isTrue();
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-106 a parallel stream's rows are taken in order")
    void parallelStreams() throws SQLException {
        createItem();
        List<Long> read = new ArrayList<>();
        RowMapping<Item> mapping = RowMapping.of(Item.class)
                .longColumn("id", item -> {
                    read.add(item.id());
                    return item.id();
                })
                .column("name", Item::anyName)
                .build();
        assertCounts(
                items().insert(mapping, LongStream.range(0, 5_000).parallel().mapToObj(Item::numbered)), 5_000);
        assertThat(read).isEqualTo(LongStream.range(0, 5_000).boxed().toList());
        assertThat(jdbc().count("item")).isEqualTo(5_000);
    }

    @Test
    @DisplayName("R-107 a flatMap over many rows is loaded whole")
    void flatMap() throws SQLException {
        createItem();
        Stream<Item> rows = Stream.of(0, 1)
                .flatMap(part ->
                        LongStream.range(part * 50_000L, (part + 1) * 50_000L).mapToObj(Item::numbered));
        assertCounts(items().insert(rows), 100_000);
        assertThat(jdbc().rows("select count(*), min(id), max(id), sum(id) from item"))
                .containsExactly("100000|0|99999|4999950000");
    }

    @TestFactory
    @DisplayName("R-108 each reader is called exactly once per row, whatever the source and the number of rows")
    Stream<DynamicTest> readersOnce() {
        return Stream.of("list", "iterator", "stream", "writer")
                .flatMap(source -> IntStream.of(1, 2, 10, 700, 3_000)
                        .mapToObj(count -> DynamicTest.dynamicTest(source + " of " + count, () -> {
                            jdbc().execute("drop table if exists item");
                            createItem();
                            int[] idReads = new int[count];
                            int[] nameReads = new int[count];
                            RowMapping<Item> mapping = RowMapping.of(Item.class)
                                    .longColumn("id", item -> {
                                        idReads[(int) item.id()]++;
                                        return item.id();
                                    })
                                    .column("name", item -> {
                                        nameReads[(int) item.id()]++;
                                        return item.anyName();
                                    })
                                    .build();
                            List<Item> rows = Item.some(count);
                            switch (source) {
                                case "list" -> items().insert(mapping, rows);
                                case "iterator" -> items().insert(mapping, rows.iterator());
                                case "stream" -> items().insert(mapping, rows.stream());
                                default -> {
                                    try (BulkWriter<Item> writer = items().open(mapping)) {
                                        rows.forEach(writer.asConsumer());
                                        writer.finish();
                                    }
                                }
                            }
                            assertThat(idReads).containsOnly(1);
                            assertThat(nameReads).containsOnly(1);
                            assertThat(jdbc().count("item")).isEqualTo(count);
                        })));
    }

    @Test
    @DisplayName("R-109 readers are called once per row also where the load fails, and never after the failing row")
    void readersOnceOnFailure() throws SQLException {
        createItem();
        jdbc().execute("insert into item (id, name) values (5, 'taken')");
        int[] reads = new int[10];
        RowMapping<Item> mapping = RowMapping.of(Item.class)
                .longColumn("id", item -> {
                    reads[(int) item.id()]++;
                    return item.id();
                })
                .column("name", Item::anyName)
                .build();
        BulkLoadException failure = failureOf(() -> items().insert(mapping, Item.some(10)));
        assertThat(failure.rowIndex()).isEqualTo(5);
        for (int count : reads) {
            assertThat(count).isLessThanOrEqualTo(1);
        }
    }

    /** Hands out the same array again and again, with other values. */
    private static final class ReusedArray implements Iterator<Object[]> {
        private final byte[] bytes = new byte[8];
        private final Object[] row = new Object[2];
        private final int count;
        private int next;

        ReusedArray(int count) {
            this.count = count;
        }

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public Object[] next() {
            ByteBuffer.wrap(bytes).putLong(next);
            row[0] = next++;
            row[1] = bytes;
            return row;
        }
    }

    @Test
    @DisplayName(
            "R-110 an iterator may hand out the same row object again with other values, arrays inside it included")
    void reusedRows() throws SQLException {
        jdbc().create("item", jdbc().column("id", ColumnType.BIGINT), jdbc().column("name", ColumnType.BYTES));
        items().columns("id", "name").insert(new ReusedArray(1_000));
        List<Object> expected = new ArrayList<>();
        for (long i = 0; i < 1_000; i++) {
            expected.add(ByteBuffer.allocate(8).putLong(i).array());
        }
        List<Object> stored = new ArrayList<>(jdbc().values("name", ColumnType.BYTES, "item order by id"));
        assertThat(stored).hasSize(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertThat(stored.get(i)).as("row %d", i).isEqualTo(expected.get(i));
        }
    }

    @Test
    @DisplayName("R-111 an Iterable is iterated once, and only on the loading thread")
    void iteratedOnce() throws SQLException {
        createItem();
        AtomicInteger iterations = new AtomicInteger();
        Set<Thread> threads = new HashSet<>();
        Iterable<Item> rows = () -> {
            iterations.incrementAndGet();
            threads.add(Thread.currentThread());
            return Item.some(20).iterator();
        };
        assertCounts(items().insert(rows), 20);
        assertThat(iterations).hasValue(1);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    @DisplayName("R-112 an iterator is not asked again after its end")
    void notAskedAfterEnd() throws SQLException {
        createItem();
        for (int count : new int[] {1, 3, 600}) {
            AtomicBoolean ended = new AtomicBoolean();
            Iterator<Item> items = Item.some(count).iterator();
            Iterator<Item> rows = new Iterator<>() {
                @Override
                public boolean hasNext() {
                    assertThat(ended).as("asked after the end").isFalse();
                    ended.set(!items.hasNext());
                    return items.hasNext();
                }

                @Override
                public Item next() {
                    return items.next();
                }
            };
            assertCounts(items().insert(rows), count);
            jdbc().execute("delete from item");
        }
    }

    private TckDatabase sourceDatabase(int rows) throws Exception {
        TckDatabase other = newDatabase();
        try (Connection connection = other.connect()) {
            PlainJdbc.execute(
                    connection,
                    "create table source (id " + other.type(ColumnType.BIGINT) + ", name " + other.type(ColumnType.TEXT)
                            + ")");
            for (int i = 0; i < rows; i++) {
                PlainJdbc.execute(connection, "insert into source (id, name) values (" + i + ", 'name " + i + "')");
            }
        }
        return other;
    }

    @Test
    @DisplayName("R-113 a result set is copied from one connection to another and left open")
    void resultSetCopy() throws Exception {
        createItem();
        try (TckDatabase other = sourceDatabase(150);
                Connection from = other.connect();
                Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery("select id, name from source order by id")) {
            assertCounts(items().insert(rows), 150);
            assertThat(rows.isClosed()).isFalse();
        }
        assertThat(storedItems()).isEqualTo(Item.shown(150));
    }

    @Test
    @DisplayName("R-114 a result set is read from where it stands, its columns found by their labels")
    void resultSetFromWhereItStands() throws Exception {
        createItem();
        try (TckDatabase other = sourceDatabase(10);
                Connection from = other.connect();
                Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery("select 'n' as " + other.quote("Name") + ", id as "
                        + other.quote("ID") + " from source order by id")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertCounts(items().insert(rows), 8);
        }
        assertThat(jdbc().rows("select min(id), max(id), min(name) from item")).containsExactly("2|9|n");
    }

    @Test
    @DisplayName("R-115 a result set's cells of every kind arrive as they are, NULL included")
    void resultSetTypes() throws Exception {
        List<ColumnType> types = Stream.of(ColumnType.values())
                .filter(type -> jdbc().database().type(type) != null)
                .toList();
        List<String> columns = new ArrayList<>();
        for (ColumnType type : types) {
            columns.add(jdbc().column("c_" + type.name().toLowerCase(Locale.ROOT), type));
        }
        jdbc().create("item", columns.toArray(String[]::new));
        List<TypeCase> cases = TypeTable.of(jdbc().database());
        try (TckDatabase other = newDatabase();
                Connection from = other.connect()) {
            PlainJdbc.execute(from, "create table source (" + String.join(", ", columns) + ")");
            PlainInsert plain = new PlainInsert(other, from);
            for (ColumnType type : types) {
                String column = "c_" + type.name().toLowerCase(Locale.ROOT);
                List<Object[]> values = cases.stream()
                        .filter(each -> each.column() == type && each.expected() != null)
                        .map(each -> new Object[] {each.value()})
                        .toList();
                plain.insert("source", List.of(column), List.of(type), new ArrayList<>(values));
            }
            try (Statement statement = from.createStatement();
                    ResultSet rows = statement.executeQuery("select * from source")) {
                ZoneId zone = jdbc().database().zoneOfResultSets();
                (zone == null ? items() : items().zone(zone)).insert(rows);
            }
            for (ColumnType type : types) {
                String column = "c_" + type.name().toLowerCase(Locale.ROOT);
                String query = "select " + jdbc().database().textOf(column) + " from ";
                List<String> expected = new ArrayList<>(PlainJdbc.rows(from, query + "source"));
                List<String> stored = new ArrayList<>(jdbc().rows(query + "item"));
                Collections.sort(expected);
                Collections.sort(stored);
                assertThat(stored).as("column of kind %s", type).isEqualTo(expected);
            }
        }
    }

    @Test
    @DisplayName("R-116 a result set that is closed is refused as a source, and the transaction is intact")
    void closedResultSet() throws Exception {
        createItem();
        try (Statement statement = jdbc().connect().createStatement()) {
            ResultSet rows = statement.executeQuery("select id, name from item");
            rows.close();
            BulkLoadException failure = failureOf(() -> items().insert(rows));
            assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(failure.getCause()).isInstanceOf(SQLException.class);
        }
        assertUsable(connection());
    }

    @Test
    @DisplayName("R-117 the stages of a load add up to about its time")
    void stages() throws SQLException {
        createItem();
        LoadResult result = items().insert(
                        LongStream.range(0, 50_000).mapToObj(Item::numbered).iterator());
        long whole = result.elapsed().toNanos();
        long sum = Stream.of(
                        result.stages().metadata(),
                        result.stages().source(),
                        result.stages().mapping(),
                        result.stages().send(),
                        result.stages().commit())
                .mapToLong(Duration::toNanos)
                .sum();
        assertThat(sum).isBetween(whole / 2, whole + whole / 20);
        assertThat(result.stages().send().toNanos()).isPositive();
    }
}
