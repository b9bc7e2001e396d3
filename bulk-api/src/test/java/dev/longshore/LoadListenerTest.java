package dev.longshore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadListenerTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();
    private final List<String> told = new ArrayList<>();

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Object[]> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p" + i})
                .toList();
    }

    private final class Telling implements LoadListener {
        private final String name;

        Telling(String name) {
            this.name = name;
        }

        @Override
        public void started(LoadPlan plan) {
            told.add(name + " started " + plan.path() + " on "
                    + Thread.currentThread().getName());
        }

        @Override
        public void progress(LoadProgress progress) {
            told.add(name + " " + progress.rows());
        }
    }

    @Test
    void isToldOfThePlanAndOfTheLastRowsOnTheLoadingThread() throws Exception {
        inserter().listener(new Telling("one")).listener(new Telling("two")).insert(rows(250));

        String thread = Thread.currentThread().getName();
        assertThat(told)
                .containsExactly(
                        "one started bulk on " + thread, "two started bulk on " + thread, "one 250", "two 250");
    }

    @Test
    void isToldAboutTenTimesASecond() throws Exception {
        provider.batchRows = 1;
        provider.batchMillis = 10;
        List<LoadProgress> reports = new ArrayList<>();

        inserter().listener(reports::add).insert(rows(100));

        long tenths = reports.get(reports.size() - 1).elapsed().toMillis() / 100;
        assertThat(reports).hasSizeBetween(5, (int) tenths + 1);
        assertThat(reports).extracting(LoadProgress::rows).isSorted().endsWith(100L);
        assertThat(reports).extracting(LoadProgress::elapsed).isSorted();
        assertThat(reports.get(reports.size() - 1).rowsPerSecond()).isBetween(1.0, 100.0);
    }

    @Test
    void isToldOfPushedRowsToo() throws Exception {
        inserter().listener(new Telling("one")).insert(rows(3).stream());

        assertThat(told).hasSize(2).endsWith("one 3");
    }

    @Test
    void isNotToldOfAnEmptyLoad() throws Exception {
        inserter().listener(new Telling("one")).insert(List.of());

        assertThat(told).isEmpty();
    }

    @Test
    void thatThrowsAtTheStartStopsTheLoad() {
        IOException failure = new IOException("no log");
        LoadListener listener = new LoadListener() {
            @Override
            public void started(LoadPlan plan) throws IOException {
                throw failure;
            }

            @Override
            public void progress(LoadProgress progress) {}
        };

        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class, () -> inserter().listener(listener).insert(rows(3)));

        assertThat(e.getMessage()).isEqualTo("load into people failed: the listener threw java.io.IOException: no log");
        assertThat(e.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(e.getCause()).isSameAs(failure);
        assertThat(connection.calls()).isEmpty();
    }

    @Test
    void thatThrowsUnderWayRollsTheLoadBack() {
        provider.batchRows = 1;
        provider.batchMillis = 60;

        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class,
                () -> inserter()
                        .listener(progress -> {
                            throw new IllegalStateException("enough");
                        })
                        .insert(rows(30)));

        assertThat(e.getMessage())
                .isEqualTo("load into people failed: the listener threw java.lang.IllegalStateException: enough");
        assertThat(e.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(provider.indexes).hasSizeLessThan(10);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void thatThrowsAtTheEndRollsTheLoadBack() {
        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class,
                () -> inserter()
                        .listener(progress -> {
                            throw new IllegalStateException("enough");
                        })
                        .insert(rows(3)));

        assertThat(e.phase()).isEqualTo(LoadPhase.CALLBACK);
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void whoseErrorPassesUnwrapped() {
        AssertionError error = new AssertionError("deep");

        assertThat(catchThrowable(() -> inserter()
                        .listener(progress -> {
                            throw error;
                        })
                        .insert(rows(3))))
                .isSameAs(error);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void knowsTheSpeed() {
        assertThat(new LoadProgress(500, Duration.ofMillis(250)).rowsPerSecond())
                .isEqualTo(2000.0);
        assertThat(new LoadProgress(0, Duration.ofMillis(250)).rowsPerSecond()).isZero();
        assertThat(new LoadProgress(5, Duration.ZERO).rowsPerSecond()).isZero();
    }
}
