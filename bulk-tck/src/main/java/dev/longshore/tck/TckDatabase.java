package dev.longshore.tck;

import dev.longshore.BulkInserter;
import java.math.BigDecimal;
import java.sql.Connection;
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
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One empty database, or one empty schema of a server, that a test fills by plain JDBC. Made anew for each test and closed
 * after it. Nothing in it may use the provider under test: it is the other side of the comparison.
 *
 * <p>Names in the tests' SQL are lower case and unquoted unless a test is about names.
 */
public abstract class TckDatabase implements AutoCloseable {
    /** For subclasses. */
    protected TckDatabase() {}

    /**
     * Opens a connection with the driver's defaults, autocommit among them. All connections of one object see the same
     * tables.
     *
     * @return a new connection, closed by the test
     * @throws SQLException if the database does not answer
     */
    public abstract Connection connect() throws SQLException;

    /**
     * Sets what all loads of the tests have in common, such as the option that forces a path.
     *
     * @param inserter an inserter without settings
     * @return the inserter with them; by default the one given
     */
    public BulkInserter configured(BulkInserter inserter) {
        return inserter;
    }

    /**
     * Spells a column type as in {@code create table}.
     *
     * @param type the kind of column
     * @return the type, or null if the database has none of that kind
     */
    public abstract @Nullable String type(ColumnType type);

    /**
     * Quotes a name. Written without the provider's own dialect, which is tested against it.
     *
     * @param name the name as stored
     * @return the name as it is written in SQL, whatever characters it has
     */
    public abstract String quote(String name);

    /**
     * Writes the SQL expression that shows a column as the database itself prints it, with everything that two equal texts
     * could still differ in, for example {@code typeof(c) || ' ' || quote(c)}.
     *
     * @param column the column as it is written in SQL
     * @return an expression whose value is text, or NULL for NULL
     */
    public abstract String textOf(String column);

    /**
     * Says what the database can do.
     *
     * @return the capabilities
     */
    public abstract Set<Capability> capabilities();

    /**
     * Says whether a table or column can have a name, however it is quoted.
     *
     * @param name the name as stored
     * @return true, unless overridden
     */
    public boolean takesName(String name) {
        return true;
    }

    /**
     * Says whether unquoted names of tables that differ in case only are the same.
     *
     * @return true, unless overridden
     */
    public boolean foldsTableNames() {
        return true;
    }

    /**
     * Spells the default of a column of {@link ColumnType#TEXT}.
     *
     * @param literal the default as an SQL literal
     * @return the clause; by default {@code default} and the literal
     */
    public String defaultText(String literal) {
        return "default " + literal;
    }

    /**
     * Says which is the first instant that columns of {@link ColumnType#INSTANT} hold.
     *
     * @return an instant before the first year, unless overridden
     */
    public Instant oldestInstant() {
        return Instant.MIN;
    }

    /**
     * Says in which zone result sets show columns of {@link ColumnType#INSTANT} where they show them as local times.
     *
     * @return the zone that a load from such a result set must be given; null, unless overridden, where instants are shown
     */
    public @Nullable ZoneId zoneOfResultSets() {
        return null;
    }

    /**
     * Binds a value for a plain INSERT, as docs/conversions.md says that a value of that class goes into a column of that
     * kind. By default each value is bound by the class that JDBC names for the column.
     *
     * @param statement the INSERT
     * @param index the parameter, counted from 1
     * @param type the kind of the column
     * @param value the value
     * @throws SQLException if the driver refuses it
     */
    public void bind(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        switch (type) {
            case DECIMAL -> statement.setBigDecimal(index, decimalOf(value));
            case TEXT ->
                statement.setString(index, value instanceof Enum<?> constant ? constant.name() : value.toString());
            case DATE, TIME, TIMESTAMP, INSTANT -> statement.setObject(index, temporalOf(type, value));
            default -> statement.setObject(index, value);
        }
    }

    /**
     * Binds NULL for a plain INSERT. By default without a type, for the database to find it.
     *
     * @param statement the INSERT
     * @param index the parameter, counted from 1
     * @param type the kind of the column
     * @throws SQLException if the driver refuses it
     */
    public void bindNull(PreparedStatement statement, int index, ColumnType type) throws SQLException {
        statement.setObject(index, null);
    }

