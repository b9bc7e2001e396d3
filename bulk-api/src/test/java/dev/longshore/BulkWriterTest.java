package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BulkWriterTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();
    private final RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
            .column("id", values -> values[0])
            .column("name", values -> values[1])
            .build();

    record Person(long id, String name) {}

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static Object[] person(long id, Object name) {
        return new Object[] {id, name};
    }

    @Test
    void storesWhatWasWrittenOnceItIsFinished() throws Exception {
        LoadResult result;
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            writer.write(person(1, "a"));
            writer.write(person(2, "b"));
            result = writer.finish();
        }

        assertThat(result.rowsRead()).isEqualTo(2);
        assertThat(result.rowsWritten()).isEqualTo(2);
        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).containsExactly(row(1L, "a"), row(2L, "b"));
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void takesAClassInsteadOfAMapping() throws Exception {
        try (BulkWriter<Person> writer = inserter().open(Person.class)) {
            writer.write(new Person(1, "a"));
            writer.finish();
        }

        assertThat(database.rows()).containsExactly(row(1L, "a"));
    }

    @Test
    void fewRowsTakeTheShortPath() throws Exception {
        provider.shortRows = 2;
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            writer.write(person(1, "a"));
            writer.write(person(2, "b"));

            assertThat(writer.finish().path()).isEqualTo("single");
        }
        assertThat(connection.calls()).containsExactly("open single", "execute 2", "close session");
    }

    @Test
    void aRowMoreTakesTheLongPath() throws Exception {
        provider.shortRows = 2;
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            for (int i = 0; i < 3; i++) {
                writer.write(person(i, "a"));
            }

            assertThat(writer.finish().path()).isEqualTo("bulk");
        }
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void anErrorBeforeTheFirstRowIsThrownByOpen() {
        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class, () -> inserter().into("nowhere").open(mapping));

        assertThat(e.getMessage()).isEqualTo("load into nowhere failed: there is no table nowhere");
        assertThat(e.phase()).isEqualTo(LoadPhase.PREFLIGHT);
    }

    @Test
    void withoutRowsGivesAZeroResultAndItsConnectionBack() throws Exception {
        StubDataSource dataSource = new StubDataSource(database);
        try (BulkWriter<Object[]> writer = BulkInserter.forDataSource(dataSource)
                .using(provider)
                .into("people")
                .open(mapping)) {
            LoadResult result = writer.finish();

            assertThat(result.rowsRead()).isZero();
            assertThat(result.path()).isEqualTo("none");
        }
        assertThat(dataSource.only().calls()).containsExactly("close");
    }

    @Test
    void closedWithoutFinishRollsBackAndSaysSo() throws Exception {
        BulkWriter<Object[]> writer = inserter().open(mapping);
        writer.write(person(1, "a"));
        writer.write(person(2, "x".repeat(9 << 20)));
        writer.write(person(3, "c"));

        BulkLoadException e = catchThrowableOfType(BulkLoadException.class, writer::close);

        assertThat(e.getMessage()).isEqualTo("load into people failed: closed without finish(): 3 rows discarded");
        assertThat(e.phase()).isEqualTo(LoadPhase.SOURCE);
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        writer.close();
    }

    @Test
    void cancelledRollsBackSilently() throws Exception {
        BulkWriter<Object[]> writer = inserter().open(mapping);
        writer.write(person(2, "x".repeat(9 << 20)));
        writer.cancel();
        writer.close();

        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(connection.calls()).contains("rollback");
        assertThatThrownBy(() -> writer.write(person(1, "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the writer is closed: no further call but close() is allowed");
    }

    @Test
    void cancelledTakesNoFurtherRow() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            writer.cancel();

            assertThatThrownBy(() -> writer.write(person(1, "a")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the writer is cancelled: no further call but close() is allowed");
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void finishedTakesNoFurtherRow() throws Exception {
        BulkWriter<Object[]> writer = inserter().open(mapping);
        writer.write(person(1, "a"));
        writer.finish();

        assertThatThrownBy(() -> writer.write(person(1, "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the writer is finished: no further call but close() is allowed");
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        writer.cancel();
        writer.close();
        assertThat(database.rows()).hasSize(1);
    }

    @Test
    void failedIsRolledBackAtOnceAndTakesNoFurtherRow() throws Exception {
        provider.refusedValues = Boolean.class;
        BulkWriter<Object[]> writer = inserter().open(mapping);
        writer.write(person(1, "x".repeat(9 << 20)));
        writer.write(person(2, true));

        BulkLoadException e = catchThrowableOfType(BulkLoadException.class, writer::finish);

        assertThat(e.getMessage()).isEqualTo("load into people failed at row 1, column name: true is refused");
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
        assertThatThrownBy(() -> writer.write(person(1, "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the writer is failed: no further call but close() is allowed");
        writer.close();
    }

    @Test
    void aNullRowFailsTheLoad() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            writer.write(person(1, "a"));

            BulkLoadException e = catchThrowableOfType(BulkLoadException.class, () -> writer.write(null));

            assertThat(e.getMessage()).isEqualTo("load into people failed at row 1: the row is null");
        }
    }

    @Test
    void copiesWhatItNeedsBeforeWriteReturns() throws Exception {
        Object[] reused = person(1, null);
        byte[] bytes = {1, 2};
        Date date = new Date(0);
        StringBuilder text = new StringBuilder("abc");
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            for (Object mutable : List.of(bytes, date, text)) {
                reused[1] = mutable;
                writer.write(reused);
            }
            bytes[0] = 9;
            date.setTime(1);
            text.append("def");
            reused[1] = "changed";
            writer.finish();
        }

        assertThat(database.rows().get(0).get(1)).isEqualTo(new byte[] {1, 2});
        assertThat(database.rows().get(1).get(1)).isEqualTo(new Date(0));
        assertThat(database.rows().get(2).get(1)).isEqualTo("abc");
    }

    @Test
    void sendsWhenItsBufferIsFull() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            writer.write(person(1, "x".repeat(5 << 20)));
            assertThat(provider.opened).isZero();
            writer.write(person(2, "x".repeat(5 << 20)));
            assertThat(connection.pending()).hasSize(2);
            writer.write(person(3, "c"));
            LoadResult result = writer.finish();

            assertThat(result.rowsRead()).isEqualTo(3);
        }
        assertThat(provider.opened).isEqualTo(1);
        assertThat(provider.indexes).containsExactly(0L, 1L, 2L);
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void servesForEach() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            List.of(person(1, "a"), person(2, "b")).forEach(writer.asConsumer());
            writer.finish();
        }

        assertThat(database.rows()).hasSize(2);
    }

    @Test
    void itsConsumerThrowsTheExceptionAsItIs() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            Consumer<Object[]> consumer = writer.asConsumer();

            assertThat(catchThrowable(() -> consumer.accept(null))).isInstanceOf(BulkLoadException.class);
        }
    }

    @Test
    void cancelledFromAnotherThreadEndsAStatementThatBlocks() throws Exception {
        provider.beforeRows = used -> used.block(true);
        BulkWriter<Object[]> writer = inserter().control(new LoadControl()).open(mapping);
        Thread canceller = new Thread(() -> {
            try {
                provider.writing.await();
                writer.cancel();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        canceller.start();

        BulkLoadException e =
                catchThrowableOfType(BulkLoadException.class, () -> writer.write(person(1, "x".repeat(9 << 20))));

        assertThat(e.getMessage()).isEqualTo("load into people failed: the load was cancelled");
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        writer.close();
        canceller.join();
    }

    @Test
    void inTheCallersTransactionLeavesTheEarlierWork() throws Exception {
        connection.inTransaction(row(0L, "earlier"));
        BulkWriter<Object[]> writer = inserter().open(mapping);
        writer.write(person(1, "x".repeat(9 << 20)));
        writer.cancel();
        writer.close();

        assertThat(connection.pending()).containsExactly(row(0L, "earlier"));
        assertThat(connection.isAutoCommit()).isFalse();
    }

    @Test
    void refusesAStreamAboveItsBuffer() throws Exception {
        try (BulkWriter<Object[]> writer = inserter().open(mapping)) {
            BulkLoadException e = catchThrowableOfType(
                    BulkLoadException.class,
                    () -> writer.write(person(1, new java.io.ByteArrayInputStream(new byte[(8 << 20) + 1]))));

            assertThat(e.getMessage())
                    .isEqualTo("load into people failed at row 0, column name: the stream given as value is longer"
                            + " than 8388608 bytes. Rows that are pushed, or that may be sent again, are kept in"
                            + " memory; load such rows from an Iterable or Iterator, all or nothing");
        }
    }

    @Test
    void opensWithoutAClassOnlyWhereTheColumnsAreKnown() {
        BulkLoadException e =
                catchThrowableOfType(BulkLoadException.class, () -> inserter().open(java.util.Map.class));

        assertThat(e.getMessage())
                .isEqualTo(
                        "load into people failed: the columns of maps are not known before the first row; name them by"
                                + " columns(\"…\")");
    }
}
