package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Random values of each column type, loaded over each path and held against a plain INSERT of the same values through the driver, in
 * sessions of several modes and zones and in several zones of the JVM.
 */
class RoundTripTest {
    private static final int VALUES = 40;

    /** Prints all that a DATETIME may hold, as its literal. */
    private static final DateTimeFormatter LITERAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

    private static final String LETTERS = "aZ09 '\"\\%_`\t\n\r\0\u001A\u007Fé€名ßİ\uFFFD";

    private static final List<String> MODES = List.of(
            "STRICT_TRANS_TABLES",
            "",
            "STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES",
            "NO_AUTO_VALUE_ON_ZERO,PAD_CHAR_TO_FULL_LENGTH");
    private static final List<String> SESSION_ZONES = List.of("+00:00", "-05:00", "+05:45", "SYSTEM");
    private static final List<String> JVM_ZONES =
            List.of("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Europe/London");

    private static String database = "";

    @BeforeContainer
    static void createDatabase() throws SQLException {
        database = MySqlServer.newDatabase();
    }

    @AfterContainer
    static void dropDatabase() throws SQLException {
        MySqlServer.dropDatabase(database);
    }

    /**
     * A column type, and values for it.
     *
     * @param values makes a random one that the column holds
     * @param bound what the driver is given for it
     * @param text shows a column as text, exactly
     */
    private record Type(String name, Function<Random, Object> values, Function<Object, Object> bound, String text) {
        static Type of(String name, Function<Random, Object> values) {
            return new Type(name, values, value -> value, "cast(%s as char)");
        }

        static Type inHex(String name, Function<Random, Object> values) {
            return new Type(name, values, value -> value, "hex(%s)");
        }

        /** Where the driver would go by the zone of the JVM, it is given the literal. */
        static Type literal(String name, Function<Random, Object> values, Function<Object, Object> literal) {
            return new Type(name, values, literal, "cast(%s as char)");
        }
    }

    private static List<Type> types() throws SQLException {
        List<Type> types = new ArrayList<>(List.of(
                Type.of("tinyint", random -> (byte) random.nextInt()),
                Type.of("tinyint(1)", Random::nextBoolean),
                Type.of("tinyint unsigned", random -> random.nextInt(256)),
                Type.of("smallint", random -> (short) random.nextInt()),
                Type.of("smallint unsigned", random -> random.nextInt(65_536)),
                Type.of("mediumint", random -> random.nextInt(1 << 24) - (1 << 23)),
                Type.of("mediumint unsigned", random -> random.nextInt(1 << 24)),
                Type.of("int", Random::nextInt),
                Type.of("int unsigned", random -> random.nextInt() & 0xFFFF_FFFFL),
                Type.of("bigint", Random::nextLong),
                Type.of("bigint unsigned", random -> new BigInteger(64, random)),
                Type.of("bigint", random -> random.nextInt()),
                Type.of("int", random -> BigDecimal.valueOf(random.nextInt(), 3)),
                Type.of("decimal(20, 5)", random -> decimal(random, 45, 5)),
                Type.of("decimal(65, 30)", random -> decimal(random, 110, 30)),
                Type.of("decimal(10, 0)", random -> random.nextInt()),
                Type.of("decimal(18, 4)", random -> random.nextInt() / 8.0),
                Type.inHex("varchar(50)", random -> text(random, 50)),
                Type.inHex("char(50)", random -> text(random, 50)),
                Type.inHex("text", random -> text(random, 3_000)),
                Type.inHex("longtext", random -> text(random, 30_000)),
                Type.inHex("varchar(40)", random -> new UUID(random.nextLong(), random.nextLong())),
                Type.inHex("varchar(40)", Random::nextLong),
                Type.inHex("varbinary(300)", random -> bytes(random, random.nextInt(301))),
                Type.inHex("binary(16)", random -> bytes(random, random.nextInt(17))),
                Type.inHex("blob", random -> bytes(random, random.nextInt(70_000) % 65_536)),
                Type.of(
                        "enum('a', 'b''c', '3')",
                        random -> List.of("a", "b'c", "3").get(random.nextInt(3))),
                Type.of(
                        "set('a', 'b', 'c')",
                        random -> List.of("", "a", "a,c", "b,c", "a,b,c").get(random.nextInt(5))),
                Type.of("year", random -> 1901 + random.nextInt(255)),
                Type.of("json", random -> "{\"é\": [" + random.nextInt() + ", \"😀\"]}"),
                new Type(
                        "bit(64)",
                        random -> new BigInteger(64, random),
                        value -> bigEndian((BigInteger) value),
                        "hex(%s)"),
                new Type("bit(1)", Random::nextBoolean, value -> value, "hex(%s)"),
                // their text has fewer digits than they hold
                // as text, since a literal -0.0 is a decimal, and those have no such zero
                new Type("double", RoundTripTest::finite, String::valueOf, "format(%1$s, 30), %1$s"),
                new Type("float", RoundTripTest::single, value -> value, "cast(%1$s as double)"),
                Type.literal("date", random -> day(random), value -> value.toString()),
                Type.literal("datetime", RoundTripTest::moment, RoundTripTest::literal),
                Type.literal("datetime(3)", RoundTripTest::moment, RoundTripTest::literal),
                Type.literal("datetime(6)", RoundTripTest::moment, RoundTripTest::literal),
                Type.literal(
                        "time(6)",
                        random -> moment(random).toLocalTime(),
                        value -> literal(day(new Random(0)).atTime((LocalTime) value))
                                .substring(11)),
                Type.literal("time", RoundTripTest::length, RoundTripTest::lengthLiteral),
                Type.literal("time(3)", RoundTripTest::length, RoundTripTest::lengthLiteral)));
        if (MySqlServer.isMariaDb()) {
            types.add(new Type(
                    "uuid",
                    // the server takes no bits that are no UUID
                    random -> UUID.nameUUIDFromBytes(bytes(random, 8)),
                    Object::toString,
                    "cast(%s as char)"));
        }
        return types;
    }

