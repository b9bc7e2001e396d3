package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rows that can't be had: what the caller's own code throws, at every position of a batch. */
abstract class FailingSourceRules extends Rules {
    private static final int BATCH = 8;
    private static final int COUNT = 3 * BATCH;
    private static final List<Integer> POSITIONS = List.of(0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, COUNT - 1);

    /** A kind of source whose row at a position throws. */
    private enum Source {
        ITERATOR,
        ITERABLE,
        STREAM,
        RESULT_SET,
        GETTER,
        MAPPING,
        PUSHED_GETTER
    }

    /** An item whose name can't be read. */
    static final class Nameless {
        private final long id;
        private final @Nullable Supplier<? extends Throwable> failure;

        Nameless(long id, @Nullable Supplier<? extends Throwable> failure) {
            this.id = id;
            this.failure = failure;
        }

        public long getId() {
            return id;
        }

        public String getName() {
            if (failure != null) {
                throw ThrowingRows.<RuntimeException>unchecked(failure.get());
            }
            return "name " + id;
        }
    }

    private static List<Nameless> nameless(int position, Supplier<? extends Throwable> failure) {
        List<Nameless> rows = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            rows.add(new Nameless(i, i == position ? failure : null));
        }
        return rows;
    }

    private @Nullable Object load(Source source, int position, Supplier<? extends Throwable> failure) throws Exception {
        switch (source) {
            case ITERATOR -> items().batchRows(BATCH).insert(new ThrowingRows(position, COUNT, failure));
            case ITERABLE -> items().batchRows(BATCH).insert(new FailingIterable(position, failure));
            case STREAM ->
                items().batchRows(BATCH).insert(LongStream.range(0, COUNT).mapToObj(i -> {
                    if (i == position) {
                        throw ThrowingRows.<RuntimeException>unchecked(failure.get());
                    }
                    return Item.numbered(i);
                }));
            case GETTER -> items().batchRows(BATCH).insert(nameless(position, failure));
            case MAPPING -> {
                RowMapping<Nameless> mapping = RowMapping.of(Nameless.class)
                        .longColumn("id", Nameless::getId)
                        .column("name", String.class, Nameless::getName)
                        .build();
                items().batchRows(BATCH)
                        .insert(mapping, nameless(position, failure).iterator());
            }
            case PUSHED_GETTER -> {
                try (BulkWriter<Nameless> writer = items().batchRows(BATCH).open(Nameless.class)) {
                    for (Nameless row : nameless(position, failure)) {
                        writer.write(row);
                    }
                    writer.finish();
                }
            }
            case RESULT_SET -> loadFromResultSet(position);
        }
        return null;
    }

    /** Rows with an iterator that throws. */
    private record FailingIterable(int position, Supplier<? extends Throwable> failure) implements Iterable<Item> {
        @Override
        public Iterator<Item> iterator() {
            return new ThrowingRows(position, COUNT, failure);
        }
    }

    private void loadFromResultSet(int position) throws Exception {
        try (TckDatabase other = newDatabase();
                Connection from = other.connect();
                Statement statement = from.createStatement()) {
            PlainJdbc.execute(
                    from,
                    "create table source (id " + other.type(ColumnType.BIGINT) + ", name " + other.type(ColumnType.TEXT)
                            + ")");
            for (int i = 0; i < COUNT; i++) {
                PlainJdbc.execute(from, "insert into source (id, name) values (" + i + ", 'name " + i + "')");
            }
            try (ResultSet rows = statement.executeQuery("select id, name from source order by id")) {
                items().batchRows(BATCH).insert(Wrapped.failingAt(position, rows));
            }
        }
    }

    /** Makes a second empty database, apart from the one that is loaded into. */
    abstract TckDatabase newDatabase() throws Exception;

    private static boolean isSource(Source source) {
        return switch (source) {
            case ITERATOR, ITERABLE, STREAM, RESULT_SET -> true;
            case GETTER, MAPPING, PUSHED_GETTER -> false;
        };
    }

    private static String expectedMessage(Source source, int position) {
        if (source == Source.RESULT_SET) {
            return "load into item failed at row " + position
                    + ": the source of the rows threw java.sql.SQLException: row " + position + " is lost";
        }
        String place = "load into item failed at row " + position;
        return isSource(source)
                ? place + ": the source of the rows threw java.lang.IllegalStateException: no such row"
                : place + ", column name: reading the value threw java.lang.IllegalStateException: no such row";
    }

    private Stream<DynamicTest> everywhere(PositionedTest test) {
        return Arrays.stream(Source.values())
                .flatMap(source -> POSITIONS.stream()
                        .map(position -> DynamicTest.dynamicTest(source + " at row " + position, () -> {
                            if (!connection().getAutoCommit()) {
                                connection().rollback();
                                connection().setAutoCommit(true);
                            }
                            jdbc().execute("drop table if exists item");
                            createItem();
                            test.run(source, position);
                        })));
    }

    private interface PositionedTest {
        void run(Source source, int position) throws Exception;
    }

    @TestFactory
    @DisplayName(
            "R-80 what a source or getter throws at any position of a batch is the cause, with its row; nothing is stored")
    Stream<DynamicTest> exceptions() {
        return everywhere((source, position) -> {
            IllegalStateException thrown = new IllegalStateException("no such row");
            BulkLoadException failure = failureOf(() -> load(source, position, () -> thrown));
            assertFailure(failure).hasMessage(expectedMessage(source, position));
            assertPlace(
                    failure,
                    isSource(source) ? LoadPhase.SOURCE : LoadPhase.MAPPING,
                    position,
                    isSource(source) ? null : "name");
            if (source == Source.RESULT_SET) {
                assertThat(failure.getCause()).isInstanceOf(SQLException.class);
                assertThat(failure.getSQLState()).isEqualTo("08006");
                assertThat(failure.getErrorCode()).isEqualTo(77);
            } else {
                assertThat(failure.getCause()).isSameAs(thrown);
            }
            assertNothingStored(failure);
        });
    }

    @TestFactory
    @DisplayName("R-81 in the caller's transaction the same failures leave the caller's earlier work")
    Stream<DynamicTest> exceptionsInCallersTransaction() {
        return everywhere((source, position) -> {
            connection().setAutoCommit(false);
            jdbc().execute("insert into item (id, name) values (-1, 'earlier')");
            BulkLoadException failure =
                    failureOf(() -> load(source, position, () -> new IllegalStateException("no such row")));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(failure.rowIndex()).isEqualTo(position);
            assertThat(connection().getAutoCommit()).isFalse();
            assertThat(storedItems()).containsExactly("-1|earlier");
            connection().commit();
            assertThat(storedItems()).containsExactly("-1|earlier");
        });
    }

    @TestFactory
    @DisplayName("R-82 an Error passes unwrapped after the clean-up")
    Stream<DynamicTest> errors() {
        return everywhere((source, position) -> {
            if (source == Source.RESULT_SET) {
                return;
            }
            AssertionError thrown = new AssertionError("broken row");
            assertThatThrownBy(() -> load(source, position, () -> thrown)).isSameAs(thrown);
            assertThat(connection().getAutoCommit()).isTrue();
            assertThat(storedItems()).isEmpty();
            assertUsable(connection());
        });
    }

    @Test
    @DisplayName("R-83 a checked exception that slips out of a source is treated as any other")
    void checkedExceptions() throws SQLException {
        createItem();
        IOException thrown = new IOException("disk gone");
        BulkLoadException failure = failureOf(() -> items().insert(new ThrowingRows(2, 5, () -> thrown)));
        assertPlace(failure, LoadPhase.SOURCE, 2, null);
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at row 2: the source of the rows threw java.io.IOException: disk gone");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-84 an Iterable whose iterator() throws fails at row 0")
    void iteratorMethod() throws SQLException {
        createItem();
        IllegalStateException thrown = new IllegalStateException("closed");
        Iterable<Item> rows = () -> {
            throw thrown;
        };
        BulkLoadException failure = failureOf(() -> items().insert(rows));
        assertPlace(failure, LoadPhase.SOURCE, 0, null);
        assertFailure(failure)
                .hasMessage("load into item failed at row 0: the source of the rows threw"
                        + " java.lang.IllegalStateException: closed");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);
    }

    @TestFactory
    @DisplayName("R-85 a null element is refused with its row, from every source")
    Stream<DynamicTest> nullElements() {
        List<@Nullable Item> rows = new ArrayList<>(Item.some(COUNT));
        return POSITIONS.stream()
                .flatMap(position -> Stream.of("list", "iterator", "stream", "writer")
                        .map(source -> DynamicTest.dynamicTest(source + " at row " + position, () -> {
                            jdbc().execute("drop table if exists item");
                            createItem();
                            List<@Nullable Item> holed = new ArrayList<>(rows);
                            holed.set(position, null);
                            BulkLoadException failure = failureOf(() -> {
                                switch (source) {
                                    case "list" -> items().batchRows(BATCH).insert(holed);
                                    case "iterator" -> items().batchRows(BATCH).insert(holed.iterator());
                                    case "stream" -> items().batchRows(BATCH).insert(holed.stream());
                                    default -> push(holed);
                                }
                                return null;
                            });
                            assertPlace(failure, LoadPhase.SOURCE, position, null);
                            assertFailure(failure)
                                    .hasMessage("load into item failed at row " + position + ": the row is null");
                            assertNothingStored(failure);
                        })));
    }

    @SuppressWarnings("NullAway") // the null is what the test is about
    private void push(List<@Nullable Item> rows) throws BulkLoadException {
        try (BulkWriter<Item> writer = items().batchRows(BATCH).open(Item.class)) {
            for (Item row : rows) {
                writer.write(row);
            }
            writer.finish();
        }
    }

    /** A row whose number is boxed. */
    private record Boxed(@Nullable Long id) {}

    @Test
    @SuppressWarnings("NullAway") // the unboxed null is what the test is about
    @DisplayName(
            "R-86 a null under longColumn is reported with row, column and the hint column(), not as a bare exception")
    void nullUnderPrimitive() throws SQLException {
        createItem();
        RowMapping<Boxed> mapping =
                RowMapping.of(Boxed.class).longColumn("id", Boxed::id).build();
        BulkLoadException failure = failureOf(() -> items().insert(mapping, List.of(new Boxed(1L), new Boxed(null))));
        assertPlace(failure, LoadPhase.MAPPING, 1, "id");
        assertFailure(failure)
                .hasMessage(
                        "load into item failed at row 1, column id: the value is null, but the column is mapped as a"
                                + " primitive. Map it by column(\"id\", …), which stores null as NULL");
        assertThat(failure.getCause()).isInstanceOf(NullPointerException.class);
        assertNothingStored(failure);
    }

    @Test
    @DisplayName("R-87 a NullPointerException inside a getter is the getter's, not taken for a null value")
    void nullPointerInGetter() throws SQLException {
        createItem();
        NullPointerException thrown = new NullPointerException("inner");
        RowMapping<Item> mapping = RowMapping.of(Item.class)
                .longColumn("id", Item::id)
                .column("name", item -> {
                    throw thrown;
                })
                .build();
        BulkLoadException failure = failureOf(() -> items().insert(mapping, Item.some(2)));
        assertPlace(failure, LoadPhase.MAPPING, 0, "name");
        assertFailure(failure).hasMessageContaining("reading the value threw java.lang.NullPointerException: inner");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertNothingStored(failure);
    }
}
