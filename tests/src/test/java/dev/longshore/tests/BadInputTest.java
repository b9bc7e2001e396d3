package dev.longshore.tests;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import dev.longshore.tck.JdbcTest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong is said clearly, nothing of it is stored, and the connection goes on as before. */
@DisplayName("FW-17 SL-14 Bad input")
class BadInputTest {
    private static final String MODES = "autocommit {0}";

    @TempDir
    Path folder;

    private Connection connection;
    private boolean autoCommit;

    record Person(long id, String name) {
        static List<Person> some(int count) {
            return LongStream.rangeClosed(1, count)
                    .mapToObj(i -> new Person(i, "name " + i))
                    .toList();
        }
    }

    @BeforeEach
    void open() throws SQLException {
        connection = Sqlite.file(folder.resolve("bad.db"));
    }

    @AfterEach
    void close() throws SQLException {
        assertThat(Thread.interrupted())
                .as("the interrupt flag left by the test")
                .isFalse();
        connection.close();
    }

    /** The table, a row of the caller's, and with autocommit off a second one in the transaction that the load joins. */
    private BulkInserter arrange(boolean ownTransaction, String table) throws SQLException {
        autoCommit = ownTransaction;
        JdbcTest.execute(connection, table, "insert into person (id, name) values (-1, 'committed')");
        if (!autoCommit) {
            connection.setAutoCommit(false);
            JdbcTest.execute(connection, "insert into person (id, name) values (-2, 'earlier')");
        }
        return BulkInserter.forConnection(connection);
    }

    private BulkInserter arrange(boolean ownTransaction) throws SQLException {
        return arrange(ownTransaction, "create table person (id integer primary key, name text not null)");
    }

    private List<String> ids() throws SQLException {
        return JdbcTest.rows(connection, "select id from person order by id");
    }

    /** Nothing of the load is there, the caller's work is, and the connection goes on. */
    private void assertIntact(BulkLoadException failure) throws SQLException {
        assertThat(failure.transactionState())
                .as("state of: %s", failure.getMessage())
                .isEqualTo(TransactionState.INTACT);
        assertThat(connection.getAutoCommit()).as("autocommit").isEqualTo(autoCommit);
        if (autoCommit) {
            assertThat(ids()).containsExactly("-1");
        } else {
            assertThat(ids()).containsExactly("-2", "-1");
            connection.commit();
        }
        assertUsable();
    }

    /** A good load works, and is seen by others once committed: so driver and database agree on the transaction. */
    private void assertUsable() throws SQLException {
        assertThat(BulkInserter.forConnection(connection)
                        .insert(List.of(new Person(1_000_000, "after")))
                        .rowsWritten())
                .isEqualTo(1);
        if (!autoCommit) {
            connection.rollback();
            assertThat(JdbcTest.rows(connection, "select count(*) from person where id = 1000000"))
                    .containsExactly("0");
            JdbcTest.execute(connection, "insert into person (id, name) values (1000000, 'after')");
            connection.commit();
        }
        try (Connection other = Sqlite.file(folder.resolve("bad.db"))) {
            assertThat(JdbcTest.rows(other, "select name from person where id = 1000000"))
                    .containsExactly("after");
            JdbcTest.execute(other, "insert into person (id, name) values (1000001, 'other')");
        }
    }

