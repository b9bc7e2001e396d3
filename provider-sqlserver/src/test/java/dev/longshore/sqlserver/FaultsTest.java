package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TransactionState;
import dev.longshore.tds.Fault;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sources that fail, stops, and connections that break. */
@DisplayName("Faults")
@Timeout(60)
final class FaultsTest extends WireTest {
    /** Counts up, and does something else at one row. */
    private static final class Numbers implements Iterator<Object[]> {
        private final int count;
        private final int badRow;
        private final Supplier<Object> bad;
        private int at;

        Numbers(int count, int badRow, Supplier<Object> bad) {
            this.count = count;
            this.badRow = badRow;
            this.bad = bad;
        }

        @Override
        public boolean hasNext() {
            return at < count;
        }

        @Override
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Object value = at == badRow ? bad.get() : (Integer) at;
            at++;
            return new Object[] {value};
        }
    }

    private static Supplier<Object> throwing(RuntimeException thrown) {
        return () -> {
            throw thrown;
        };
    }

    @Test
    @DisplayName("MS-53 a source that throws at any row leaves nothing, and a usable connection")
    void aSourceThatThrows() throws Exception {
        table("t", column("id", "int"));
        for (int row : List.of(0, 1, 2, 99, 999, 1_000, 1_001, 1_600, 4_999)) {
            for (var inserter : List.of(into("t"), copyInto("t"), insertInto("t"))) {
                IllegalStateException thrown = new IllegalStateException("no more of this");

                BulkLoadException failure = failureOf(() -> inserter.insert(new Numbers(5_000, row, throwing(thrown))));

                assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
                assertThat(failure.rowIndex()).isEqualTo(row);
                assertThat(failure.getCause()).isSameAs(thrown);
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                assertUsable();
            }
        }
        assertThat(endpoint().rows("t")).isEmpty();
        assertThat(copyInto("t").insert(new Numbers(5, -1, null)).rowsWritten()).isEqualTo(5);
    }

    @Test
    @DisplayName("MS-53 an Error passes as it is, and the connection is usable")
    void anErrorPasses() throws Exception {
        table("t", column("id", "int"));
        for (int row : List.of(0, 1_500)) {
            AssertionError thrown = new AssertionError("broken");

            assertThat(catchThrowable(() -> copyInto("t").insert(new Numbers(5_000, row, () -> {
                        throw thrown;
                    }))))
                    .isSameAs(thrown);
            assertUsable();
        }
        assertThat(endpoint().rows("t")).isEmpty();
    }

    @Test
    @DisplayName("MS-53 a value that can't be stored leaves nothing, wherever it stands")
    void aBadValue() throws Exception {
        table("t", column("id", "int"));
        for (int row : List.of(0, 1, 1_000, 1_500, 4_999)) {
            BulkLoadException failure = failureOf(() -> copyInto("t").insert(new Numbers(5_000, row, () -> 1L << 40)));

            assertThat(failure.getMessage())
                    .isEqualTo("load into t failed at row " + row
                            + ", column id: 1099511627776 is out of range for a column of type int");
            assertUsable();
        }
        assertThat(endpoint().rows("t")).isEmpty();
    }

    @Test
    @DisplayName("an interrupt at any row stops the load, which leaves nothing and a usable connection")
    void anInterruptStopsTheLoad() throws Exception {
        table("t", column("id", "int"));
        for (int row : List.of(0, 1, 999, 1_000, 2_000, 4_998)) {
            for (var inserter : List.of(into("t"), copyInto("t"), insertInto("t"))) {
                BulkLoadException failure = failureOf(() -> inserter.insert(new Numbers(5_000, row, () -> {
                    Thread.currentThread().interrupt();
                    return 1;
                })));

                assertThat(Thread.interrupted()).isTrue();
                assertThat(failure.reason()).contains("interrupted");
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(endpoint().rows("t")).isEmpty();
                assertUsable();
            }
        }
    }

    @Test
    @DisplayName("an interrupt ends the wait for a server that does not answer a bulk copy, and the connection with it")
    void anInterruptWhileTheServerIsSilent() throws Exception {
        table("t", column("id", "int"));
        endpoint().inject(Fault.of(Fault.Kind.STALL_ANSWER, 0));
        Thread loading = Thread.currentThread();
        Thread interrupting = new Thread(() -> {
            while (endpoint().statements().stream().noneMatch(sql -> sql.startsWith("INSERT BULK"))) {
                Thread.onSpinWait();
            }
            loading.interrupt();
        });
        interrupting.start();
        long start = System.nanoTime();

        BulkLoadException failure = failureOf(() -> copyInto("t").insert(new Numbers(5_000, -1, null)));

        interrupting.join();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(failure.reason()).contains("interrupted");
        assertThat(endpoint().rows("t")).isEmpty();
        reconnect();
    }

    @Test
    @DisplayName("a source that ends the connection ends the load, and nothing is stored")
    void aSourceThatEndsTheConnection() throws Exception {
        table("t", column("id", "int"));
        for (int row : List.of(0, 1, 999, 1_600, 4_999)) {
            for (var path : SqlServerProvider.Path.values()) {
                BulkLoadException failure = failureOf(() -> into("t")
                        .option(SqlServerProvider.PATH, path)
                        .insert(new Numbers(5_000, row, () -> {
                            try {
                                connection().close();
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                            return row;
                        })));

                assertThat(failure.transactionState())
                        .as("row %s by %s", row, path)
                        .isEqualTo(TransactionState.CONNECTION_LOST);
                reconnect();
            }
        }
        assertThat(endpoint().rows("t")).isEmpty();
    }

    @Test
    @DisplayName("a connection that is cut is reported as lost")
    void aCutConnection() throws Exception {
        for (Fault fault : List.of(
                Fault.of(Fault.Kind.CUT_AT_ROW, 0),
                Fault.of(Fault.Kind.CUT_AT_ROW, 100),
                Fault.of(Fault.Kind.CUT_AT_BYTE, 200_000))) {
            table("t", column("id", "int"));
            endpoint().inject(fault);

            BulkLoadException failure = failureOf(() -> copyInto("t").insert(new Numbers(1_000_000, -1, null)));

            assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(endpoint().rows("t")).isEmpty();
            endpoint().forget();
            reconnect();
        }
    }

    @Test
    @DisplayName("the timeout ends a bulk copy that the server does not answer, by attention, and the connection lives")
    void timeoutByAttention() throws Exception {
        table("t", column("id", "int"));
        endpoint().inject(Fault.of(Fault.Kind.STALL_ANSWER, 0));
        long start = System.nanoTime();

        BulkLoadException failure =
                failureOf(() -> copyInto("t").timeout(Duration.ofSeconds(2)).insert(new Numbers(5_000, -1, null)));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
        assertThat(failure.getSQLState()).isEqualTo("HYT00");
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(endpoint().rows("t")).isEmpty();
        assertUsable();
    }

    @Test
    @DisplayName("the timeout ends a bulk copy whose server hears nothing, by giving up the connection")
    void timeoutOfADeafServer() throws Exception {
        for (Fault fault : List.of(Fault.of(Fault.Kind.DEAF, 0), Fault.of(Fault.Kind.STALL_AT_BYTE, 100_000))) {
            table("t", column("id", "int"));
            endpoint().inject(fault);
            long start = System.nanoTime();

            BulkLoadException failure = failureOf(
                    () -> copyInto("t").timeout(Duration.ofSeconds(1)).insert(new Numbers(3_000_000, -1, null)));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
            assertThat(failure.getSQLState()).isEqualTo("HYT00");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            reconnect();
        }
    }

    @Test
    void aTimeoutOfAnInsertEndsByAttention() throws Exception {
        table("t", column("id", "int"));
        into("t").explain(Object[].class);
        endpoint().inject(Fault.of(Fault.Kind.STALL_STATEMENT, 0));

        BulkLoadException failure =
                failureOf(() -> insertInto("t").timeout(Duration.ofSeconds(1)).insert(each(1)));

        assertThat(failure.getSQLState()).isEqualTo("HYT00");
    }
}
