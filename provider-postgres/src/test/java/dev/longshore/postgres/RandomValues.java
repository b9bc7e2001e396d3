package dev.longshore.postgres;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.postgresql.geometric.PGbox;
import org.postgresql.geometric.PGcircle;
import org.postgresql.geometric.PGline;
import org.postgresql.geometric.PGlseg;
import org.postgresql.geometric.PGpath;
import org.postgresql.geometric.PGpoint;
import org.postgresql.geometric.PGpolygon;

/** Random values of every type that has a binary encoder, and their text as the server reads it. */
final class RandomValues {
    private static final List<String> MOODS = List.of("sad", "o\"k, {}", "é😀", "NULL", "\\");

    private RandomValues() {}

    /**
     * A type.
     *
     * @param name as the server has it
     * @param values makes a value
     * @param text what the server reads as the same value
     */
    record Type(String name, Function<Random, Object> values, Function<Object, String> text) {
        Type(String name, Function<Random, Object> values) {
            this(name, values, String::valueOf);
        }
    }

    /** What must be there beforehand. */
    static List<String> definitions() {
        String labels = MOODS.stream().map(label -> "'" + label + "'").collect(Collectors.joining(", "));
        return List.of(
                "create type mood as enum (" + labels + ")", "create domain positive as numeric check (value > 0)");
    }

    static List<Type> types() {
        return List.of(
                new Type("boolean", Random::nextBoolean),
                new Type("smallint", random -> (short) edgy(random, Short.MAX_VALUE)),
                new Type("integer", random -> (int) edgy(random, Integer.MAX_VALUE)),
                new Type("bigint", random -> edgy(random, Long.MAX_VALUE)),
                new Type("oid", random -> random.nextInt() & 0xffffffffL),
                new Type("real", random -> single(random)),
                new Type("float8", RandomValues::number),
                new Type("numeric", RandomValues::decimal, value -> ((BigDecimal) value).toPlainString()),
                new Type(
                        "positive",
                        random -> decimal(random).abs().add(BigDecimal.ONE),
                        value -> ((BigDecimal) value).toPlainString()),
                new Type("text", random -> text(random, 20)),
                new Type("varchar(20)", random -> text(random, 10)),
                new Type("name", random -> text(random, 10)),
                new Type("mood", random -> MOODS.get(random.nextInt(MOODS.size()))),
                new Type("json", random -> json(random, 3)),
                new Type("jsonb", random -> json(random, 3)),
                new Type("xml", random -> "<a b=\"" + random.nextInt() + "\">é😀</a>"),
                new Type(
                        "bytea",
                        random -> bytes(random, random.nextInt(9)),
                        value -> "\\x" + HexFormat.of().formatHex((byte[]) value)),
                new Type("uuid", random -> new UUID(random.nextLong(), random.nextLong())),
                new Type("date", random -> day(random), value -> text((LocalDate) value)),
                new Type("time", RandomValues::clock),
                new Type("timetz", random -> OffsetTime.of(clock(random), offset(random))),
                new Type("timestamp", RandomValues::time, value -> text((LocalDateTime) value, "")),
                new Type(
                        "timestamptz",
                        random -> OffsetDateTime.of(time(random), offset(random)),
                        value -> text(
                                ((OffsetDateTime) value)
                                        .withOffsetSameInstant(ZoneOffset.UTC)
                                        .toLocalDateTime(),
                                "+00")),
                new Type("interval", RandomValues::interval),
                new Type("inet", random -> address(random), value -> ((InetAddress) value).getHostAddress()),
                new Type(
                        "cidr",
                        random ->
                                random.nextInt(256) + "." + random.nextInt(256) + ".0.0/" + (16 + random.nextInt(17))),
                new Type("macaddr", random -> hex(random, 6)),
                new Type("macaddr8", random -> hex(random, 8)),
                new Type("bit(9)", random -> bits(random, 9)),
                new Type("bit varying", random -> bits(random, random.nextInt(20))),
                new Type("int4range", random -> range(random, RandomValues::small)),
                new Type("int8range", random -> range(random, RandomValues::small)),
                new Type("numrange", random -> range(random, RandomValues::small)),
                new Type("daterange", random -> range(random, RandomValues::isoDay)),
                new Type("tsrange", random -> range(random, low -> '"' + isoDay(low) + ' ' + clock(low) + '"')),
                new Type("tstzrange", random -> range(random, low -> '"' + isoDay(low) + 'T' + clock(low) + "+02\"")),
                new Type("int4multirange", random -> ranges(random, RandomValues::small)),
                new Type("datemultirange", random -> ranges(random, RandomValues::isoDay)),
                new Type("point", RandomValues::point),
                new Type("line", random -> new PGline(1 + random.nextInt(9), number(random), number(random))),
                new Type("lseg", random -> new PGlseg(point(random), point(random))),
                new Type("box", random -> new PGbox(point(random), point(random))),
                new Type("path", random -> new PGpath(points(random), random.nextBoolean())),
                new Type("polygon", random -> new PGpolygon(points(random))),
                new Type("circle", random -> new PGcircle(point(random), random.nextInt(9))));
    }

    private static long edgy(Random random, long most) {
        return switch (random.nextInt(6)) {
            case 0 -> most;
            case 1 -> -most - 1;
            case 2 -> 0;
            case 3 -> random.nextInt(10) - 5;
            default -> random.nextLong() % most;
        };
    }