    private static void assertFacts(BulkLoadException failure, LoadPhase phase, String table, long row, String column) {
        assertThat(failure.phase()).as("phase of: %s", failure.getMessage()).isEqualTo(phase);
        assertThat(failure.table()).as("table of: %s", failure.getMessage()).isEqualTo(table);
        assertThat(failure.rowIndex()).as("row of: %s", failure.getMessage()).isEqualTo(row);
        assertThat(failure.column()).as("column of: %s", failure.getMessage()).isEqualTo(column);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A missing table is named, with the tables that there are")
    void missingTable(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        BulkLoadException failure = failureOf(() -> inserter.into("persons").insert(Person.some(3)));
        assertFacts(failure, LoadPhase.PREFLIGHT, "persons", -1, null);
        assertThat(failure.getMessage())
                .isEqualTo("load into persons failed: there is no table \"persons\"; the database has person");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("An unknown column is named, with the columns that there are")
    void unknownColumn(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        RowMapping<Person> mapping = RowMapping.of(Person.class)
                .longColumn("id", Person::id)
                .column("name", Person::name)
                .column("colour", Person::name)
                .build();
        BulkLoadException failure = failureOf(() -> inserter.insert(mapping, Person.some(3)));
        assertFacts(failure, LoadPhase.PREFLIGHT, "person", -1, "colour");
        assertThat(failure.getMessage())
                .isEqualTo("load into person failed at column colour: there is no such column; the table has id, name");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A name with two candidates is refused with both")
    void twoCandidates(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(
                ownTransaction,
                "create table person (id integer primary key, name text, full_name text, fullname_ text)");
        record Named(long id, String fullName) {}
        BulkLoadException failure =
                failureOf(() -> inserter.into("person").insert(List.of(new Named(1, "Ada Lovelace"))));
        assertFacts(failure, LoadPhase.PREFLIGHT, "person", -1, "fullName");
        assertThat(failure.getMessage())
                .isEqualTo("load into person failed at column fullName: the name fits several columns: full_name,"
                        + " fullname_; name the one by @BulkColumn or in a RowMapping");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("An impossible conversion names row and column")
    void impossibleConversion(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            rows.add(new Object[] {i + 1, i == 777 ? List.of("a", "b") : "name"});
        }
        BulkLoadException failure =
                failureOf(() -> inserter.into("person").columns("id", "name").insert(rows));
        assertFacts(failure, LoadPhase.MAPPING, "person", 777, "name");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A null element names its row")
    void nullElement(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        BulkLoadException failure =
                failureOf(() -> inserter.insert(Arrays.asList(new Person(1, "Ada"), null, new Person(2, "Grace"))));
        assertFacts(failure, LoadPhase.SOURCE, "person", 1, null);
        assertThat(failure.getMessage()).isEqualTo("load into person failed at row 1: the row is null");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A getter that throws names row and column and is the cause")
    void throwingGetter(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        IllegalStateException thrown = new IllegalStateException("lazy and closed");
        RowMapping<Person> mapping = RowMapping.of(Person.class)
                .longColumn("id", Person::id)
                .column("name", person -> {
                    if (person.id() == 601) {
                        throw thrown;
                    }
                    return person.name();
                })
                .build();
        BulkLoadException failure = failureOf(() -> inserter.insert(mapping, Person.some(1_000)));
        assertFacts(failure, LoadPhase.MAPPING, "person", 600, "name");
        assertThat(failure.getMessage())
                .isEqualTo("load into person failed at row 600, column name: reading the value threw"
                        + " java.lang.IllegalStateException: lazy and closed");
        assertThat(failure.getCause()).isSameAs(thrown);
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("SL-12 a row that a constraint refuses is named, and no row before it stays")
    void refusedRow(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        BulkLoadException failure =
                failureOf(() -> inserter.insert(List.of(new Person(1, "a"), new Person(2, "b"), new Person(1, "c"))));
        assertFacts(failure, LoadPhase.SERVER, "person", 2, "id");
        assertThat(failure.getErrorCode()).isEqualTo(19);
        assertIntact(failure);

        BulkLoadException nothing = failureOf(() -> inserter.insert(List.of(new Person(7, "a"), new Person(8, null))));
        assertFacts(nothing, LoadPhase.SERVER, "person", 1, "name");
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "A database that another connection has locked is waited for as busy_timeout says, then it is an error")
    void lockedDatabase(boolean ownTransaction) throws SQLException {
        autoCommit = ownTransaction;
        JdbcTest.execute(
                connection,
                "create table person (id integer primary key, name text not null)",
                "insert into person (id, name) values (-1, 'committed')",
                "pragma busy_timeout = 150");
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
        try (Connection other = Sqlite.file(folder.resolve("bad.db"))) {
            JdbcTest.execute(other, "begin immediate", "insert into person (id, name) values (-3, 'other')");
            for (int count : new int[] {1, 2_000}) {
                long start = System.nanoTime();
                BulkLoadException failure =
                        failureOf(() -> BulkInserter.forConnection(connection).insert(Person.some(count)));
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
                assertThat(waited).isLessThan(Duration.ofSeconds(3));
                assertFacts(failure, LoadPhase.SERVER, "person", -1, null);
                assertThat(failure.getErrorCode()).isEqualTo(5);
                if (autoCommit) {
                    assertThat(waited).isGreaterThan(Duration.ofMillis(100));
                    assertThat(failure.getMessage()).contains("another connection", "150 ms");
                } else {
                    // SQLite does not wait in a transaction that has read already, as this one has the table
                    assertThat(failure.getMessage()).contains("another connection", "BEGIN IMMEDIATE");
                }
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
                if (!autoCommit) {
                    connection.rollback();
                }
            }
            JdbcTest.execute(other, "rollback");
        }
        assertThat(ids()).containsExactly("-1");
        if (!autoCommit) {
            connection.rollback();
        }
        assertThat(JdbcTest.rows(connection, "pragma busy_timeout")).containsExactly("150");
        assertUsable();
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A timeout holds against a locked database, and the caller's busy_timeout is as before")
    void timeoutWhileLocked(boolean ownTransaction) throws SQLException {
        autoCommit = ownTransaction;
        JdbcTest.execute(
                connection,
                "create table person (id integer primary key, name text not null)",
                "pragma busy_timeout = 20000");
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
        try (Connection other = Sqlite.file(folder.resolve("bad.db"))) {
            JdbcTest.execute(other, "begin immediate", "insert into person (id, name) values (-3, 'other')");
            long start = System.nanoTime();
            BulkLoadException failure = failureOf(() -> BulkInserter.forConnection(connection)
                    .timeout(Duration.ofMillis(300))
                    .insert(Person.some(2_000)));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2_300));
            assertThat(failure.table()).isEqualTo("person");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            JdbcTest.execute(other, "rollback");
        }
        if (!autoCommit) {
            connection.rollback();
        }
        assertThat(JdbcTest.rows(connection, "pragma busy_timeout")).containsExactly("20000");
        assertUsable();
    }

    private static Iterator<Person> large() {
        return LongStream.rangeClosed(1, 100_000)
                .mapToObj(i -> new Person(i, "a name of some length " + i))
                .iterator();
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A full disk is an error that says so; the state tells whether the transaction survived it")
    void fullDisk(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        JdbcTest.execute(connection, "pragma max_page_count = 60");
        BulkLoadException failure = failureOf(() -> inserter.insert(large()));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.table()).isEqualTo("person");
        assertThat(failure.getErrorCode()).isEqualTo(13);
        assertThat(failure.getMessage()).contains("full");
        assertTruth(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A full disk under a table whose statements SQLite can't undo one by one ends the whole transaction")
    void fullDiskOfPlainTable(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction, "create table person (id bigint, name text)");
        JdbcTest.execute(connection, "pragma max_page_count = 60");
        BulkLoadException failure = failureOf(() -> inserter.insert(large()));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.getErrorCode()).isEqualTo(13);
        assertTruth(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("ON CONFLICT ROLLBACK ends the whole transaction, and the state says so")
    void conflictRollsBack(boolean ownTransaction) throws SQLException {
        BulkInserter inserter =
                arrange(ownTransaction, "create table person (id integer unique on conflict rollback, name text)");
        BulkLoadException failure = failureOf(() -> inserter.insert(
                List.of(new Person(1, "a"), new Person(2, "b"), new Person(-1, "duplicate"), new Person(3, "c"))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.getErrorCode()).isEqualTo(19);
        if (!autoCommit) {
            assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
        }
        assertTruth(failure);
    }

    /** Holds what the state says against what is left of the caller's own work. */
    private void assertTruth(BulkLoadException failure) throws SQLException {
        assertThat(failure.transactionState()).isIn(TransactionState.INTACT, TransactionState.ROLLED_BACK_BY_SERVER);
        assertThat(connection.getAutoCommit()).as("autocommit").isEqualTo(autoCommit);
        if (autoCommit) {
            assertThat(ids()).containsExactly("-1");
        } else if (failure.transactionState() == TransactionState.INTACT) {
            assertThat(ids()).containsExactly("-2", "-1");
            connection.commit();
        } else {
            assertThat(ids()).containsExactly("-1");
            // the caller goes on in a transaction, as its autocommit flag says, and not row by row
            JdbcTest.execute(connection, "insert into person (id, name) values (-4, 'next')");
            connection.rollback();
            assertThat(ids()).containsExactly("-1");
            connection.rollback();
        }
        JdbcTest.execute(connection, "pragma max_page_count = 1000000");
        if (!autoCommit) {
            connection.rollback();
        }
        assertUsable();
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("An interrupt stops the load, the flag stays set, and the transaction is intact")
    void interrupt(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        Iterator<Person> rows = LongStream.rangeClosed(1, 1_000_000)
                .mapToObj(i -> {
                    if (i == 2_500) {
                        Thread.currentThread().interrupt();
                    }
                    return new Person(i, "name");
                })
                .iterator();
        BulkLoadException failure = failureOf(() -> inserter.insert(rows));
        assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
        assertFacts(failure, LoadPhase.SEND, "person", -1, null);
        assertThat(failure.getMessage()).isEqualTo("load into person failed: the loading thread was interrupted");
        assertIntact(failure);
    }

    @ParameterizedTest(name = MODES)
    @ValueSource(booleans = {true, false})
    @DisplayName("A read-only database is an error that says so")
    void readOnly(boolean ownTransaction) throws SQLException {
        BulkInserter inserter = arrange(ownTransaction);
        if (!autoCommit) {
            connection.commit();
        }
        JdbcTest.execute(connection, "pragma query_only = true");
        BulkLoadException failure = failureOf(() -> inserter.insert(Person.some(3)));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.table()).isEqualTo("person");
        assertThat(failure.getErrorCode()).isEqualTo(8);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
        if (!autoCommit) {
            connection.rollback();
        }
        JdbcTest.execute(connection, "pragma query_only = false");
        if (!autoCommit) {
            connection.rollback();
        }
        assertUsable();
    }
}
