package dev.longshore.sqlserver;

import dev.longshore.tck.Capability;
import dev.longshore.tck.ColumnType;
import dev.longshore.tck.TckDatabase;
import dev.longshore.tck.TypeCase;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import microsoft.sql.DateTimeOffset;
import org.jspecify.annotations.Nullable;

/** A database of the server. */
final class SqlServerTckDatabase extends TckDatabase {
    private final SqlServerServer.Database database;

    SqlServerTckDatabase() throws SQLException {
        database = SqlServerServer.takeDatabase();
        // what a test that broke off has left
        empty();
    }

    @Override
    public Connection connect() throws SQLException {
        return SqlServerServer.connect(database.name());
    }

    @Override
    public String type(ColumnType type) {
        return spelled(type);
    }

    static String spelled(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "bit";
            case SMALLINT -> "smallint";
            case INTEGER -> "int";
            case BIGINT -> "bigint";
            case DECIMAL -> "decimal(18, 4)";
            case REAL -> "real";
            case DOUBLE -> "float";
            case TEXT -> "nvarchar(max)";
            case BYTES -> "varbinary(max)";
            case UUID -> "uniqueidentifier";
            case DATE -> "date";
            case TIME -> "time(6)";
            case TIMESTAMP -> "datetime2(6)";
            case INSTANT -> "datetimeoffset(6)";
        };
    }

    @Override
    public String randomKey() {
        return "uniqueidentifier not null default newid() primary key";
    }

    @Override
    public String quote(String name) {
        return '[' + name.replace("]", "]]") + ']';
    }

    /** Babelfish reads no closing bracket in a name, and its catalog shows names in code page 1252. */
    @Override
    public boolean takesName(String name) {
        return !SqlServerServer.isBabelfish()
                || (name.indexOf(']') < 0
                        && Charset.forName("windows-1252").newEncoder().canEncode(name));
    }

    /** JSON shows all digits of a number, all characters of a text, and bytes in base 64; Babelfish has none of a binary column. */
    @Override
    public String textOf(String column) {
        String shown = SqlServerServer.isBabelfish() ? "cast(" + column + " as sql_variant)" : column;
        return "case when " + column + " is not null then (select " + shown + " as v for json path) end";
    }

    /** Identity columns refuse numbers unless IDENTITY_INSERT is on, and temporary tables have names of their own. */
    static final Set<Capability> CAPABILITIES = Collections.unmodifiableSet(EnumSet.of(
            Capability.NUMBERED_ALWAYS,
            Capability.GENERATED_KEYS,
            Capability.RANDOM_KEY,
            Capability.GENERATED_COLUMN,
            Capability.SCHEMA,
            Capability.TRIGGER,
            Capability.INTEGER_RANGE,
            Capability.DATE_TYPES,
            Capability.ZONED_TIMESTAMP,
            Capability.NUL_IN_TEXT));

    /** PostgreSQL, which Babelfish is, has no NUL in its texts. */
    @Override
    public Set<Capability> capabilities() {
        Set<Capability> capabilities = EnumSet.copyOf(CAPABILITIES);
        if (SqlServerServer.isBabelfish()) {
            capabilities.remove(Capability.NUL_IN_TEXT);
        }
        return capabilities;
    }

    @Override
    public @Nullable String leftOutOfMany(TypeCase each) {
        return SqlServerServer.isBabelfish() && each.value().equals(LocalDate.of(1582, 10, 10))
                ? "Babelfish needs the driver's binary form of a date, which has no such day"
                : null;
    }

    @Override
    public void bind(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        switch (type) {
            case SMALLINT, INTEGER, BIGINT -> statement.setLong(index, ((Number) value).longValue());
            case DOUBLE -> statement.setDouble(index, ((Number) value).doubleValue());
            case REAL -> statement.setFloat(index, ((Number) value).floatValue());
            case DECIMAL -> statement.setBigDecimal(index, new BigDecimal(value.toString()));
            case UUID -> statement.setString(index, value.toString());
            // a varchar has no way into a datetimeoffset on Babelfish
            case INSTANT -> {
                if (value instanceof String text) {
                    statement.setString(index, text);
                } else {
                    statement.setObject(index, DateTimeOffset.valueOf(instant(value)));
                }
            }
            case DATE, TIME, TIMESTAMP -> statement.setString(index, iso(value));
            default -> super.bind(statement, index, type, value);
        }
    }

    private static OffsetDateTime instant(Object value) {
        if (value instanceof Timestamp timestamp) {
            return timestamp.toInstant().atOffset(ZoneOffset.UTC);
        }
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        return value instanceof ZonedDateTime zoned ? zoned.toOffsetDateTime() : (OffsetDateTime) value;
    }

    /** The driver's own binding goes through the default zone, which has not every local time. Without seconds it is no ISO. */
    private static String iso(Object value) {
        Object local = value instanceof Timestamp timestamp ? timestamp.toLocalDateTime() : value;
        return local instanceof LocalDateTime stamp
                ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(stamp)
                : local.toString();
    }

    @Override
    public void bindNull(PreparedStatement statement, int index, ColumnType type) throws SQLException {
        // on Babelfish the rows of VALUES have one type, and a text has no way into these
        int sent = switch (type) {
            case BYTES -> Types.VARBINARY;
            case INSTANT -> microsoft.sql.Types.DATETIMEOFFSET;
            default -> Types.NVARCHAR;
        };
        statement.setNull(index, sent);
    }

    @Override
    public String numberedAlways() {
        return "bigint identity primary key";
    }

    @Override
    public String computed(String name, ColumnType type, String expression) {
        return name + " as (" + expression + ") persisted";
    }

    @Override
    public String schema() {
        return "dbo";
    }

    @Override
    public List<String> copyingTrigger(String table, String copies) {
        return List.of("create trigger copying on " + table + " after insert as begin set nocount on; insert into "
                + copies + " (id) select id from inserted end");
    }

    @Override
    public void close() throws SQLException {
        empty();
        SqlServerServer.giveBack(database);
    }

    private void empty() throws SQLException {
        try (Statement statement = database.owner().createStatement()) {
            List<String> drops = new ArrayList<>();
            collect(
                    statement,
                    "select 'alter table ' + " + quoted("object_schema_name(parent_object_id)") + " + '.' + "
                            + quoted("object_name(parent_object_id)") + " + ' drop constraint ' + " + quoted("name")
                            + " from sys.foreign_keys",
                    drops);
            collect(
                    statement,
                    "select 'drop ' + case type when 'V' then 'view ' else 'table ' end + "
                            + quoted("schema_name(schema_id)") + " + '.' + " + quoted("name")
                            + " from sys.objects where type in ('U', 'V') and is_ms_shipped = 0 order by type desc",
                    drops);
            for (String drop : drops) {
                statement.execute(drop);
            }
        }
    }

    /** As quotename does, which on Babelfish doubles quotes inside brackets. */
    private static String quoted(String name) {
        return "'[' + replace(cast(" + name + " as nvarchar(128)), ']', ']]') + ']'";
    }

    private static void collect(Statement statement, String query, List<String> found) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
    }
}