    private static float single(Random random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isNaN(value) ? -0.0f : value;
    }

    private static double number(Random random) {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isNaN(value) || Double.isInfinite(value) ? -0.0 : value;
    }

    private static BigDecimal decimal(Random random) {
        return new BigDecimal(new BigInteger(random.nextInt(150), random), random.nextInt(40) - 8)
                .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
    }

    private static String text(Random random, int most) {
        String picked = "ab ,{}\"'\\\t\n\réß€中😀\u0001\u007f\u00a0\u2028";
        int[] points = picked.codePoints().toArray();
        return IntStream.range(0, random.nextInt(most))
                .map(i -> points[random.nextInt(points.length)])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String json(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> String.valueOf(random.nextInt());
            case 1 -> "null";
            case 2 -> "\"é\\n\\\"\\u20ac " + random.nextInt() + '"';
            case 3 -> '[' + json(random, depth - 1) + ", " + json(random, depth - 1) + ']';
            default -> "{\"k\" : " + json(random, depth - 1) + '}';
        };
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static LocalDate day(Random random) {
        return LocalDate.ofEpochDay(random.nextInt(80_000_000) - 2_440_000L);
    }

    /** A day that ISO and the server write alike. */
    private static String isoDay(Random random) {
        return LocalDate.ofEpochDay(random.nextInt(3_000_000) - 700_000).toString();
    }

    private static LocalTime clock(Random random) {
        return LocalTime.ofNanoOfDay(1_000L * (long) (random.nextDouble() * 86_399_999_999L));
    }

    private static LocalDateTime time(Random random) {
        return day(random).atTime(clock(random));
    }

    private static ZoneOffset offset(Random random) {
        return ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1_681) - 840));
    }

    private static String text(LocalDate date) {
        return text(date, date.getYear() <= 0 ? " BC" : "");
    }

    private static String text(LocalDate date, String era) {
        int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
        return String.format(Locale.ROOT, "%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth()) + era;
    }

    private static String text(LocalDateTime time, String offset) {
        return text(time.toLocalDate(), "") + ' ' + time.toLocalTime() + offset + (time.getYear() <= 0 ? " BC" : "");
    }

    private static String interval(Random random) {
        return random.nextInt(2_000) - 1_000 + " mons " + (random.nextInt(2_000) - 1_000) + " days "
                + random.nextInt(100) + ':' + String.format(Locale.ROOT, "%02d", random.nextInt(60)) + ":01."
                + String.format(Locale.ROOT, "%06d", random.nextInt(1_000_000));
    }

    private static InetAddress address(Random random) {
        try {
            return InetAddress.getByAddress(bytes(random, random.nextBoolean() ? 4 : 16));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(Random random, int length) {
        return HexFormat.ofDelimiter(":").formatHex(bytes(random, length));
    }

    private static String bits(Random random, int length) {
        return IntStream.range(0, length)
                .mapToObj(i -> random.nextBoolean() ? "1" : "0")
                .collect(Collectors.joining());
    }

    private static String small(Random random) {
        return String.valueOf(random.nextInt(1_000));
    }

    /** With one bound, with both at the same value so that they are in order, or with none. */
    private static String range(Random random, Function<Random, String> bound) {
        String one = bound.apply(new Random(random.nextInt(5)));
        String open = random.nextBoolean() ? "[" : "(";
        return switch (random.nextInt(5)) {
            case 0 -> "empty";
            case 1 -> open + one + ",)";
            case 2 -> "(," + one + "]";
            case 3 -> "(,)";
            default -> open + one + ',' + one + ']';
        };
    }

    private static String ranges(Random random, Function<Random, String> bound) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> range(random, bound))
                .filter(range -> !range.equals("empty"))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static PGpoint point(Random random) {
        return new PGpoint(number(random), random.nextInt(100) / 8.0);
    }

    private static PGpoint[] points(Random random) {
        PGpoint[] points = new PGpoint[1 + random.nextInt(4)];
        for (int i = 0; i < points.length; i++) {
            points[i] = point(random);
        }
        return points;
    }

    /** An array of up to three dimensions, as lists in each other, with nulls among its elements; or an empty one. */
    static List<Object> array(Random random, Type element) {
        int dimensions = random.nextInt(4);
        int[] sizes =
                IntStream.range(0, dimensions).map(i -> 1 + random.nextInt(3)).toArray();
        return dimensions == 0 ? List.of() : array(random, element, sizes, 0);
    }

    private static List<Object> array(Random random, Type element, int[] sizes, int level) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < sizes[level]; i++) {
            boolean isElement = level == sizes.length - 1;
            Object value = isElement ? element.values.apply(random) : array(random, element, sizes, level + 1);
            values.add(isElement && random.nextInt(4) == 0 ? null : value);
        }
        return values;
    }

    /** The text of such an array. */
    static String arrayText(Type element, Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof List<?> values) {
            // the one type whose elements stand apart by something else
            String delimiter = element.name.equals("box") ? ";" : ",";
            return values.stream()
                    .map(each -> arrayText(element, each))
                    .collect(Collectors.joining(delimiter, "{", "}"));
        }
        return '"' + element.text.apply(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
