package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.tck.Capability;
import dev.longshore.tck.ColumnType;
import dev.longshore.tck.TckDatabase;
import dev.longshore.tck.TypeCase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;

/** A database of the server, whose session is in UTC. */
class MySqlTckDatabase extends TckDatabase {
    private static final DateTimeFormatter LITERAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    /** As the server prints it, with as many digits of a fraction as there are. */
    private static final DateTimeFormatter PRINTED = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .toFormatter();

    private final MySqlServer.Login login;
    private final String database;
    private final boolean isMariaDb;

    MySqlTckDatabase() throws SQLException {
        this(MySqlServer.login());
    }

    MySqlTckDatabase(MySqlServer.Login login) throws SQLException {
        this.login = login;
        database = login.newDatabase();
        isMariaDb = login.isMariaDb();
    }

    /** The tests' server, with loads that all take one path. */
    static MySqlTckDatabase by(MySqlProvider.Path path) throws SQLException {
        return new MySqlTckDatabase() {
            @Override
            public BulkInserter configured(BulkInserter inserter) {
                return inserter.option(MySqlProvider.PATH, path);
            }
        };
    }

    @Override
    public Connection connect() throws SQLException {
        return login.connectTo(database, new Properties());
    }

    @Override
    public String type(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "int";
            case BIGINT -> "bigint";
            case DECIMAL -> "decimal(18, 4)";
            // what FLOAT holds is printed with six digits
            case REAL, DOUBLE -> "double";
            case TEXT -> "longtext";
            case BYTES -> "longblob";
            case UUID -> isMariaDb ? "uuid" : "binary(16)";
            case DATE -> "date";
            case TIME -> "time(6)";
            case TIMESTAMP -> "datetime(6)";
            case INSTANT -> "timestamp(6) null";
        };
    }

    @Override
    public String quote(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    @Override
    public String textOf(String column) {
        return "hex(concat(" + column + ", ''))";
    }

    @Override
    public boolean takesName(String name) {
        return !name.endsWith(" ");
    }

    @Override
    public boolean foldsTableNames() {
        return false;
    }

    /** MySQL takes defaults of long texts as expressions only. */
    @Override
    public String defaultText(String literal) {
        return "default (" + literal + ")";
    }

    @Override
    public Instant oldestInstant() {
        return Instant.ofEpochSecond(1);
    }

    /** The driver shows a TIMESTAMP in the zone of the JVM, which is that of the session here. */
    @Override
    public ZoneId zoneOfResultSets() {
        return ZoneOffset.UTC;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(
                EnumSet.of(Capability.NUMBERED_ALWAYS, Capability.SKIPPING_TRIGGER, Capability.NAN));
    }

    @Override
    public void bind(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        if (value instanceof String text) {
            statement.setString(index, text);
            return;
        }
        switch (type) {
            case REAL, DOUBLE -> statement.setDouble(index, ((Number) value).doubleValue());
            case UUID -> bindUuid(statement, index, (UUID) value);
            case INSTANT ->
                statement.setString(index, LITERAL.format(instantOf(value).atOffset(ZoneOffset.UTC)));
            case TIMESTAMP ->
                statement.setString(
                        index,
                        LITERAL.format(
                                value instanceof java.sql.Timestamp timestamp
                                        ? timestamp.toLocalDateTime()
                                        : (LocalDateTime) value));
            case TIME -> statement.setString(index, value.toString());
            default -> super.bind(statement, index, type, value);
        }
    }

    private void bindUuid(PreparedStatement statement, int index, UUID value) throws SQLException {
        if (isMariaDb) {
            statement.setString(index, value.toString());
        } else {
            statement.setBytes(
                    index,
                    ByteBuffer.allocate(16)
                            .putLong(value.getMostSignificantBits())
                            .putLong(value.getLeastSignificantBits())
                            .array());
        }
    }

    private static Instant instantOf(Object value) {
        if (value instanceof OffsetDateTime instant) {
            return instant.toInstant();
        }
        if (value instanceof ZonedDateTime instant) {
            return instant.toInstant();
        }
        return value instanceof java.sql.Timestamp timestamp ? timestamp.toInstant() : (Instant) value;
    }

    @Override
    public Object read(ResultSet rows, int index, ColumnType type) throws SQLException {
        if (type == ColumnType.INSTANT) {
            String printed = rows.getString(index);
            return printed == null
                    ? null
                    : LocalDateTime.parse(printed, PRINTED).toInstant(ZoneOffset.UTC);
        }
        if (type == ColumnType.UUID && !isMariaDb) {
            byte[] bytes = rows.getBytes(index);
            return bytes == null
                    ? null
                    : new UUID(
                            ByteBuffer.wrap(bytes).getLong(),
                            ByteBuffer.wrap(bytes).getLong(8));
        }
        return super.read(rows, index, type);
    }

    @Override
    public List<TypeCase> moreCases() {
        return List.of(
                TypeCase.refused(ColumnType.BOOLEAN, 128),
                TypeCase.stored(ColumnType.INTEGER, true, 1L),
                TypeCase.stored(ColumnType.INTEGER, new BigDecimal("2.5"), 3L),
                TypeCase.refused(ColumnType.INTEGER, BigInteger.ONE.shiftLeft(31)),
                TypeCase.refused(ColumnType.DATE, LocalTime.NOON),
                TypeCase.refused(ColumnType.TIME, LocalDate.EPOCH),
                TypeCase.refused(ColumnType.DATE, LocalDate.of(10_000, 1, 1)),
                TypeCase.refused(ColumnType.TIMESTAMP, LocalDateTime.parse("-0043-03-15T12:00")),
                TypeCase.refused(ColumnType.TIMESTAMP, "2024-01-01 24:00:00"),
                TypeCase.refused(ColumnType.TIME, Duration.ofHours(839)),
                TypeCase.stored(
                        ColumnType.TIMESTAMP,
                        LocalDateTime.parse("0001-01-01T00:00"),
                        LocalDateTime.parse("0001-01-01T00:00")),
                TypeCase.refused(ColumnType.INSTANT, Instant.EPOCH),
                TypeCase.stored(ColumnType.INSTANT, Instant.ofEpochSecond(1), Instant.ofEpochSecond(1)),
                TypeCase.refused(ColumnType.DOUBLE, Double.POSITIVE_INFINITY),
                TypeCase.refused(ColumnType.DECIMAL, new BigDecimal("99999999999999.99995")),
                TypeCase.refused(ColumnType.DECIMAL, new BigDecimal("1E+14")));
    }

    @Override
    public String numbered() {
        return "bigint auto_increment primary key";
    }

    @Override
    public String randomKey() {
        return isMariaDb ? "uuid default uuid() primary key" : "char(36) default (uuid()) primary key";
    }

    @Override
    public String schema() {
        return database;
    }

    @Override
    public List<String> copyingTrigger(String table, String copies) {
        return List.of("create trigger copying after insert on " + table + " for each row insert into " + copies
                + " (id) values (new.id)");
    }

    @Override
    public void close() throws SQLException {
        login.dropDatabase(database);
    }
}
