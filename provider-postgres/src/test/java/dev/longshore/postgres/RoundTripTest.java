package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random values of each type, loaded over each path and held against the server's own reading of their text, as it prints both. */
class RoundTripTest {
    private static final int TRIES = 5;

    private static String schema = "";

    @BeforeContainer
    static void createSchema() throws SQLException {
        schema = PostgresServer.newSchema();
        try (Connection connection = PostgresServer.connectTo(schema);
                Statement statement = connection.createStatement()) {
            for (String definition : RandomValues.definitions()) {
                statement.execute(definition);
            }
        }
    }

    @AfterContainer
    static void dropSchema() throws SQLException {
        PostgresServer.dropSchema(schema);
    }

    /** Loads values, and null, over each path, and has the server read their text beside them. */
    private static <T> void check(String type, List<T> values, Function<? super T, String> text) throws SQLException {
        try (Connection connection = PostgresServer.connectTo(schema);
                Statement statement = connection.createStatement()) {
            statement.execute("create temp table expected(i int, read " + type + ")");
            try (PreparedStatement insert = connection.prepareStatement("insert into expected values (?, ?)")) {
                for (int i = 0; i < values.size(); i++) {
                    insert.setInt(1, i);
                    insert.setObject(2, text.apply(values.get(i)), Types.OTHER);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                rows.add(new Object[] {i, values.get(i)});
            }
            rows.add(new Object[] {-1, null});
            for (PostgresProvider.Path path : PostgresProvider.Path.values()) {
                statement.execute("create temp table t(i int, loaded " + type + ")");
                BulkInserter.forConnection(connection)
                        .into("t")
                        .option(PostgresProvider.PATH, path)
                        .insert(rows);
                assertSame(statement, type + " by " + path, values.size());
                statement.execute("drop table t");
            }
        }
    }

    private static void assertSame(Statement statement, String what, int count) throws SQLException {
        try (ResultSet wrong =
                statement.executeQuery("select loaded::text, read::text from t full join expected using (i)"
                        + " where loaded::text is distinct from read::text order by i limit 1")) {
            assertThat(wrong.next() ? wrong.getString(1) + " is not " + wrong.getString(2) : "")
                    .as(what)
                    .isEmpty();
        }
        try (ResultSet counts = statement.executeQuery("select count(*), count(loaded) from t")) {
            counts.next();
            assertThat(List.of(counts.getInt(1), counts.getInt(2))).as(what).containsExactly(count + 1, count);
        }
    }

    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    void everyType(@ForAll long seed) throws SQLException {
        Random random = new Random(seed);
        for (RandomValues.Type type : RandomValues.types()) {
            List<Object> values = IntStream.range(0, 40)
                    .mapToObj(i -> type.values().apply(random))
                    .toList();
            check(type.name(), values, type.text());
        }
    }

    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    void arraysOfEveryType(@ForAll long seed) throws SQLException {
        Random random = new Random(seed);
        for (RandomValues.Type type : RandomValues.types()) {
            List<List<Object>> values = IntStream.range(0, 20)
                    .mapToObj(i -> RandomValues.array(random, type))
                    .toList();
            check(type.name() + "[]", values, value -> RandomValues.arrayText(type, value));
        }
    }

    @Property(tries = TRIES)
    void int2(@ForAll List<Short> values) throws SQLException {
        check("int2", values, String::valueOf);
    }

    @Property(tries = TRIES)
    void int4(@ForAll List<Integer> values) throws SQLException {
        check("int4", values, String::valueOf);
        check("numeric", values, String::valueOf);
    }

    @Property(tries = TRIES)
    void int8(@ForAll List<Long> values) throws SQLException {
        check("int8", values, String::valueOf);
        check("numeric", values, String::valueOf);
        check("text", values, String::valueOf);
    }

    @Property(tries = TRIES)
    void floats(@ForAll List<Float> singles, @ForAll List<Double> doubles) throws SQLException {
        check("float4", singles, String::valueOf);
        check("float8", doubles, String::valueOf);
        check("numeric", doubles, String::valueOf);
    }

    @Property(tries = TRIES)
    void decimals(@ForAll List<BigDecimal> values, @ForAll List<BigInteger> whole) throws SQLException {
        check("numeric", values, BigDecimal::toPlainString);
        check("numeric(400, 7)", values, BigDecimal::toPlainString);
        check("numeric", whole, String::valueOf);
        check("numeric", List.of(Double.NaN, Float.POSITIVE_INFINITY, "-Infinity"), String::valueOf);
    }

    @Property(tries = TRIES)
    void texts(@ForAll("storable") List<String> values) throws SQLException {
        check("text", values, value -> value);
        check("varchar", values, value -> value);
        check("text[]", values.stream().map(value -> List.of(value, "x")).toList(), RoundTripTest::array);
    }

    private static String array(List<String> values) {
        StringBuilder text = new StringBuilder("{");
        for (String value : values) {
            text.append(text.length() > 1 ? "," : "")
                    .append('"')
                    .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        }
        return text.append('}').toString();
    }

    @Provide
    Arbitrary<List<String>> storable() {
        return Arbitraries.strings()
                .all()
                .map(text -> text.replace("\0", ""))
                .filter(text ->
                        java.nio.charset.StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .list();
    }

    @Property(tries = TRIES)
    void bytesAndUuids(@ForAll List<byte[]> bytes, @ForAll List<Long> halves) throws SQLException {
        check("bytea", bytes, value -> "\\x" + HexFormat.of().formatHex(value));
        check("uuid", halves.stream().map(half -> new UUID(half, ~half)).toList(), UUID::toString);
    }

    @Property(tries = TRIES)
    void temporals(@ForAll("seconds") List<Long> seconds, @ForAll List<Integer> numbers) throws SQLException {
        List<LocalDateTime> times = new ArrayList<>();
        for (int i = 0; i < Math.min(seconds.size(), numbers.size()); i++) {
            times.add(LocalDateTime.ofEpochSecond(
                    seconds.get(i), Math.floorMod(numbers.get(i), 1_000_000) * 1_000, ZoneOffset.UTC));
        }
        check("timestamp", times, RoundTripTest::printed);
        check(
                "timestamptz",
                times.stream().map(time -> time.atOffset(ZoneOffset.ofHours(3))).toList(),
                time -> printed(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), "+00"));
        check("date", times.stream().map(LocalDateTime::toLocalDate).toList(), RoundTripTest::printed);
        List<LocalTime> clock = times.stream().map(LocalDateTime::toLocalTime).toList();
        check("time", clock, LocalTime::toString);
        check(
                "timetz",
                clock.stream()
                        .map(time -> time.atOffset(ZoneOffset.ofHoursMinutes(-5, -30)))
                        .toList(),
                OffsetTime::toString);
        check("interval", numbers.stream().map(Duration::ofMillis).toList(), length -> length.toMillis() + " ms");
    }

    private static String printed(LocalDateTime time) {
        return printed(time, "");
    }

    private static String printed(LocalDateTime time, String offset) {
        return dateText(time.toLocalDate()) + " " + time.toLocalTime() + offset + (time.getYear() <= 0 ? " BC" : "");
    }

    private static String printed(LocalDate date) {
        return dateText(date) + (date.getYear() <= 0 ? " BC" : "");
    }

    private static String dateText(LocalDate date) {
        int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
        return String.format("%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth());
    }

    @Provide
    Arbitrary<List<Long>> seconds() {
        long least = LocalDateTime.of(-4712, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
        long most = LocalDateTime.of(200_000, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
        return Arbitraries.longs().between(least, most).list().ofMaxSize(40);
    }

    @Property(tries = TRIES)
    void arraysAndRanges(@ForAll List<int[]> arrays, @ForAll List<Integer> bounds) throws SQLException {
        check(
                "int4[]",
                arrays,
                values -> Arrays.toString(values).replace('[', '{').replace(']', '}'));
        check("int4range", bounds.stream().map(RoundTripTest::range).toList(), value -> value);
        check(
                "int4multirange",
                bounds.stream().map(bound -> "{" + range(bound) + "}").toList(),
                value -> value);
        check("bit varying", bounds.stream().map(Integer::toBinaryString).toList(), value -> value);
    }

    private static String range(int bound) {
        int upper = bound > Integer.MAX_VALUE - 10 ? bound : bound + 7;
        return (bound % 2 == 0 ? "[" : "(") + (bound % 3 == 0 ? "" : bound) + "," + (bound % 5 == 0 ? "" : upper) + ")";
    }
}
