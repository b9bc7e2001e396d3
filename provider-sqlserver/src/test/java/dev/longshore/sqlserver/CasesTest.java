package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.TransactionState;
import dev.longshore.tds.TdsError;
import dev.longshore.tds.TdsTable;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What users of SQL Server's bulk copy ran into, each with its kind. Values are in {@link ValuesTest}. */
@DisplayName("Cases of SQL Server")
final class CasesTest extends WireTest {
    private static TdsTable withKey(TdsTable table) {
        return table.check(row -> Long.valueOf(3).equals(row.get(0))
                ? TdsError.of(2627, "Violation of PRIMARY KEY constraint 'pk'. The duplicate key value is (3).")
                : null);
    }

    private String bulkStatement() {
        return endpoint().statements().stream()
                .filter(sql -> sql.startsWith("INSERT BULK"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Object[]> numbers(int count) {
        List<Object[]> rows = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> rows.add(row(i)));
        return rows;
    }

    @Test
    @DisplayName("MS-01 columns are mapped by name, whatever their order")
    void columnsAreMappedByName() throws Exception {
        table("t", column("a", "nvarchar(10)"), column("b", "nvarchar(10)"));

        copyInto("t").columns("b", "a").insert(rowsOf(row("for b", "for a")));

        assertThat(bulkStatement()).startsWith("INSERT BULK [dbo].[t] ([b] NVARCHAR(10) , [a] NVARCHAR(10) )");
        assertThat(endpoint().rows("t")).containsExactly(list("for b", "for a"));
    }

    @Test
    @DisplayName("MS-03 columns that are left out are not sent")
    void columnsLeftOutAreNotSent() throws Exception {
        table(
                "t",
                column("id", "int").asIdentity(),
                column("a", "int").notNull().withDefault(),
                column("b", "int"));

        copyInto("t").columns("b").insert(each(1, 2));

        assertThat(bulkStatement()).startsWith("INSERT BULK [dbo].[t] ([b] INT ) ");
    }

    @Test
    @DisplayName("MS-04 names with apostrophes, brackets, dots and blanks")
    void oddNamesWork() throws Exception {
        for (String name : List.of("O'Brien", "a]b", "a.b", "My Table", "名前")) {
            endpoint().add(TdsTable.of(name, column("c'o]l", "int"), column("d.e", "varchar(5)")));
            String quoted = SqlServerDialect.INSTANCE.quote(name);

            copyInto("dbo." + quoted).columns("c'o]l", "d.e").insert(rowsOf(row(1, "x")));
            insertInto(quoted).columns("c'o]l", "d.e").insert(rowsOf(row(2, "y")));

            assertThat(endpoint().rows(name)).containsExactly(list(1L, "x"), list(2L, "y"));
        }
    }

    @Test
    @DisplayName("MS-06 a computed column is left out, and refused where it is named")
    void computedColumns() throws Exception {
        record Row(int a, int b, String c) {}
        table("t", column("a", "int"), column("b", "int").asComputed(), column("c", "nvarchar(5)"));

        copyInto("t").insert(List.of(new Row(1, 0, "x")));

        assertThat(endpoint().rows("t")).containsExactly(list(1L, "x"));
        assertThat(failureOf(() -> copyInto("t").columns("a", "b").insert(rowsOf(row(1, 2))))
                        .getMessage())
                .isEqualTo(
                        "load into t failed at column b: the database computes it, so that no value can be stored; leave"
                                + " it out");
    }

    @Test
    @DisplayName("MS-07 hidden period columns don't shift the others")
    void hiddenColumns() throws Exception {
        table(
                "t",
                column("id", "int"),
                column("valid_from", "datetime2(7)").asHidden(),
                column("valid_to", "datetime2(7)").asHidden(),
                column("name", "nvarchar(5)"));

        copyInto("t").insert(rowsOf(row(1, "x")));

        assertThat(endpoint().rows("t")).containsExactly(list(1L, "x"));
    }

    @Test
    @DisplayName("MS-07 where the driver would take a column for a computed one, INSERT is used")
    void hiddenColumnsBeforeAComputedOne() throws Exception {
        table(
                "t",
                column("valid_from", "datetime2(7)").asHidden(),
                column("twice", "int").asComputed(),
                column("name", "nvarchar(5)"));

        into("t").columns("name").insert(each("x"));

        assertThat(endpoint().rows("t")).containsExactly(list("x"));
        assertThat(failureOf(() -> copyInto("t").columns("name").insert(each("x")))
                        .reason())
                .isEqualTo(
                        "the path bulk-copy can't be taken: the driver's bulk copy takes column name for a computed one,"
                                + " since hidden columns stand before it or another table has the same number");
    }

    @Test
    @DisplayName("MS-41 MS-42 constraints are checked and triggers fire, unless the caller wants otherwise")
    void constraintsAndTriggers() throws Exception {
        table("t", column("id", "int"));

        copyInto("t").insert(each(1));
        assertThat(bulkStatement()).endsWith("with (CHECK_CONSTRAINTS, FIRE_TRIGGERS, KEEP_NULLS)");

        endpoint().forget();
        into("t")
                .option(SqlServerProvider.SKIP_CONSTRAINTS, true)
                .option(SqlServerProvider.SKIP_TRIGGERS, true)
                .option(SqlServerProvider.TABLE_LOCK, true)
                .insert(each(1));
        assertThat(bulkStatement()).endsWith("with (KEEP_NULLS, TABLOCK)");
    }

    @Test
    @DisplayName("MS-41 an option that only bulk copy can keep is refused on the other path")
    void optionsThatNeedBulkCopy() {
        endpoint().add(TdsTable.of("t", column("id", "int")).triggers(null, "instead"));

        assertThat(failureOf(() -> into("t")
                                .option(SqlServerProvider.SKIP_TRIGGERS, true)
                                .insert(each(1)))
                        .getMessage())
                .isEqualTo(
                        "load into t failed: the option sqlserver.skipTriggers can't be kept: it needs the path bulk-copy,"
                                + " but the trigger instead replaces the INSERT");
    }

    @Test
    @DisplayName("MS-42 the order of the clustered index is told where the caller says that the rows have it")
    void orderHint() throws Exception {
        TdsTable plain = TdsTable.of("t", column("a", "int"), column("b", "int"));
        endpoint().add(plain.clusteredBy("b", "a"));

        into("t").option(SqlServerProvider.ORDER_HINT, true).columns("a", "b").insert(rowsOf(row(1, 2)));
        assertThat(bulkStatement())
                .endsWith("with (CHECK_CONSTRAINTS, FIRE_TRIGGERS, KEEP_NULLS, ORDER([b] ASC, [a] ASC))");

        assertThat(failureOf(() -> into("t")
                                .option(SqlServerProvider.ORDER_HINT, true)
                                .columns("a")
                                .insert(each(1)))
                        .reason())
                .isEqualTo(
                        "the option sqlserver.orderHint can't be kept: the clustered index has columns that the rows don't"
                                + " bring: [b, a]");
        endpoint().add(plain);
        assertThat(failureOf(() -> into("t")
                                .option(SqlServerProvider.ORDER_HINT, true)
                                .columns("a")
                                .insert(each(1)))
                        .reason())
                .isEqualTo("the option sqlserver.orderHint can't be kept: the table has no clustered index");
    }

    @Test
    @DisplayName("rows that are pushed go by one bulk copy for each buffer of them")
    void pushedRows() throws Exception {
        table("t", column("id", "int"), column("name", "nvarchar(60)"));
        String name = "a name of some length, so that the buffer fills sooner";
        try (BulkWriter<Object[]> writer = into("t").columns("id", "name").open(Object[].class)) {
            for (int i = 0; i < 200_000; i++) {
                writer.write(row(i, name));
            }
            assertThat(writer.finish().rowsWritten()).isEqualTo(200_000);
        }

        assertThat(endpoint().loads().size()).isGreaterThan(1);
        assertThat(endpoint().rows("t")).hasSize(200_000);
    }

    @Test
    @DisplayName("MS-44 the server numbers rows, unless keepIdentity() brings the numbers")
    void identity() throws Exception {
        table("t", column("id", "int").asIdentity(), column("name", "nvarchar(5)"));

        copyInto("t").columns("id", "name").insert(rowsOf(row(null, "a"), row(0, "b")));
        assertThat(bulkStatement()).startsWith("INSERT BULK [dbo].[t] ([name] NVARCHAR(5) )");

        assertThat(failureOf(() -> copyInto("t").columns("id", "name").insert(rowsOf(row(7, "c"))))
                        .getMessage())
                .isEqualTo("load into t failed at row 0, column id: the database numbers this column always and refuses"
                        + " values. Leave the column out, or add .keepIdentity() to store the values");

        endpoint().forget();
        copyInto("t").keepIdentity().columns("id", "name").insert(rowsOf(row(7, "c"), row(0, "d")));
        assertThat(bulkStatement()).startsWith("INSERT BULK [dbo].[t] ([id] INT , [name] NVARCHAR(5) )");
        assertThat(endpoint().rows("t")).containsExactly(list("a"), list("b"), list(7L, "c"), list(0L, "d"));
    }

    @Test
    @DisplayName("MS-44 INSERT too keeps numbers, and the identity is moved where the server lags behind")
    void identityByInsert() throws Exception {
        table("t", column("id", "int").asIdentity(), column("name", "nvarchar(5)"));

        insertInto("t").keepIdentity().columns("id", "name").insert(rowsOf(row(2_000, "c")));

        assertThat(endpoint().statements())
                .contains(
                        "set identity_insert [dbo].[t] on",
                        "dbcc checkident (N'[dbo].[t]', reseed) with no_infomsgs",
                        "set identity_insert [dbo].[t] off");
        assertThat(endpoint().rows("t")).containsExactly(list(2_000L, "c"));
    }

    @Test
    @DisplayName("MS-44 a table of nothing but numbers")
    void onlyAnIdentity() throws Exception {
        table("t", column("id", "int").asIdentity());

        assertThat(into("t").columns("id").insert(each(null, null)).rowsWritten())
                .isEqualTo(2);

        assertThat(endpoint().rows("t")).containsExactly(List.of(), List.of());
    }

    @Test
    @DisplayName("MS-50 a pool's connection is unwrapped")
    void pool() throws Exception {
        table("t", column("id", "int"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(endpoint().url());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 3; i++) {
                BulkInserter.forDataSource(pool).into("t").insert(numbers(1_500));
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.getAutoCommit()).isTrue();
                }
            }
        }
        assertThat(endpoint().rows("t")).hasSize(4_500);
    }

