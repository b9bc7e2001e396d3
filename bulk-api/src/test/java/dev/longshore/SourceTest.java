package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import dev.longshore.internal.StubResultSet;
import dev.longshore.internal.StubResultSet.Column;
import dev.longshore.internal.StubResultSet.Twofold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Date;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static Object[] person(long id) {
        return new Object[] {id, "p" + id};
    }

    private static List<Object[]> people(int count) {
        return LongStream.range(0, count).mapToObj(SourceTest::person).toList();
    }

    /** Rows of which one throws instead of coming. */
    private static Iterator<Object[]> throwingAt(int position, Throwable failure) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < 10;
            }

            @Override
            public Object[] next() {
                if (next == position) {
                    throw SourceTest.<RuntimeException>sneaky(failure);
                }
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return person(next++);
            }
        };
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // hides the checked type
    private static <E extends Throwable> E sneaky(Throwable failure) throws E {
        throw (E) failure;
    }

    @Test
    void anIterableIsIteratedOnce() throws Exception {
        List<String> calls = new ArrayList<>();
        Iterable<Object[]> rows = () -> {
            calls.add("iterator");
            return people(3).iterator();
        };

        assertThat(inserter().insert(rows).rowsWritten()).isEqualTo(3);
        assertThat(calls).containsExactly("iterator");
    }

    @Test
    void anIteratorIsReadToItsEnd() throws Exception {
        assertThat(inserter().insert(people(3).iterator()).rowsWritten()).isEqualTo(3);
        assertThat(database.rows()).containsExactly(row(0L, "p0"), row(1L, "p1"), row(2L, "p2"));
    }

    @Test
    void aParallelStreamIsTakenInOrder() throws Exception {
        inserter().insert(LongStream.range(0, 10_000).parallel().mapToObj(SourceTest::person));

        assertThat(database.rows()).hasSize(10_000).startsWith(row(0L, "p0")).endsWith(row(9_999L, "p9999"));
        assertThat(database.rows()).isSortedAccordingTo((a, b) -> Long.compare((Long) a.get(0), (Long) b.get(0)));
    }

    @Test
    void emptyInputsGiveAZeroResultAndTouchNothing() throws Exception {
        for (LoadResult result : List.of(
                inserter().insert(List.of()),
                inserter().insert(List.of().iterator()),
                inserter().insert(Stream.of()),
                inserter().insert(Person.class, List.<Person>of()),
                inserter().insert(Person.class, Stream.<Person>of()))) {
            assertThat(result.rowsRead()).isZero();
            assertThat(result.rowsWritten()).isZero();
            assertThat(result.rowsInserted()).isZero();
            assertThat(result.path()).isEqualTo("none");
            assertThat(result.warnings()).isEmpty();
        }
        assertThat(connection.calls()).isEmpty();
        assertThat(provider.opened).isZero();
    }

    record Person(long id, String name) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 9})
    void aNullRowIsRefusedWithItsIndex(int position) {
        List<Object[]> rows = new ArrayList<>(people(10));
        rows.set(position, null);

        for (int shortRows : new int[] {0, 2, 20}) {
            provider.shortRows = shortRows;
            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(rows));
            assertThat(e.reason()).isEqualTo("the row is null");
            assertThat(e.rowIndex()).isEqualTo(position);
            assertThat(e.phase()).isEqualTo(LoadPhase.SOURCE);
            assertThat(database.rows()).isEmpty();

            BulkLoadException ofStream = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(rows.stream()));
            assertThat(ofStream.reason()).isEqualTo("the row is null");
            assertThat(ofStream.rowIndex()).isEqualTo(position);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aSourceThatThrowsIsReportedWithTheRowThatDidNotCome(int position) {
        IOException failure = new IOException("the file is torn");
        provider.batchRows = 3;

        for (int shortRows : new int[] {0, 3, 20}) {
            provider.shortRows = shortRows;
            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(throwingAt(position, failure)));
            assertThat(e.getMessage())
                    .isEqualTo("load into people failed at row " + position
                            + ": the source of the rows threw java.io.IOException: the file is torn");
            assertThat(e.phase()).isEqualTo(LoadPhase.SOURCE);
            assertThat(e.getCause()).isSameAs(failure);
            assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(database.rows()).isEmpty();
            assertThat(connection.isAutoCommit()).isTrue();
        }
        assertThat(provider.closed).isEqualTo(provider.opened);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 9})
    void anErrorOfTheSourcePassesUnwrappedAfterCleanUp(int position) {
        StackOverflowError failure = new StackOverflowError("deep");
        provider.batchRows = 3;

        assertThat(catchThrowable(() -> inserter().insert(throwingAt(position, failure))))
                .isSameAs(failure);
        Iterator<Object[]> again = throwingAt(position, failure);
        assertThat(catchThrowable(() -> inserter().insert(IntStream.range(0, 10).mapToObj(i -> again.next()))))
                .isSameAs(failure);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(provider.closed).isEqualTo(provider.opened);
    }

    @Test
    void anIterableWithoutIteratorIsReported() {
        Iterable<Object[]> rows = () -> {
            throw new UncheckedIOException(new IOException("no such file"));
        };

        BulkLoadException e =
                catchThrowableOfType(BulkLoadException.class, () -> inserter().insert(rows));

        assertThat(e.getMessage())
                .isEqualTo(
                        "load into people failed at row 0: the source of the rows threw java.io.UncheckedIOException:"
                                + " java.io.IOException: no such file");
    }

    @Nested
    class AStream {
        private int closed;

        private Stream<Object[]> closing(Stream<Object[]> rows) {
            return rows.onClose(() -> closed++);
        }

        @Test
        void isClosedAfterALoad() throws Exception {
            inserter().insert(closing(people(3).stream()));
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void isClosedWhenItIsEmpty() throws Exception {
            inserter().insert(closing(Stream.of()));
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void isClosedAfterAFailureOfTheDatabase() {
            provider.throwsAtRow = 1;

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(closing(people(3).stream())));

            assertThat(e.getMessage()).isEqualTo("load into people failed: duplicate key");
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void isClosedAfterAFailureOfThePreflight() {
            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class,
                    () -> inserter().columns("nonsense").insert(closing(people(3).stream())));

            assertThat(e.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void isClosedAfterAnErrorOfAReader() {
            RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
                    .column("id", r -> {
                        throw new AssertionError("deep");
                    })
                    .build();

            assertThat(catchThrowable(() -> inserter().insert(mapping, closing(people(3).stream()))))
                    .isInstanceOf(AssertionError.class);
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void thatThrowsIsReportedWithTheRowThatDidNotCome() {
            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class,
                    () -> inserter().insert(closing(people(5).stream().peek(person -> {
                        if (person[0].equals(2L)) {
                            throw new IllegalStateException("a bad line");
                        }
                    }))));

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed at row 2: the source of the rows threw"
                            + " java.lang.IllegalStateException: a bad line");
            assertThat(e.phase()).isEqualTo(LoadPhase.SOURCE);
            assertThat(closed).isEqualTo(1);
        }

        @Test
        void whoseCloseFailsIsReportedAfterTheCommit() {
            Stream<Object[]> rows = people(3).stream().onClose(() -> {
                throw new IllegalStateException("the file is locked");
            });

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(rows));

            assertThat(e.getMessage())
                    .isEqualTo("load failed: the rows are stored, but closing the stream threw"
                            + " java.lang.IllegalStateException: the file is locked");
            assertThat(e.phase()).isEqualTo(LoadPhase.CALLBACK);
            assertThat(database.rows()).hasSize(3);
        }

        @Test
        void whoseCloseFailsAfterAFailureIsSuppressed() {
            provider.throwsAtRow = 1;
            Stream<Object[]> rows = people(3).stream().onClose(() -> {
                throw new IllegalStateException("the file is locked");
            });

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(rows));

            assertThat(e.getMessage()).isEqualTo("load into people failed: duplicate key");
            assertThat(e.getSuppressed()[0]).hasMessage("the file is locked");
        }

        @Test
        void thatWrapsWhatItsConsumerThrowsIsNotTakenForStored() {
            provider.batchRows = 1;
            Stream<Object[]> wrapping = custom(action -> people(3).forEach(row -> {
                try {
                    action.accept(row);
                } catch (Throwable e) {
                    throw new IllegalStateException("a row was refused", e);
                }
            }));
            RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
                    .longColumn("id", r -> {
                        throw new IllegalStateException("unreadable");
                    })
                    .build();

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(mapping, wrapping));

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed at row 0, column id: reading the value threw"
                            + " java.lang.IllegalStateException: unreadable");
            assertThat(database.rows()).isEmpty();
        }

        @Test
        void thatSwallowsWhatItsConsumerThrowsIsNotTakenForStored() {
            Stream<Object[]> swallowing = custom(action -> people(3).forEach(row -> {
                try {
                    action.accept(row);
                } catch (Throwable e) {
                    // as a careless source does
                    assertThat(e).isNotNull();
                }
            }));
            RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
                    .longColumn("id", r -> {
                        throw new IllegalStateException("unreadable");
                    })
                    .build();

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(mapping, swallowing));

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed at row 0, column id: reading the value threw"
                            + " java.lang.IllegalStateException: unreadable");
            assertThat(database.rows()).isEmpty();
        }

        private static Stream<Object[]> custom(Consumer<Consumer<? super Object[]>> source) {
            return StreamSupport.stream(
                    new Spliterator<>() {
                        @Override
                        public boolean tryAdvance(Consumer<? super Object[]> action) {
                            return false;
                        }

                        @Override
                        public void forEachRemaining(Consumer<? super Object[]> action) {
                            source.accept(action);
                        }

                        @Override
                        public Spliterator<Object[]> trySplit() {
                            return null;
                        }

                        @Override
                        public long estimateSize() {
                            return Long.MAX_VALUE;
                        }

                        @Override
                        public int characteristics() {
                            return Spliterator.ORDERED;
                        }
                    },
                    false);
        }

        @Test
        void isReadOnceAndSentInBatchesOfTheBuffer() throws Exception {
            String text = "x".repeat(1 << 20);

            inserter().insert(LongStream.range(0, 20).mapToObj(i -> new Object[] {i, text}));

            assertThat(connection.calls())
                    .filteredOn(call -> call.startsWith("execute"))
                    .hasSizeBetween(3, 4);
            assertThat(database.rows()).hasSize(20);
            assertThat(provider.indexes)
                    .containsExactlyElementsOf(LongStream.range(0, 20).boxed().toList());
        }

        @Test
        void withLaterRowsOfTheirOwnErrorsKeepsTheirIndex() {
            String text = "x".repeat(1 << 20);
            provider.refusedValues = Boolean.class;

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class,
                    () -> inserter().insert(IntStream.range(0, 20).mapToObj(i ->
                            new Object[] {i == 15 ? (Object) true : (Object) i, text})));

            assertThat(e.getMessage()).isEqualTo("load into people failed at row 15, column id: true is refused");
            assertThat(database.rows()).isEmpty();
        }
    }

    @Nested
    class AResultSet {
        private final List<Column> columns =
                List.of(new Column("ID", Types.BIGINT, "bigint"), new Column("name", Types.VARCHAR, "text"));

        @Test
        void isCopiedColumnByColumnAndLeftOpen() throws Exception {
            StubResultSet source = new StubResultSet(columns, List.of(row(1L, "a"), row(2L, null)));

            LoadResult result = inserter().insert(source.jdbc());

            assertThat(result.rowsWritten()).isEqualTo(2);
            assertThat(database.rows()).containsExactly(row(1L, "a"), row(2L, null));
            assertThat(source.calls()).doesNotContain("close");
        }

        @Test
        void isReadFromWhereItStands() throws Exception {
            StubResultSet source = new StubResultSet(columns, List.of(row(1L, "a"), row(2L, "b")));
            var open = source.jdbc();
            open.next();

            inserter().insert(open);

            assertThat(database.rows()).containsExactly(row(2L, "b"));
        }

        @Test
        void readsEachCellOnce() throws Exception {
            StubResultSet source = new StubResultSet(columns, List.of(row(1L, "a"), row(2L, "b")));

            inserter().insert(source.jdbc());

            assertThat(source.calls()).containsExactly("plain 0/1", "plain 0/2", "plain 1/1", "plain 1/2");
        }

        @Test
        void withoutRowsGivesAZeroResult() throws Exception {
            assertThat(inserter()
                            .insert(new StubResultSet(columns, List.of()).jdbc())
                            .rowsRead())
                    .isZero();
            assertThat(connection.calls()).isEmpty();
        }

        @Test
        void isCutDownToTheColumnsThatAreNamed() throws Exception {
            StubResultSet source = new StubResultSet(columns, List.of(row(1L, "a")));

            inserter().columns("id").insert(source.jdbc());

            assertThat(database.rows()).containsExactly(row(1L));
        }

        @Test
        void leavesGeneratedColumnsOut() throws Exception {
            StubProvider computed = new StubProvider(StubProvider.nullable("name"), StubProvider.generated("id"));
            StubResultSet source = new StubResultSet(columns, List.of(row(1L, "a")));

            inserter().using(computed).insert(source.jdbc());

            assertThat(database.rows()).containsExactly(row("a"));
        }

        @Test
        void givesDatesAndTimesThatNoZoneShifts() throws Exception {
            StubProvider times = new StubProvider(
                    StubProvider.nullable("a"),
                    StubProvider.nullable("b"),
                    StubProvider.nullable("c"),
                    StubProvider.nullable("d"),
                    StubProvider.nullable("e"));
            LocalDateTime local = LocalDateTime.of(2024, 3, 31, 2, 30);
            OffsetDateTime zoned = local.atOffset(ZoneOffset.ofHours(2));
            LocalDate date = LocalDate.of(2024, 3, 31);
            LocalTime time = LocalTime.of(2, 30);
            StubResultSet source = new StubResultSet(
                    List.of(
                            new Column("a", Types.TIMESTAMP, "timestamp"),
                            new Column("b", Types.TIMESTAMP, "timestamptz"),
                            new Column("c", Types.DATE, "date"),
                            new Column("d", Types.TIME, "time"),
                            new Column("e", Types.TIMESTAMP_WITH_TIMEZONE, "timestamp with time zone")),
                    List.of(
                            Arrays.asList(null, null, null, null, null),
                            Arrays.asList(
                                    new Twofold(new Timestamp(0), local),
                                    new Twofold(new Timestamp(0), zoned),
                                    new Twofold(new Date(0), date),
                                    new Twofold(new java.sql.Time(0), time),
                                    new Twofold(new Timestamp(0), zoned)),
                            Arrays.asList(
                                    new Twofold(new Timestamp(0), local),
                                    new Twofold(new Timestamp(0), zoned),
                                    new Twofold(new Date(0), date),
                                    new Twofold(new java.sql.Time(0), time),
                                    new Twofold(new Timestamp(0), zoned))));

            inserter().using(times).insert(source.jdbc());

            assertThat(database.rows())
                    .containsExactly(
                            Arrays.asList(null, null, null, null, null),
                            row(local, zoned, date, time, zoned),
                            row(local, zoned, date, time, zoned));
        }

        @Test
        void takesADriverThatKeepsDatesAsTextAtItsWord() throws Exception {
            StubProvider times = new StubProvider(StubProvider.nullable("a"), StubProvider.nullable("b"));
            StubResultSet source = new StubResultSet(
                    List.of(
                            new Column("a", Types.DATE, "DATE"),
                            new Column("b", Types.TIMESTAMP_WITH_TIMEZONE, "datetimeoffset")),
                    List.of(row("2024-03-31", "2024-03-31T02:30Z")));

            inserter().using(times).insert(source.jdbc());

            assertThat(database.rows()).containsExactly(row("2024-03-31", "2024-03-31T02:30Z"));
            assertThat(source.calls()).containsExactly("plain 0/1", "plain 0/2");
        }

        @Test
        void whoseColumnIsUnknownIsRefused() {
            StubResultSet source =
                    new StubResultSet(List.of(new Column("idd", Types.BIGINT, "bigint")), List.of(row(1L)));

            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class, () -> inserter().insert(source.jdbc()));

            assertThat(e.getMessage()).isEqualTo("""
                            load into people failed: 2 problems before the first row
                              - column idd: there is no such column; the table has id, name
                              - column id: the rows bring no value for it, but it is NOT NULL and has no default""");
        }
    }
}
