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
import java.util.UUID;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random values of each type, loaded in binary and held against the server's own reading of their text, as it prints both. */
class RoundTripTest {
    private static final int TRIES = 8;

    private static String schema = "";

    @BeforeContainer
    static void createSchema() throws SQLException {
        schema = PostgresServer.newSchema();
    }

    @AfterContainer
    static void dropSchema() throws SQLException {
        PostgresServer.dropSchema(schema);
    }

    private static <T> void check(String type, List<T> values, Function<T, String> text) throws SQLException {
        try (Connection connection = PostgresServer.connectTo(schema);
                Statement statement = connection.createStatement()) {
            statement.execute("create temp table t(i int, loaded " + type + ", read " + type + ")");
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                rows.add(new Object[] {i, values.get(i)});
            }
            BulkInserter.forConnection(connection)
                    .into("t")
                    .option(PostgresProvider.PATH, PostgresProvider.Path.COPY_BINARY)
                    .columns("i", "loaded")
                    .insert(rows);
            try (PreparedStatement update = connection.prepareStatement("update t set read = ? where i = ?")) {
                for (int i = 0; i < values.size(); i++) {
                    update.setObject(1, text.apply(values.get(i)), Types.OTHER);
                    update.setInt(2, i);
                    update.addBatch();
                }
                update.executeBatch();
            }
            try (ResultSet wrong =
                    statement.executeQuery("select i, loaded::text, read::text from t where loaded::text is"
                            + " distinct from read::text order by i limit 1")) {
                assertThat(wrong.next() ? wrong.getString(2) + " is not " + wrong.getString(3) : "")
                        .isEmpty();
            }
            try (ResultSet count = statement.executeQuery("select count(*) from t")) {
                count.next();
                assertThat(count.getInt(1)).isEqualTo(values.size());
            }
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
