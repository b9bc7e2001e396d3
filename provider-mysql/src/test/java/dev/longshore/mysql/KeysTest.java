package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPlan;
import dev.longshore.RefusedPath;
import dev.longshore.ReturnedRow;
import dev.longshore.ZeroIdentity;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Keys, by what only MySQL and MariaDB have")
final class KeysTest extends LiveTest {
    /** More rows than a statement has. */
    private static final int MANY = 2_300;

    record Named(String name) {}

    record Numbered(@Nullable Long id, String name) {}

    private static List<Named> named(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Named("n" + i)).toList();
    }

    private BulkInserter by(KeyPath path) {
        return into("t").option(MySqlProvider.KEY_PATH, path);
    }

    private static String pathOf(BulkInserter inserter) throws SQLException {
        return inserter.explain(Named.class).path();
    }

    private static String refusal(LoadPlan plan, String path) {
        return plan.refusedPaths().stream()
                .filter(refused -> refused.path().equals(path))
                .map(RefusedPath::reason)
                .findFirst()
                .orElse("taken");
    }

    /** The keys, as the table has them, in the order of the names' numbers. */
    private List<String> stored() throws SQLException {
        return rows("select id from t where name like 'n%' order by cast(substr(name, 2) as unsigned)");
    }

    private static List<String> texts(List<?> keys) {
        return keys.stream().map(String::valueOf).toList();
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("numbers lie apart as auto_increment_increment says, and begin where auto_increment_offset does")
    void increment(KeyPath path) throws SQLException {
        execute("create table t(id int auto_increment primary key, name varchar(20))");
        execute("set auto_increment_increment = 7, auto_increment_offset = 3");
        execute("insert into t(name) values ('first'), ('second')");
        List<Long> keys = by(path).insertReturningKeys(named(MANY));
        assertThat(keys.get(0)).isEqualTo(17);
        assertThat(keys).allSatisfy(key -> assertThat(key % 7).isEqualTo(3));
        assertThat(texts(keys)).isEqualTo(stored());
        execute("set auto_increment_increment = 2, auto_increment_offset = 9");
        execute("delete from t");
        assertThat(texts(by(path).insertReturningKeys(named(MANY)))).isEqualTo(stored());
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("0 is numbered, or kept where it is to be, beside numbers of the server's and of the rows")
    void zeros(KeyPath path) throws SQLException {
        execute("create table t(id int auto_increment primary key, name varchar(20))");
        List<Numbered> made = List.of(new Numbered(0L, "n0"), new Numbered(null, "n1"), new Numbered(0L, "n2"));
        assertThat(texts(by(path).insertReturningKeys(made))).isEqualTo(stored());
        assertThat(stored()).doesNotContain("0");
        List<Numbered> rows = List.of(
                new Numbered(0L, "n0"), new Numbered(null, "n1"), new Numbered(-7L, "n2"), new Numbered(50L, "n3"));
        execute("delete from t");
        assertThat(by(path).zeroIdentity(ZeroIdentity.KEEP).insertReturningKeys(rows))
                .contains(0L, -7L, 50L)
                .hasSize(4);
        assertThat(rows("select id from t where name in ('n0', 'n2', 'n3') order by name"))
                .containsExactly("0", "-7", "50");
        execute("delete from t", "set sql_mode = concat(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
        assertThat(texts(by(path).zeroIdentity(ZeroIdentity.KEEP).insertReturningKeys(rows)))
                .isEqualTo(stored());
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("the key that a BEFORE trigger gives is the one that comes back")
    void changingTrigger(KeyPath path) throws SQLException {
        execute("create table t(id bigint auto_increment primary key, name varchar(20))");
        execute("insert into t(id, name) values (1, 'x'), (2, 'x'), (3, 'x')");
        execute("create trigger changing before insert on t for each row"
                + " set new.id = 1000000 - cast(substr(new.name, 2) as signed)");
        List<Long> keys = by(path).insertReturningKeys(named(200));
        assertThat(keys.get(0)).isEqualTo(1_000_000);
        assertThat(texts(keys)).isEqualTo(stored());
        List<Numbered> own = List.of(new Numbered(1L, "n500"), new Numbered(null, "n501"), new Numbered(3L, "n502"));
        assertThat(by(path).insertReturningKeys(own)).containsExactly(999_500L, 999_499L, 999_498L);
        if (path != KeyPath.INSERT_RETURNING) {
            assertThat(pathOf(by(path).returning("id"))).isEqualTo("insert-single");
        }
        if (path == KeyPath.INSERT_VALUES) {
            assertThat(refusal(by(path).returning("id").explain(Named.class), "insert-values"))
                    .isEqualTo("a trigger may change column id");
        }
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("LAST_INSERT_ID(…) in a trigger that gives the key is not taken for the key")
    void lastInsertId(KeyPath path) throws SQLException {
        execute("create table t(id bigint auto_increment primary key, name varchar(20))");
        execute("insert into t(name) values ('x'), ('x')");
        execute("create trigger changing before insert on t for each row"
                + " set new.id = last_insert_id(1000) + cast(substr(new.name, 2) as signed)");
        assertThat(by(path).insertReturningKeys(named(3))).containsExactly(1000L, 1001L, 1002L);
        assertThat(stored()).containsExactly("1000", "1001", "1002");
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("triggers that fill other numbered tables, before and after, leave the keys alone")
    void otherTables(KeyPath path) throws SQLException {
        execute(
                "create table t(id bigint auto_increment primary key, name varchar(20))",
                "create table log(nr int auto_increment primary key, what varchar(20))",
                "insert into log(what) values ('a'), ('b'), ('c')",
                "create trigger logging after insert on t for each row insert into log(what) values (new.id), ('y')");
        assertThat(texts(by(path).insertReturningKeys(named(MANY)))).isEqualTo(stored());
        execute("create trigger before_too before insert on t for each row insert into log(what) values ('z')");
        assertThat(texts(by(path).insertReturningKeys(List.of(new Named("n9000"), new Named("n9001")))))
                .isEqualTo(stored().subList(MANY, MANY + 2));
        assertThat(rows("select count(*) from log")).containsExactly(String.valueOf(3 + 2 * MANY + 6));
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("writers of other kinds take numbers in between, and each row has its own key all the same")
    void concurrently(KeyPath path) throws Exception {
        execute("create table t(id bigint auto_increment primary key, name varchar(40))");
        AtomicBoolean ends = new AtomicBoolean();
        ExecutorService runners = Executors.newFixedThreadPool(3);
        List<Future<Map<String, Long>>> loads = new ArrayList<>();
        try (Connection other = MySqlServer.connectTo(database());
                Connection a = MySqlServer.connectTo(database());
                Connection b = MySqlServer.connectTo(database())) {
            Future<?> noise = runners.submit(() -> {
                while (!ends.get()) {
                    execute(
                            other,
                            "insert into t(name) select 'other' from (select 1 union select 2 union select 3) x");
                    execute(other, "insert into t(name) values ('other'), ('other')");
                }
                return null;
            });
            int thread = 0;
            for (Connection connection : List.of(a, b)) {
                String prefix = "t" + thread++ + "/";
                BulkInserter inserter =
                        BulkInserter.forConnection(connection).into("t").option(MySqlProvider.KEY_PATH, path);
                loads.add(runners.submit(() -> {
                    Map<String, Long> keys = new HashMap<>();
                    for (int load = 0; load < 20; load++) {
                        List<Named> rows = new ArrayList<>();
                        for (int i = 0; i < 1 + load * 7; i++) {
                            rows.add(new Named(prefix + load + "/" + i));
                        }
                        List<Long> got = inserter.insertReturningKeys(rows);
                        for (int i = 0; i < rows.size(); i++) {
                            keys.put(rows.get(i).name(), got.get(i));
                        }
                    }
                    return keys;
                }));
            }
            Map<String, Long> keys = new HashMap<>();
            for (Future<Map<String, Long>> load : loads) {
                keys.putAll(load.get());
            }
            ends.set(true);
            noise.get();
            Set<String> expected = new HashSet<>();
            keys.forEach((name, key) -> expected.add(name + "|" + key));
            assertThat(new HashSet<>(rows("select name, id from t where name <> 'other'")))
                    .isEqualTo(expected);
        } finally {
            ends.set(true);
            runners.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("unsigned numbers beyond Long come back as BigDecimal and String, and are refused as Long")
    void unsigned(KeyPath path) throws SQLException {
        execute("create table t(id bigint unsigned auto_increment primary key, name varchar(20))"
                + " auto_increment = 9223372036854775800");
        List<BigDecimal> keys = by(path).insertReturningKeys(named(20), BigDecimal.class);
        assertThat(keys.get(0)).isEqualTo("9223372036854775800");
        assertThat(keys.get(19)).isEqualTo("9223372036854775819");
        assertThat(texts(keys)).isEqualTo(stored());
        BulkLoadException failure = failureOf(() -> by(path).insertReturningKeys(named(1)));
        assertPlace(failure, 0, "id");
        assertThat(failure.reason()).isEqualTo("the key 9223372036854775820 (BigInteger) is no Long");
        record Wide(@Nullable BigDecimal id, String name) {}
        List<Wide> own = List.of(
                new Wide(new BigDecimal("18446744073709551000"), "n30"),
                new Wide(null, "n31"),
                new Wide(new BigDecimal(5), "n32"));
        assertThat(by(path).insertReturningKeys(own, String.class))
                .containsExactly("18446744073709551000", "18446744073709551001", "5");
        ReturnedRow row = by(path).returning("name", "id")
                .insertReturningKeys(List.of(new Named("n40")), ReturnedRow.class)
                .get(0);
        assertThat(rows("select id from t where name = 'n40'"))
                .containsExactly(String.valueOf(row.get("id", BigDecimal.class)));
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("when numbers run out, the load fails and stores nothing, also where the column is not unique")
    void lastNumbers(KeyPath path) throws SQLException {
        for (String key : List.of("primary key(id)", "key(id)")) {
            execute("drop table if exists t");
            execute("create table t(id tinyint auto_increment, name varchar(20), " + key + ") auto_increment = 120");
            BulkLoadException failure = failureOf(() -> by(path).insertReturningKeys(named(20)));
            assertThat(failure.reason()).isNotBlank();
            assertThat(rows("select count(*) from t")).containsExactly("0");
        }
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("a table without transactions is loaded where that is allowed, as are numbers within groups")
    void nonTransactional(KeyPath path) throws SQLException {
        execute("create table t(grp int, id int auto_increment, name varchar(20), primary key(grp, id)) engine=myisam");
        record Member(int grp, String name) {}
        List<Member> rows = IntStream.range(0, 300)
                .mapToObj(i -> new Member(i % 3, "n" + i))
                .toList();
        BulkLoadException refused = failureOf(() -> by(path).insertReturningKeys(rows));
        assertThat(refused.reason()).contains("has no transactions");
        BulkInserter allowed = by(path).option(MySqlProvider.NON_TRANSACTIONAL, true);
        assertThat(texts(allowed.insertReturningKeys(rows))).isEqualTo(stored());
        List<ReturnedRow> pairs = allowed.insertReturningKeys(rows, ReturnedRow.class);
        assertThat(pairs.get(299).columns()).containsExactly("grp", "id");
        assertThat(pairs.get(299).get("grp", Long.class)).isEqualTo(2);
        assertThat(pairs.get(299).get("id", Long.class)).isEqualTo(200);
        assertThat(allowed.returning("id").explain(Member.class).path())
                .isEqualTo(path == KeyPath.INSERT_RETURNING ? "insert-returning" : "insert-single");
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("what is computed, rounded or cut on its way comes back as it is stored")
    void storedValues(KeyPath path) throws SQLException {
        execute(
                "create table t(id int auto_increment primary key, name varchar(20), d decimal(6,2), v int as (id * 0 + 7)"
                        + " virtual, p int as (length(name)) persistent, at datetime default '2024-01-02 03:04:05',"
                        + " c char(5) default 'x  ', e enum('a','b') default 'b')");
        record Priced(String name, BigDecimal d) {}
        List<ReturnedRow> rows = by(path).returning("d", "v", "p", "at", "c", "e", "id")
                .insertReturningKeys(
                        List.of(new Priced("n0", new BigDecimal("1.005")), new Priced("n1", BigDecimal.TEN)),
                        ReturnedRow.class);
        assertThat(rows.get(0).get("d")).isEqualTo(new BigDecimal("1.01"));
        assertThat(rows.get(1).get("d")).isEqualTo(new BigDecimal("10.00"));
        assertThat(rows.get(1).get("v", Long.class)).isEqualTo(7);
        assertThat(rows.get(1).get("p", Long.class)).isEqualTo(2);
        assertThat(rows.get(1).get("at")).isEqualTo(Timestamp.valueOf("2024-01-02 03:04:05"));
        assertThat(rows.get(1).get("c")).isEqualTo("x");
        assertThat(rows.get(1).get("e")).isEqualTo("b");
        assertThat(texts(rows.stream().map(row -> row.get("id")).toList())).isEqualTo(stored());
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("a timestamp comes back as a query of the session reads it, in a zone with daylight saving too")
    void timestamps(KeyPath path) throws SQLException {
        execute("create table t(id int auto_increment primary key, name varchar(20), at timestamp(6) null)");
        record Timed(String name, Instant at) {}
        List<Timed> rows = List.of(
                new Timed("n0", Instant.parse("2024-07-01T10:00:00.25Z")),
                new Timed("n1", Instant.parse("2024-01-01T10:00:00Z")),
                new Timed("n2", Instant.parse("2024-11-03T06:30:00Z")));
        for (String zone : List.of("SYSTEM", "+00:00", "-05:00")) {
            execute("delete from t", "set time_zone = '" + zone + "'");
            List<ReturnedRow> returned = by(path).returning("id", "at").insertReturningKeys(rows, ReturnedRow.class);
            assertThat(rows("select unix_timestamp(at) from t order by id"))
                    .containsExactly("1719828000.250000", "1704103200.000000", "1730615400.000000");
            try (Statement statement = connection().createStatement();
                    ResultSet query = statement.executeQuery("select at from t order by id")) {
                for (ReturnedRow row : returned) {
                    query.next();
                    assertThat(row.get("at")).as(zone).isEqualTo(query.getObject(1));
                }
            }
            assertThat(rows("select @@time_zone")).containsExactly(zone);
        }
    }

    @ParameterizedTest
    @EnumSource(KeyPath.class)
    @DisplayName("in a session that is not strict, a changed value is found before a key is told")
    void notStrict(KeyPath path) throws SQLException {
        execute(
                "create table t(id int auto_increment primary key, name varchar(20), tag varchar(3) character set big5)");
        execute("set sql_mode = ''");
        record Tagged(String name, String tag) {}
        List<Tagged> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(new Tagged("n" + i, i == 17 ? "\uD83D\uDE00" : "a"));
        }
        BulkLoadException failure = failureOf(() -> by(path).insertReturningKeys(rows));
        assertThat(failure.rowIndex()).isEqualTo(17);
        assertThat(rows("select count(*) from t")).containsExactly("0");
        rows.remove(17);
        assertThat(texts(by(path).insertReturningKeys(rows))).isEqualTo(stored());
    }

    @ParameterizedTest
    @EnumSource(value = KeyPath.class, names = "INSERT_RETURNING", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("random keys are computed before, as text, bytes and UUIDs; other computed defaults are refused")
    void computedDefaults(KeyPath path) throws SQLException {
        for (String type :
                List.of("char(36) default (uuid())", "uuid default uuid()", "varchar(40) not null default (uuid())")) {
            execute("drop table if exists t");
            execute("create table t(id " + type + " primary key, name varchar(20))");
            List<String> keys = by(path).insertReturningKeys(named(MANY), String.class);
            assertThat(texts(keys)).isEqualTo(stored()).doesNotHaveDuplicates();
            assertThat(pathOf(by(path).returning("id"))).isEqualTo(path.toString());
        }
        execute("drop table t");
        execute("create table t(id bigint default (uuid_short()) primary key, name varchar(20))");
        BulkLoadException failure = failureOf(() -> by(path).insertReturningKeys(named(1), String.class));
        assertThat(failure.reason())
                .startsWith("no keys can come back: ")
                .contains("column id of the key is made by the server, which does not tell it");
        assertThat(into("t").insertReturningKeys(named(3), String.class)).isEqualTo(stored());
        execute("create trigger changing before insert on t for each row set new.name = concat(new.name, '')");
        assertThat(failureOf(() -> by(path).insertReturningKeys(named(1), String.class))
                        .reason())
                .startsWith("no keys can come back: ");
    }

    @Test
    @DisplayName("a composite key of what rows bring, with exact decimals, finds each row of its own")
    void lookup() throws SQLException {
        execute("create table t(a decimal(30,0), b varchar(20) collate utf8mb4_general_ci, name varchar(20),"
                + " made int default (rand() * 0 + 5), primary key(a, b))");
        record Keyed(BigDecimal a, String b, String name) {}
        List<Keyed> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(new Keyed(
                    new BigDecimal("100000000000000000000000000000").subtract(BigDecimal.valueOf(i + 1)),
                    "É" + i,
                    "n" + i));
        }
        List<ReturnedRow> returned =
                by(KeyPath.INSERT_SINGLE).returning("name", "made").insertReturningKeys(rows, ReturnedRow.class);
        for (int i = 0; i < 50; i++) {
            assertThat(returned.get(i).get("name")).isEqualTo("n" + i);
            assertThat(returned.get(i).get("made", Long.class)).isEqualTo(5);
        }
    }

    @Test
    @DisplayName("the plan says which way and why; by default it is RETURNING")
    void plan() throws SQLException {
        execute("create table t(id int auto_increment primary key, name varchar(20))");
        LoadPlan plan = into("t").returning("id").explain(Named.class);
        assertThat(plan.path()).isEqualTo("insert-returning");
        assertThat(plan.shortPath()).isEqualTo("insert-returning");
        assertThat(plan.notes()).contains("each statement gives back what was stored of its rows, in their order");
        assertThat(refusal(plan, "insert-bulk")).isEqualTo("it tells no keys");
        LoadPlan values = by(KeyPath.INSERT_VALUES).returning("id").explain(Named.class);
        assertThat(values.path()).isEqualTo("insert-values");
        assertThat(values.shortPath()).isEqualTo("insert-single");
        assertThat(values.shortRows()).isEqualTo(1);
        assertThat(refusal(values, "insert-returning")).isEqualTo("mysql.keyPath is insert-values");
        LoadPlan several = by(KeyPath.INSERT_VALUES).returning("id", "name").explain(Named.class);
        assertThat(several.path()).isEqualTo("insert-single");
        assertThat(several.shortPath()).isNull();
        assertThat(refusal(several, "insert-values")).isEqualTo("several columns come back");
        assertThat(failureOf(() -> into("t", MySqlProvider.Path.INSERT_BULK).insertReturningKeys(named(1)))
                        .reason())
                .isEqualTo("no keys can come back: the path insert-bulk, which is asked for by mysql.path, gives none"
                        + " back; leave it out");
    }

    @Test
    @DisplayName("views, tables without a key, and numbers of transactions are refused with the reason")
    void refused() throws SQLException {
        execute(
                "create table t(id int auto_increment primary key, name varchar(20))",
                "create view v as select * from t");
        assertThat(failureOf(() -> into("v").returning("id").insertReturningKeys(named(1)))
                        .reason())
                .isEqualTo(
                        "no keys can come back: the table is a view, of whose rows the server does not tell which are"
                                + " new");
        execute("create table heap(name varchar(20), made int default (rand() * 0 + 5))");
        BulkInserter single = into("heap").option(MySqlProvider.KEY_PATH, KeyPath.INSERT_SINGLE);
        assertThat(failureOf(() -> single.returning("made").insertReturningKeys(named(1)))
                        .reason())
                .contains("the table has no primary key by which a row can be found again");
        assertThat(into("heap").returning("made").insertReturningKeys(named(2))).containsExactly(5L, 5L);
        execute("create table history(id int auto_increment primary key, name varchar(20), s bigint unsigned generated"
                + " always as row start, e bigint unsigned generated always as row end, period for system_time(s, e))"
                + " with system versioning");
        assertThat(failureOf(() -> into("history").returning("s").insertReturningKeys(named(1)))
                        .reason())
                .isEqualTo(
                        "no keys can come back: column s is the number of the transaction, which is known only later");
        assertThat(into("history").insertReturningKeys(named(2))).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("over MySQL's own driver, keys come back without RETURNING")
    void connectorJ() throws SQLException {
        String url = MySqlServer.url().replaceFirst("^jdbc:[a-z]+:", "jdbc:mysql:");
        execute("create table t(id bigint unsigned auto_increment primary key, name varchar(20), made char(36) default"
                + " (uuid())) auto_increment = 9223372036854775000");
        try (Connection connection = DriverManager.getConnection(
                url + database() + "?allowPublicKeyRetrieval=true", MySqlServer.properties(new Properties()))) {
            BulkInserter over = BulkInserter.forConnection(connection).into("t");
            LoadPlan plan = over.returning("id").explain(Named.class);
            assertThat(plan.path()).isEqualTo("insert-values");
            assertThat(refusal(plan, "insert-returning")).isEqualTo("MySQL Connector/J reads no rows of an INSERT");
            assertThat(texts(over.insertReturningKeys(named(MANY), BigDecimal.class)))
                    .isEqualTo(stored());
            execute("delete from t");
            List<ReturnedRow> rows = over.returning("made", "id").insertReturningKeys(named(30), ReturnedRow.class);
            assertThat(texts(rows.stream()
                            .map(row -> row.get("made") + "|" + row.get("id"))
                            .toList()))
                    .isEqualTo(rows("select made, id from t order by id"));
            record Own(@Nullable BigDecimal id, String name) {}
            execute("delete from t");
            assertThat(over.insertReturningKeys(
                            List.of(new Own(new BigDecimal("18446744073709551001"), "n0"), new Own(null, "n1")),
                            BigDecimal.class))
                    .containsExactly(new BigDecimal("18446744073709551001"), new BigDecimal("18446744073709551002"));
        }
    }
}