    @Test
    @DisplayName("MS-52 batches are no commits: all or nothing")
    void batches() throws Exception {
        endpoint().add(withKey(TdsTable.of("t", column("id", "int"))));

        var failure = failureOf(() -> copyInto("t").batchRows(2).insert(numbers(10)));

        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.getErrorCode()).isEqualTo(2627);
        assertThat(failure.getSQLState()).isEqualTo("23000");
        assertThat(failure.reason())
                .isEqualTo("Violation of PRIMARY KEY constraint 'pk'. The duplicate key value is (3).");
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(failure.hint())
                .isEqualTo(
                        "Load again with the option SqlServerProvider.PATH set to INSERT_VALUES to have the row named");
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(endpoint().rows("t")).isEmpty();
        assertUsable();
    }

    @Test
    @DisplayName(
            "few rows in the caller's transaction are one INSERT without a savepoint, which names the row it refuses")
    void fewRowsInTheCallersTransaction() throws Exception {
        endpoint().add(withKey(TdsTable.of("t", column("id", "int"))));
        connection().setAutoCommit(false);
        assertThat(into("t").insert(each(100, 101)).path()).isEqualTo("insert-values");
        assertThat(endpoint().statements()).noneMatch(sql -> sql.contains("SAVE TRAN"));

        var failure = failureOf(() -> into("t").insert(numbers(5)));

        assertThat(failure.rowIndex()).isEqualTo(3);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        connection().commit();
        connection().setAutoCommit(true);
        assertThat(endpoint().rows("t")).containsExactly(list(100L), list(101L));
    }

    @Test
    @DisplayName(
            "where a failed statement took the transaction along or doomed it, the state says so and no row is tried")
    void transactionsThatAreLost() throws Exception {
        endpoint().add(withKey(TdsTable.of("t", column("id", "int"))));
        connection().setAutoCommit(false);

        endpoint().answer("select @@trancount, xact_state()", rows(0, 0));
        var gone = failureOf(() -> into("t").insert(numbers(5)));
        assertThat(gone.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
        assertThat(gone.rowIndex()).isEqualTo(-1);

        endpoint().answer("select @@trancount, xact_state()", rows(1, -1));
        var doomed = failureOf(() -> into("t").insert(numbers(5)));
        assertThat(doomed.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        assertThat(failureOf(() -> into("t").insert(each(3))).rowIndex()).isEqualTo(0);
        assertThat(endpoint().statements()).noneMatch(sql -> sql.contains("SAVE TRAN"));
        connection().rollback();
        connection().setAutoCommit(true);
    }

    private static List<List<Object>> rows(Object... values) {
        return List.of(List.of(values));
    }

    @Test
    @DisplayName("a trigger's error may leave its statement's rows, so that few rows have a transaction too")
    void fewRowsWithATrigger() throws Exception {
        endpoint().add(TdsTable.of("t", column("id", "int")).triggers("after", null));
        LoadPlan plan = into("t").explain(Object[].class);
        assertThat(plan.shortRows()).isZero();
        assertThat(plan.notes()).contains("a load of few rows has a transaction too, since a trigger fires");
        into("t").insert(each(1));
        assertThat(endpoint().statements()).anyMatch(sql -> sql.contains("implicit_transactions on"));

        endpoint().forget();
        assertThat(into("t")
                        .option(SqlServerProvider.SKIP_TRIGGERS, true)
                        .explain(Object[].class)
                        .shortRows())
                .isEqualTo(1_000);
    }

    @Test
    @DisplayName("MS-52 the caller's transaction keeps what was in it")
    void callersTransaction() throws Exception {
        endpoint().add(withKey(TdsTable.of("t", column("id", "int"))));
        connection().setAutoCommit(false);
        copyInto("t").insert(each(100, 101));

        for (var inserter : List.of(copyInto("t"), insertInto("t"))) {
            assertThat(failureOf(() -> inserter.insert(numbers(5))).transactionState())
                    .isEqualTo(TransactionState.INTACT);
        }
        insertInto("t").insert(each(102));
        connection().commit();
        connection().setAutoCommit(true);

        assertThat(endpoint().rows("t")).containsExactly(list(100L), list(101L), list(102L));
    }

    @Test
    @DisplayName("MS-52 INSERT names the row that the server refused")
    void insertNamesTheRow() throws Exception {
        endpoint().add(withKey(TdsTable.of("t", column("id", "int").notNull())));

        for (int rows : List.of(4, 5, 1_700)) {
            var failure = failureOf(() -> insertInto("t").insert(numbers(rows)));

            assertThat(failure.rowIndex()).isEqualTo(3);
            assertThat(endpoint().rows("t")).isEmpty();
            assertUsable();
        }
    }

    @Test
    @DisplayName("MS-52 a deadlock takes the whole transaction along")
    void deadlock() throws Exception {
        endpoint()
                .add(TdsTable.of("t", column("id", "int"))
                        .check(row -> Long.valueOf(3).equals(row.get(0))
                                ? new TdsError(1205, 13, 13, "Transaction (Process ID 52) was deadlocked.")
                                : null));
        connection().setAutoCommit(false);
        copyInto("t").insert(each(100));

        for (var inserter : List.of(copyInto("t"), insertInto("t"))) {
            var failure = failureOf(() -> inserter.insert(numbers(5)));

            assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
            assertThat(failure.getSQLState()).isEqualTo("40001");
            assertThat(failure.hint()).startsWith("Try the load again");
        }
        connection().commit();
        connection().setAutoCommit(true);
        assertThat(endpoint().rows("t")).isEmpty();
    }

    @Test
    @DisplayName("MS-55 a temporary table")
    void temporaryTable() throws Exception {
        table("#stage", column("id", "int"), column("b", "int").asComputed(), column("c", "varchar(5)"));

        copyInto("#stage").columns("id", "c").insert(rowsOf(row(1, "x")));
        insertInto("#stage").columns("id", "c").insert(rowsOf(row(2, "y")));

        assertThat(bulkStatement()).startsWith("INSERT BULK [#stage] ([id] INT , [c] NVARCHAR(5) )");
        assertThat(endpoint().rows("#stage")).containsExactly(list(1L, "x"), list(2L, "y"));
    }

    @Test
    @DisplayName(
            "MS-56 null for a NOT NULL column is refused with row and column on each path, unless a trigger comes first")
    void nullInNotNull() throws Exception {
        TdsTable plain =
                TdsTable.of("t", column("id", "int"), column("n", "int").notNull());
        endpoint().add(plain);
        for (var inserter : List.of(copyInto("t"), insertInto("t"))) {
            var failure = failureOf(() -> inserter.columns("id", "n").insert(rowsOf(row(1, 1), row(2, null))));

            assertThat(failure.getMessage())
                    .isEqualTo("load into t failed at row 1, column n: the value is null, but the column is NOT NULL");
            assertThat(failure.getSQLState()).isEqualTo("23000");
            assertThat(endpoint().rows("t")).isEmpty();
            assertUsable();
        }

        endpoint().add(plain.triggers(null, "instead"));
        var failure = failureOf(() -> into("t").columns("id", "n").insert(rowsOf(row(2, null))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.getErrorCode()).isEqualTo(515);
        assertThat(failure.column()).isEqualTo("n");
    }

    @Test
    @DisplayName("views, INSTEAD OF triggers and IGNORE_DUP_KEY go by INSERT, and the plan says why")
    void whereBulkCopyCannotGo() throws Exception {
        TdsTable plain = TdsTable.of("t", column("id", "int"));
        var reasons = List.of(
                "the table is a view",
                "the trigger instead replaces the INSERT",
                "the index ix leaves duplicates out, and the driver does not tell how many rows bulk copy stored");
        var tables = List.of(plain.asView(), plain.triggers(null, "instead"), plain.skipping("ix"));
        for (int i = 0; i < tables.size(); i++) {
            endpoint().add(tables.get(i));

            assertThat(into("t").insert(numbers(1_500)).path()).isEqualTo("insert-values");
            assertThat(into("t").explain(Object[].class).toString()).contains(reasons.get(i));
            assertThat(endpoint().rows("t")).hasSize(1_500);
        }
    }

    @Test
    void anotherDatabaseAndASynonym() throws Exception {
        endpoint().add(TdsTable.of("far", column("id", "int")).in("other", "sales"));
        endpoint().add(TdsTable.of("near").asSynonymOf("[other].[sales].[far]"));

        copyInto("other.sales.far").insert(each(1));
        copyInto("near").insert(each(2));

        assertThat(endpoint().statements().stream().filter(sql -> sql.startsWith("INSERT BULK")))
                .hasSize(2)
                .allMatch(sql -> sql.startsWith("INSERT BULK [other].[sales].[far] ([id] INT )"));
    }

    @Test
    void aMissingTableIsNamedWithThoseThatThereAre() {
        table("orders", column("id", "int"));
        table("order_lines", column("id", "int"));

        assertThat(failureOf(() -> into("nosuch").insert(each(1))).getMessage())
                .isEqualTo(
                        "load into nosuch failed: there is no table \"nosuch\"; the database has orders, order_lines");
    }

    @Test
    void aNameFromJavaFindsItsTable() throws Exception {
        record OrderLines(int id) {}
        table("order_lines", column("id", "int"));

        BulkInserter.forConnection(connection()).insert(List.of(new OrderLines(5)));

        assertThat(endpoint().rows("order_lines")).containsExactly(list(5L));
    }

    @Test
    void whatIsNoTableIsRefused() {
        endpoint().add(TdsTable.of("run").asSynonymOf("[dbo].[nowhere]"));

        assertThat(failureOf(() -> into("run").insert(each(1))).getMessage())
                .isEqualTo("load into run failed: the synonym stands for [dbo].[nowhere], which is not there");
    }

    @Test
    @DisplayName("a listener is told of rows that come slowly, although they don't fill a packet")
    void slowRows() throws Exception {
        table("t", column("id", "int"));
        List<Long> told = new ArrayList<>();
        Iterator<Object[]> slow = IntStream.range(0, 800)
                .mapToObj(i -> {
                    LockSupport.parkNanos(1_000_000);
                    return row(i);
                })
                .iterator();

        copyInto("t").listener(progress -> told.add(progress.rows())).insert(slow);

        assertThat(told).hasSizeGreaterThan(4).isSorted().last().isEqualTo(800L);
    }

    @Test
    void fewRowsGoByOneStatementWithoutATransaction() throws Exception {
        table("t", column("a", "int"), column("b", "int"));

        assertThat(into("t").insert(rowsOf(row(1, 2))).path()).isEqualTo("insert-values");

        // the description of the table, and the INSERT
        assertThat(endpoint().statements()).hasSize(2);
        assertThat(into("t").insert(Collections.nCopies(60, row(1, 2))).path()).isEqualTo("bulk-copy");
    }

    @Test
    void loadsOfManySizesAreWhole() throws Exception {
        for (int rows : List.of(1, 2, 999, 1_000, 1_001, 2_095, 2_096, 2_097, 5_000)) {
            table("t", column("a", "int"));
            for (var inserter : List.of(
                    into("t"), copyInto("t"), insertInto("t"), copyInto("t").batchRows(1_000))) {
                assertThat(inserter.insert(numbers(rows)).rowsWritten()).isEqualTo(rows);
            }
            assertThat(endpoint().rows("t")).hasSize(4 * rows);
        }
    }
}
