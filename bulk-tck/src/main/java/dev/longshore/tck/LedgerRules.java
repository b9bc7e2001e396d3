package dev.longshore.tck;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadLedger;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import dev.longshore.RetryPolicy;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that commit batch by batch: what a ledger and retries make of interruptions. */
abstract class LedgerRules extends Rules {
    private static final LoadLedger LEDGER =
            LoadLedger.of("load_ledger", "items").createdIfMissing();
    private static final RetryPolicy SOON = RetryPolicy.upTo(2).waiting(Duration.ZERO, Duration.ZERO);

    /** Opens connections of which the first is lost in some way, and counts them. */
    private final class Losing implements ConnectingDataSource.Opening {
        private final UnaryOperator<Connection> loss;
        private final int most;
        private int opened;
        private @Nullable Connection last;

        Losing(UnaryOperator<Connection> loss, int most) {
            this.loss = loss;
            this.most = most;
        }

        @Override
        public Connection connect() throws SQLException {
            if (opened == most) {
                throw new SQLException("no more connections");
            }
            Connection connection = jdbc().database().connect();
            last = connection;
            return ++opened == 1 ? loss.apply(connection) : connection;
        }

        /** Ends the connection that the load has, whatever it is doing. */
        void lose() {
            end(Objects.requireNonNull(last));
        }

        BulkInserter inserter() {
            return jdbc().database()
                    .configured(BulkInserter.forDataSource(new ConnectingDataSource(this)))
                    .into("item")
                    .commitEvery(20);
        }

        /** Without the loss, a rule about it would hold by itself. */
        void assertLostOnce() {
            assertThat(opened).as("connections, of which the first was lost").isEqualTo(2);
        }
    }

    private Losing losingAtCommit(int nth, boolean committed, int most) {
        return new Losing(connection -> Wrapped.lostAtCommit(connection, nth, committed), most);
    }

    private Losing losingAtCommit(int nth, boolean committed) {
        return losingAtCommit(nth, committed, Integer.MAX_VALUE);
    }

    private String ledgerEntry() throws SQLException {
        return String.join(",", jdbc().rows("select load_id, rows_done, attempts from load_ledger"));
    }

    @Test
    @DisplayName("R-290 a load with a ledger goes on where it stopped, and loads nothing more once it is complete")
    void resumed() throws SQLException {
        createItem();
        BulkInserter inserter = items().commitEvery(20).ledger(LEDGER);

        BulkLoadException failure =
                failureOf(() -> inserter.insert(new ThrowingRows(75, 100, () -> new IllegalStateException("source"))));
        assertThat(failure.rowIndex()).isEqualTo(75);
        assertThat(failure.rowsCommitted()).isEqualTo(60);
        assertThat(ledgerEntry()).isEqualTo("items|60|0");
        assertThat(jdbc().count("item")).isEqualTo(60);

        assertCounts(inserter.insert(Item.some(100)), 40);
        assertThat(storedItems()).isEqualTo(Item.shown(100));
        assertThat(ledgerEntry()).isEqualTo("items|100|0");
        assertCounts(inserter.insert(Item.some(100)), 0);
        assertThat(jdbc().count("item")).isEqualTo(100);
        assertThat(connection().getAutoCommit()).isTrue();

        assertCounts(inserter.ledger(LoadLedger.of("load_ledger", "others")).insert(List.of(Item.numbered(200))), 1);
        assertThat(jdbc().rows("select load_id, rows_done from load_ledger order by load_id"))
                .containsExactly("items|100", "others|1");
    }

    @Test
    @DisplayName("R-291 pushed rows and streams go on by the ledger too")
    void pushed() throws SQLException {
        createItem();
        BulkInserter inserter = items().commitEvery(20).ledger(LEDGER);
        try (BulkWriter<Item> writer = inserter.open(ITEM_MAPPING)) {
            for (int i = 0; i < 50; i++) {
                writer.write(Item.numbered(i));
            }
            writer.cancel();
        }
        assertThat(jdbc().count("item")).isEqualTo(40);

        assertCounts(inserter.insert(Item.some(100).stream()), 60);
        assertThat(storedItems()).isEqualTo(Item.shown(100));
        try (BulkWriter<Item> writer = inserter.open(ITEM_MAPPING)) {
            for (int i = 0; i < 103; i++) {
                writer.write(Item.numbered(i));
            }
            assertCounts(writer.finish(), 3);
        }
        assertThat(storedItems()).isEqualTo(Item.shown(103));
    }