    private static BigDecimal decimal(Random random, int bits, int scale) {
        return new BigDecimal(new BigInteger(bits, random), random.nextInt(scale + 1))
                .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1))
                .setScale(scale, RoundingMode.HALF_UP);
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            text.append(
                    random.nextInt(9) == 0 ? "😀" : String.valueOf(LETTERS.charAt(random.nextInt(LETTERS.length()))));
        }
        // CHAR drops blanks at its end, which is of no interest here; a text column counts bytes
        return text.append(text.length() > 0 ? "" : "x").toString();
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] bigEndian(BigInteger value) {
        return HexFormat.of().parseHex(String.format("%016x", value));
    }

    private static Double finite(Random random) {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(value) ? value : -0.0;
    }

    private static Float single(Random random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : 0.1f;
    }

    private static LocalDate day(Random random) {
        return LocalDate.of(1 + random.nextInt(9_998), 1 + random.nextInt(12), 1 + random.nextInt(28));
    }

    private static LocalDateTime moment(Random random) {
        LocalTime time = LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000);
        return day(random).atTime(random.nextInt(4) == 0 ? time.withNano(0) : time);
    }

    private static String literal(Object value) {
        return LITERAL.format((LocalDateTime) value);
    }

    private static Duration length(Random random) {
        long most = Duration.ofHours(838).toSeconds() * 1_000_000;
        return Duration.ofNanos((random.nextLong(2 * most) - most) * 1_000);
    }

    private static String lengthLiteral(Object value) {
        Duration length = ((Duration) value).abs();
        return String.format(
                "%s%02d:%02d:%02d.%06d",
                ((Duration) value).isNegative() ? "-" : "",
                length.toHours(),
                length.toMinutesPart(),
                length.toSecondsPart(),
                length.toNanosPart() / 1_000);
    }

    @Property(tries = 3, shrinking = ShrinkingMode.OFF)
    void everyType(@ForAll long seed) throws SQLException {
        Random random = new Random(seed);
        TimeZone before = TimeZone.getDefault();
        try (Connection connection = MySqlServer.connectTo(database);
                Statement statement = connection.createStatement()) {
            for (Type type : types()) {
                TimeZone.setDefault(TimeZone.getTimeZone(oneOf(JVM_ZONES, random)));
                String mode = oneOf(MODES, random);
                String zone = oneOf(SESSION_ZONES, random);
                statement.execute("set sql_mode = '" + mode + "', time_zone = '" + zone + "'");
                List<Object> values = IntStream.range(0, VALUES)
                        .mapToObj(i -> type.values().apply(random))
                        .toList();
                check(
                        connection,
                        type,
                        values,
                        mode + " " + zone + " " + TimeZone.getDefault().getID());
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static String oneOf(List<String> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Loads values, and null, over each path beside rows that the driver inserts one by one. */
    private static void check(Connection connection, Type type, List<Object> values, String session)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temporary table expected(i int, c " + type.name() + " null)");
            try (PreparedStatement insert = connection.prepareStatement("insert into expected values (?, ?)")) {
                for (int i = 0; i < values.size(); i++) {
                    insert.setInt(1, i);
                    insert.setObject(2, type.bound().apply(values.get(i)));
                    insert.executeUpdate();
                }
                insert.setInt(1, -1);
                insert.setObject(2, null);
                insert.executeUpdate();
            }
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                rows.add(new Object[] {i, values.get(i)});
            }
            rows.add(new Object[] {-1, null});
            List<String> expected = stored(statement, "expected", type);
            for (MySqlProvider.Path path : MySqlProvider.Path.values()) {
                statement.execute("create temporary table t(i int, c " + type.name() + " null)");
                BulkInserter.forConnection(connection)
                        .into("t")
                        .option(MySqlProvider.PATH, path)
                        .insert(rows);
                assertThat(stored(statement, "t", type))
                        .as("%s by %s, %s", type.name(), path, session)
                        .isEqualTo(expected);
                statement.execute("drop temporary table t");
            }
            statement.execute("drop temporary table expected");
        }
    }

    private static List<String> stored(Statement statement, String table, Type type) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select i, " + String.format(type.text(), "c") + " from " + table + " order by i")) {
            while (rows.next()) {
                stored.add(rows.getString(1) + " " + rows.getString(2));
            }
        }
        return stored;
    }

    @Property(tries = 5, shrinking = ShrinkingMode.OFF)
    void instants(@ForAll long seed) throws SQLException {
        Random random = new Random(seed);
        TimeZone before = TimeZone.getDefault();
        try (Connection connection = MySqlServer.connectTo(database);
                Statement statement = connection.createStatement()) {
            TimeZone.setDefault(TimeZone.getTimeZone(oneOf(JVM_ZONES, random)));
            String zone = oneOf(SESSION_ZONES, random);
            statement.execute("set time_zone = '" + zone + "', sql_mode = '" + oneOf(MODES, random) + "'");
            statement.execute("create temporary table t(i int, c timestamp(6) null)");
            List<Instant> instants = IntStream.range(0, VALUES)
                    .mapToObj(i -> Instant.ofEpochSecond(
                            1 + random.nextInt(Integer.MAX_VALUE - 1), random.nextInt(1_000_000) * 1_000L))
                    .toList();
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < VALUES; i++) {
                Instant each = instants.get(i);
                rows.add(new Object[] {i, i % 2 == 0 ? each : each.atZone(ZoneId.of("Asia/Tokyo"))});
            }
            for (MySqlProvider.Path path : MySqlProvider.Path.values()) {
                statement.execute("delete from t");
                BulkInserter.forConnection(connection)
                        .into("t")
                        .option(MySqlProvider.PATH, path)
                        .insert(rows);
                // the server itself says which instant it holds
                try (ResultSet stored = statement.executeQuery("select unix_timestamp(c) from t order by i")) {
                    for (Instant each : instants) {
                        stored.next();
                        assertThat(stored.getBigDecimal(1))
                                .as("%s by %s in %s", each, path, zone)
                                .isEqualByComparingTo(BigDecimal.valueOf(
                                        each.getEpochSecond() * 1_000_000 + each.getNano() / 1_000, 6));
                    }
                }
                try (ResultSet session = statement.executeQuery("select @@time_zone")) {
                    session.next();
                    assertThat(session.getString(1)).isEqualTo(zone);
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void texts(@ForAll List<String> values) throws SQLException {
        try (Connection connection = MySqlServer.connectTo(database)) {
            List<Object> storable = new ArrayList<>();
            for (String value : values) {
                if (StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
                    storable.add(value);
                }
            }
            check(connection, Type.inHex("longtext", random -> ""), storable, ZoneOffset.UTC.getId());
        }
    }
}
