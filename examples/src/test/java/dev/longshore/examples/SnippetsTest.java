package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.longshore.BulkColumn;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkTable;
import dev.longshore.BulkWriter;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadControl;
import dev.longshore.LoadLedger;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.RejectFile;
import dev.longshore.RetryPolicy;
import dev.longshore.ReturnedRow;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import dev.longshore.ZeroIdentity;
import dev.longshore.sqlite.SqliteProvider;
import dev.longshore.tck.JdbcTest;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listings of the README and the docs, each in a test that runs it. */
class SnippetsTest {
    private Connection connection;

    @BeforeEach
    void openDatabase() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        execute("create table person (id integer primary key, name text not null, born date)");
        execute(
                "create table orders (id integer primary key, customer_id integer, placed_on text, total decimal(10, 2))");
    }

    @AfterEach
    void closeDatabase() throws SQLException {
        connection.close();
    }

    @Test
    void recordsGoIntoTheTableOfTheirName() throws SQLException {
        // tag::first-load
        record Person(long id, String name, LocalDate born) {}

        List<Person> people = List.of(
                new Person(1, "Ada Lovelace", LocalDate.of(1815, 12, 10)),
                new Person(2, "Grace Hopper", LocalDate.of(1906, 12, 9)));

        LoadResult result = BulkInserter.forConnection(connection).insert(people);
        // end::first-load

        assertThat(result.rowsWritten()).isEqualTo(2);
        assertThat(query("select id, name, born from person order by id"))
                .containsExactly("1|Ada Lovelace|1815-12-10", "2|Grace Hopper|1906-12-09");
    }

    // tag::annotated
    @BulkTable("orders")
    record Order(
            long id,
            long customerId,
            @BulkColumn("placed_on") LocalDate date,
            BigDecimal total) {}
    // end::annotated

    private final List<Order> orders = List.of(
            new Order(1, 7, LocalDate.of(2026, 1, 2), new BigDecimal("19.90")),
            new Order(2, 8, LocalDate.of(2026, 1, 3), new BigDecimal("5.25")));

    @Test
    void annotationsNameTableAndColumns() throws SQLException {
        BulkInserter.forConnection(connection).insert(orders);

        assertThat(query("select id, customer_id, placed_on, total from orders order by id"))
                .containsExactly("1|7|2026-01-02|19.9", "2|8|2026-01-03|5.25");
    }

    @Test
    void mappingReadsByLambdas() throws SQLException {
        // tag::mapping
        RowMapping<Order> mapping = RowMapping.of(Order.class)
                .longColumn("id", Order::id)
                .longColumn("customer_id", Order::customerId)
                .column("placed_on", LocalDate.class, Order::date)
                .column("total", order -> order.total().negate())
                .build();

        BulkInserter.forConnection(connection).into("orders").insert(mapping, orders);
        // end::mapping

        assertThat(query("select id, customer_id, placed_on, total from orders order by id"))
                .containsExactly("1|7|2026-01-02|-19.9", "2|8|2026-01-03|-5.25");
    }

    @Test
    void arraysMapsAndValuesAreRows() throws SQLException {
        // tag::rows
        BulkInserter people = BulkInserter.forConnection(connection).into("person");

        people.columns("id", "name").insert(List.of(new Object[] {1, "Ada"}, new Object[] {2, "Grace"}));
        people.insert(List.of(Map.of("id", 3, "name", "Joan"), Map.of("id", 4, "name", "Jean")));
        people.columns("name").insert(List.of("Mary", "Kathleen"));
        // end::rows

        assertThat(query("select id, name from person order by id"))
                .containsExactly("1|Ada", "2|Grace", "3|Joan", "4|Jean", "5|Mary", "6|Kathleen");
    }

    @Test
    void streamsAreClosed() throws SQLException {
        boolean[] closed = {false};
        Stream<Order> stream = orders.stream().onClose(() -> closed[0] = true);
        // tag::stream
        BulkInserter.forConnection(connection).into("orders").insert(stream);
        // end::stream

        assertThat(closed[0]).isTrue();
        assertThat(query("select count(*) from orders")).containsExactly("2");
    }

    @Test
    void queryIsCopiedIntoAnotherDatabase() throws SQLException {
        BulkInserter.forConnection(connection).insert(orders);
        try (Connection archive = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement schema = archive.createStatement()) {
            schema.execute("create table old_orders (id integer primary key, total decimal(10, 2))");
            // tag::copy
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select id, total from orders where id < 2")) {
                BulkInserter.forConnection(archive).into("old_orders").insert(rows);
            }
            // end::copy
            try (ResultSet row = schema.executeQuery("select id, total from old_orders")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(1);
                assertThat(row.getString(2)).isEqualTo("19.9");
                assertThat(row.next()).isFalse();
            }
        }
    }

    @Test
    void writerTakesRowsAsTheyCome() throws SQLException {
        // tag::push
        try (BulkWriter<Order> writer =
                BulkInserter.forConnection(connection).into("orders").open(Order.class)) {
            for (Order order : orders) {
                writer.write(order);
            }
            LoadResult result = writer.finish(); // without it, close() rolls back and throws
            System.out.println(result);
        }
        // end::push

        assertThat(query("select count(*) from orders")).containsExactly("2");
    }

    @Test
    void loadJoinsTheCallersTransaction() throws SQLException {
        // tag::transaction
        connection.setAutoCommit(false);
        BulkInserter.forConnection(connection).into("orders").insert(orders);
        // … other statements of the same transaction …
        connection.commit();
        // end::transaction

        connection.rollback();
        assertThat(query("select count(*) from orders")).containsExactly("2");
    }

    @Test
    void failureSaysWhereAndWhatIsLeft() throws SQLException {
        List<Order> rows = new ArrayList<>(orders);
        rows.add(orders.get(0));
        List<String> log = new ArrayList<>();
        // tag::failure
        try {
            BulkInserter.forConnection(connection).into("orders").insert(rows);
        } catch (BulkLoadException e) {
            log.add(e.getMessage()); // load into orders failed at row 2: …
            if (e.transactionState() == TransactionState.INTACT) {
                log.add("nothing of the load is stored, the connection can be used");
            }
        }
        // end::failure

        assertThat(log).hasSize(2);
        assertThat(log.get(0)).startsWith("load into orders failed at row 2");
        assertThat(query("select count(*) from orders")).containsExactly("0");
    }

    @Test
    void planIsReadBeforeTheLoad() throws SQLException {
        // tag::explain
        LoadPlan plan = BulkInserter.forConnection(connection).explain(Order.class);
        System.out.println(plan);
        // end::explain

        assertThat(plan.table().table()).isEqualTo("orders");
    }

    @Test
    void loadIsLimitedWatchedAndStopped() throws SQLException {
        // tag::limits
        LoadControl control = new LoadControl(); // control.cancel() from any thread stops the load

        BulkInserter inserter = BulkInserter.forConnection(connection)
                .timeout(Duration.ofMinutes(5))
                .control(control)
                .listener(progress -> System.out.println(progress.rows() + " rows so far"));
        // end::limits

        inserter.insert(orders);
        assertThat(query("select count(*) from orders")).containsExactly("2");

        control.cancel();
        Iterator<Order> endless = Stream.iterate(3L, id -> id + 1)
                .map(id -> new Order(id, 9, LocalDate.EPOCH, BigDecimal.ONE))
                .iterator();
        assertThatThrownBy(() -> inserter.insert(endless))
                .isInstanceOf(BulkLoadException.class)
                .hasMessageEndingWith("the load was cancelled");
        assertThat(query("select count(*) from orders")).containsExactly("2");
    }

    private static final class Hidden {
        // tag::lookup
        private record Reading(long id, String name) {}

        static final RowMapping<Reading> READINGS =
                RowMapping.of(Reading.class, MethodHandles.lookup()).build();
        // end::lookup
    }

    @Test
    void lookupOpensAPrivateRecord() throws SQLException {
        BulkInserter.forConnection(connection)
                .into("person")
                .insert(Hidden.READINGS, List.of(new Hidden.Reading(1, "first")));

        assertThat(query("select id, name from person")).containsExactly("1|first");
    }

    @Test
    void zeroMeansWhatTheCallerSays() throws SQLException {
        List<Object[]> rows = List.of(new Object[] {5L, "Ada"}, new Object[] {0L, "Grace"});
        // tag::zero
        BulkInserter.forConnection(connection)
                .into("person")
                .columns("id", "name")
                .zeroIdentity(ZeroIdentity.GENERATE)
                .insert(rows);
        // end::zero

        assertThat(query("select id, name from person order by id")).containsExactly("5|Ada", "6|Grace");
    }

    @Test
    void keysComeBackInTheOrderOfTheRows() throws SQLException {
        execute("insert into person (id, name) values (40, 'Joan')");
        // tag::keys
        record Person(String name) {}

        List<Long> ids = BulkInserter.forConnection(connection)
                .insertReturningKeys(List.of(new Person("Ada"), new Person("Grace")));
        // end::keys

        assertThat(ids).containsExactly(41L, 42L);
        assertThat(query("select id, name from person order by id")).containsExactly("40|Joan", "41|Ada", "42|Grace");
    }

    @Test
    void severalColumnsComeBack() throws SQLException {
        execute("create table ticket (id integer primary key, code text default (hex(randomblob(4))), subject text)");
        // tag::keys-returning
        record Ticket(String subject) {}

        List<ReturnedRow> returned = BulkInserter.forConnection(connection)
                .returning("id", "code")
                .insertReturningKeys(List.of(new Ticket("no light")), ReturnedRow.class);
        Long id = returned.get(0).get("id", Long.class);
        String code = returned.get(0).get("code", String.class);
        // end::keys-returning

        assertThat(query("select id, code from ticket")).containsExactly(id + "|" + code);
    }

    // tag::parent
    record Cart(String customer, List<Line> lines) {}

    record Line(String article, int quantity) {}

    record StoredLine(long orderId, String article, int quantity) {}
    // end::parent

    @Test
    void childrenFollowTheirParents() throws SQLException {
        execute("create table shop_order (id integer primary key, customer text not null)");
        execute(
                "create table order_line (order_id integer not null references shop_order, article text, quantity int)");
        execute("pragma foreign_keys = on");
        List<Cart> carts = List.of(
                new Cart("Ada", List.of(new Line("wheel", 4), new Line("axle", 2))),
                new Cart("Grace", List.of(new Line("relay", 1))));
        // tag::children
        RowMapping<Cart> orders = RowMapping.of(Cart.class)
                .column("customer", String.class, Cart::customer)
                .build();
        List<StoredLine> lines = new ArrayList<>();

        connection.setAutoCommit(false);
        BulkInserter.forConnection(connection)
                .into("shop_order")
                .insertReturningKeys(orders, carts.iterator(), Long.class, (cart, id) -> {
                    for (Line line : cart.lines()) {
                        lines.add(new StoredLine(id, line.article(), line.quantity()));
                    }
                });
        BulkInserter.forConnection(connection).into("order_line").insert(lines);
        connection.commit();
        // end::children

        assertThat(
                        query(
                                "select customer, article, quantity from shop_order join order_line on order_id = id order by 1, 2"))
                .containsExactly("Ada|axle|2", "Ada|wheel|4", "Grace|relay|1");
    }

    @Test
    void datesAndUuidsTakeTheFormThatIsAskedFor() throws SQLException {
        execute("create table event (id text, at)");
        record Event(UUID id, Instant at) {}
        List<Event> events = List.of(new Event(new UUID(1, 2), Instant.parse("2026-01-02T03:04:05.678Z")));
        // tag::sqlite-options
        BulkInserter.forConnection(connection)
                .option(SqliteProvider.DATE_FORM, SqliteProvider.DateForm.EPOCH_MILLIS)
                .option(SqliteProvider.UUID_FORM, SqliteProvider.UuidForm.BLOB)
                .insert(events);
        // end::sqlite-options

        assertThat(query("select hex(id), at from event"))
                .containsExactly("00000000000000010000000000000002|1767323045678");
    }

    private final List<Order> someWrong = List.of(
            new Order(1, 7, LocalDate.of(2026, 1, 2), new BigDecimal("19.90")),
            new Order(1, 8, LocalDate.of(2026, 1, 3), new BigDecimal("5.25")),
            new Order(3, 9, LocalDate.of(2026, 1, 4), new BigDecimal("7.00")));

    @Test
    void wrongRowsAreSetAside() throws SQLException {
        List<Order> orders = someWrong;
        List<String> log = new ArrayList<>();
        // tag::reject
        LoadResult result = BulkInserter.forConnection(connection)
                .onError(ErrorPolicy.rejectUpTo(100, rejected -> {
                    log.add(rejected.toString()); // row 1: UNIQUE constraint failed …
                    log.add(rejected.values().toString());
                }))
                .insert(orders);
        // end::reject

        assertThat(result.rowsWritten()).isEqualTo(2);
        assertThat(result.rowsRejected()).isEqualTo(1);
        assertThat(log.get(0)).startsWith("row 1, column id: ").contains("UNIQUE constraint failed");
        assertThat(log.get(1)).isEqualTo("{id=1, customer_id=8, placed_on=2026-01-03, total=5.25}");
        assertThat(query("select id from orders order by id")).containsExactly("1", "3");
    }

    @Test
    void rejectedRowsAreFedBackIn(@TempDir Path folder) throws SQLException, IOException {
        List<Order> orders = someWrong;
        Path file = folder.resolve("rejects.csv");
        // tag::reject-file
        try (RejectFile rejects = RejectFile.create(file)) {
            BulkInserter.forConnection(connection)
                    .onError(ErrorPolicy.rejectUpToPercent(50, rejects))
                    .insert(orders);
        }
        // end::reject-file
        Files.writeString(file, Files.readString(file).replace("\r\n1,8,", "\r\n2,8,"));

        try (CsvReader<NamedCsvRecord> mended = CsvReader.builder().ofNamedCsvRecord(file)) {
            BulkInserter.forConnection(connection)
                    .into("orders")
                    .columns("id", "customer_id", "placed_on", "total")
                    .insert(mended.stream().map(row -> new Object[] {
                        row.getField("id"),
                        row.getField("customer_id"),
                        row.getField("placed_on"),
                        row.getField("total")
                    }));
        }
        assertThat(query("select id, customer_id, placed_on, total from orders order by id"))
                .containsExactly("1|7|2026-01-02|19.9", "2|8|2026-01-03|5.25", "3|9|2026-01-04|7");
    }

    @Test
    void partsAreCommitted() throws SQLException {
        List<Order> rows = someWrong;
        List<Order> mended = new ArrayList<>(rows);
        mended.set(1, new Order(2, 8, LocalDate.of(2026, 1, 3), new BigDecimal("5.25")));
        // tag::commit-every
        BulkInserter inserter = BulkInserter.forConnection(connection).commitEvery(1);
        try {
            inserter.insert(rows);
        } catch (BulkLoadException e) {
            long done = e.rowsCommitted(); // of these nothing is to be done again
            inserter.resumeFrom(done).insert(mended);
        }
        // end::commit-every

        assertThat(query("select id from orders order by id")).containsExactly("1", "2", "3");
    }

    @Test
    void interruptedLoadsGoOn() throws SQLException {
        // tag::ledger
        BulkInserter inserter = BulkInserter.forConnection(connection)
                .into("orders")
                .commitEvery(50_000)
                .retry(RetryPolicy.upTo(5))
                .ledger(LoadLedger.of("load_ledger", "orders of 2026-01-03").createdIfMissing());

        inserter.insert(orders); // started again after a crash, it goes on where it was
        // end::ledger

        assertThat(inserter.insert(orders).rowsRead()).isZero();
        assertThat(query("select load_id, rows_done from load_ledger")).containsExactly("orders of 2026-01-03|2");
        assertThat(query("select id from orders order by id")).containsExactly("1", "2");
    }

    @Test
    void providerOfOnesOwnIsUsed() throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1_201; i++) {
            rows.add(new Object[] {i + 1, "name " + i});
        }
        // tag::using
        BulkInserter.forConnection(connection)
                .using(new PlainInsertProvider())
                .into("person")
                .columns("id", "name")
                .insert(rows);
        // end::using

        assertThat(query("select count(*), min(name), max(id) from person")).containsExactly("1201|name 0|1201");
    }

    @Test
    void providerOfOnesOwnRefusesWhatItCannotStore() throws SQLException {
        BulkInserter inserter = BulkInserter.forConnection(connection).using(new PlainInsertProvider());

        assertThatThrownBy(() -> inserter.insert(orders))
                .isInstanceOf(BulkLoadException.class)
                .hasMessage("load into orders failed at column placed_on: no column takes a LocalDate")
                .extracting(e -> ((BulkLoadException) e).phase())
                .isEqualTo(LoadPhase.PREFLIGHT);
        assertThatThrownBy(() -> inserter.into("person")
                        .columns("id", "name")
                        .insert(List.of(new Object[] {1, "Ada"}, new Object[] {2, UUID.randomUUID()})))
                .isInstanceOf(BulkLoadException.class)
                .hasMessage(
                        "load into person failed at row 1, column name: a value of java.util.UUID can't be stored in"
                                + " a column of type TEXT");
        assertThat(query("select count(*) from person")).containsExactly("0");
    }

    private void execute(String sql) throws SQLException {
        JdbcTest.execute(connection, sql);
    }

    private List<String> query(String sql) throws SQLException {
        return JdbcTest.rows(connection, sql);
    }
}
