package dev.longshore.sqlite;

import dev.longshore.tck.Capability;
import dev.longshore.tck.ColumnType;
import dev.longshore.tck.TckDatabase;
import dev.longshore.tck.TypeCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** A database file in a folder of its own, so that several connections see the same tables. */
final class SqliteTckDatabase extends TckDatabase {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSSSS");
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS");
    private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'");

    private final Path folder;

    SqliteTckDatabase() throws IOException {
        folder = Files.createTempDirectory("longshore-tck");
    }

    @Override
    public Connection connect() throws SQLException {
        // no waiting for the disk, which no test pulls the plug of
        return DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("tck.db") + "?synchronous=off&foreign_keys=on");
    }

    @Override
    public String type(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case DECIMAL -> "decimal(18, 4)";
            case REAL -> "real";
            case DOUBLE -> "double precision";
            case TEXT -> "text";
            case BYTES -> "blob";
            case UUID -> "uuid";
            case DATE -> "date";
            case TIME -> "time";
            // one type for both: a zone is a matter of the text
            case TIMESTAMP, INSTANT -> "timestamp";
        };
    }

    @Override
    public String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Text as bytes, since quote() would cut it at a NUL. */
    @Override
    public String textOf(String column) {
        return "typeof(" + column + ") || ' ' || case typeof(" + column + ") when 'text' then hex(" + column
                + ") else quote(" + column + ") end";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.NUMBERED_COLUMN,
                Capability.GENERATED_KEYS,
                Capability.RANDOM_KEY,
                Capability.GENERATED_COLUMN,
                Capability.SCHEMA,
                Capability.TEMPORARY_TABLE,
                Capability.TRIGGER,
                Capability.SKIPPING_TRIGGER,
                Capability.NUL_IN_TEXT,
                Capability.JSON_COLUMN,
                Capability.ROW_OF_MANY);
    }

    @Override
    public void bind(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        if (value instanceof Boolean truth) {
            statement.setInt(index, truth ? 1 : 0);
        } else if (value instanceof BigInteger || value instanceof BigDecimal) {
            statement.setString(index, new BigDecimal(value.toString()).toPlainString());
        } else if (value instanceof Float number) {
            boolean decimal = type == ColumnType.DECIMAL;
            statement.setDouble(index, decimal ? Double.parseDouble(number.toString()) : number);
        } else if (value instanceof Double number) {
            statement.setDouble(index, number);
        } else if (value instanceof Number number) {
            statement.setLong(index, number.longValue());
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof UUID uuid && type == ColumnType.BYTES) {
            statement.setBytes(index, bytesOf(uuid));
        } else if (value instanceof java.util.Date date) {
            // the driver's date_class is INTEGER unless set
            statement.setLong(index, date.getTime());
        } else {
            statement.setString(index, textOf(value));
        }
    }

    private static byte[] bytesOf(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    private static String textOf(Object value) {
        if (value instanceof LocalTime time) {
            return TIME.format(time);
        }
        if (value instanceof LocalDateTime timestamp) {
            return TIMESTAMP.format(timestamp);
        }
        if (value instanceof Instant instant) {
            return INSTANT.format(instant.atOffset(ZoneOffset.UTC));
        }
        if (value instanceof OffsetDateTime instant) {
            return INSTANT.format(instant.withOffsetSameInstant(ZoneOffset.UTC));
        }
        return value instanceof ZonedDateTime zoned ? textOf(zoned.toInstant()) : value.toString();
    }

    @Override
    public Object read(ResultSet rows, int index, ColumnType type) throws SQLException {
        Object value = rows.getObject(index);
        if (value == null) {
            return null;
        }
        return switch (type) {
            case DECIMAL -> {
                BigDecimal decimal = new BigDecimal(rows.getString(index));
                yield decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
            }
            case UUID -> UUID.fromString(rows.getString(index));
            case DATE ->
                value instanceof Number ? local(rows.getLong(index)).toLocalDate() : LocalDate.parse((String) value);
            case TIME -> LocalTime.parse((String) value);
            case TIMESTAMP ->
                value instanceof Number ? local(rows.getLong(index)) : LocalDateTime.parse((String) value);
            case INSTANT ->
                value instanceof Number ? Instant.ofEpochMilli(rows.getLong(index)) : Instant.parse((String) value);
            default -> super.read(rows, index, type);
        };
    }

    private static LocalDateTime local(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault());
    }

    @Override
    public List<TypeCase> moreCases() {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        BigDecimal twentyDigits = new BigDecimal("12345678901234567890.123");
        return List.of(
                TypeCase.stored(ColumnType.INTEGER, true, 1L),
                TypeCase.stored(ColumnType.INTEGER, false, 0L),
                TypeCase.stored(ColumnType.SMALLINT, 1_000_000, 1_000_000L),
                TypeCase.refused(ColumnType.BIGINT, BigInteger.TEN.pow(20).add(BigInteger.ONE)),
                TypeCase.refused(ColumnType.DECIMAL, twentyDigits),
                TypeCase.refused(ColumnType.DOUBLE, Long.MAX_VALUE),
                TypeCase.stored(ColumnType.TEXT, twentyDigits, "12345678901234567890.123"),
                TypeCase.stored(ColumnType.TEXT, "007", "007"),
                TypeCase.stored(ColumnType.DOUBLE, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
                TypeCase.stored(ColumnType.DOUBLE, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY),
                TypeCase.stored(ColumnType.BYTES, uuid, bytesOf(uuid)));
    }

    @Override
    public String numbered() {
        return "integer primary key autoincrement";
    }

    @Override
    public String randomKey() {
        return "text primary key default (hex(randomblob(16)))";
    }

    @Override
    public String schema() {
        return "main";
    }

    @Override
    public List<String> copyingTrigger(String table, String copies) {
        return List.of("create trigger copying after insert on " + table + " begin insert into " + copies
                + " (id) values (new.id); end");
    }

    @Override
    public List<String> skippingTrigger(String table) {
        return List.of("create trigger skipping before insert on " + table
                + " when new.id % 2 = 1 begin select raise(ignore); end");
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