    @Test
    @DisplayName("R-292 a ledger that is missing or no ledger is refused before the first row")
    void refused() throws SQLException {
        createItem();
        BulkInserter inserter = items().commitEvery(20);
        BulkLoadException missing = failureOf(
                () -> inserter.ledger(LoadLedger.of("load_ledger", "items")).insert(Item.some(3)));
        assertThat(missing.hint()).contains("or let the load do it by createdIfMissing()");
        BulkLoadException other =
                failureOf(() -> inserter.ledger(LoadLedger.of("item", "items")).insert(Item.some(3)));
        assertThat(other.reason())
                .isEqualTo("the table item is no ledger: it must have the columns load_id, rows_done, attempts");
        assertNothingStored(other);
        for (BulkInserter incomplete : List.of(items().ledger(LEDGER), items().retry(SOON))) {
            BulkLoadException alone = failureOf(() -> incomplete.insert(Item.some(3)));
            assertThat(alone.phase()).isEqualTo(LoadPhase.PREFLIGHT);
            assertThat(alone.reason()).contains("add commitEvery(…)");
        }
        BulkLoadException twice =
                failureOf(() -> inserter.ledger(LEDGER).resumeFrom(2).insert(Item.some(3)));
        assertThat(twice.reason()).isEqualTo("the ledger tells where to go on; leave resumeFrom(…) out");
        assertNothingStored(twice);
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false", "3,true", "3,false", "4,true", "4,false", "7,true", "7,false"
    })
    @DisplayName(
            "R-293 a connection that is lost at a commit costs no row and doubles none, whether the commit was done or not")
    void lostAtCommit(int nth, boolean committed) throws SQLException {
        createItem();
        Losing losing = losingAtCommit(nth, committed);

        LoadResult result = losing.inserter().ledger(LEDGER).retry(SOON).insert(Item.some(100));

        losing.assertLostOnce();
        assertCounts(result, 100);
        assertThat(storedItems()).isEqualTo(Item.shown(100));
        assertThat(ledgerEntry()).isEqualTo("items|100|0");
    }

    @Test
    @DisplayName(
            "R-294 without a ledger a connection lost at a commit ends the load, which says that the outcome is not known")
    void lostWithoutLedger() throws SQLException {
        createItem();
        BulkLoadException failure =
                failureOf(() -> losingAtCommit(2, true).inserter().retry(SOON).insert(Item.some(100)));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
        assertThat(failure.rowsCommitted()).isEqualTo(-1);
        assertThat(failure.hint())
                .contains("The rows before row 20 are committed")
                .contains("is not known");
        assertThat(jdbc().count("item")).isEqualTo(40);
    }

    @Test
    @DisplayName("R-295 rejected rows are told once, however often their batch is tried")
    void rejectedOnce() throws SQLException {
        createChecked("bad");
        List<Item> rows = new ArrayList<>(Item.some(60));
        rows.set(30, new Item(30, "bad"));
        List<RejectedRow> rejected = new ArrayList<>();

        Losing losing = losingAtCommit(4, false);

        LoadResult result = losing.inserter()
                .ledger(LEDGER)
                .retry(SOON)
                .onError(ErrorPolicy.rejectUpTo(3, rejected::add))
                .insert(rows);

        losing.assertLostOnce();
        assertRejected(result, 60, 1);
        assertThat(rejected).extracting(RejectedRow::index).containsExactly(30L);
        assertThat(storedItems()).isEqualTo(shown(without(rows, rejected)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    @DisplayName("R-303 a connection that is lost between two batches costs no row and doubles none")
    void lostBetweenBatches(int nth) throws SQLException {
        createItem();
        Losing losing =
                new Losing(connection -> Wrapped.lostBefore(connection, "attempts + 1", nth), Integer.MAX_VALUE);

        LoadResult result = losing.inserter().ledger(LEDGER).retry(SOON).insert(Item.some(100));

        losing.assertLostOnce();
        assertCounts(result, 100);
        assertThat(storedItems()).isEqualTo(Item.shown(100));
        assertThat(ledgerEntry()).isEqualTo("items|100|0");
    }

    @ParameterizedTest
    @CsvSource({"true, 40", "false, 20"})
    @DisplayName("R-304 what became of a commit is not known as long as the ledger can't be asked")
    void lostForGood(boolean committed, int stored) throws SQLException {
        createItem();
        // the first three commits are those of the ledger's table and entry
        BulkLoadException failure = failureOf(() -> losingAtCommit(5, committed, 1)
                .inserter()
                .ledger(LEDGER)
                .retry(SOON)
                .insert(Item.some(100)));
        assertThat(failure.rowsCommitted()).isEqualTo(-1);
        assertThat(failure.hint())
                .contains("The rows before row 20 are committed")
                .contains("is not known");
        assertThat(jdbc().count("item")).isEqualTo(stored);
        assertThat(ledgerEntry()).startsWith("items|" + stored + "|");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 30, 39})
    @DisplayName("R-310 a batch whose connection is lost in its midst ends where it would have ended")
    void lostInBatch(int row) throws SQLException {
        createItem();
        Losing losing = new Losing(connection -> connection, Integer.MAX_VALUE);
        Stream<Item> rows = Item.some(100).stream().peek(item -> {
            if (item.id() == row) {
                losing.lose();
            }
            if (item.id() == 75) {
                throw new IllegalStateException("source");
            }
        });

        BulkLoadException failure =
                failureOf(() -> losing.inserter().ledger(LEDGER).retry(SOON).insert(ITEM_MAPPING, rows));

        losing.assertLostOnce();
        assertThat(failure.getCause()).hasMessage("source");
        assertThat(failure.rowsCommitted()).isEqualTo(60);
        assertThat(storedItems()).isEqualTo(Item.shown(60));
        assertThat(ledgerEntry()).isEqualTo("items|60|0");
    }

    @Test
    @DisplayName("R-296 a load whose entry was moved on by another one ends, and what it had not committed is undone")
    void overtaken() throws SQLException {
        createItem();
        List<Item> rows = Item.some(100);
        try (BulkWriter<Item> writer = items().commitEvery(20).ledger(LEDGER).open(ITEM_MAPPING)) {
            for (int i = 0; i < 30; i++) {
                writer.write(rows.get(i));
            }
            PlainJdbc.execute(jdbc().connect(), "update load_ledger set rows_done = 40");
            for (int i = 30; i < 39; i++) {
                writer.write(rows.get(i));
            }
            BulkLoadException failure = failureOf(() -> {
                writer.write(rows.get(39));
                return writer.finish();
            });
            assertThat(failure.reason()).isEqualTo("the ledger tells of 40 rows, but this load has done 20");
            assertThat(failure.rowsCommitted()).isEqualTo(20);
        }
        assertThat(jdbc().count("item")).isEqualTo(20);
    }
}