    /**
     * Reads a value back in the form in which the type table expects it: {@link Boolean} for {@link ColumnType#BOOLEAN},
     * {@link Long} for whole numbers, {@link BigDecimal} without trailing zeros, {@link Float} for {@link ColumnType#REAL},
     * {@link Double}, {@link String}, {@code byte[]}, {@link java.util.UUID}, {@link LocalDate}, {@link LocalTime},
     * {@link LocalDateTime}, {@link Instant}.
     *
     * @param rows a result set that stands on a row
     * @param index the column, counted from 1
     * @param type the kind of the column
     * @return the value, null for NULL
     * @throws SQLException if the driver can't give it
     */
    public @Nullable Object read(ResultSet rows, int index, ColumnType type) throws SQLException {
        Object value = switch (type) {
            case BOOLEAN -> rows.getBoolean(index);
            case SMALLINT, INTEGER, BIGINT -> rows.getLong(index);
            case DECIMAL -> rows.getBigDecimal(index);
            case REAL -> rows.getFloat(index);
            case DOUBLE -> rows.getDouble(index);
            case TEXT -> rows.getString(index);
            case BYTES -> rows.getBytes(index);
            case UUID -> rows.getObject(index, java.util.UUID.class);
            case DATE -> rows.getObject(index, LocalDate.class);
            case TIME -> rows.getObject(index, LocalTime.class);
            case TIMESTAMP -> rows.getObject(index, LocalDateTime.class);
            case INSTANT -> rows.getObject(index, OffsetDateTime.class);
        };
        if (rows.wasNull() || value == null) {
            return null;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        }
        return value instanceof OffsetDateTime instant ? instant.toInstant() : value;
    }

    /**
     * Returns type cases that only this database has, tested like those of the common table.
     *
     * @return the cases; none by default
     */
    public List<TypeCase> moreCases() {
        return List.of();
    }

    /**
     * Says why a value of the type table, which is stored by a load of few rows, is left out of loads of many. The end of the run
     * names it.
     *
     * @param each the case
     * @return the reason as a phrase; null, unless overridden
     */
    public @Nullable String leftOutOfMany(TypeCase each) {
        return null;
    }

    /**
     * Spells a primary key column that the database numbers and that an INSERT may bring a number for.
     *
     * @return what follows the column's name in {@code create table}, for example
     *     {@code bigint generated by default as identity primary key}
     */
    public String numbered() {
        throw new UnsupportedOperationException("numbered() goes with the capability NUMBERED_COLUMN");
    }

    /**
     * Spells a primary key column that the database numbers and that a plain INSERT may not bring a number for.
     *
     * @return what follows the column's name in {@code create table}
     */
    public String numberedAlways() {
        throw new UnsupportedOperationException("numberedAlways() goes with the capability NUMBERED_ALWAYS");
    }

    /**
     * Spells a primary key column whose default is random, such as a UUID.
     *
     * @return what follows the column's name in {@code create table}
     */
    public String randomKey() {
        throw new UnsupportedOperationException("randomKey() goes with the capability RANDOM_KEY");
    }

    /**
     * Says whether a transaction that has inserted rows keeps other connections from reading the table.
     *
     * @return false, unless overridden
     */
    public boolean locksReaders() {
        return false;
    }

    /**
     * Spells a column that is computed from others.
     *
     * @param name the column
     * @param type the kind of column
     * @param expression the SQL expression
     * @return the column's whole definition, by default {@code name type generated always as (expression) stored}
     */
    public String computed(String name, ColumnType type, String expression) {
        return name + " " + type(type) + " generated always as (" + expression + ") stored";
    }

    /**
     * Names the schema that {@link #connect()}'s tables are in.
     *
     * @return the schema's name as stored
     */
    public String schema() {
        throw new UnsupportedOperationException("schema() goes with the capability SCHEMA");
    }

    /**
     * Writes the statements that make a trigger which, for each row inserted into one table, inserts the row's column
     * {@code id} into the column {@code id} of another.
     *
     * @param table the table that is loaded
     * @param copies the table that the trigger fills
     * @return the statements
     */
    public List<String> copyingTrigger(String table, String copies) {
        throw new UnsupportedOperationException("copyingTrigger() goes with the capability TRIGGER");
    }

    /**
     * Writes the statements that make a trigger which leaves out rows whose column {@code id} is odd, without an error.
     *
     * @param table the table that is loaded
     * @return the statements
     */
    public List<String> skippingTrigger(String table) {
        throw new UnsupportedOperationException("skippingTrigger() goes with the capability SKIPPING_TRIGGER");
    }

    /**
     * Removes the database, or what was made in the schema.
     *
     * @throws SQLException if that fails
     */
    @Override
    public abstract void close() throws SQLException;

    /** A float's digits are what was meant, not its binary fraction. */
    private static BigDecimal decimalOf(Object value) {
        return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
    }

    private static Object temporalOf(ColumnType type, Object value) {
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        if (value instanceof ZonedDateTime zoned) {
            return zoned.toOffsetDateTime();
        }
        if (value instanceof java.sql.Timestamp timestamp) {
            return type == ColumnType.INSTANT
                    ? timestamp.toInstant().atOffset(ZoneOffset.UTC)
                    : timestamp.toLocalDateTime();
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        return value instanceof java.sql.Time time ? time.toLocalTime() : value;
    }
}
