package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.RowMapping;
import dev.longshore.TableName;
import dev.longshore.TransactionState;
import dev.longshore.UnstorableText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
    private BulkInserter into(String table, PostgresProvider.Path path) {
        return into(table).option(PostgresProvider.PATH, path);
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-01 NUL in text is refused with its row before it is sent, or replaced or stripped and counted")
    void nul(PostgresProvider.Path path) throws SQLException {
        execute("create table note(id int, body text)");
        List<Object[]> rows = rowsOf(row(1, "ok"), row(2, "a\0b"), row(3, "ok"));

        BulkLoadException failure = failureOf(() -> into("note", path).insert(rows));

        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("body");
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.reason()).isEqualTo("the text holds the character NUL at index 1");
        assertThat(rows("select * from note")).isEmpty();

        LoadResult stripped = into("note", path)
                .option(LoadOptions.UNSTORABLE_TEXT, UnstorableText.STRIP)
                .insert(rows);
        assertThat(stripped.warnings()).extracting(LoadWarning::count).containsExactly(1L);
        assertThat(rows("select body from note order by id")).containsExactly("ok", "ab", "ok");
    }

    @Test
    @DisplayName("PG-03 a lone surrogate is refused with row and column")
    void loneSurrogate() throws SQLException {
        execute("create table note(id int, body text)");
        BulkLoadException failure = failureOf(() -> into("note").insert(rowsOf(row(1, "x\uD83D"))));
        assertThat(failure.rowIndex()).isZero();
        assertThat(failure.column()).isEqualTo("body");
        assertThat(failure.reason()).isEqualTo("the text holds the lone surrogate U+D83D at index 1");
    }

    @Test
    @DisplayName("PG-04 a surrogate pair is stored at every offset around the edge of the buffer")
    void surrogatePairs() throws SQLException {
        execute("create table note(id int, body text)");
        List<Object[]> rows = new ArrayList<>();
        for (int edge : new int[] {8_190, 16_384, 32_768, 65_536, 81_920}) {
            for (int offset = -24; offset < 8; offset++) {
                rows.add(row(rows.size(), "a".repeat(edge + offset) + "😀"));
            }
        }
        into("note").insert(rows);
        assertThat(rows("select count(*) from note where right(body, 1) = '😀' and body ~ '^a+.$'"))
                .containsExactly(String.valueOf(rows.size()));
        assertThat(rows("select length(body) from note order by id"))
                .isEqualTo(rows.stream()
                        .map(each -> String.valueOf(((String) each[1]).length() - 1))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-06 PG-07 control characters, backslashes and quotes are stored, an empty text is not NULL")
    void delimiters(PostgresProvider.Path path) throws SQLException {
        execute("create table note(id int, body text)");
        List<String> texts = Arrays.asList(
                "\\.", "\r\n", "\t", "\"", "\u000B", "\\N", "", null, "a\\", "\b\f\u001f\u007f", "{\"a\\\"\"}", "'");
        List<Object[]> rows = IntStream.range(0, texts.size())
                .mapToObj(i -> row(i, texts.get(i)))
                .toList();
        into("note", path).insert(rows);
        assertThat(rows("select body from note order by id"))
                .isEqualTo(texts.stream().map(String::valueOf).toList());
        assertThat(rows("select count(*) from note where body is null")).containsExactly("1");
    }

    @Test
    @DisplayName(
            "PG-09 char(n) is padded by the server, blanks beyond varchar(n) are cut, more is an error with its place")
    void lengths() throws SQLException {
        execute("create table t(c char(5), v varchar(3))");
        into("t").insert(rowsOf(row("ab", "abc  ")));
        assertThat(rows("select octet_length(c), octet_length(v) from t")).containsExactly("5|3");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row("a", "b"), row("a", "abcd"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("v");
        assertThat(failure.getSQLState()).isEqualTo("22001");
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.reason()).isEqualTo("value too long for type character varying(3)");
    }

    @Test
    @DisplayName("PG-10 PG-12 PG-13 names of any case and any characters are taken as they are")
    void names() throws SQLException {
        String other = schema() + "App";
        execute(
                "create schema \"" + other + "\"",
                "create table \"" + other + "\".\"Order\"(\"Id\" int, \"userName\" text)",
                "create table \"we\"\"ird\"(\"a\"\"b\" int)",
                "create table t(\"prénom\" text, \"first name\" text, \"a:b\" text)");
        try {
            BulkInserter.forConnection(connection())
                    .into(TableName.of(other, "Order"))
                    .columns("Id", "userName")
                    .insert(rowsOf(row(1, "x")));
            into("\"" + other + "\".\"Order\"").insert(rowsOf(row(2, "y")));
            assertThat(rows("select * from \"" + other + "\".\"Order\" order by 1"))
                    .containsExactly("1|x", "2|y");
        } finally {
            execute("drop schema \"" + other + "\" cascade");
        }
        BulkInserter.forConnection(connection())
                .into(TableName.of("we\"ird"))
                .columns("a\"b")
                .insert(rowsOf(row(7)));
        assertThat(rows("select * from \"we\"\"ird\"")).containsExactly("7");
        into("t").columns("first name", "prénom", "a:b").insert(rowsOf(row("a", "é", "c")));
        assertThat(rows("select * from t")).containsExactly("é|a|c");
    }

    @Test
    @DisplayName("PG-15 a row with a value too few is refused with its index")
    void fieldCount() throws SQLException {
        execute("create table t(a int, b int)");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(1, 2), row(3))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(rows("select * from t")).isEmpty();
    }

    @Test
    @DisplayName("PG-16 a temporary table is found before a permanent one of its name")
    void temporary() throws SQLException {
        execute("create table stage(wrong text)", "create temp table stage(id int)");
        into("stage").insert(rowsOf(row(1)));
        assertThat(rows("select id from pg_temp.stage")).containsExactly("1");
        assertThat(rows("select * from " + schema() + ".stage")).isEmpty();
    }

    @Test
    @DisplayName("PG-18 a dropped column leaves a gap that is passed over")
    void droppedColumn() throws SQLException {
        execute("create table t(a int, b int, c text)", "alter table t drop b");
        into("t").insert(rowsOf(row(1, "x")));
        assertThat(rows("select * from t")).containsExactly("1|x");
    }

    @Test
    @DisplayName("PG-20 whole numbers are widened; one out of range names row and column")
    void widths() throws SQLException {
        execute("create table t(n bigint, i int)");
        into("t").insert(rowsOf(row(5, (short) 6)));
        assertThat(rows("select * from t")).containsExactly("5|6");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(1, 2), row(1L, 3_000_000_000L))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("i");
        assertThat(failure.reason()).isEqualTo("3000000000 is out of range for a column of type integer");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-22 PG-23 PG-25 PG-26 PG-28 decimals are exact; the server rounds; overflow names row and column")
    void decimals(PostgresProvider.Path path) throws SQLException {
        execute(
                "create table t(i int, p numeric)",
                "create table u(p numeric(10, 2))",
                "create table s(n numeric(4, 2))");
        List<Object> values = List.of(
                new BigDecimal("110.022004090000"),
                new BigInteger("999999999999999999999999999999999999"),
                new BigDecimal("0E+5"),
                new BigDecimal("0.000"),
                new BigDecimal("1E-1000"),
                BigDecimal.TEN.pow(1000),
                Double.NaN,
                Float.POSITIVE_INFINITY);
        List<Object[]> rows = IntStream.range(0, values.size())
                .mapToObj(i -> row(i, values.get(i)))
                .toList();
        into("t", path).insert(rows);
        assertThat(rows("select p from t order by i"))
                .containsExactly(
                        "110.022004090000",
                        "999999999999999999999999999999999999",
                        "0",
                        "0.000",
                        "0." + "0".repeat(999) + "1",
                        "1" + "0".repeat(1000),
                        "NaN",
                        "Infinity");
        into("u", path).insert(rowsOf(row(12.345d), row(-0.0d)));
        assertThat(rows("select p from u order by p desc")).containsExactly("12.35", "0.00");
        into("s", path).insert(rowsOf(row(new BigDecimal("1.005"))));
        assertThat(rows("select n from s")).containsExactly("1.01");
        BulkLoadException failure =
                failureOf(() -> into("s", path).insert(rowsOf(row(1), row(new BigDecimal("100.00")))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("22003");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-29 json keeps its text, jsonb is parsed")
    void json(PostgresProvider.Path path) throws SQLException {
        execute("create table t(j json, b jsonb)");
        into("t", path).insert(rowsOf(row("{\"a\":1}", "{\"a\":1}"), row(null, "[1]")));
        assertThat(rows("select * from t order by j::text")).containsExactly("{\"a\":1}|{\"a\": 1}", "null|[1]");
        BulkLoadException failure = failureOf(() -> into("t", path).insert(rowsOf(row("{}", "{}"), row("{}", "{"))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("22P02");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-31 arrays of every type, of enums and domains, with nulls and dimensions")
    void arrays(PostgresProvider.Path path) throws SQLException {
        execute(
                "create type mood as enum ('sad', 'o\"k, {}')",
                "create domain pos as int check (value > 0)",
                "create table t(ts time[], m mood[], p pos[], n numeric[], x text[], b bytea[], j jsonb[], i int[])");
        into("t", path)
                .insert(rowsOf(row(
                        List.of(LocalTime.of(10, 0)),
                        new String[] {"o\"k, {}", null, "sad"},
                        new int[] {1, 2},
                        new BigDecimal[] {new BigDecimal("1.50"), null},
                        List.of(List.of("a,b", "NULL"), List.of("", "\\")),
                        new byte[][] {{1, 2}, {}},
                        List.of("{\"a\": \"b\"}"),
                        new int[0])));
        assertThat(rows("select ts, m[1], m[2] is null, p, n, x[1][2], x[2][1] = '', x[2][2], b, j[1]->>'a', i from t"))
                .containsExactly("{10:00:00}|o\"k, {}|t|{1,2}|{1.50,NULL}|NULL|t|\\|{\"\\\\x0102\",\"\\\\x\"}|b|{}");
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("p").insert(rowsOf(row(new int[] {1}), row(new int[] {-1}))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("23514");
    }

    @Test
    @DisplayName("PG-32 the column's type decides; a class that does not go there is refused, declared or not")
    void temporals() throws SQLException {
        execute("create table t(a time, b date, c timestamp)");
        LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
        into("t").insert(rowsOf(row(noon, noon, noon), row(LocalTime.NOON, LocalDate.EPOCH, LocalDate.EPOCH)));
        assertThat(rows("select * from t order by b desc"))
                .containsExactly("12:00:00|2024-02-29|2024-02-29 12:00:00", "12:00:00|1970-01-01|1970-01-01 00:00:00");
        BulkLoadException failure = failureOf(() -> into("t").columns("b").insert(rowsOf(row(LocalTime.NOON))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        RowMapping<LocalTime> declared = RowMapping.of(LocalTime.class)
                .column("b", LocalTime.class, time -> time)
                .build();
        assertThat(failureOf(() -> into("t").insert(declared, List.of(LocalTime.NOON)))
                        .phase())
                .isEqualTo(LoadPhase.PREFLIGHT);
    }

    @Test
    @DisplayName("PG-34 a type without binary encoder takes the whole load to COPY TEXT, and the plan says why")
    void literals() throws SQLException {
        execute(
                "create type pair as (a int, b text)",
                "create table t(m macaddr, r int4range, p pair, v tsvector, y money, i inet)");
        LoadPlan plan = into("t").columns("m", "p").explain(Object[].class);
        assertThat(plan.path()).isEqualTo("copy-text");
        assertThat(plan.refusedPaths())
                .extracting(Object::toString)
                .containsExactly("copy-binary: column p of type pair has no binary encoder");
        LoadResult result = into("t", PostgresProvider.Path.COPY_TEXT)
                .insert(rowsOf(row("08:00:2b:01:02:03", "[1,5)", "(1,\"x y\")", "'a' 'b'", 12.5f, "10.0.0.1")));
        assertThat(result.path()).isEqualTo("copy-text");
        assertThat(rows("select m, r, (p).b, v, y::numeric, i from t"))
                .containsExactly("08:00:2b:01:02:03|[1,5)|x y|'a' 'b'|12.50|10.0.0.1");
        into("t", PostgresProvider.Path.INSERT_VALUES)
                .columns("m", "r", "p", "i")
                .insert(rowsOf(row("08:00:2b:01:02:03", "empty", "(2,)", "::1/64")));
        assertThat(rows("select r, (p).a from t where y is null")).containsExactly("empty|2");
        BulkLoadException forced = failureOf(
                () -> into("t", PostgresProvider.Path.COPY_BINARY).columns("p").insert(rowsOf(row("(1,)"))));
        assertThat(forced.reason())
                .isEqualTo("the path copy-binary can't be taken: column p of type pair has no binary encoder");
    }

    @Test
    @DisplayName("PG-34 hstore and citext, by map and by text")
    void extensions() throws SQLException {
        try {
            execute(
                    "create extension if not exists hstore schema public",
                    "create extension if not exists citext schema public");
        } catch (SQLException e) {
            org.junit.jupiter.api.Assumptions.abort("the server has no extension hstore or citext: " + e.getMessage());
        }
        execute("create table t(h public.hstore, c public.citext)", "create table u(c public.citext)");
        into("t").insert(rowsOf(row(Map.of("a", "b"), "X")));
        assertThat(rows("select h::text, c::text from t")).containsExactly("\"a\"=>\"b\"|X");
        assertThat(into("u").insert(rowsOf(row("Y"), row("Z"))).path()).isEqualTo("copy-binary");
    }

    @Test
    @DisplayName("PG-35 a domain takes what its base takes, and its check names row and column")
    void domains() throws SQLException {
        execute(
                "create domain pos as int check (value > 0)",
                "create domain deep as pos default 3",
                "create table t(p pos, d deep not null)");
        into("t").columns("p").insert(rowsOf(row(5)));
        assertThat(rows("select * from t")).containsExactly("5|3");
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row(5, 1), row(-1, 1))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("p");
        assertThat(failure.getSQLState()).isEqualTo("23514");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-37 bytes of any length are exact, and none are not NULL")
    void bytes(PostgresProvider.Path path) throws SQLException {
        execute("create table t(i int, b bytea)");
        byte[] big = new byte[10 << 20];
        Arrays.fill(big, (byte) 0x5c);
        into("t", path).insert(rowsOf(row(1, new byte[0]), row(2, new byte[] {0, 0x5c}), row(3, big), row(4, null)));
        assertThat(
                        rows(
                                "select octet_length(b), md5(b) = md5(decode(repeat('5c', 10485760), 'hex')) from t order by i"))
                .containsExactly("0|f", "2|f", "10485760|t", "null|null");
    }

    @Test
    @DisplayName("PG-38 a UUID reads back as it was; text that is none is refused before it is sent")
    void uuids() throws SQLException {
        execute("create table t(u uuid)");
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        into("t").insert(rowsOf(row(uuid), row(uuid.toString())));
        assertThat(rows("select distinct u from t")).containsExactly(uuid.toString());
        BulkLoadException failure = failureOf(() -> into("t").insert(rowsOf(row("not-a-uuid"))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(failure.reason()).isEqualTo("\"not-a-uuid\" is no UUID for a column of type uuid");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-50 PG-52 PG-53 dates before 1970, before 2000, before Christ and beyond the year 9999")
    void farDates(PostgresProvider.Path path) throws SQLException {
        execute("create table t(i int, d date, ts timestamp, tz timestamptz)");
        List<Object[]> rows = new ArrayList<>();
        for (String text : List.of(
                "1969-12-31T23:59:59.999999",
                "1999-12-31T23:59:59.999999",
                "-0043-03-15T00:00",
                "+10000-01-01T00:00",
                "0999-01-01T00:00")) {
            LocalDateTime time = LocalDateTime.parse(text);
            rows.add(row(rows.size(), time.toLocalDate(), time, OffsetDateTime.parse(text + "Z")));
        }
        rows.add(row(rows.size(), LocalDate.MAX, LocalDateTime.MIN, OffsetDateTime.MAX));
        into("t", path).insert(rows);
        execute("set time zone 'UTC'");
        assertThat(rows("select d, ts, tz from t order by i"))
                .containsExactly(
                        "1969-12-31|1969-12-31 23:59:59.999999|1969-12-31 23:59:59.999999+00",
                        "1999-12-31|1999-12-31 23:59:59.999999|1999-12-31 23:59:59.999999+00",
                        "0044-03-15 BC|0044-03-15 00:00:00 BC|0044-03-15 00:00:00+00 BC",
                        "10000-01-01|10000-01-01 00:00:00|10000-01-01 00:00:00+00",
                        "0999-01-01|0999-01-01 00:00:00|0999-01-01 00:00:00+00",
                        "infinity|-infinity|infinity");
    }

    @Test
    @DisplayName("PG-55 an instant stays an instant, a local time stays as it is, in a zone that skips it")
    void zones() throws SQLException {
        execute("create table t(tz timestamptz, ts timestamp)");
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try {
            into("t")
                    .insert(rowsOf(row(
                            OffsetDateTime.parse("2024-03-10T02:30-05:00"), LocalDateTime.parse("2024-03-10T02:30"))));
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(rows("select tz at time zone 'UTC', ts from t"))
                .containsExactly("2024-03-10 07:30:00|2024-03-10 02:30:00");
    }

    @Test
    @DisplayName("PG-56 the server rounds to the column's precision")
    void precision() throws SQLException {
        execute("create table t(x timestamp(2))");
        into("t").insert(rowsOf(row(LocalDateTime.of(2024, 1, 1, 12, 0, 0, 5_000_000))));
        assertThat(rows("select x from t")).containsExactly("2024-01-01 12:00:00.01");
    }

    @Test
    @DisplayName("PG-60 a value for GENERATED ALWAYS is refused; keepIdentity() stores it and moves the sequence")
    void identityAlways() throws SQLException {
        execute("create table t(id int generated always as identity, v text)");
        BulkLoadException failure = failureOf(() -> into("t").columns("id", "v").insert(rowsOf(row(7, "a"))));
        assertThat(failure.getMessage()).contains(".keepIdentity()");
        into("t").columns("v").insert(rowsOf(row("first")));
        into("t").columns("id", "v").keepIdentity().insert(rowsOf(row(7, "a")));
        execute("insert into t(v) values ('next')");
        assertThat(rows("select * from t order by id")).containsExactly("1|first", "7|a", "8|next");
    }

    record Doubled(int a, int b) {}

    @Test
    @DisplayName(
            "PG-62 a generated column is left out where the rows' class brings it, and refused where it is asked for")
    void generated() throws SQLException {
        execute("create table t(a int, b int generated always as (a * 2) stored)");
        into("t").insert(List.of(new Doubled(4, 0)));
        assertThat(rows("select * from t")).containsExactly("4|8");
        RowMapping<Doubled> mapping = RowMapping.of(Doubled.class)
                .intColumn("a", Doubled::a)
                .intColumn("b", Doubled::b)
                .build();
        BulkLoadException failure = failureOf(() -> into("t").insert(mapping, List.of(new Doubled(4, 0))));
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.column()).isEqualTo("b");
    }

    @ParameterizedTest
    @EnumSource(PostgresProvider.Path.class)
    @DisplayName("PG-63 PG-91 a column left out takes its default, null is NULL and an error with its row and column")
    void defaults(PostgresProvider.Path path) throws SQLException {
        execute("create table t(id int, st text not null default 'new')");
        into("t", path).columns("id").insert(rowsOf(row(1)));
        assertThat(rows("select st from t")).containsExactly("new");
        BulkLoadException failure =
                failureOf(() -> into("t", path).columns("id", "st").insert(rowsOf(row(2, "x"), row(3, null))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.column()).isEqualTo("st");
        assertThat(failure.getSQLState()).isEqualTo("23502");
    }

    @Test
    @DisplayName("PG-65 a view that can be inserted into is loaded by INSERT, also one with an INSTEAD OF trigger")
    void views() throws SQLException {
        execute("create table t(a int primary key, b text)", "create view v as select * from t");
        LoadResult result = into("v").columns("a", "b").insert(rowsOf(row(1, "x"), row(2, "y")));
        assertThat(result.path()).isEqualTo("insert-values");
        assertThat(into("v").explain(ViewRow.class).refusedPaths()).hasSize(2);
        BulkLoadException failure = failureOf(
                () -> into("v").columns("a", "b").insert(rowsOf(row(3, "x"), row(4, "x"), row(1, "x"), row(5, "x"))));
        assertThat(failure.rowIndex()).isEqualTo(2);
        assertThat(rows("select a from t order by a")).containsExactly("1", "2");
        assertThat(connection().getAutoCommit()).isTrue();

        execute(
                "create view w as select a from t",
                "create function f() returns trigger language plpgsql as $$ begin if new.a = 9 then return null; end if;"
                        + " insert into t values (new.a, 'by trigger'); return new; end $$",
                "create trigger i instead of insert on w for each row execute function f()");
        LoadResult triggered = into("w").columns("a").insert(rowsOf(row(8), row(9)));
        assertThat(triggered.path()).isEqualTo("insert-values");
        assertThat(triggered.rowsSkipped()).isEqualTo(1);
        assertThat(rows("select b from t where a = 8")).containsExactly("by trigger");
    }

    record ViewRow(int a, String b) {}

    @Test
    @DisplayName("PG-65 many rows into a view: a bad one is found within the caller's transaction")
    void manyRowsIntoView() throws SQLException {
        execute("create table t(a int primary key, b text)", "create view v as select * from t");
        connection().setAutoCommit(false);
        execute("insert into t values (2500, 'earlier')");
        List<ViewRow> rows =
                IntStream.range(0, 5_000).mapToObj(i -> new ViewRow(i, "r" + i)).toList();
        BulkLoadException failure = failureOf(() -> into("v").insert(rows));
        assertThat(failure.rowIndex()).isEqualTo(2_500);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(rows("select * from t")).containsExactly("2500|earlier");
        execute("delete from t");
        assertThat(into("v").insert(rows).rowsWritten()).isEqualTo(5_000);
        connection().commit();
        assertThat(rows("select count(*), sum(a) from t")).containsExactly("5000|12497500");
    }

    @Test
    @DisplayName("PG-65 a table with rules is loaded by INSERT, which obeys them; row-level security likewise")
    void rulesAndRowSecurity() throws SQLException {
        execute(
                "create table t(a int)",
                "create table log(a int)",
                "create rule r as on insert to t do also insert into log" + " values (new.a)");
        assertThat(into("t").insert(rowsOf(row(1), row(2))).path()).isEqualTo("insert-values");
        assertThat(rows("select count(*) from log")).containsExactly("2");

        execute(
                "create table s(a int)",
                "alter table s enable row level security",
                "create policy p on s with check (a > 0)",
                "do $$ begin create role longshore_limited; exception when others then null; end $$",
                "grant all on schema " + schema() + " to longshore_limited",
                "grant all on s to longshore_limited",
                "set role longshore_limited");
        LoadResult result = into("s").insert(rowsOf(row(1), row(2)));
        assertThat(result.path()).isEqualTo("insert-values");
        BulkLoadException failure = failureOf(() -> into("s").insert(rowsOf(row(1), row(-2))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("42501");
        execute("reset role");
    }

    @Test
    @DisplayName("PG-66 a partitioned table: a row without partition is named")
    void partitions() throws SQLException {
        execute(
                "create table p(d date, v int) partition by range(d)",
                "create table p24 partition of p for values from ('2024-01-01') to ('2025-01-01')");
        into("p").insert(rowsOf(row(LocalDate.of(2024, 5, 1), 1)));
        BulkLoadException failure = failureOf(() ->
                into("p").insert(rowsOf(row(LocalDate.of(2024, 5, 1), 1), row(LocalDate.of(2026, 5, 1), 1))));
        assertThat(failure.rowIndex()).isEqualTo(1);
        assertThat(failure.getSQLState()).isEqualTo("23514");
        assertThat(rows("select count(*) from p")).containsExactly("1");
    }

    @Test
    @DisplayName("PG-68 a foreign key names its constraint and the key, but no row")
    void foreignKeys() throws SQLException {
        execute(
                "create table parent(id int primary key)",
                "create table child(parent_id int constraint fk references parent)");
        BulkLoadException failure = failureOf(() -> into("child").insert(rowsOf(row(1), row(2))));
        assertThat(failure.rowIndex()).isEqualTo(-1);
        assertThat(failure.getSQLState()).isEqualTo("23503");
        assertThat(failure.reason())
                .isEqualTo("insert or update on table \"child\" violates foreign key constraint \"fk\": Key"
                        + " (parent_id)=(1) is not present in table \"parent\".");
    }

    @Test
    @DisplayName("PG-69 rows that a trigger leaves out are counted and warned of")
    void skippingTrigger() throws SQLException {
        execute(
                "create table t(a int)",
                "create function odd() returns trigger language plpgsql as $$ begin if new.a % 2 = 1 then return null; end"
                        + " if; return new; end $$",
                "create trigger skip before insert on t for each row execute function odd()");
        LoadResult result = into("t").insert(rowsOf(row(1), row(2), row(3)));
        assertThat(result.rowsWritten()).isEqualTo(1);
        assertThat(result.rowsSkipped()).isEqualTo(2);
        assertThat(result.warnings())
                .extracting(LoadWarning::message)
                .containsExactly(
                        "2 rows were skipped by the database: the table has triggers that may leave rows out: skip");
    }

    @Test
    @DisplayName("PG-80 a source that throws after some rows leaves nothing, and is the cause")
    void throwingSource() throws SQLException {
        execute("create table t(a int, b text)");
        for (int good : new int[] {0, 2, 20_000}) {
            IllegalStateException thrown = new IllegalStateException("source");
            Iterator<Object[]> rows = new Iterator<>() {
                private int index;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public Object[] next() {
                    if (index++ == good) {
                        throw thrown;
                    }
                    return row(index, "some text to fill the buffer");
                }
            };
            BulkLoadException failure =
                    failureOf(() -> into("t").columns("a", "b").insert(rows));
            assertThat(failure.getCause()).isSameAs(thrown);
            assertThat(failure.rowIndex()).isEqualTo(good);
            assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            assertThat(rows("select * from t")).isEmpty();
        }
    }

    @Test
    @DisplayName("PG-80 the server's error in earlier rows is kept beside that of the source")
    void bothErrors() throws SQLException {
        execute("create table t(a int check (a <> 5), b text)");
        Iterator<Object[]> rows = new Iterator<>() {
            private int index;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Object[] next() {
                if (index == 20_000) {
                    throw new IllegalStateException("source");
                }
                return row(index++, "some text to fill the buffer");
            }
        };
        BulkLoadException failure = failureOf(() -> into("t").columns("a", "b").insert(rows));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
        assertThat(failure.getSuppressed()).hasSize(1);
        BulkLoadException server = (BulkLoadException) failure.getSuppressed()[0];
        assertThat(server.rowIndex()).isEqualTo(5);
        assertThat(server.getSQLState()).isEqualTo("23514");
        assertUsable();
    }

    @Test
    @DisplayName("PG-86 a connection with autosave=always")
    void autosave() throws SQLException {
        execute("create table t(a int primary key)");
        Properties properties = new Properties();
        properties.setProperty("autosave", "always");
        properties.setProperty("cleanupSavepoints", "true");
        properties.setProperty("currentSchema", schema());
        try (Connection saving = PostgresServer.connect(properties)) {
            saving.setAutoCommit(false);
            execute(saving, "insert into t values (-1)");
            BulkInserter inserter = BulkInserter.forConnection(saving).into("t");
            failureOf(() -> inserter.insert(rowsOf(row(1), row(1))));
            inserter.insert(rowsOf(row(1), row(2)));
            saving.commit();
            assertThat(rows("select a from t order by a")).containsExactly("-1", "1", "2");
        }
    }

    @Test
    @DisplayName(
            "PG-85 PG-88 a failed load in the caller's transaction keeps the caller's work and the server's SQLState")
    void callersTransaction() throws SQLException {
        execute("create table t(a int primary key)");
        connection().setAutoCommit(false);
        execute("insert into t values (1)");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 2; i < 30_000; i++) {
            rows.add(row(i == 20_000 ? 1 : i));
        }
        BulkLoadException failure = failureOf(() -> into("t").insert(rows));
        assertThat(failure.getSQLState()).isEqualTo("23505");
        assertThat(failure.rowIndex()).isEqualTo(19_998);
        assertThat(failure.reason())
                .isEqualTo("duplicate key value violates unique constraint \"t_pkey\": Key (a)=(1) already exists.");
        connection().commit();
        assertThat(rows("select a from t")).containsExactly("1");
    }
}
