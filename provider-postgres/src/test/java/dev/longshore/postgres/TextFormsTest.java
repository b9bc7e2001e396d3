package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Text in columns of other types, held against an INSERT whose parameter the server reads itself: each text is either refused or
 * stored as the server stores it, and what the server prints of a value is never refused.
 */
class TextFormsTest extends LiveTest {
    private static final String[] NUMBERS = {
        "1",
        " 7 ",
        "+5",
        "1.5",
        "2.5",
        "-0.5",
        "1e3",
        "0x1F",
        "1_000",
        "",
        "abc",
        "1.",
        ".5",
        "NaN",
        "-inf",
        "Infinity",
        "32767",
        "32768",
        "2147483648",
        "9223372036854775808",
        "4294967295",
        "4294967296",
        "1e400",
        "1e-400",
        "1e39",
        "1e-50",
        "\u00a07",
        "\u0661",
        "\uff17",
        "7\n",
        "-0",
        "-0.0",
        "0e10",
        "1d",
        "00012",
        "1.00000017881393432617187499",
        "123456789012345678901234567890.123456789"
    };
    private static final String[] DAYS = {
        "2024-02-29",
        "2023-02-29",
        "2024-04-31",
        "2024-2-9",
        "20240229",
        "infinity",
        "-Infinity",
        "now",
        "2024-01-01 BC",
        "0001-01-01",
        "0000-01-01",
        "-0001-01-01",
        "10000-01-01",
        "+10000-01-01",
        "5874897-12-31",
        "4714-11-24 BC",
        "4714-11-23 BC",
        "2024-01-01T10:00",
        "2024-01-01 10:00:00.1234565",
        "2024-01-01 10:00:00.1234575",
        "1999-12-31 23:59:59.9999995",
        "1999-12-31 23:59:59.9999985",
        "1969-12-31 23:59:59.0000005",
        "2024-01-01 24:00",
        "2024-01-01 24:00:01",
        "2024-12-31 24:00:00",
        "2024-01-01 23:59:60",
        "2024-01-01T10:00:00Z",
        "2024-01-01 10:00:00+02",
        "2024-01-01T10:00:00.5+02:30",
        "2024-01-01T10:00:00-16:00",
        "0044-03-15 12:00:00 BC",
        "294276-12-31 23:59:59",
        "294277-01-01",
        "2024-01-01 ",
        "2024-01-01T",
        "+999999999-12-31T23:59:59.999999999"
    };
    private static final String[] TIMES = {
        "10:00",
        "10:00:00.1234565",
        "10:00:00.1234575",
        "23:59:59.9999995",
        "24:00",
        "24:00:00",
        "24:00:00.0",
        "24:00:01",
        "24:00:00+02",
        "10:00+02",
        "10:00-05:30",
        "10:00+15:59:59",
        "10:00+16:00",
        "10:00Z",
        "9:05",
        "10:00 AM",
        "25:00",
        ""
    };
    private static final String[] INTERVALS = {
        "1 year",
        "P1Y2M3DT4H5M6.789S",
        "1 year 2 mons 3 days 04:05:06.789",
        "-1 years -2 mons +3 days -04:05:06",
        "-0:30",
        "1:99",
        "1 year 1 year",
        "1 day 1 day",
        "P+1Y",
        "P1.5D",
        "-1 day 1:00",
        "1 hour 70 mins",
        "-1.5 secs",
        "PT-0.5S",
        "1 hour -30 minutes",
        "00:00:00",
        "",
        "3 days ago",
        "2147483648 days"
    };
    private static final String[] ARRAYS = {
        "{}",
        "{1,2}",
        "{1,NULL}",
        "{{1,2},{3,4}}",
        "{{1,2},{3}}",
        "[0:1]={5,6}",
        "[-1:0][1:1]={{1},{2}}",
        "[0:1]={5}",
        "[0:1][0:0]={5,6}",
        " {1} ",
        "{1,}",
        "{1} x",
        "{\"1\"}",
        "{a,,b}",
        "{,}",
        "{a\"b\"c}",
        "{\"a\"x}",
        "{x\"a\"}",
        "{\"a\" , \"b\"}",
        "{ \\a b }",
        "{a\\ }",
        "{N\\ULL}",
        "{a{b}",
        "{a\\,b}",
        "{\"a\"\"b\"}",
        "{\u00a0a\u00a0}",
        "{\"\"}"
    };
    private static final String[] NETWORKS = {
        "10.1.2.3",
        "10.1.2.3/24",
        "10.1.2.0/24",
        "10.1.2.3 ",
        "10.1.2.3/+24",
        "::1",
        "::00001",
        "fe80::1%eth0",
        "::ffff:1.2.3.4",
        "2001:db8::/32",
        "1::2::3",
        "010.1.2.3",
        "10.1.2.256",
        "localhost"
    };
    private static final String[] CARDS = {
        "08:00:2b:01:02:03",
        "08-00-2b-01-02-03",
        "08002b:010203",
        "0800.2b01.0203",
        "08002b010203",
        "08:00-2b:01:02:03",
        "08.00.2b.01.02.03",
        "08002b:0102:03",
        "08:00:2b:01:02:03:04:05",
        "08002b0102030405"
    };
    private static final String[] SHAPES = {
        "(1,2)", "1,2", "(1,2", "(1,2,3)", "(1e400,0)", "(1e-400,0)", "(NaN,Infinity)", "{1,2,3}", "[(1,2),(3,4)]",
        "[(1,2),(3,4)", "((1,2),(3,4))", "(3,4),(1,2)", "<(1,2),3>", "<(1,2),3", "[(1,2)]", "((1,2))", "[(0,0),(0,5)]",
                ""
    };
    private static final String[] XML = {
        "<a/>",
        "<?xml version=\"1.0\"?><a>é</a>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>é</a>",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>e</a>",
        "<a>"
    };
    private static final Map<String, String[]> TEXTS = Map.ofEntries(
            Map.entry("int2", NUMBERS),
            Map.entry("int8", NUMBERS),
            Map.entry("oid", NUMBERS),
            Map.entry("float4", NUMBERS),
            Map.entry("float8", NUMBERS),
            Map.entry("numeric", NUMBERS),
            Map.entry("date", DAYS),
            Map.entry("timestamp", DAYS),
            Map.entry("timestamptz", DAYS),
            Map.entry("timestamp(2)", DAYS),
            Map.entry("time", TIMES),
            Map.entry("timetz", TIMES),
            Map.entry("interval", INTERVALS),
            Map.entry("int4[]", ARRAYS),
            Map.entry("text[]", ARRAYS),
            Map.entry("inet", NETWORKS),
            Map.entry("cidr", NETWORKS),
            Map.entry("macaddr", CARDS),
            Map.entry("macaddr8", CARDS),
            Map.entry("point", SHAPES),
            Map.entry("line", SHAPES),
            Map.entry("lseg", SHAPES),
            Map.entry("box", SHAPES),
            Map.entry("path", SHAPES),
            Map.entry("polygon", SHAPES),
            Map.entry("circle", SHAPES),
            Map.entry("xml", XML));

