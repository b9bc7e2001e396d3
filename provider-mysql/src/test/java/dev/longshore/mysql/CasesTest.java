package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.TableName;
import dev.longshore.TransactionState;
import dev.longshore.mysql.MySqlProvider.Path;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inputs that went wrong somewhere, over each path that takes them. */
final class CasesTest extends LiveTest {
    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-01 rows are spread over packets by their bytes; one row too large is refused before it is sent")
    void packets(Path path) throws SQLException {
        execute("create table t(id int primary key, b longblob)");
        byte[] six = new byte[6 << 20];
        six[six.length - 1] = 7;
        List<Object[]> rows = List.of(row(1, six), row(2, new byte[] {1}), row(3, six), row(4, six), row(5, null));
        into("t", path).insert(rows);
        assertThat(rows("select id, length(b), hex(right(b, 1)) from t order by id"))
                .containsExactly("1|6291456|07", "2|1|01", "3|6291456|07", "4|6291456|07", "5|null|null");

        long most = Long.parseLong(rows("select @@max_allowed_packet").get(0));
        byte[] huge = new byte[(int) most];
        BulkLoadException failure =
                failureOf(() -> into("t", path).insert(rowsOf(row(11, six), row(12, six), row(13, huge))));
        assertThat(failure.rowIndex()).isEqualTo(2);
        assertThat(failure.reason()).matches("the row needs a packet of \\d+ bytes, but max_allowed_packet is " + most);
        assertUsable();
        assertThat(rows("select count(*) from t")).containsExactly("5");

        // no transaction was begun for so few rows, but one statement can't hold them
        BulkLoadException duplicate =
                failureOf(() -> into("t", path).insert(rowsOf(row(21, six), row(22, six), row(21, six))));
        assertThat(duplicate.rowIndex()).isEqualTo(2);
        assertThat(connection().getAutoCommit()).isTrue();
        assertThat(rows("select count(*) from t")).containsExactly("5");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-01 a small limit that the URL sets holds, too")
    void driverLimit(Path path) throws SQLException {
        execute("create table t(id int primary key, b longblob)");
        Properties small = new Properties();
        small.setProperty("maxAllowedPacket", "100000");
        try (Connection limited = MySqlServer.connectTo(database(), small)) {
            BulkInserter inserter =
                    BulkInserter.forConnection(limited).into("t").option(MySqlProvider.PATH, path);
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                rows.add(row(i, new byte[i * 1_000]));
            }
            inserter.insert(rows);
            assertThat(rows("select count(*), sum(length(b)) from t")).containsExactly("50|1225000");
            BulkLoadException failure = failureOf(() -> inserter.insert(rowsOf(row(99, new byte[100_001]))));
            assertThat(failure.rowIndex()).isZero();
            assertThat(rows(limited, "select 1")).containsExactly("1");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-02 statements keep below 65535 parameters")
    void parameters(Path path) throws SQLException {
        execute("create table t("
                + String.join(
                        ", ",
                        IntStream.range(0, 100).mapToObj(i -> "c" + i + " int").toList()) + ")");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            Object[] row = new Object[100];
            Arrays.fill(row, i);
            rows.add(row);
        }
        into("t", path).batchRows(5_000).insert(rows);
        assertThat(rows("select count(*), sum(c0), sum(c99) from t")).containsExactly("1500|1124250|1124250");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-04 nulls first, then values, alternating: the same data, in one statement")
    void alternatingNulls(Path path) throws SQLException {
        execute("create table t(id int auto_increment primary key, a varchar(20), b bigint, c datetime(3))");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            boolean isNull = i < 10 || i % 2 == 0;
            rows.add(row(
                    isNull ? null : "v" + i,
                    i % 3 == 0 ? null : i,
                    i % 5 == 0 ? null : LocalDateTime.of(2024, 1, 1, 0, 0)));
        }
        long before = executed();
        into("t", path).columns("a", "b", "c").insert(rows);
        // LOAD DATA is none that is prepared
        assertThat(executed() - before).isEqualTo(path == Path.LOAD_DATA ? 0 : 1);
        assertThat(rows("select count(*), count(a), count(b), count(c) from t")).containsExactly("900|445|600|720");
        assertThat(rows("select a, b from t order by id limit 9, 5"))
                .containsExactly("null|null", "null|10", "v11|11", "null|null", "v13|13");
    }

    private long executed() throws SQLException {
        return Long.parseLong(
                rows("show session status like 'Com_stmt_execute'").get(0).replaceFirst(".*\\|", ""));
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-10 a lone surrogate is refused with row and column")
    void loneSurrogate(Path path) throws SQLException {
        execute("create table t(id int, s varchar(20))");
        BulkLoadException failure = failureOf(() -> into("t", path).insert(rowsOf(row(1, "ok"), row(2, "ab\uD83D"))));
        assertPlace(failure, 1, "s");
        assertThat(failure.reason()).isEqualTo("the text holds the lone surrogate U+D83D at index 2");
        assertThat(rows("select * from t")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-11 backslash, quotes, NUL, control Z and line breaks are stored in every sql_mode")
    void specialCharacters(Path path) throws SQLException {
        List<String> texts =
                List.of("C:\\new\\t", "it's", "\"", "`", "\0", "\u001A", "a\nb\r\n", "%_", "\\", "'\\''", "😀");
        execute("create table t(id int, s varchar(20), b varbinary(20))");
        for (String mode :
                List.of("", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES", "ANSI", "STRICT_ALL_TABLES")) {
            execute("truncate table t", "set sql_mode = '" + mode + "'");
            into("t", path)
                    .insert(IntStream.range(0, texts.size())
                            .mapToObj(i -> row(
                                    i, texts.get(i), texts.get(i).getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                            .toList());
            assertThat(rows("select s from t order by id")).as(mode).isEqualTo(texts);
            assertThat(rows("select count(*) from t where cast(s as binary) = b"))
                    .as(mode)
                    .containsExactly("11");
            assertThat(rows("select @@sql_mode").get(0)).contains(mode.equals("ANSI") ? "ANSI_QUOTES" : mode);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-13 bits come from truth values, numbers, bytes and digits")
    void bits(Path path) throws SQLException {
        execute("create table t(a int, f bit(1), g bit(8), h bit(64))");
        into("t", path)
                .insert(rowsOf(
                        row(1, true, 0b1010_0101, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)),
                        row(2, 0, new byte[] {0, (byte) 0xA5}, Long.MAX_VALUE),
                        row(3, "1", "101", null)));
        assertThat(rows("select a, f + 0, bin(g), hex(h) from t order by a"))
                .containsExactly("1|1|10100101|FFFFFFFFFFFFFFFF", "2|0|10100101|7FFFFFFFFFFFFFFF", "3|1|101|null");
        for (Object bad : List.of(256, -1, new byte[] {1, 0}, "2", "")) {
            assertPlace(failureOf(() -> into("t", path).insert(rowsOf(row(1, true, bad, 1)))), 0, "g");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-14 null is NULL, not an empty text and not a zero date")
    void nulls(Path path) throws SQLException {
        execute("create table t(d date, s text, n int, ts timestamp null)", "set sql_mode = ''");
        into("t", path).insert(rowsOf(row(null, null, null, null)));
        assertThat(rows("select * from t")).containsExactly("null|null|null|null");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-16 times are exact, cut or rounded as the server does, and may go beyond a day")
    void times(Path path) throws SQLException {
        execute("create table t(id int, a time(6), b time)", "create table plain(b time)");
        into("t", path)
                .insert(rowsOf(
                        row(1, LocalTime.parse("10:20:30.123456"), LocalTime.parse("10:20:30.999999")),
                        row(
                                2,
                                Duration.ofHours(838)
                                        .plusMinutes(59)
                                        .plusSeconds(59)
                                        .negated(),
                                Duration.ofHours(30)),
                        row(3, Duration.ZERO, LocalTime.MIDNIGHT),
                        row(4, "-27:30:00.5", java.sql.Time.valueOf("01:02:03"))));
        execute("insert into plain values ('10:20:30.999999')");
        String rounded = rows("select b from plain").get(0);
        assertThat(rows("select id, cast(a as char), cast(b as char) from t order by id"))
                .containsExactly(
                        "1|10:20:30.123456|" + rounded,
                        "2|-838:59:59.000000|30:00:00",
                        "3|00:00:00.000000|00:00:00",
                        "4|-27:30:00.500000|01:02:03");
        assertPlace(failureOf(() -> into("t", path).insert(rowsOf(row(1, Duration.ofHours(839), null)))), 0, "a");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-17 FW-12 all rows are stored, around the borders of statements")
    void allRows(Path path) throws SQLException {
        execute("create table t(id int primary key)");
        for (int count : new int[] {1, 2, 999, 1_000, 1_001, 2_000, 9_999, 10_000, 10_001}) {
            execute("truncate table t");
            assertThat(into("t", path)
                            .columns("id")
                            .insert(IntStream.range(0, count).boxed().toList())
                            .rowsWritten())
                    .isEqualTo(count);
            assertThat(rows("select count(*), max(id) from t")).containsExactly(count + "|" + (count - 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-19 a timestamp begins with the second after the epoch; what is before is refused with its row")
    void timestampRange(Path path) throws SQLException {
        execute("create table t(id int, ts timestamp(6) null)");
        into("t", path)
                .insert(rowsOf(
                        row(1, Instant.parse("1970-01-01T00:00:01Z")),
                        row(2, Instant.parse("2038-01-19T03:14:07.999999Z"))));
        assertThat(rows("select cast(ts as char) from t order by id"))
                .containsExactly("1970-01-01 00:00:01.000000", "2038-01-19 03:14:07.999999");
        for (String beyond : List.of(
                "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.9Z", "1969-12-31T23:59:59Z", "9999-01-01T00:00:00Z")) {
            BulkLoadException failure = failureOf(() -> into("t", path)
                    .insert(rowsOf(row(3, Instant.EPOCH.plusSeconds(5)), row(4, Instant.parse(beyond)))));
            assertPlace(failure, 1, "ts");
            assertThat(failure.reason()).contains("is out of range for a column of type timestamp(6)");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName(
            "instants are exact and local times untouched whatever the zones of session and JVM, and so are defaults and other readers")
    void zones(Path path) throws SQLException {
        execute(
                "create table t(id int, ts timestamp(6) null, dt datetime(6), made timestamp default current_timestamp)");
        List<Instant> instants = List.of(
                // the hour that New York has twice
                Instant.parse("2024-11-03T05:30:00Z"),
                Instant.parse("2024-11-03T06:30:00Z"),
                Instant.parse("2024-03-10T07:00:00Z"),
                Instant.parse("2024-07-01T12:00:00.123456Z"));
        LocalDateTime skipped = LocalDateTime.parse("2024-03-10T02:30");
        TimeZone before = TimeZone.getDefault();
        try {
            for (String jvm : List.of("UTC", "America/New_York", "Asia/Kolkata")) {
                TimeZone.setDefault(TimeZone.getTimeZone(jvm));
                for (String session : List.of("SYSTEM", "+00:00", "-05:00", "+05:30")) {
                    execute("truncate table t", "set time_zone = '" + session + "'");
                    List<Object[]> rows = new ArrayList<>();
                    instants.forEach(each -> rows.add(row(rows.size(), each, skipped)));
                    into("t", path).columns("id", "ts", "dt").insert(rows);
                    assertThat(rows("select @@time_zone")).containsExactly(session);
                    assertThat(rows("select unix_timestamp(ts), cast(dt as char) from t order by id"))
                            .as(jvm + " " + session)
                            .containsExactly(
                                    "1730611800.000000|2024-03-10 02:30:00.000000",
                                    "1730615400.000000|2024-03-10 02:30:00.000000",
                                    "1710054000.000000|2024-03-10 02:30:00.000000",
                                    "1719835200.123456|2024-03-10 02:30:00.000000");
                    assertThat(rows("select count(*) from t where abs(timestampdiff(second, made, now())) > 60"))
                            .containsExactly("0");
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-20 each path stores the bytes that a plain INSERT of the same values stores")
    void samePaths(Path path) throws SQLException {
        String columns =
                "(id int, a varchar(50), b varbinary(50), c decimal(20,5), d double, f float, g datetime(2), h time(1),"
                        + " i bigint unsigned, j date, k char(5), l tinyint(1))";
        execute("create table t" + columns, "create table plain" + columns);
        List<Object[]> rows = List.of(
                row(
                        1,
                        "é😀",
                        new byte[] {0, -1, 92},
                        new BigDecimal("1.005005"),
                        0.1,
                        0.1f,
                        LocalDateTime.parse("2024-01-02T03:04:05.678999"),
                        LocalTime.parse("23:59:59.95"),
                        new BigInteger("18446744073709551615"),
                        LocalDate.parse("1582-10-10"),
                        "ab",
                        true),
                row(
                        2,
                        "",
                        new byte[0],
                        new BigDecimal("-99999999999.999994"),
                        Double.MIN_VALUE,
                        3.0E38f,
                        LocalDateTime.parse("1000-01-01T00:00"),
                        LocalTime.MIDNIGHT,
                        BigInteger.ZERO,
                        LocalDate.parse("9999-12-31"),
                        "",
                        false),
                row(3, null, null, null, null, null, null, null, null, null, null, null));
        try (PreparedStatement insert =
                connection().prepareStatement("insert into plain values (?,?,?,?,?,?,?,?,?,?,?,?)")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                insert.executeUpdate();
            }
        }
        into("t", path).insert(rows);
        String all =
                "select id, hex(a), hex(b), c, d, f, cast(g as char), cast(h as char), i, cast(j as char), hex(k), l from ";
        assertThat(rows(all + "t order by id")).isEqualTo(rows(all + "plain order by id"));
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-22 NaN and infinities are refused by name, the smallest and largest numbers are stored")
    void floats(Path path) throws SQLException {
        execute("create table t(id int, d double, f float, c decimal(10,2))");
        into("t", path)
                .insert(rowsOf(
                        row(1, Double.MIN_VALUE, Float.MIN_VALUE, 0.1f),
                        row(2, -Double.MAX_VALUE, -Float.MAX_VALUE, -0.005)));
        try (PreparedStatement query = connection().prepareStatement("select d from t order by id")) {
            assertThat(rows("select d = 4.9406564584124654e-324, c from t where id = 1"))
                    .containsExactly("1|0.10");
            assertThat(rows("select d = -1.7976931348623157e308, c from t where id = 2"))
                    .containsExactly("1|-0.01");
            assertThat(query.isClosed()).isFalse();
        }
        for (Object bad : List.of(Double.NaN, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY)) {
            for (String column : List.of("d", "f", "c")) {
                BulkLoadException failure =
                        failureOf(() -> into("t", path).columns("id", column).insert(rowsOf(row(1, 1.0), row(2, bad))));
                assertPlace(failure, 1, column);
                assertThat(failure.reason()).startsWith(bad + " can't be stored in a column of type ");
            }
        }
        assertPlace(failureOf(() -> into("t", path).columns("id", "f").insert(rowsOf(row(1, 1e39)))), 0, "f");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-23 bytes are exact up to the column's length, and refused beyond it")
    void blobs(Path path) throws SQLException {
        execute("create table t(id int, m mediumblob, b blob, u binary(16), v varbinary(3))");
        byte[] long70 = new byte[70_000];
        for (int i = 0; i < long70.length; i++) {
            long70[i] = (byte) i;
        }
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        into("t", path).insert(rowsOf(row(1, long70, new byte[65_535], uuid, "é")));
        assertThat(rows("select md5(m), length(b), hex(u), hex(v) from t"))
                .containsExactly(
                        rows("select md5('x')").isEmpty()
                                ? ""
                                : md5(long70) + "|65535|00112233445566778899AABBCCDDEEFF|C3A9");
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("id", "b").insert(rowsOf(row(1, long70))));
        assertPlace(failure, 0, "b");
        assertThat(failure.getSQLState()).isEqualTo("22001");
        assertThat(failure.reason()).isEqualTo("the value has 70000 bytes, more than a column of type blob holds");
        assertPlace(failureOf(() -> into("t", path).columns("v").insert(rowsOf(row(uuid)))), 0, "v");
    }

    private static String md5(byte[] bytes) {
        try {
            return java.util.HexFormat.of()
                    .formatHex(java.security.MessageDigest.getInstance("MD5").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-26 an error in the middle leaves nothing, neither before nor behind the row")
    void errorInTheMiddle(Path path) throws SQLException {
        execute("create table t(id int primary key, n int check (n < 100))");
        for (int count : new int[] {10, 5_000}) {
            for (boolean autoCommit : new boolean[] {true, false}) {
                connection().setAutoCommit(autoCommit);
                execute("insert into t values (-1, 1)");
                int bad = count - 3;
                BulkLoadException failure = failureOf(() -> into("t", path)
                        .insert(IntStream.range(0, count)
                                .mapToObj(i -> row(i, i == bad ? 100 : 1))
                                .toList()));
                assertThat(failure.rowIndex()).isEqualTo(bad);
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
                assertThat(rows("select id from t")).containsExactly("-1");
                execute("delete from t");
                connection().setAutoCommit(true);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName(
            "MY-28 FW-01 nothing is ignored: a duplicate, a foreign key and a text too long fail the load with the row")
    void nothingIgnored(Path path) throws SQLException {
        execute(
                "create table parent(id int primary key)",
                "insert into parent values (1)",
                "create table t(id int primary key, parent_id int, s varchar(3), foreign key (parent_id) references parent(id))");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            rows.add(row(i, 1, "abc"));
        }
        for (int bad : new int[] {0, 1, 777, 2_499}) {
            List<Object[]> orphan = new ArrayList<>(rows);
            orphan.set(bad, row(bad, 2, "abc"));
            BulkLoadException failure = failureOf(() -> into("t", path).insert(orphan));
            assertPlace(failure, bad, "parent_id");
            assertThat(failure.getErrorCode()).isEqualTo(1452);
        }
        List<Object[]> twice = new ArrayList<>(rows);
        twice.set(1_999, row(17, 1, "abc"));
        BulkLoadException duplicate = failureOf(() -> into("t", path).insert(twice));
        assertThat(duplicate.rowIndex()).isEqualTo(1_999);
        assertThat(duplicate.reason()).isEqualTo("Duplicate entry '17' for key 'PRIMARY'");
        List<Object[]> longer = new ArrayList<>(rows);
        longer.set(1_500, row(1_500, 1, "abcd"));
        assertPlace(failureOf(() -> into("t", path).insert(longer)), 1_500, "s");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-29 after each failure the connection works, and the next load too")
    void usableAfterFailures(Path path) throws SQLException {
        execute("create table t(id int primary key, s varchar(3) not null)");
        for (int i = 0; i < 20; i++) {
            int kind = i % 4;
            failureOf(() -> into("t", path)
                    .insert(IntStream.range(0, 1_200)
                            .mapToObj(n -> {
                                if (n == 1_100 && kind == 0) {
                                    throw new IllegalStateException("source");
                                }
                                return n != 1_100
                                        ? row(n, "x")
                                        : kind == 1 ? row(5, "dup") : kind == 2 ? row(n, null) : row(n, "long");
                            })
                            .iterator()));
            assertUsable();
        }
        into("t", path).insert(rowsOf(row(1, "a")));
        assertThat(rows("select * from t")).containsExactly("1|a");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName(
            "MY-31 zero in AUTO_INCREMENT is unset by default and kept where that is asked; the session's mode is as before")
    void zeros(Path path) throws SQLException {
        execute("create table t(id int auto_increment primary key, s varchar(5))");
        String mode = rows("select @@sql_mode").get(0);
        into("t", path).insert(rowsOf(row(0, "a"), row(0, "b")));
        assertThat(rows("select id, s from t order by id")).containsExactly("1|a", "2|b");
        into("t", path).keepIdentity().insert(rowsOf(row(0, "z"), row(90, "y")));
        assertThat(rows("select id from t order by id")).containsExactly("0", "1", "2", "90");
        assertThat(rows("select @@sql_mode")).containsExactly(mode);
        execute("insert into t(s) values ('next')");
        assertThat(rows("select id from t where s = 'next'")).containsExactly("91");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-32 null in NOT NULL is refused in strict and in other sessions, unless a trigger gives a value")
    void nullInNotNull(Path path) throws SQLException {
        execute("create table t(id int, s varchar(5) not null default 'd', n int not null)");
        for (String mode : List.of("STRICT_ALL_TABLES", "")) {
            execute("set sql_mode = '" + mode + "'");
            BulkLoadException failure =
                    failureOf(() -> into("t", path).insert(rowsOf(row(1, "a", 1), row(2, null, 2))));
            assertPlace(failure, 1, "s");
            assertThat(failure.reason()).isEqualTo("the value is null, but the column is NOT NULL");
            assertThat(rows("select count(*) from t")).containsExactly("0");
        }
        execute("create trigger fill before insert on t for each row set new.s = coalesce(new.s, 'trg')");
        for (String mode : List.of("STRICT_ALL_TABLES", "")) {
            execute("set sql_mode = '" + mode + "'", "delete from t");
            into("t", path).insert(rowsOf(row(1, "a", 1), row(2, null, 2)));
            assertThat(rows("select s from t order by id")).containsExactly("a", "trg");
            BulkLoadException failure =
                    failureOf(() -> into("t", path).insert(rowsOf(row(1, "a", 1), row(2, "b", null))));
            assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
            assertThat(failure.column()).isEqualTo("n");
            assertThat(rows("select count(*) from t")).containsExactly("2");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-34 names of any characters are taken as they are")
    void names(Path path) throws SQLException {
        execute("create table `we``ird`(`order` int, `key` int, `rank` int, `first name` int, `a``b` int, `c\"d` int)");
        BulkInserter.forConnection(connection())
                .into(TableName.of("we`ird"))
                .option(MySqlProvider.PATH, path)
                .columns("order", "key", "rank", "first name", "a`b", "c\"d")
                .insert(rowsOf(row(1, 2, 3, 4, 5, 6)));
        execute("set sql_quote_show_create = 0", "set sql_mode = 'ANSI_QUOTES'");
        into("`we``ird`", path).insert(rowsOf(row(7, 8, 9, 10, 11, 12)));
        assertThat(rows("select * from `we``ird`")).containsExactly("1|2|3|4|5|6", "7|8|9|10|11|12");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("MY-35 JSON is stored, and what is none is an error of its row")
    void json(Path path) throws SQLException {
        execute("create table t(id int, j json)");
        into("t", path).insert(rowsOf(row(1, "{\"é\": \"😀\"}"), row(2, null), row(3, "[1, 2]")));
        assertThat(rows("select json_extract(j, '$.\"é\"') from t where id = 1"))
                .containsExactly("\"😀\"");
        BulkLoadException failure = failureOf(() -> into("t", path).insert(rowsOf(row(4, "{}"), row(5, "{x"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(rows("select count(*) from t")).containsExactly("3");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("whole numbers without sign are stored up to their end, and refused beyond it in every sql_mode")
    void unsigned(Path path) throws SQLException {
        execute(
                "create table t(a tinyint unsigned, b smallint unsigned, c mediumint unsigned, d int unsigned, e bigint unsigned)",
                "set sql_mode = ''");
        into("t", path)
                .insert(rowsOf(row(255, 65_535, 16_777_215, 4_294_967_295L, new BigInteger("18446744073709551615"))));
        into("t", path).insert(rowsOf(row(0, 0, 0, 0, 0)));
        assertThat(rows("select * from t order by a desc"))
                .containsExactly("255|65535|16777215|4294967295|18446744073709551615", "0|0|0|0|0");
        String[] columns = {"a", "b", "c", "d", "e"};
        Object[] beyond = {256, 65_536, 16_777_216, 4_294_967_296L, new BigInteger("18446744073709551616")};
        for (int i = 0; i < columns.length; i++) {
            String column = columns[i];
            Object over = beyond[i];
            for (Object bad : List.of(over, -1)) {
                BulkLoadException failure =
                        failureOf(() -> into("t", path).columns(column).insert(rowsOf(row(1), row(bad))));
                assertPlace(failure, 1, column);
                assertThat(failure.reason()).startsWith(bad + " is out of range for a column of type ");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("members of enums and sets are stored, anything else is refused, and no number is taken for a member")
    void members(Path path) throws SQLException {
        execute("create table t(id int, e enum('red','it''s','2'), s set('a','b','c'))", "set sql_mode = ''");
        into("t", path).insert(rowsOf(row(1, "red", "a,c"), row(2, "it's", ""), row(3, "2", "B")));
        assertThat(rows("select e, s from t order by id")).containsExactly("red|a,c", "it's|", "2|b");
        for (Object bad : List.of("blue", "1", "", 1)) {
            assertPlace(failureOf(() -> into("t", path).insert(rowsOf(row(1, bad, null)))), 0, "e");
        }
        for (Object bad : List.of("a,d", "a,,b", 3)) {
            assertPlace(failureOf(() -> into("t", path).insert(rowsOf(row(1, "red", bad)))), 0, "s");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("columns of smaller character sets refuse what they don't have, in every sql_mode")
    void charsets(Path path) throws SQLException {
        execute(
                "create table t(id int, l varchar(10) character set latin1, u varchar(10) character set utf8mb3,"
                        + " a varchar(10) character set ascii, w varchar(10) character set utf16)",
                "set sql_mode = ''");
        into("t", path).insert(rowsOf(row(1, "é€", "名前", "plain", "😀")));
        assertThat(rows("select l, u, a, w from t")).containsExactly("é€|名前|plain|😀");
        assertPlace(failureOf(() -> into("t", path).columns("l").insert(rowsOf(row("名")))), 0, "l");
        assertPlace(failureOf(() -> into("t", path).columns("a").insert(rowsOf(row("é")))), 0, "a");
        BulkLoadException failure = failureOf(() -> into("t", path).columns("u").insert(rowsOf(row("x😀"))));
        assertPlace(failure, 0, "u");
        assertThat(failure.reason())
                .isEqualTo(
                        "the text holds the character U+1F600 at index 1, which the column's character set does not have");
        assertThat(failureOf(() -> into("t", path).columns("u").insert(rowsOf(row("x\uD83D"))))
                        .reason())
                .isEqualTo("the text holds the lone surrogate U+D83D at index 1");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName(
            "texts are as long as their columns: characters or bytes; blanks beyond are cut as the server cuts them")
    void lengths(Path path) throws SQLException {
        execute("create table t(id int, v varchar(3), c char(3), y tinytext)", "set sql_mode = ''");
        into("t", path).insert(rowsOf(row(1, "😀😀😀", "ab   ", "é".repeat(127)), row(2, "abc   ", null, null)));
        assertThat(rows("select char_length(v), hex(c), length(y) from t order by id"))
                .containsExactly("3|6162|254", "3|null|null");
        assertPlace(failureOf(() -> into("t", path).columns("v").insert(rowsOf(row("😀😀😀x")))), 0, "v");
        assertPlace(failureOf(() -> into("t", path).columns("c").insert(rowsOf(row("abcd")))), 0, "c");
        assertPlace(failureOf(() -> into("t", path).columns("y").insert(rowsOf(row("é".repeat(128))))), 0, "y");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("a value that only the server sees changed is found by its warning in a session that is not strict")
    void warnings(Path path) throws SQLException {
        execute(
                "set sql_mode = ''",
                // a character set that is not checked on this side
                "create table t(id int, s varchar(3) character set big5)");
        BulkLoadException failure = failureOf(() -> into("t", path).insert(rowsOf(row(1, "a"), row(2, "😀"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.reason()).startsWith("the server, whose session is not strict, changed a value: ");
        assertThat(failure.column()).isEqualTo("s");
        assertThat(rows("select count(*) from t")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"INSERT_BULK", "INSERT_VALUES"})
    @DisplayName(
            "such a value is found where the session keeps no warning, or so many notes that there is no room for more")
    void hiddenWarnings(Path path) throws SQLException {
        execute("create table t(id int, b varchar(3), s varchar(3) character set big5)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            // blanks beyond the length are cut, which is noted
            rows.add(row(i, "abc   ", i == 150 ? "😀" : "a"));
        }
        for (int kept : new int[] {0, 1, 64}) {
            execute("set sql_mode = '', max_error_count = " + kept);
            BulkLoadException failure = failureOf(() -> into("t", path).insert(rows));
            assertThat(failure.rowIndex()).isEqualTo(150);
            assertThat(failure.reason()).startsWith("the server, whose session is not strict, changed a value: ");
            assertThat(failure.column()).isEqualTo("s");
            assertThat(rows("select count(*) from t")).containsExactly("0");
            assertThat(rows("select @@max_error_count, @@sql_notes, @@sql_mode"))
                    .containsExactly(kept + "|1|");
        }
        rows.remove(150);
        assertThat(into("t", path).insert(rows).rowsWritten()).isEqualTo(199);
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("an error within a trigger names the row of the load, not that of the trigger's statement")
    void triggerErrors(Path path) throws SQLException {
        execute(
                "create table log(s varchar(3))",
                "create table t(id int, s varchar(10))",
                "create trigger copy after insert on t for each row insert into log values (new.s)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            rows.add(row(i, i == 456 ? "too long" : "abc"));
        }
        BulkLoadException failure = failureOf(() -> into("t", path).insert(rows));
        assertThat(failure.rowIndex()).isEqualTo(456);
        assertThat(rows("select count(*) from log")).containsExactly("0");
    }

    @ParameterizedTest
    @EnumSource(value = Path.class, mode = EnumSource.Mode.EXCLUDE, names = "LOAD_DATA")
    @DisplayName("a table without transactions is refused with the reason, unless the option accepts what stays behind")
    void nonTransactional(Path path) throws SQLException {
        execute("create table t(id int primary key) engine = MyISAM");
        BulkLoadException refused =
                failureOf(() -> into("t", path).columns("id").insert(List.of(1, 2)));
        assertThat(refused.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(refused.reason())
                .isEqualTo(
                        "the table's engine MyISAM has no transactions, so that the rows of a load that fails would stay");
        BulkInserter accepting = into("t", path).columns("id").option(MySqlProvider.NON_TRANSACTIONAL, true);
        accepting.insert(List.of(1, 2));
        assertThat(rows("select id from t")).containsExactly("1", "2");
        BulkLoadException failure = failureOf(() -> accepting.insert(List.of(3, 1)));
        assertThat(failure.getErrorCode()).isEqualTo(1062);
        assertThat(failure.hint()).contains("has no transactions");
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("geometries are stored from well-known binary, and bytes that are none are refused")
    void geometries(Path path) throws SQLException {
        execute("create table t(id int, g geometry, p point)");
        byte[] point = ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(1.5)
                .putDouble(-2)
                .array();
        byte[] line = ByteBuffer.allocate(41)
                .put((byte) 0)
                .putInt(2)
                .putInt(2)
                .putDouble(0)
                .putDouble(0)
                .putDouble(3)
                .putDouble(4)
                .array();
        into("t", path).insert(rowsOf(row(1, line, point), row(2, null, null)));
        assertThat(rows("select st_astext(g), st_astext(p) from t order by id"))
                .containsExactly("LINESTRING(0 0,3 4)|POINT(1.5 -2)", "null|null");
        for (byte[] bad : List.of(
                new byte[0],
                new byte[] {2},
                Arrays.copyOf(point, 20),
                Arrays.copyOf(point, 22),
                "POINT(1 2)".getBytes(java.nio.charset.StandardCharsets.US_ASCII))) {
            BulkLoadException failure =
                    failureOf(() -> into("t", path).columns("g").insert(Collections.singletonList(row((Object) bad))));
            assertPlace(failure, 0, "g");
            assertThat(failure.reason()).startsWith("the bytes are no geometry in well-known binary: ");
        }
    }

    @Test
    @DisplayName("invisible columns are left out of arrays without names, and found by name")
    void invisibleColumns() throws SQLException {
        execute("create table t(a int, hidden int invisible default 5, b int)");
        into("t").insert(rowsOf(row(1, 2)));
        into("t").columns("a", "hidden", "b").insert(rowsOf(row(3, 4, 5)));
        assertThat(rows("select a, hidden, b from t order by a")).containsExactly("1|5|2", "3|4|5");
    }

    @Test
    @DisplayName("a view is loaded, and its plan says so")
    void views() throws SQLException {
        execute(
                "create table t(id int not null, s varchar(5) default 'x', n int)",
                "create view v as select id, s from t where id < 100 with check option");
        assertThat(into("v").explain(Object[].class).notes()).contains("a view");
        into("v").insert(rowsOf(row(1, "a"), row(2, null)));
        assertThat(rows("select * from t")).containsExactly("1|a|null", "2|null|null");
        BulkLoadException failure = failureOf(() -> into("v").insert(rowsOf(row(1, "a"), row(100, "b"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getErrorCode()).isEqualTo(1369);
    }

    @Test
    @DisplayName("the plan says why the bulk protocol is not taken, whatever flags the connection has")
    void flags() throws SQLException {
        assumeTrue(MySqlServer.isMariaDb(), "MySQL has no bulk protocol");
        execute("create table t(id int, s varchar(20))");
        assertThat(into("t").explain(Object[].class).path()).isEqualTo("insert-bulk");
        for (String flag : List.of(
                "useBulkStmtsForInserts=false",
                "rewriteBatchedStatements=true",
                "useServerPrepStmts=true",
                "cachePrepStmts=false",
                "disablePipeline=true",
                "useCompression=true")) {
            Properties properties = new Properties();
            properties.setProperty(flag.substring(0, flag.indexOf('=')), flag.substring(flag.indexOf('=') + 1));
            try (Connection flagged = MySqlServer.connectTo(database(), properties)) {
                BulkInserter inserter = BulkInserter.forConnection(flagged).into("t");
                LoadPlan plan = inserter.explain(Object[].class);
                if (flag.startsWith("useBulk")) {
                    assertThat(plan.path()).isEqualTo("insert-values");
                    assertThat(plan.refusedPaths()).hasSize(1);
                    assertThat(plan.refusedPaths().get(0).reason())
                            .isEqualTo("the connection says useBulkStmtsForInserts=false");
                }
                execute("truncate table t");
                inserter.insert(IntStream.range(0, 2_345)
                        .mapToObj(i -> row(i, i % 2 == 0 ? null : "s" + i))
                        .toList());
                assertThat(rows("select count(*), count(s) from t")).as(flag).containsExactly("2345|1172");
                BulkLoadException failure =
                        failureOf(() -> inserter.insert(rowsOf(row(1, "a"), row(2, "x".repeat(21)))));
                assertThat(failure.rowIndex()).as(flag).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("a connection whose character set was changed is refused, since text would arrive as another")
    void characterSetOfTheConnection() throws SQLException {
        // the driver itself closes a connection whose client character set is none of Unicode
        execute("create table t(s varchar(20))", "set names utf8mb3");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row("é"))));
        assertThat(failure.getMessage())
                .isEqualTo(
                        "load into t failed: the session's character_set_client is utf8mb3, but the driver sends utf8mb4."
                                + " Run SET NAMES utf8mb4");
    }

    @Test
    @DisplayName("FW-07 a source that reads over the same connection is loaded from beginning to end")
    void sameConnection() throws SQLException {
        execute("create table t(id int)");
        Iterator<Object[]> reading = IntStream.range(0, 3_000)
                .mapToObj(i -> {
                    try {
                        return row(Integer.parseInt(rows("select " + i).get(0)));
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .iterator();
        into("t").insert(reading);
        assertThat(rows("select count(*), sum(id) from t")).containsExactly("3000|4498500");
    }

    @Test
    @DisplayName("a deadlock ends the caller's transaction on the server, and the failure says so")
    void deadlock() throws Exception {
        execute("create table t(id int primary key, n int)", "insert into t values (1, 1), (2, 2)");
        try (Connection other = MySqlServer.connectTo(database())) {
            other.setAutoCommit(false);
            connection().setAutoCommit(false);
            execute("insert into t values (10, 0)", "update t set n = 5 where id = 1");
            execute(other, "update t set n = 6 where id = 2");
            // the transaction that changed less is the one that is ended
            for (int i = 0; i < 100; i++) {
                execute(other, "insert into t values (" + (1_000 + i) + ", 0)");
            }
            Thread waiter = new Thread(() -> {
                try {
                    execute(other, "update t set n = 7 where id = 1");
                    other.commit();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            waiter.start();
            Thread.sleep(1_000);
            BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(20, 0), row(2, 0))));
            waiter.join();
            assertThat(failure.getErrorCode()).isEqualTo(1213);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLED_BACK_BY_SERVER);
            connection().rollback();
            connection().setAutoCommit(true);
            assertThat(rows("select count(*) from t where id in (10, 20)")).containsExactly("0");
        }
    }

    @Test
    @DisplayName("OffsetDateTime into datetime and LocalDateTime into timestamp need a zone, and with it are exact")
    void zoneGiven() throws SQLException {
        execute("create table t(d datetime(6), ts timestamp(6) null)");
        OffsetDateTime instant = OffsetDateTime.parse("2024-07-01T10:00:00+02:00");
        LocalDateTime local = LocalDateTime.parse("2024-07-01T10:00");
        assertPlace(failureOf(() -> into("t").columns("d").insert(rowsOf(row(instant)))), 0, "d");
        assertPlace(failureOf(() -> into("t").columns("ts").insert(rowsOf(row(local)))), 0, "ts");
        into("t").zone(java.time.ZoneId.of("Europe/Berlin")).insert(rowsOf(row(instant, local)));
        assertThat(rows("select cast(d as char), unix_timestamp(ts) from t"))
                .containsExactly("2024-07-01 10:00:00.000000|1719820800.000000");
    }
}
