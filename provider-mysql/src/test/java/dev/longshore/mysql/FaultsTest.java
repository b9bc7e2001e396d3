package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadControl;
import dev.longshore.TransactionState;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.mysql.MySqlProvider.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loads that fail through a pool, and packets that are nearly full or would be more than full. */
@Timeout(180)
final class FaultsTest extends LiveTest {
    private static final int LONG = 12_000;

    /** Rows made one by one, with something to happen at each. */
    private static Iterator<Object[]> rows(int count, LongFunction<Object[]> each) {
        return IntStream.range(0, count).mapToObj(each::apply).iterator();
    }

    private static Object[] good(long index) {
        return row(index, "some text that fills the buffers on the way", null);
    }

    private static LongFunction<Object[]> badAt(long bad, Object... values) {
        return index -> index == bad ? values : good(index);
    }

    private static LongFunction<Object[]> at(long bad, Runnable action) {
        return index -> {
            if (index == bad) {
                action.run();
            }
            return good(index);
        };
    }

    private static void fail() {
        throw new IllegalStateException("source");
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Loads that fail, each in a way of its own. */
    private static List<Load> failingLoads(BulkInserter inserter) {
        BulkInserter values = inserter.option(MySqlProvider.PATH, Path.INSERT_VALUES);
        return List.of(
                () -> inserter.insert(rows(3, at(2, FaultsTest::fail))),
                () -> inserter.insert(rows(LONG, at(LONG - 1, FaultsTest::fail))),
                () -> values.insert(rows(LONG, at(LONG - 1, FaultsTest::fail))),
                () -> inserter.insert(rows(3, badAt(2, 0L, "duplicate", null))),
                () -> inserter.insert(rows(LONG, badAt(LONG - 1, 0L, "duplicate", null))),
                () -> values.insert(rows(3, badAt(2, 0L, "duplicate", null))),
                () -> values.insert(rows(3_000, badAt(2_999, 0L, "duplicate", null))),
                () -> inserter.insert(rows(3, badAt(1, 1L, "orphan", 99))),
                () -> values.insert(rows(3_000, badAt(2_222, 2_222L, "orphan", 99))),
                () -> inserter.insert(rows(3_000, badAt(2_222, -5L, "refused by CHECK", null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, 2_222L, "refused by a trigger", null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, 2_222L, "x".repeat(61), null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, 2_222L, "lone \uD83D", null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, null, "no key", null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, 2_222L, new byte[] {1}, null))),
                () -> inserter.insert(rows(3_000, badAt(2_222, 2_222L, "one value less"))),
                () -> inserter.columns("id", "b", "missing").insert(rows(3, FaultsTest::good)),
                () -> inserter.into("missing").insert(rows(3, FaultsTest::good)),
                () -> {
                    LoadControl control = new LoadControl();
                    return inserter.control(control).insert(rows(LONG, at(11_000, control::cancel)));
                },
                () -> inserter.timeout(Duration.ofMillis(300)).insert(rows(LONG, at(11_000, () -> sleep(400)))),
                () -> {
                    try {
                        return inserter.insert(rows(
                                LONG, at(11_000, () -> Thread.currentThread().interrupt())));
                    } finally {
                        assertThat(Thread.interrupted())
                                .as("the interrupt is still told")
                                .isTrue();
                    }
                });
    }

    @Test
    @DisplayName("MY-29 FW-06 a hundred failed loads through one pooled connection leave it usable each time")
    void pooled() throws SQLException {
        execute(
                "create table p(id int primary key)",
                "create table t(id bigint primary key check (id >= 0), b varchar(60), parent int,"
                        + " foreign key (parent) references p(id))",
                "create trigger refusing before insert on t for each row begin if new.b = 'refused by a trigger' then"
                        + " signal sqlstate '45000' set message_text = 'refused'; end if; end");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(MySqlServer.url() + database());
        config.setDataSourceProperties(MySqlServer.properties(new Properties()));
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            BulkInserter inserter = BulkInserter.forDataSource(pool).into("t").columns("id", "b", "parent");
            String id = state(pool);
            List<Load> loads = failingLoads(inserter);
            for (int i = 0; i < 105; i++) {
                int number = i % loads.size();
                BulkLoadException failure = failureOf(loads.get(number));
                assertThat(failure.transactionState())
                        .as("%s: %s", number, failure.getMessage())
                        .isEqualTo(TransactionState.INTACT);
                assertThat(state(pool))
                        .as("%s: %s", number, failure.getMessage())
                        .isEqualTo(id);
            }
            assertThat(inserter.insert(rows(3_000, FaultsTest::good)).rowsWritten())
                    .isEqualTo(3_000);
        }
        assertThat(rows("select count(*), sum(id) from t")).containsExactly("3000|4498500");
    }

