package dev.longshore.tests;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import dev.longshore.UnstorableText;
import dev.longshore.sqlite.SqliteProvider;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import dev.longshore.sqlite.SqliteProvider.UuidForm;
import dev.longshore.tck.JdbcTest;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/** What users of other libraries ran into on SQLite, each case by its name, and its neighbours. */
@DisplayName("Cases")
class CasesTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    @TempDir
    Path folder;

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = Sqlite.memory();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection);
    }

    private List<String> rows(String sql) throws SQLException {
        return JdbcTest.rows(connection, sql);
    }

    private void execute(String... statements) throws SQLException {
        JdbcTest.execute(connection, statements);
    }

    /** Loads one value into the one column of t. */
    private LoadResult loadOne(BulkInserter inserter, Object value) throws SQLException {
        List<Object[]> rows = List.<Object[]>of(new Object[] {value});
        return inserter.into("t").insert(rows);
    }

    private LoadResult loadOne(Object value) throws SQLException {
        return loadOne(inserter(), value);
    }

    record Reading(long id, double temperature, String station, boolean valid) {}

    @Test
    @DisplayName("SL-02 a load does not pay for a query of the last rowid per row: it beats a loop of executeUpdate")
    void fasterThanLoop() throws SQLException {
        List<Reading> readings = IntStream.range(0, 40_000)
                .mapToObj(i -> new Reading(i, i / 3.0, "station " + i, i % 2 == 0))
                .toList();
        long loop = Long.MAX_VALUE;
        long load = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            execute("drop table if exists reading", "create table reading (id, temperature, station, valid)");
            long start = System.nanoTime();
            loop(readings);
            loop = Math.min(loop, System.nanoTime() - start);
            execute("delete from reading");
            start = System.nanoTime();
            inserter().insert(readings);
            load = Math.min(load, System.nanoTime() - start);
            assertThat(rows("select count(*) from reading")).containsExactly("40000");
        }
        assertThat(load).isLessThan(loop * 2 / 3);
    }

    private void loop(List<Reading> readings) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("insert into reading values (?, ?, ?, ?)")) {
            for (Reading reading : readings) {
                insert.setLong(1, reading.id());
                insert.setDouble(2, reading.temperature());
                insert.setString(3, reading.station());
                insert.setBoolean(4, reading.valid());
                insert.executeUpdate();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private void createWide(int columns) throws SQLException {
        String names = String.join(
                ", ", IntStream.range(0, columns).mapToObj(i -> "c" + i).toList());
        execute("create table wide (" + names + ")");
    }

    private static List<Object[]> wideRows(int rows, int columns) {
        List<Object[]> wide = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            Object[] values = new Object[columns];
            Arrays.fill(values, row);
            wide.add(values);
        }
        return wide;
    }

    @ParameterizedTest(name = "{0} rows of {1} columns where a statement may have {2} variables")
    @CsvSource({"500, 100, 250000", "500, 100, 999", "500, 100, 100", "10, 2000, 250000", "300, 1, 7", "40, 1000, 32766"
    })
    @DisplayName("SL-05 statements stay within the connection's limit of variables")
    void variableLimit(int rows, int columns, int limit) throws SQLException {
        createWide(columns);
        connection.unwrap(SQLiteConnection.class).setLimit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, limit);
        assertThat(inserter().into("wide").insert(wideRows(rows, columns)).rowsWritten())
                .isEqualTo(rows);
        assertThat(rows("select count(*), sum(c0), sum(c" + (columns - 1) + ") from wide"))
                .containsExactly(rows + "|" + rows * (rows - 1) / 2 + "|" + rows * (rows - 1) / 2);
    }

    @Test
    @DisplayName("SL-21 20 000 rows stay within the limit of a statement's length")
    void statementLength() throws SQLException {
        execute("create table t (c)");
        List<Integer> values = IntStream.range(0, 20_000).boxed().toList();
        inserter().into("t").columns("c").insert(values);
        assertThat(rows("select count(*), sum(c) from t")).containsExactly("20000|199990000");
    }

    @Test
    @DisplayName("SL-21 long names and a small limit of a statement's length mean fewer rows a statement")
    void shortStatements() throws SQLException {
        String name = "a long name with é and 名前 ".repeat(20);
        execute("create table t (\"" + name + "\")");
        connection.unwrap(SQLiteConnection.class).setLimit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, 2_000);
        List<Integer> values = IntStream.range(0, 700).boxed().toList();
        inserter().into("t").columns(name).insert(values);
        assertThat(rows("select count(*), sum(\"" + name + "\") from t")).containsExactly("700|244650");
    }

    @Test
    @DisplayName(
            "SL-06 java.time values are text in one form that sorts, that datetime() reads, and that is read back equal")
    void javaTime() throws SQLException {
        execute("create table t (at datetime)");
        LocalDateTime exact = LocalDateTime.of(2024, 1, 2, 3, 4, 5, 678_901_000);
        List<LocalDateTime> values =
                List.of(exact, LocalDateTime.of(2024, 1, 2, 0, 0), LocalDateTime.of(999, 12, 31, 23, 59, 59));
        inserter().into("t").columns("at").insert(values);
        assertThat(rows("select at, typeof(at), length(at) from t order by at"))
                .containsExactly(
                        "0999-12-31T23:59:59.000000000|text|29",
                        "2024-01-02T00:00:00.000000000|text|29",
                        "2024-01-02T03:04:05.678901000|text|29");
        assertThat(rows("select datetime(at) from t order by at"))
                .containsExactly("0999-12-31 23:59:59", "2024-01-02 00:00:00", "2024-01-02 03:04:05");
        assertThat(LocalDateTime.parse(rows("select max(at) from t").get(0))).isEqualTo(exact);
    }

    @Test
    @DisplayName("SL-06 an instant is text in UTC, whatever its offset and the JVM's zone")
    void instants() throws SQLException {
        execute("create table t (at datetime)");
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try {
            loadOne(Instant.parse("2024-03-10T06:59:59.123456Z"));
            loadOne(OffsetDateTime.parse("2024-03-10T02:30-05:00"));
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(rows("select at, datetime(at) from t order by at"))
                .containsExactly(
                        "2024-03-10T06:59:59.123456000Z|2024-03-10 06:59:59",
                        "2024-03-10T07:30:00.000000000Z|2024-03-10 07:30:00");
    }

    @ParameterizedTest(name = "date_class {0}")
    @ValueSource(strings = {"integer", "text", "real"})
    @DisplayName(
            "SL-06 java.sql dates are stored as the connection's date_class says, exactly as the driver stores them")
    void legacyDates(String dateClass) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("date_class", dateClass);
        Timestamp timestamp = Timestamp.valueOf("2024-01-02 03:04:05.678");
        java.sql.Date date = java.sql.Date.valueOf("2024-02-29");
        try (Connection own = DriverManager.getConnection("jdbc:sqlite::memory:", properties)) {
            JdbcTest.execute(
                    own, "create table t (at datetime, day date)", "create table plain (at datetime, day date)");
            try (PreparedStatement insert = own.prepareStatement("insert into plain values (?, ?)")) {
                insert.setTimestamp(1, timestamp);
                insert.setDate(2, date);
                insert.executeUpdate();
            }
            List<Object[]> rows = List.<Object[]>of(new Object[] {timestamp, date});
            BulkInserter.forConnection(own).into("t").insert(rows);
            String query = "select typeof(at), quote(at), typeof(day), quote(day) from ";
            assertThat(JdbcTest.rows(own, query + "t")).isEqualTo(JdbcTest.rows(own, query + "plain"));
            try (Statement statement = own.createStatement();
                    ResultSet read = statement.executeQuery("select at, day from t")) {
                assertThat(read.next()).isTrue();
                assertThat(read.getTimestamp(1)).isEqualTo(timestamp);
                assertThat(read.getDate(2)).isEqualTo(date);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(DateForm.class)
    @DisplayName("SL-06 DATE_FORM overrides both: one column holds one form, whatever the Java type")
    void dateForm(DateForm form) throws SQLException {
        execute("create table t (at datetime)");
        BulkInserter inserter = inserter().zone(ZoneOffset.UTC).option(SqliteProvider.DATE_FORM, form);
        LocalDateTime local = LocalDateTime.of(2024, 1, 2, 3, 4, 5);
        List<Object> values = List.of(
                local,
                local.toInstant(ZoneOffset.UTC),
                local.atOffset(ZoneOffset.UTC),
                Timestamp.from(local.toInstant(ZoneOffset.UTC)));
        for (Object value : values) {
            loadOne(inserter, value);
        }
        assertThat(rows("select distinct typeof(at), at from t")).hasSize(1);
        String expected = switch (form) {
            case ISO_TEXT -> "text|'2024-01-02T03:04:05.000000000'";
            case EPOCH_MILLIS -> "integer|1704164645000";
            case EPOCH_SECONDS -> "integer|1704164645";
            case JULIAN_DAY -> "real|2460311.62783565";
        };
        assertThat(rows("select typeof(at), case typeof(at) when 'real' then round(at, 8) else quote(at) end from t"))
                .containsOnly(expected);
    }

    @Test
    @DisplayName("SL-08 a long is exact")
    void longs() throws SQLException {
        execute("create table t (n integer)");
        inserter().into("t").columns("n").insert(List.of(9_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE));
        assertThat(rows("select n, typeof(n) from t order by n"))
                .containsExactly("-9223372036854775808|integer", "9000000000|integer", "9223372036854775807|integer");
    }

    @ParameterizedTest(name = "in a column of type {0}")
    @ValueSource(strings = {"boolean", "integer", "bool not null", "tinyint(1)"})
    @DisplayName("SL-09 a boolean is 1 or 0 and not text")
    void booleans(String type) throws SQLException {
        execute("create table t (b " + type + ")");
        record Flag(boolean b) {}
        inserter().into("t").insert(List.of(new Flag(true), new Flag(false)));
        inserter().into("t").columns("b").insert(List.of(true, false));
        assertThat(rows("select b, typeof(b) from t order by rowid"))
                .containsExactly("1|integer", "0|integer", "1|integer", "0|integer");
    }

    record Person(long id, String name) {}

    @Test
    @DisplayName(
            "SL-11 a deferred transaction that can't be upgraded is an error that says how to begin it, and can be repeated")
    void deferredUpgrade() throws SQLException {
        Path file = folder.resolve("wal.db");
        try (Connection one = Sqlite.file(file);
                Connection other = Sqlite.file(file)) {
            JdbcTest.execute(
                    one, "pragma journal_mode = wal", "create table person (id integer primary key, name text)");
            one.setAutoCommit(false);
            assertThat(JdbcTest.rows(one, "select count(*) from person")).containsExactly("0");
            JdbcTest.execute(other, "insert into person values (1, 'other')");
            BulkLoadException failure =
                    failureOf(() -> BulkInserter.forConnection(one).insert(List.of(new Person(2, "a"))));
            assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
            assertThat(failure.table()).isEqualTo("person");
            assertThat(failure.getErrorCode()).isEqualTo(5);
            assertThat(failure.getMessage()).contains("BEGIN IMMEDIATE");
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            one.rollback();
            BulkInserter.forConnection(one).insert(List.of(new Person(2, "a")));
            one.commit();
            assertThat(JdbcTest.rows(other, "select id from person order by id"))
                    .containsExactly("1", "2");
        }
    }

    @Test
    @DisplayName("SL-14 after loads under autocommit the driver's flag and SQLite's transaction are in step")
    void inStep() throws SQLException {
        execute("create table person (id integer primary key, name text)");
        List<Person> people = IntStream.rangeClosed(1, 1_500)
                .mapToObj(i -> new Person(i, "n" + i))
                .toList();
        inserter().insert(people);
        failureOf(() -> inserter().insert(people));
        assertThat(connection.getAutoCommit()).isTrue();
        connection.setAutoCommit(false);
        execute("insert into person values (5000, 'rolled back')");
        connection.rollback();
        execute("insert into person values (5001, 'committed')");
        connection.commit();
        connection.setAutoCommit(true);
        assertThat(rows("select id from person where id >= 5000")).containsExactly("5001");
    }

    @ParameterizedTest(name = "in a column of type {0}")
    @ValueSource(strings = {"real", "double", "numeric", "text", "integer", "''"})
    @DisplayName("SL-15 NaN is refused instead of becoming NULL")
    void notANumber(String type) throws SQLException {
        execute("create table t (n " + type.replace("''", "") + ")");
        record Measured(double n) {}
        BulkLoadException failure =
                failureOf(() -> inserter().into("t").insert(List.of(new Measured(1), new Measured(Double.NaN))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("n");
        assertThat(failure.getMessage())
                .isEqualTo("load into t failed at row 1, column n: NaN would be stored as NULL");
        BulkLoadException single = failureOf(() -> loadOne(Float.NaN));
        assertThat(single.column()).isEqualTo("n");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @Test
    @DisplayName("SL-17 text like 007 becomes a number where the column says so, as by INSERT, and is counted")
    void affinity() throws SQLException {
        execute("create table t (n integer, s text)", "create table plain (n integer, s text)");
        execute("insert into plain values ('007', '007'), ('1.5', '1.5'), ('seven', 'seven'), ('12', '12')");
        List<Object[]> rows = List.of(
                new Object[] {"007", "007"},
                new Object[] {"1.5", "1.5"},
                new Object[] {"seven", "seven"},
                new Object[] {"12", "12"});
        LoadResult result = inserter().into("t").insert(rows);
        String query = "select typeof(n), quote(n), typeof(s), quote(s) from ";
        assertThat(rows(query + "t")).isEqualTo(rows(query + "plain"));
        assertThat(result.warnings())
                .extracting(LoadWarning::code)
                .containsExactly(LoadWarning.Code.TEXT_STORED_AS_NUMBER);
        assertThat(result.warnings().get(0).count()).isEqualTo(1);
    }

    @Test
    @DisplayName("SL-17 a decimal that would lose digits in a column of numbers is refused, and kept in one for text")
    void decimals() throws SQLException {
        execute("create table t (n decimal(30, 3))");
        BulkLoadException failure = failureOf(() -> loadOne(new BigDecimal("12345678901234567890.123")));
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.rowIndex()).isZero();
        assertThat(failure.column()).isEqualTo("n");
        BulkLoadException text = failureOf(() -> loadOne("12345678901234567890.123"));
        assertThat(text.column()).isEqualTo("n");
        assertThat(rows("select count(*) from t")).containsExactly("0");
        execute("drop table t", "create table t (n text)");
        loadOne(new BigDecimal("12345678901234567890.123"));
        assertThat(rows("select typeof(n), n from t")).containsExactly("text|12345678901234567890.123");
    }

    @Test
    @DisplayName("SL-18 text with NUL is kept whole; a lone surrogate is refused, or changed as the option says")
    void nulAndSurrogates() throws SQLException {
        execute("create table t (s text)");
        loadOne("a\0b");
        assertThat(rows("select hex(s) from t")).containsExactly("610062");
        execute("delete from t");
        BulkLoadException failure = failureOf(() -> loadOne("x\uD83D"));
        assertThat(failure.getMessage())
                .startsWith(
                        "load into t failed at row 0, column s: the text holds the lone surrogate U+D83D at index 1");
        loadOne(inserter().option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.REPLACE), "x\uD83D");
        loadOne(inserter().option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.STRIP), "x\uD83Dy");
        assertThat(rows("select s from t")).containsExactly("x\uFFFD", "xy");
    }

    @Test
    @DisplayName("SL-20 a UUID is text, 16 bytes in a column for bytes, or as the option says")
    void uuids() throws SQLException {
        execute("create table t (id text)");
        loadOne(ID);
        loadOne(inserter().option(SqliteProvider.UUID_FORM, UuidForm.BLOB), ID);
        assertThat(rows("select typeof(id), case typeof(id) when 'blob' then hex(id) else id end from t"))
                .containsExactly("text|00112233-4455-6677-8899-aabbccddeeff", "blob|00112233445566778899AABBCCDDEEFF");
        execute("drop table t", "create table t (id blob)");
        loadOne(ID);
        loadOne(inserter().option(SqliteProvider.UUID_FORM, UuidForm.TEXT), ID);
        assertThat(rows("select typeof(id), case typeof(id) when 'blob' then hex(id) else id end from t"))
                .containsExactly("blob|00112233445566778899AABBCCDDEEFF", "text|00112233-4455-6677-8899-aabbccddeeff");
    }

    @Test
    @DisplayName("SL-20 a day is yyyy-MM-dd, a time of day has nine digits of fraction")
    void daysAndTimes() throws SQLException {
        execute("create table t (day date, time time)");
        List<Object[]> rows = List.<Object[]>of(new Object[] {LocalDate.of(2024, 2, 29), LocalTime.of(10, 20)});
        inserter().into("t").insert(rows);
        assertThat(rows("select day, time, date(day), time(time) from t"))
                .containsExactly("2024-02-29|10:20:00.000000000|2024-02-29|10:20:00");
    }

    @Test
    @DisplayName("FW-04 a load that failed and is repeated by the caller stores each row once, with exact counts")
    void repeated() throws SQLException {
        execute("create table person (id integer primary key, name text)", "insert into person values (1400, 'taken')");
        List<Person> people = IntStream.rangeClosed(1, 1_500)
                .mapToObj(i -> new Person(i, "n" + i))
                .toList();
        BulkLoadException failure = failureOf(() -> inserter().insert(people));
        assertThat(failure.rowIndex()).isEqualTo(1_399);
        execute("delete from person where id = 1400");
        LoadResult result = inserter().insert(people);
        assertThat(result.rowsRead()).isEqualTo(1_500);
        assertThat(result.rowsWritten()).isEqualTo(1_500);
        assertThat(rows("select count(*), count(distinct id), sum(id) from person"))
                .containsExactly("1500|1500|1125750");
    }

    private enum Colour {
        RED("r"),
        GREEN("g");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }

    record Painted(Colour colour, char size) {}

    @Test
    @DisplayName("FW-15 a mapping's own conversions run before encoding; an enum by itself is its name, a char is text")
    void conversions() throws SQLException {
        execute("create table painted (colour text, size text)");
        List<Painted> rows = List.of(new Painted(Colour.RED, 'S'), new Painted(Colour.GREEN, '\u00e9'));
        inserter().insert(rows);
        RowMapping<Painted> byCode = RowMapping.of(Painted.class)
                .column("colour", String.class, painted -> painted.colour().code)
                .column("size", painted -> painted.size())
                .build();
        inserter().insert(byCode, rows);
        assertThat(rows("select colour, size, typeof(colour) || typeof(size) from painted"))
                .containsExactly("RED|S|texttext", "GREEN|é|texttext", "r|S|texttext", "g|é|texttext");
    }

    @Test
    @DisplayName("FW-12 one row, and as many as a statement holds, one less and one more, are counted exactly")
    void aroundStatement() throws SQLException {
        execute("create table t (n integer)");
        int most = inserter().into("t").columns("n").explain(Long.class).shortRows();
        assertThat(most).isPositive();
        for (int count : new int[] {1, most - 1, most, most + 1, 2 * most - 1, 2 * most, 2 * most + 1}) {
            execute("delete from t");
            LoadResult result = inserter().into("t").columns("n").insert(Collections.nCopies(count, 3L));
            assertThat(result.rowsWritten()).isEqualTo(count);
            assertThat(rows("select count(*), sum(n) from t")).containsExactly(count + "|" + 3 * count);
        }
    }

    @Test
    @DisplayName("FW-17 autocommit is the same before and after, on success and on failure")
    void autoCommit() throws SQLException {
        execute("create table person (id integer primary key, name text)");
        for (boolean autoCommit : new boolean[] {true, false}) {
            connection.setAutoCommit(autoCommit);
            for (int count : new int[] {1, 2_000}) {
                List<Person> people = IntStream.rangeClosed(1, count)
                        .mapToObj(i -> new Person(i, "n"))
                        .toList();
                inserter().insert(people);
                assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
                failureOf(() -> inserter().insert(people));
                assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
                execute("delete from person");
            }
            if (!autoCommit) {
                connection.rollback();
            }
        }
    }
}
