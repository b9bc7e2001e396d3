package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadControl;
import dev.longshore.LoadListener;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadProgress;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RejectedRow;
import dev.longshore.RowMapping;
import dev.longshore.SavepointPolicy;
import dev.longshore.TransactionState;
import dev.longshore.UnstorableText;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are set aside, so that the others are stored. */
abstract class RejectRules extends Rules {
    /** More rows than a load that may reject some sends in one batch. */
    private static final int BATCHES = 210_000;

    /** A row whose name is refused by the table's check if it is "bad", and by its reader if it is "unreadable". */
    private static final RowMapping<Item> MAPPING = RowMapping.of(Item.class)
            .longColumn("id", Item::id)
            .column("name", String.class, RejectRules::readName)
            .build();

    private static String readName(Item item) {
        if ("unreadable".equals(item.name())) {
            throw new IllegalStateException("unreadable");
        }
        return item.anyName();
    }

    private void createChecked() throws SQLException {
        createChecked("bad");
    }

    private static List<Long> indexes(List<RejectedRow> rejected) {
        return rejected.stream().map(RejectedRow::index).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 30, 600, 3_000})
    @DisplayName("R-270 a row that the database refuses is set aside wherever it stands, and the others are stored")
    void oneBad(int count) throws SQLException {
        createChecked();
        for (int bad : List.of(0, count / 2, count - 1)) {
            jdbc().execute("delete from item");
            List<Item> rows = new ArrayList<>(Item.some(count));
            rows.set(bad, new Item(bad, "bad"));
            List<RejectedRow> rejected = new ArrayList<>();

            LoadResult result =
                    items().onError(ErrorPolicy.rejectUpTo(1, rejected::add)).insert(rows);

            assertRejected(result, count, 1);
            assertThat(indexes(rejected)).containsExactly((long) bad);
            RejectedRow row = rejected.get(0);
            assertThat(row.row()).isSameAs(rows.get(bad));
            assertThat(row.values()).containsEntry("id", (long) bad).containsEntry("name", "bad");
            assertPlace(row.failure(), LoadPhase.SERVER, bad, row.column());
            assertThat(row.failure().getCause()).isInstanceOf(SQLException.class);
            assertThat(storedItems()).isEqualTo(shown(without(rows, rejected)));
            assertThat(connection().getAutoCommit()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "R-271 values that can't be read or converted are set aside like those that the database refuses, in the order of the input")
    void everyKind() throws SQLException {
        createChecked();
        jdbc().execute("insert into item (id, name) values (900, 'earlier')");
        List<Item> rows = new ArrayList<>(Item.some(100));
        rows.set(7, new Item(7, "bad"));
        rows.set(20, new Item(20, "unreadable"));
        rows.set(21, new Item(21, null));
        rows.set(40, new Item(900, "duplicate of an earlier row"));
        rows.set(50, new Item(3, "duplicate within the load"));
        rows.set(99, new Item(99, "unreadable"));
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(10, rejected::add)).insert(MAPPING, rows);

        assertRejected(result, 100, 6);
        assertThat(indexes(rejected)).containsExactly(7L, 20L, 21L, 40L, 50L, 99L);
        assertThat(rejected.get(1).values()).containsOnlyKeys("id").containsEntry("id", 20L);
        assertPlace(rejected.get(1).failure(), LoadPhase.MAPPING, 20, "name");
        List<Item> stored = without(rows, rejected);
        stored.add(new Item(900, "earlier"));
        assertThat(storedItems()).isEqualTo(shown(stored));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName("R-272 exactly those rows are set aside that an INSERT of each row by itself, in order, would refuse")
    void asRowByRow(long seed) throws SQLException {
        createChecked();
        Random random = new Random(seed);
        List<Item> rows = IntStream.range(0, 700)
                .mapToObj(i -> new Item(
                        random.nextInt(5) == 0 ? random.nextInt(700) : i,
                        random.nextInt(40) == 0 ? "bad" : "name " + i))
                .toList();
        List<Long> expected = refusedOneByOne(rows);
        List<String> stored = storedItems();
        jdbc().execute("delete from item");
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(700, rejected::add)).insert(rows);

        assertThat(indexes(rejected)).isEqualTo(expected);
        assertThat(storedItems()).isEqualTo(stored);
        assertRejected(result, 700, expected.size());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @DisplayName("R-326 where few of many rows are wrong, one that only stood in the way of another makes room for it")
    void fewOfMany(long seed) throws SQLException {
        createChecked();
        Random random = new Random(seed);
        List<Item> rows = new ArrayList<>(Item.some(30_000));
        for (int i = 100; i < rows.size(); i += 200 + random.nextInt(2_000)) {
            int other = i - 1 - random.nextInt(60);
            switch (random.nextInt(4)) {
                case 0 -> rows.set(i, new Item(i, "bad"));
                case 1 -> rows.set(i, new Item(other, "takes the key of a row that is stored"));
                case 2 -> {
                    rows.set(other, new Item(other, "bad"));
                    rows.set(i, new Item(other, "takes the key of a row that is not"));
                }
                default -> {
                    rows.set(other, new Item(i, "takes the key of a later row"));
                    rows.set(i + 1, new Item(i + 1L, "bad"));
                }
            }
        }
        Set<Long> ids = new HashSet<>();
        List<Long> expected = IntStream.range(0, rows.size())
                .filter(i ->
                        "bad".equals(rows.get(i).name()) || !ids.add(rows.get(i).id()))
                .mapToObj(i -> (long) i)
                .toList();
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(200, rejected::add)).insert(rows);

        assertThat(indexes(rejected)).isEqualTo(expected);
        for (RejectedRow row : rejected) {
            assertThat(row.row()).isSameAs(rows.get((int) row.index()));
            assertThat(row.failure().rowIndex()).isEqualTo(row.index());
        }
        assertThat(storedItems().equals(shown(without(rows, rejected))))
                .as("the other rows are stored")
                .isTrue();
        assertRejected(result, rows.size(), expected.size());
    }

    private List<Long> refusedOneByOne(List<Item> rows) throws SQLException {
        List<Long> refused = new ArrayList<>();
        Connection connection = connection();
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("insert into item (id, name) values (?, ?)")) {
            for (int i = 0; i < rows.size(); i++) {
                Savepoint before = connection.setSavepoint();
                insert.setLong(1, rows.get(i).id());
                insert.setString(2, rows.get(i).name());
                try {
                    insert.executeUpdate();
                } catch (SQLException e) {
                    connection.rollback(before);
                    refused.add((long) i);
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        return refused;
    }

    @Test
    @DisplayName("R-273 one wrong row more than may be rejected ends the load, and nothing is stored")
    void overBudget() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(100));
        for (int bad : List.of(10, 20, 30)) {
            rows.set(bad, new Item(bad, "bad"));
        }
        List<RejectedRow> rejected = new ArrayList<>();

        BulkLoadException failure = failureOf(
                () -> items().onError(ErrorPolicy.rejectUpTo(2, rejected::add)).insert(rows));

        assertPlace(failure, LoadPhase.SERVER, 30, failure.column());
        assertThat(failure.reason()).startsWith("3 rows are wrong, but at most 2 may be rejected; the last: ");
        assertThat(failure.getCause()).isInstanceOf(BulkLoadException.class);
        assertThat(indexes(rejected)).containsExactly(10L, 20L, 30L);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-274 a greater share of wrong rows than may be rejected ends the load, a smaller does not")
    void share() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(200));
        for (int bad : List.of(10, 20, 30, 40)) {
            rows.set(bad, new Item(bad, "bad"));
        }

        BulkLoadException failure = failureOf(() -> items().onError(ErrorPolicy.rejectUpToPercent(1.9, rejected -> {}))
                .insert(rows));
        assertThat(failure.reason())
                .startsWith("4 of 200 rows are wrong, but at most 1.9 % may be rejected; the last: ");
        assertNothingStored(failure);

        LoadResult result = items().onError(ErrorPolicy.rejectUpToPercent(2, rejected -> {}))
                .insert(rows);
        assertRejected(result, 200, 4);
        assertThat(jdbc().count("item")).isEqualTo(196);
    }

    @Test
    @DisplayName("R-275 in the caller's transaction rejecting undoes nothing of what came before, and commits nothing")
    void callersTransaction() throws SQLException {
        createChecked();
        Connection connection = connection();
        connection.setAutoCommit(false);
        jdbc().execute("insert into item (id, name) values (900, 'earlier')");
        List<Item> rows = new ArrayList<>(Item.some(60));
        rows.set(31, new Item(900, "duplicate"));
        rows.set(59, new Item(59, "bad"));

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(5, rejected -> {})).insert(rows);
        assertRejected(result, 60, 2);
        assertThat(jdbc().count("item")).isEqualTo(59);
        BulkLoadException failure = failureOf(
                () -> items().onError(ErrorPolicy.rejectUpTo(5, rejected -> {})).insert(Item.some(30)));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(jdbc().count("item")).isEqualTo(59);
        assertThat(connection.getAutoCommit()).isFalse();

        connection.rollback();
        assertThat(jdbc().count("item")).isZero();
        connection.rollback();
        connection.setAutoCommit(true);
    }

    @Test
    @DisplayName("R-276 what the handler throws ends the load in phase CALLBACK with the row, and nothing is stored")
    void throwingHandler() throws SQLException {
        createChecked();
        List<Item> rows = List.of(new Item(1, "good"), new Item(2, "bad"), new Item(3, "good"));
        IllegalStateException thrown = new IllegalStateException("no");

        BulkLoadException failure = failureOf(() -> items().onError(ErrorPolicy.rejectUpTo(5, rejected -> {
                    throw thrown;
                }))
                .insert(rows));

        assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-277 the handler is called on the loading thread before the commit, and may use the connection")
    void handlerUsesConnection() throws SQLException {
        createChecked();
        jdbc().create("reject", jdbc().column("id", ColumnType.BIGINT), jdbc().column("reason", ColumnType.TEXT));
        List<Item> rows = new ArrayList<>(Item.some(40));
        rows.set(5, new Item(5, "bad"));
        rows.set(6, new Item(6, "bad"));
        Thread loader = Thread.currentThread();

        items().onError(ErrorPolicy.rejectUpTo(5, rejected -> {
                    assertThat(Thread.currentThread()).isSameAs(loader);
                    PlainJdbc.execute(
                            connection(),
                            "insert into reject (id, reason) values ("
                                    + rejected.values().get("id") + ", 'check')");
                }))
                .insert(rows);

        assertThat(jdbc().rows("select id from reject order by id")).containsExactly("5", "6");
        assertThat(jdbc().count("item")).isEqualTo(38);
    }

    @Test
    @DisplayName("R-268 commitEvery() counts rows that can't be read, so that what is committed is known exactly")
    void commitEveryUnreadable() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(100));
        for (int i = 5; i < 45; i++) {
            rows.set(i, new Item(i, "unreadable"));
        }
        List<Long> rejected = new ArrayList<>();
        BulkLoadException failure = failureOf(() -> items().commitEvery(20)
                .onError(ErrorPolicy.rejectUpTo(39, row -> rejected.add(row.index())))
                .insert(MAPPING, rows));
        assertThat(failure.rowsCommitted()).isEqualTo(40);
        assertThat(storedItems()).isEqualTo(Item.shown(5));
        assertThat(rejected).isEqualTo(LongStream.range(5, 45).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bad", "unreadable"})
    @DisplayName(
            "R-269 thousands of wrong rows are told in the order of the input, and what the handler wrote meanwhile stays")
    void manyRejected(String wrong) throws SQLException {
        createChecked();
        jdbc().create("reject", jdbc().column("id", ColumnType.BIGINT, "not null primary key"));
        List<Item> rows = IntStream.range(0, 5_000)
                .mapToObj(i -> new Item(i, i % 2 == 0 ? "name " + i : wrong))
                .toList();
        List<Long> rejected = new ArrayList<>();
        LoadResult result = items().onError(ErrorPolicy.rejectUpTo(2_500, row -> {
                    rejected.add(row.index());
                    PlainJdbc.execute(connection(), "insert into reject (id) values (" + row.index() + ")");
                }))
                .insert(MAPPING, rows);
        assertRejected(result, 5_000, 2_500);
        assertThat(rejected)
                .isEqualTo(IntStream.range(0, 2_500).mapToObj(i -> 2L * i + 1).toList());
        assertThat(jdbc().count("reject")).isEqualTo(2_500);
        assertThat(jdbc().rows("select count(*), sum(id) from item")).containsExactly("2500|" + 2 * 2_499 * 1_250);
    }

    @Test
    @DisplayName("R-278 rows that are pushed, streamed or read from a result set are rejected alike")
    void sources() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(500));
        rows.set(123, new Item(123, "bad"));
        rows.set(400, new Item(400, "unreadable"));
        BulkInserter inserter = items();

        List<RejectedRow> streamed = new ArrayList<>();
        LoadResult result =
                inserter.onError(ErrorPolicy.rejectUpTo(5, streamed::add)).insert(MAPPING, rows.stream());
        assertRejected(result, 500, 2);
        assertThat(indexes(streamed)).containsExactly(123L, 400L);
        assertThat(jdbc().count("item")).isEqualTo(498);

        jdbc().execute("delete from item");
        List<RejectedRow> pushed = new ArrayList<>();
        try (BulkWriter<Item> writer =
                inserter.onError(ErrorPolicy.rejectUpTo(5, pushed::add)).open(MAPPING)) {
            for (Item row : rows) {
                writer.write(row);
            }
            result = writer.finish();
        }
        assertRejected(result, 500, 2);
        assertThat(indexes(pushed)).containsExactly(123L, 400L);
        assertThat(jdbc().count("item")).isEqualTo(498);

        jdbc().create("source", jdbc().column("id", ColumnType.BIGINT), jdbc().column("name", ColumnType.TEXT));
        jdbc().execute("insert into source (id, name) values (1, 'one')");
        jdbc().execute("insert into source (id, name) values (2, 'bad')");
        jdbc().execute("insert into source (id, name) values (3, 'three')");
        jdbc().execute("delete from item");
        List<RejectedRow> copied = new ArrayList<>();
        Connection reading = jdbc().connect();
        try (Statement select = reading.createStatement();
                ResultSet source = select.executeQuery("select id, name from source order by id")) {
            result = inserter.onError(ErrorPolicy.rejectUpTo(5, copied::add)).insert(source);
        }
        assertRejected(result, 3, 1);
        assertThat(indexes(copied)).containsExactly(1L);
        assertThat(copied.get(0).row()).isNull();
        assertThat(copied.get(0).values()).containsEntry("name", "bad");
        assertThat(storedItems()).containsExactly("1|one", "3|three");
    }

    /** Loads good rows, and tells before which of them a batch begins: a savepoint is made there. */
    private List<Integer> borders() throws SQLException {
        int[] read = {0};
        List<Integer> borders = new ArrayList<>();
        Connection noticing = Wrapped.noticing(connection(), method -> {
            if (method.equals("setSavepoint") && read[0] > 1) {
                borders.add(read[0]);
            }
        });
        Iterator<Item> rows = Item.some(BATCHES).stream().peek(row -> read[0]++).iterator();
        LoadResult result = inserterOver(noticing)
                .into("item")
                .onError(ErrorPolicy.rejectUpTo(10, rejected -> {}))
                .insert(rows);
        assertRejected(result, BATCHES, 0);
        jdbc().execute("delete from item");
        return borders;
    }

    @Test
    @DisplayName("R-279 wrong rows at the borders of batches are set aside, and no other")
    void atBorders() throws SQLException {
        createChecked();
        List<Integer> borders = borders();
        assertThat(borders)
                .as("rows before which a batch of %s rows begins", BATCHES)
                .isNotEmpty();
        // a batch that a row was rejected from is followed by smaller ones, so each border has a load of its own
        for (int border : borders.subList(0, Math.min(2, borders.size()))) {
            int count = border + 100;
            List<Item> rows = new ArrayList<>(Item.some(count));
            // where the next row is read before the savepoint, the border is before that one
            List<Long> bad =
                    LongStream.rangeClosed(border - 2, border + 1).boxed().toList();
            bad.forEach(index -> rows.set((int) (long) index, new Item(index, "bad")));
            List<RejectedRow> rejected = new ArrayList<>();

            LoadResult result =
                    items().onError(ErrorPolicy.rejectUpTo(10, rejected::add)).insert(rows);

            assertRejected(result, count, bad.size());
            assertThat(indexes(rejected)).isEqualTo(bad);
            assertThat(storedItems()).isEqualTo(shown(without(rows, rejected)));
            jdbc().execute("delete from item");
        }
    }

    @Test
    @DisplayName("R-280 a load of which every row is rejected stores nothing and succeeds")
    void allBad() throws SQLException {
        createChecked();
        List<Item> rows =
                IntStream.range(0, 70).mapToObj(i -> new Item(i, "bad")).toList();
        assertRejected(
                items().onError(ErrorPolicy.rejectUpToPercent(100, rejected -> {}))
                        .insert(rows),
                70,
                70);
        assertThat(jdbc().count("item")).isZero();
        assertThat(connection().getAutoCommit()).isTrue();
    }

    @Test
    @DisplayName("R-281 what is no row's fault ends the load although rows may be rejected")
    void noRowsFault() throws SQLException {
        createChecked();
        IllegalStateException thrown = new IllegalStateException("source");
        List<RejectedRow> rejected = new ArrayList<>();
        BulkLoadException failure = failureOf(() -> items().onError(ErrorPolicy.rejectUpToPercent(100, rejected::add))
                .insert(new ThrowingRows(40, 60, () -> thrown)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
        assertThat(failure.rowIndex()).isEqualTo(40);
        assertThat(failure.getCause()).isSameAs(thrown);
        assertThat(rejected).isEmpty();
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-282 rejecting without savepoints is refused before the first row, and so are keys beside it")
    void refusals() throws SQLException {
        createChecked();
        BulkInserter rejecting = items().onError(ErrorPolicy.rejectUpTo(5, rejected -> {}));
        Connection connection = connection();
        connection.setAutoCommit(false);
        BulkLoadException failure =
                failureOf(() -> rejecting.savepoint(SavepointPolicy.NEVER).insert(Item.some(3)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason())
                .isEqualTo("rows can't be rejected without savepoints, which the driver or savepoint(NEVER) excludes");
        connection.rollback();
        connection.setAutoCommit(true);
        assertThat(failureOf(() -> rejecting.insertReturningKeys(Item.some(3))).phase())
                .isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(jdbc().count("item")).isZero();
    }

    @Test
    @DisplayName(
            "R-283 commitEvery() keeps what was committed when a later row fails, and the exception tells how much")
    void commitEvery() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(100));
        rows.set(75, new Item(75, "bad"));
        BulkInserter inserter = items().commitEvery(20);

        BulkLoadException failure = failureOf(() -> inserter.insert(rows));

        assertThat(failure.rowsCommitted()).isEqualTo(60);
        assertThat(failure.hint()).contains("The rows before row 60 are committed, go on by resumeFrom(60)");
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(PlainJdbc.count(jdbc().connect(), "item")).isEqualTo(60);
        assertThat(connection().getAutoCommit()).isTrue();

        rows.set(75, Item.numbered(75));
        LoadResult result = inserter.resumeFrom(failure.rowsCommitted()).insert(rows);
        assertCounts(result, 40);
        assertThat(storedItems()).isEqualTo(shown(rows));
    }

    @Test
    @DisplayName("R-284 each batch of commitEvery() is seen by others before the load ends, and pushed rows alike")
    void commitEverySeen() throws SQLException {
        createItem();
        Connection other = jdbc().connect();
        try (BulkWriter<Item> writer = items().commitEvery(30).open(ITEM_MAPPING)) {
            for (int i = 0; i < 100; i++) {
                writer.write(Item.numbered(i));
                if (i == 30 || i == 59 || i == 60) {
                    assertThat(PlainJdbc.count(other, "item")).isEqualTo((i + 1) / 30 * 30L);
                }
            }
            assertCounts(writer.finish(), 100);
        }
        assertThat(storedItems()).isEqualTo(Item.shown(100));
    }

    @Test
    @DisplayName("R-285 commitEvery() and rejected rows go together, and a load over a data source resumes as well")
    void commitEveryRejecting() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(100));
        rows.set(5, new Item(5, "bad"));
        rows.set(25, new Item(25, "bad"));
        rows.set(65, new Item(65, "bad"));
        List<RejectedRow> rejected = new ArrayList<>();
        BulkLoadException failure = failureOf(() -> items().commitEvery(20)
                .onError(ErrorPolicy.rejectUpTo(2, rejected::add))
                .insert(rows));
        assertThat(failure.rowsCommitted()).isEqualTo(60);
        assertThat(indexes(rejected)).containsExactly(5L, 25L, 65L);
        assertThat(jdbc().count("item")).isEqualTo(58);

        TckDatabase database = jdbc().database();
        LoadResult result = database.configured(BulkInserter.forDataSource(new ConnectingDataSource(database::connect)))
                .into("item")
                .commitEvery(20)
                .resumeFrom(60)
                .onError(ErrorPolicy.rejectUpTo(2, rejected::add))
                .insert(rows);
        assertRejected(result, 40, 1);
        assertThat(jdbc().count("item")).isEqualTo(97);
    }

    @Test
    @DisplayName(
            "R-286 commitEvery() in the caller's transaction is refused, and resumeFrom() behind the end loads nothing")
    void commitEveryRefused() throws SQLException {
        createItem();
        Connection connection = connection();
        connection.setAutoCommit(false);
        BulkLoadException failure = failureOf(() -> items().commitEvery(10).insert(Item.some(30)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason()).startsWith("commitEvery() commits, but");
        connection.rollback();
        connection.setAutoCommit(true);

        assertCounts(items().resumeFrom(30).insert(Item.some(30)), 0);
        assertCounts(items().resumeFrom(29).insert(Item.some(30)), 1);
        assertThat(storedItems()).containsExactly("29|name 29");
    }

    /** A row with bytes that are given as a stream, which can be read once, or as an array that is used again. */
    private record Blob(long id, Object data) {}

    @Test
    @DisplayName("R-297 streams and arrays given as values are stored as they were, however often their row is sent")
    void streamsAndArrays() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("data", ColumnType.BYTES));
        byte[] reused = new byte[3];
        List<Blob> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            byte[] bytes = {1, 2, (byte) i};
            rows.add(new Blob(i == 30 ? 29 : i, i % 2 == 0 ? new ByteArrayInputStream(bytes) : reused));
        }
        RowMapping<Blob> mapping = RowMapping.of(Blob.class)
                .longColumn("id", Blob::id)
                .column("data", row -> {
                    reused[2] = (byte) (100 + row.id());
                    return row.data();
                })
                .build();
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(3, rejected::add)).insert(mapping, rows);

        assertRejected(result, 40, 1);
        assertThat(indexes(rejected)).containsExactly(30L);
        List<@Nullable Object> stored = jdbc.values("data", ColumnType.BYTES, "item order by id");
        for (int i = 0, at = 0; i < 40; i++) {
            if (i != 30) {
                byte[] expected = i % 2 == 0 ? new byte[] {1, 2, (byte) i} : new byte[] {0, 0, (byte) (100 + i)};
                assertThat(stored.get(at++)).as("row %s", i).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64})
    @DisplayName(
            "R-298 rows at the borders of statements are rejected like others, and the listener hears of those that stay")
    void borders(int batchRows) throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(130));
        for (int bad : List.of(0, 6, 7, 63, 64, 127, 128, 129)) {
            rows.set(bad, bad % 2 == 0 ? new Item(bad, "bad") : new Item(bad, "unreadable"));
        }
        List<RejectedRow> rejected = new ArrayList<>();
        long[] told = {-1};

        LoadResult result = items().batchRows(batchRows)
                .listener(new LoadListener() {
                    @Override
                    public void progress(LoadProgress progress) {
                        told[0] = progress.rows();
                    }
                })
                .onError(ErrorPolicy.rejectUpTo(10, rejected::add))
                .insert(MAPPING, rows);

        assertRejected(result, 130, 8);
        assertThat(indexes(rejected)).containsExactly(0L, 6L, 7L, 63L, 64L, 127L, 128L, 129L);
        assertThat(storedItems()).isEqualTo(shown(without(rows, rejected)));
        assertThat(told[0]).isLessThanOrEqualTo(122);
    }

    @Test
    @DisplayName("R-299 a load that is cancelled or interrupted while rows are rejected ends, and nothing is stored")
    void stopped() throws SQLException {
        createChecked();
        List<Item> rows = new ArrayList<>(Item.some(200));
        rows.set(100, new Item(100, "bad"));
        rows.set(150, new Item(150, "bad"));
        LoadControl control = new LoadControl();
        BulkLoadException cancelled = failureOf(() -> items().control(control)
                .onError(ErrorPolicy.rejectUpTo(5, rejected -> control.cancel()))
                .insert(rows));
        assertThat(cancelled.reason()).contains("cancel");
        assertNothingStored(cancelled);

        BulkLoadException interrupted = failureOf(() -> items().onError(ErrorPolicy.rejectUpTo(
                        5, rejected -> Thread.currentThread().interrupt()))
                .insert(rows));
        assertThat(Thread.interrupted()).as("the interrupt is still told").isTrue();
        assertThat(interrupted.reason()).contains("interrupt");
        assertNothingStored(interrupted);
    }

    @Test
    @DisplayName("R-300 a handler may load over the same connection, into another table")
    void handlerLoads() throws SQLException {
        createChecked();
        jdbc().create("reject", jdbc().column("id", ColumnType.BIGINT), jdbc().column("name", ColumnType.TEXT));
        List<Item> rows = List.of(new Item(1, "good"), new Item(2, "bad"));
        List<LoadResult> inner = new ArrayList<>();
        BulkInserter rejecting = items().onError(ErrorPolicy.rejectUpTo(
                5,
                rejected ->
                        inner.add(inserter().into("reject").insert(List.of(new Item(rejected.index(), "rejected"))))));

        LoadResult result = rejecting.insert(rows);

        assertRejected(result, 2, 1);
        assertCounts(inner.get(0), 1);
        assertThat(jdbc().rows("select id, name from reject")).containsExactly("1|rejected");
        assertThat(storedItems()).containsExactly("1|good");
    }

    /** A row that may refer to another one of the load. */
    private record Child(long id, String name, @Nullable Long parent) {}

    @Test
    @DisplayName("R-305 rows that a foreign key refuses are set aside, also where they refer to rows of the load")
    void foreignKey() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("parent", ColumnType.BIGINT),
                "foreign key (parent) references item(id)");
        SQLException plain = refusalOf("insert into item (id, name, parent) values (1, 'n', 1000)");
        List<Child> rows = new ArrayList<>();
        IntStream.range(0, 200).forEach(i -> rows.add(new Child(i, "n", i == 0 ? null : (long) i / 2)));
        // 50 is missing then, and so is what 100 and 101 refer to
        rows.set(50, new Child(50, "n", 1_000L));
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(10, rejected::add)).insert(rows);

        assertThat(indexes(rejected)).containsExactly(50L, 100L, 101L);
        assertRejected(result, 200, 3);
        assertThat(rejected.get(0).failure().rowIndex()).isEqualTo(50);
        assertThat(rejected.get(0).failure().getErrorCode()).isEqualTo(plain.getErrorCode());
        assertThat(rejected.get(0).sqlState()).startsWith("23");
        if (plain.getSQLState() != null) {
            assertThat(rejected.get(0).sqlState()).isEqualTo(plain.getSQLState());
        }
        assertThat(jdbc.rows("select count(*), sum(id) from item")).containsExactly("197|" + (199 * 100 - 251));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    @DisplayName(
            "R-306 values that only the encoder refuses are set aside in the middle of a statement, and rows around them stay")
    void encoder(int batchRows) throws SQLException {
        TckDatabase database = jdbc().database();
        boolean hasLimits = database.capabilities().contains(Capability.INTEGER_RANGE);
        // where a column takes whatever it is given, only such a text is refused
        String lone = "\uD800";
        String unstorable = database.capabilities().contains(Capability.NUL_IN_TEXT) ? lone : "a\0b";
        jdbc().create(
                        "item",
                        jdbc().column("id", ColumnType.BIGINT, "not null primary key"),
                        jdbc().column("n", ColumnType.SMALLINT),
                        "name varchar(10) unique");
        List<@Nullable Object[]> rows = new ArrayList<>();
        LongStream.range(0, 40).forEach(i -> rows.add(JdbcTest.row(i, i, "name " + i)));
        rows.set(0, JdbcTest.row(0L, hasLimits ? 70_000L : lone, "n"));
        rows.set(5, JdbcTest.row(5L, 5L, unstorable));
        rows.set(6, JdbcTest.row(6L, 6L, hasLimits ? "longer than ten" : lone));
        rows.set(7, JdbcTest.row(7L, hasLimits ? "seven" : lone, "name 7"));
        rows.set(8, JdbcTest.row(8L, 8L, "name 9"));
        rows.set(39, JdbcTest.row(39L, hasLimits ? -40_000L : lone, "n"));
        List<RejectedRow> rejected = new ArrayList<>();
        BulkInserter inserter = items().columns("id", "n", "name").onError(ErrorPolicy.rejectUpTo(10, rejected::add));

        LoadResult result = (batchRows == 0 ? inserter : inserter.batchRows(batchRows)).insert(rows);

        assertThat(indexes(rejected)).containsExactly(0L, 5L, 6L, 7L, 9L, 39L);
        assertRejected(result, 40, 6);
        assertThat(jdbc().count("item")).isEqualTo(34);
    }

    @Test
    @DisplayName("R-307 rows so large that statements end early are rejected like others")
    void large() throws SQLException {
        createChecked();
        String large = "x".repeat(1_500_000);
        List<Item> rows = new ArrayList<>();
        IntStream.range(0, 30).forEach(i -> rows.add(new Item(i, large)));
        for (int bad : List.of(0, 2, 3, 13, 29)) {
            rows.set(bad, new Item(bad, "bad"));
        }
        rows.set(12, new Item(11, large));
        List<RejectedRow> rejected = new ArrayList<>();

        LoadResult result =
                items().onError(ErrorPolicy.rejectUpTo(10, rejected::add)).insert(rows);

        assertThat(indexes(rejected)).containsExactly(0L, 2L, 3L, 12L, 13L, 29L);
        assertRejected(result, 30, 6);
        // not shown where they differ, which would be megabytes
        assertThat(storedItems().equals(shown(without(rows, rejected))))
                .as("the other rows are stored as they were")
                .isTrue();
    }

    @Test
    @DisplayName("R-308 a handler that ends the transaction ends the load, whose rows would be lost without a word")
    void handlerEndsTransaction() throws SQLException {
        createChecked();
        BulkInserter rejecting = items().onError(
                        ErrorPolicy.rejectUpTo(9, rejected -> connection().rollback()));

        BulkLoadException failure = failureOf(() -> rejecting.insert(List.of(new Item(1, "good"), new Item(2, "bad"))));

        assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(failure.reason()).startsWith("the transaction was ended or broken by the handler of rejected rows");
        assertThat(storedItems()).isEmpty();
        assertThat(connection().getAutoCommit()).isTrue();
        assertUsable(connection());
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    @DisplayName("R-301 under MASK_VALUES no message, cause or reason quotes a value, and place and SQLState are told")
    void masked() throws SQLException {
        createChecked("secret bad");
        RowMapping<Item> mapping = RowMapping.of(Item.class)
                .longColumn("id", Item::id)
                .column("name", String.class, item -> {
                    if (item.id() == 5) {
                        throw new IllegalStateException(item.name());
                    }
                    return item.anyName();
                })
                .build();
        BulkInserter masking = items().option(LoadOptions.MASK_VALUES, true);
        List<Item> rows = new ArrayList<>();
        IntStream.range(0, 12).forEach(i -> rows.add(new Item(i, "secret " + i)));
        rows.set(3, new Item(3, "secret bad"));
        rows.set(8, new Item(777_777_777, "secret"));
        rows.set(9, new Item(777_777_777, "secret"));
        List<RejectedRow> rejected = new ArrayList<>();

        masking.onError(ErrorPolicy.rejectUpTo(3, rejected::add)).insert(mapping, rows);

        assertThat(indexes(rejected)).containsExactly(3L, 5L, 9L);
        for (RejectedRow row : rejected) {
            assertThat(row.reason()).isNotEmpty();
            assertThat(printed(row.failure()) + row).doesNotContain("secret").doesNotContain("7777");
            assertThat(row.failure().rowIndex()).isEqualTo(row.index());
        }
        assertThat(rejected.get(0).values()).containsEntry("name", "secret bad");
        assertThat(rejected.get(2).sqlState()).isNotNull();

        jdbc().execute("delete from item");
        for (List<Item> failing : List.of(rows.subList(0, 4), rows.subList(4, 7), rows.subList(7, 11))) {
            BulkLoadException failure = failureOf(() -> masking.insert(mapping, failing));
            assertThat(printed(failure)).doesNotContain("secret").doesNotContain("7777");
            assertThat(failure.rowIndex()).isBetween(1L, 3L);
            assertNothingStored(failure);
        }
        BulkLoadException tooMany = failureOf(
                () -> masking.onError(ErrorPolicy.rejectUpTo(1, row -> {})).insert(mapping, rows));
        assertThat(tooMany.reason()).startsWith("2 rows are wrong, but at most 1 may be rejected; the last: ");
        assertThat(printed(tooMany)).doesNotContain("secret").doesNotContain("7777");
    }

    @Test
    @DisplayName("R-320 texts of a rejected row that were changed are not counted, since they are not stored")
    void changedTextsOfRejectedRows() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("name", ColumnType.TEXT),
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"));
        String lone = "lone \ud800 surrogate";
        List<Object[]> rows = List.of(
                new Object[] {lone, 1L},
                new Object[] {lone, java.time.LocalDate.EPOCH},
                new Object[] {lone, 3L},
                new Object[] {"plain", 4L});

        LoadResult result = items().columns("name", "id")
                .option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.STRIP)
                .onError(ErrorPolicy.rejectUpTo(1, rejected -> {}))
                .insert(rows);

        assertThat(result.rowsRejected()).isEqualTo(1);
        assertThat(result.warnings())
                .extracting(LoadWarning::code, LoadWarning::count)
                .containsExactly(tuple(LoadWarning.Code.TEXT_CHANGED, 2L));
    }
}