    /** The session behind the pool, its settings, and what is in the table. */
    private static String state(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            return rows(
                            connection,
                            "select connection_id(), @@autocommit, @@sql_mode, @@time_zone, database(), (select count(*) from t),"
                                    + " (select count(*) from information_schema.innodb_trx where trx_mysql_thread_id ="
                                    + " connection_id() and trx_rows_modified > 0)")
                    .get(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-01 FW-07 rows of 1 byte to 8 MiB, mixed, are stored whatever packets they make")
    void mixedSizes(Path path) throws SQLException {
        execute("create table t(id int primary key, b longblob not null)");
        int[] sizes = {1, 8 << 20, 1, 1, 300, 7 << 20, 65_535, 65_536, 16_777, 1 << 20, 250, 251, 999_900, 8 << 20, 1};
        into("t", path)
                .insert(IntStream.range(0, sizes.length)
                        .mapToObj(i -> row(i, bytes(i, sizes[i])))
                        .iterator());
        List<String> stored =
                rows("select id, length(b), hex(left(b, 1)), b = repeat(left(b, 1), length(b)) from t order by id");
        assertThat(stored)
                .containsExactlyElementsOf(IntStream.range(0, sizes.length)
                        .mapToObj(i -> String.format("%d|%d|%02X|1", i, sizes[i], i + 1))
                        .toList());
    }

    private static byte[] bytes(int index, int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) (index + 1));
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-01 each size around max_allowed_packet is stored or refused, and the connection lives")
    void aroundTheLimit(Path path) throws SQLException {
        execute("create table t(id int primary key, b longblob)");
        int limit = Integer.parseInt(rows("select @@max_allowed_packet").get(0));
        String id = rows("select connection_id()").get(0);
        int stored = 0;
        for (int less : new int[] {0, 1, 16, 64, 80, 100, 128, 1_024}) {
            Object[] row = row(less, new byte[limit - less]);
            try {
                into("t", path).insert(rowsOf(row));
                stored++;
            } catch (BulkLoadException e) {
                assertThat(e.reason())
                        .matches("the row needs a packet of \\d+ bytes, but max_allowed_packet is " + limit);
                assertThat(e.rowIndex()).isZero();
            }
            assertThat(rows("select connection_id()")).containsExactly(id);
        }
        assertThat(stored).as("rows that fit").isBetween(1, 7);
        assertThat(rows("select count(*), max(length(b)) < " + limit + " from t"))
                .containsExactly(stored + "|1");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-01 a row that is too large behind others is refused with its index, and nothing is stored")
    void tooLargeBehindOthers(Path path) throws SQLException {
        execute("create table t(id int primary key, b longblob)");
        int limit = Integer.parseInt(rows("select @@max_allowed_packet").get(0));
        String id = rows("select connection_id()").get(0);
        BulkLoadException failure = failureOf(() ->
                into("t", path).insert(rows(2_002, index -> row(index, new byte[index == 2_001 ? limit : 1]))));
        assertThat(failure.rowIndex()).isEqualTo(2_001);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(rows("select count(*), connection_id() from t")).containsExactly("0|" + id);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-25 numbers that the server gives go in its own steps, beside those that are given")
    void steps(Path path) throws SQLException {
        execute(
                "create table t(id int auto_increment primary key, s int)",
                "set auto_increment_increment = 2, auto_increment_offset = 1");
        into("t", path).insert(rowsOf(row(null, 1), row(100, 2), row(null, 3), row(null, 4)));
        List<String> stored = rows("select id from t order by s");
        assertThat(stored.get(1)).isEqualTo("100");
        assertThat(stored).doesNotHaveDuplicates();
        assertThat(rows("select count(*) from t where id % 2 = 1")).containsExactly("3");
        execute("insert into t(s) values (5)");
        assertThat(rows("select id > 100, id % 2 from t where s = 5")).containsExactly("1|1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"INSERT_BULK", "INSERT_VALUES"})
    @DisplayName("a driver that repeats the transaction over another connection repeats the rows of each statement")
    void replayed(Path path) throws SQLException {
        execute("create table t(id int primary key, a varchar(60), b int)");
        Properties replaying = new Properties();
        replaying.setProperty("transactionReplay", "true");
        String url = MySqlServer.url().replaceFirst("mariadb://", "mariadb:sequential://") + database();
        try (Connection replayed = DriverManager.getConnection(url, MySqlServer.properties(replaying))) {
            replayed.setAutoCommit(false);
            execute(replayed, "insert into t values (-1, 'before', null)");
            BulkInserter.forConnection(replayed)
                    .into("t")
                    .option(MySqlProvider.PATH, path)
                    .batchRows(10)
                    .insert(rows(35, index -> row((int) index, "text " + index, index % 3 == 0 ? null : (int) index)));
            execute("kill " + rows(replayed, "select connection_id()").get(0));
            assertThat(rows(replayed, "select count(*) from t")).containsExactly("36");
            replayed.commit();
        }
        assertThat(rows("select count(*), sum(id), sum(b), min(a) from t where a = concat('text ', id)"))
                .containsExactly("35|595|397|text 0");
        assertThat(rows("select * from t where id < 0")).containsExactly("-1|before|null");
    }

    @Test
    @DisplayName("a driver that would have to repeat LOAD DATA, whose rows are gone by then, is not asked to")
    void notReplayed() throws SQLException {
        execute("create table t(id int)");
        try (Connection replaying = DriverManager.getConnection(
                MySqlServer.url() + database() + "?transactionReplay=true", MySqlServer.properties(new Properties()))) {
            BulkInserter inserter = BulkInserter.forConnection(replaying).into("t");
            BulkLoadException failure = failureOf(
                    () -> inserter.option(MySqlProvider.PATH, Path.LOAD_DATA).insert(rowsOf(row(1))));
            assertThat(failure.reason())
                    .isEqualTo("the path load-data can't be taken: the connection says transactionReplay=true,"
                            + " and the driver could not send the rows again");
            assertThat(inserter.option(MySqlProvider.PREFER_LOAD_DATA, true)
                            .insert(rowsOf(row(1), row(2)))
                            .path())
                    .isEqualTo("insert-bulk");
        }
        assertThat(rows("select id from t")).containsExactly("1", "2");
    }

    @Test
    @DisplayName("a driver that would repeat a transaction gives no keys, which would be others then")
    void noKeysOfRepeatedTransactions() throws SQLException {
        execute("create table t(id int auto_increment primary key, v int)");
        try (Connection replaying = DriverManager.getConnection(
                MySqlServer.url() + database() + "?transactionReplay=true", MySqlServer.properties(new Properties()))) {
            BulkInserter inserter =
                    BulkInserter.forConnection(replaying).into("t").columns("v");
            BulkLoadException failure = failureOf(() -> inserter.insertReturningKeys(rowsOf(row(1))));
            assertThat(failure.reason())
                    .isEqualTo(
                            "no keys can come back: the connection says transactionReplay=true, so that the driver may run"
                                    + " the statements again over another one, where the server gives other keys");
        }
        assertThat(rows("select id from t")).isEmpty();
    }

    @Test
    @DisplayName(
            "a full disk ends a load on each path, in its own and in the caller's transaction, and no row is taken to be at fault")
    void fullDisk() throws SQLException {
        Assumptions.assumeTrue(
                rows("select @@innodb_data_file_path").get(0).contains(":max:"),
                "the server's system tablespace has no maximum size");
        execute(
                "create table earlier(id int)",
                "set global innodb_file_per_table = 0",
                "create table t(id bigint auto_increment primary key, b varchar(2000))",
                "set global innodb_file_per_table = 1");
        int count = 0;
        for (Path path : Path.values()) {
            BulkInserter inserter = into("t", path).columns("b");
            assertFull(() -> inserter.insert(fillingRows()));
            assertFull(() -> inserter.onError(ErrorPolicy.rejectUpTo(20_000, rejected -> {
                        throw new AssertionError("rejected: " + rejected);
                    }))
                    .insert(fillingRows()));
            connection().setAutoCommit(false);
            execute("insert into earlier values (" + count++ + ")");
            assertFull(() -> inserter.insert(fillingRows()));
            connection().commit();
            connection().setAutoCommit(true);
        }
        for (KeyPath path : List.of(KeyPath.INSERT_RETURNING, KeyPath.INSERT_VALUES)) {
            assertFull(() -> into("t")
                    .columns("b")
                    .option(MySqlProvider.KEY_PATH, path)
                    .insertReturningKeys(fillingRows(), Long.class, (row, key) -> {}));
        }
        assertThat(rows("select count(*) from earlier")).containsExactly(String.valueOf(count));
    }

    /** More than the tablespace holds. */
    private static Iterator<Object[]> fillingRows() {
        String text = "x".repeat(1_900);
        return rows(15_000, index -> row(text));
    }

    private void assertFull(Load load) throws SQLException {
        BulkLoadException failure = failureOf(load);
        assertThat(failure.getErrorCode()).as(failure.toString()).isEqualTo(1114);
        assertThat(failure.reason()).isEqualTo("The table 't' is full");
        assertThat(failure.hint()).contains("Make room");
        assertThat(failure.rowIndex()).isNegative();
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(rows("select * from t limit 1")).isEmpty();
    }
}