    /** Types whose texts without an offset mean the session's zone. */
    private static final Set<String> NEED_A_ZONE = Set.of("timestamptz", "timetz");

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("a text is refused or stored as the server reads it")
    void text(PostgresProvider.Path path) throws SQLException {
        List<String> wrong = new ArrayList<>();
        int stored = 0;
        for (Map.Entry<String, String[]> entry : TEXTS.entrySet()) {
            String type = entry.getKey();
            execute("drop table if exists t", "create table t(c " + type + ")");
            Set<String> printed = new TreeSet<>();
            for (String text : entry.getValue()) {
                String expected = inserted(text);
                String loaded = loaded(path, text);
                if (loaded != null) {
                    stored++;
                }
                if (loaded != null && !loaded.equals(expected)) {
                    wrong.add(type + " " + text + " is " + loaded + ", not " + expected);
                }
                if (expected != null) {
                    printed.add(expected);
                }
            }
            for (String text : printed) {
                boolean isRead = text.equals(loaded(path, text));
                boolean mayBeRefused = NEED_A_ZONE.contains(type)
                        || (text.contains("encoding=") && path == PostgresProvider.Path.COPY_BINARY);
                if (!isRead && !mayBeRefused) {
                    wrong.add(type + " " + text + " is printed by the server, but refused");
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(stored).isGreaterThan(100);
    }

    private String inserted(String text) throws SQLException {
        execute("truncate t");
        try (PreparedStatement insert = connection().prepareStatement("insert into t values (?)")) {
            insert.setObject(1, text, Types.OTHER);
            insert.executeUpdate();
        } catch (SQLException e) {
            return null;
        }
        return rows("select c::text from t").get(0);
    }

    private String loaded(PostgresProvider.Path path, String text) throws SQLException {
        execute("truncate t");
        try {
            into("t").option(PostgresProvider.PATH, path).columns("c").insert(rowsOf(row(text)));
        } catch (BulkLoadException e) {
            assertThat(e.phase()).isIn(LoadPhase.MAPPING, LoadPhase.SERVER);
            return null;
        }
        return rows("select c::text from t").get(0);
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("an array of the driver keeps where its subscripts begin, came it as text or in binary")
    void arrayBounds(PostgresProvider.Path path) throws SQLException {
        execute("create table t(a int[], b int8[])");
        for (int threshold : new int[] {5, -1}) {
            Properties binary = new Properties();
            binary.setProperty("prepareThreshold", String.valueOf(threshold));
            try (Connection source = PostgresServer.connect(binary);
                    PreparedStatement query =
                            source.prepareStatement("select a, a from (values ('[0:1]={5,6}'::int[]), ('{}'),"
                                    + " ('[-3:-2][5:5]={{1},{NULL}}'), ('{7}')) v(a)");
                    ResultSet arrays = query.executeQuery()) {
                List<Object[]> rows = new ArrayList<>();
                while (arrays.next()) {
                    rows.add(row(arrays.getArray(1), arrays.getArray(2)));
                }
                execute("truncate t");
                into("t").option(PostgresProvider.PATH, path).insert(rows);
            }
            assertThat(rows("select a, b from t"))
                    .containsExactly(
                            "[0:1]={5,6}|[0:1]={5,6}",
                            "{}|{}",
                            "[-3:-2][5:5]={{1},{NULL}}|[-3:-2][5:5]={{1},{NULL}}",
                            "{7}|{7}");
        }
    }

    @Test
    @DisplayName("what the server prints of a row is loaded back as it is, by every path")
    void rowsOfText() throws SQLException {
        execute(
                "create table t(d date, ts timestamp, tz timestamptz, t time, i interval, a int[], n numeric, x text[])");
        execute("set time zone 'Asia/Kolkata'");
        String values =
                "('0044-03-15 BC'::date, '10000-02-29 24:00'::timestamp, '1900-01-01'::timestamptz, '24:00'::time,"
                        + " '-1 mon 3 days -00:00:00.000001'::interval, '[2:2]={NULL}'::int[], '-1e-20'::numeric,"
                        + " array['', 'NULL', null, E'\\\\\"{'])";
        execute("insert into t values " + values);
        List<String> expected = rows("select * from t");
        List<Object[]> printed = new ArrayList<>();
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery("select * from t")) {
            while (row.next()) {
                Object[] texts = new Object[8];
                for (int i = 0; i < texts.length; i++) {
                    texts[i] = row.getString(i + 1);
                }
                printed.add(texts);
            }
        }
        for (PostgresProvider.Path path : PostgresProvider.Path.values()) {
            execute("truncate t");
            into("t").option(PostgresProvider.PATH, path).insert(printed);
            assertThat(rows("select * from t")).isEqualTo(expected);
        }
    }
}
