package dev.longshore.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.tck.Capability;
import dev.longshore.tck.ColumnType;
import dev.longshore.tck.TckDatabase;
import dev.longshore.tck.TypeCase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A schema of the server. */
class PostgresTckDatabase extends TckDatabase {
    private static final UUID SOME_UUID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    private final PostgresServer.Login server;
    private final String schema;

    PostgresTckDatabase(PostgresServer.Login server) throws SQLException {
        this.server = server;
        this.schema = server.newSchema();
    }

    /** The tests' server, with loads that all take one path. */
    static PostgresTckDatabase by(PostgresProvider.Path path) throws SQLException {
        return new PostgresTckDatabase(PostgresServer.login()) {
            @Override
            public BulkInserter configured(BulkInserter inserter) {
                return inserter.option(PostgresProvider.PATH, path);
            }
        };
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connectTo(schema);
    }

    @Override
    public String type(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case DECIMAL -> "numeric(18, 4)";
            case REAL -> "real";
            case DOUBLE -> "double precision";
            case TEXT -> "text";
            case BYTES -> "bytea";
            case UUID -> "uuid";
            case DATE -> "date";
            case TIME -> "time";
            case TIMESTAMP -> "timestamp";
            case INSTANT -> "timestamptz";
        };
    }

    @Override
    public String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    public String textOf(String column) {
        return column + "::text";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.NUL_IN_TEXT));
    }

    @Override
    public void bind(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        if (value instanceof String text && type != ColumnType.TEXT) {
            // read by the server
            statement.setObject(index, text, Types.OTHER);
            return;
        }
        switch (type) {
            case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> bindNumber(statement, index, type, value);
            case TEXT ->
                super.bind(statement, index, type, value instanceof BigDecimal number ? number.toPlainString() : value);
            case DATE, TIME, INSTANT -> super.bind(statement, index, type, temporalOf(type, value));
            default -> super.bind(statement, index, type, value);
        }
    }

    private void bindNumber(PreparedStatement statement, int index, ColumnType type, Object value) throws SQLException {
        if (value instanceof BigInteger number) {
            statement.setBigDecimal(index, new BigDecimal(number));
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (type == ColumnType.DECIMAL && Double.isFinite(number)) {
                statement.setBigDecimal(index, new BigDecimal(value.toString()));
            } else if (value instanceof Float single) {
                statement.setFloat(index, single);
            } else {
                statement.setDouble(index, number);
            }
        } else if (value instanceof BigDecimal number) {
            statement.setBigDecimal(index, number);
        } else {
            statement.setLong(index, ((Number) value).longValue());
        }
    }

    private static Object temporalOf(ColumnType type, Object value) {
        if (value instanceof LocalDateTime local && type != ColumnType.INSTANT) {
            return type == ColumnType.DATE ? local.toLocalDate() : local.toLocalTime();
        }
        return value.getClass() == java.util.Date.class ? ((java.util.Date) value).toInstant() : value;
    }

    /** With the kit's own cases every pair of a Java type and a kind of column, as docs/conversions.md has them. */
    @Override
    public List<TypeCase> moreCases() {
        List<TypeCase> cases = new ArrayList<>();
        addNumbers(cases);
        addTexts(cases);
        addTemporals(cases);
        return cases;
    }

    private static void addNumbers(List<TypeCase> cases) {
        for (Object value :
                List.of(1, 1.5d, BigDecimal.ONE, new byte[1], SOME_UUID, LocalDate.EPOCH, Instant.EPOCH, "maybe")) {
            cases.add(TypeCase.refused(ColumnType.BOOLEAN, value));
        }
        cases.add(TypeCase.stored(ColumnType.BOOLEAN, "yes", true));
        cases.add(TypeCase.stored(ColumnType.BOOLEAN, "f", false));

        for (ColumnType type : List.of(ColumnType.SMALLINT, ColumnType.INTEGER, ColumnType.BIGINT)) {
            cases.add(TypeCase.stored(type, " 12", 12L));
            cases.add(TypeCase.stored(type, 2.5d, 2L));
            cases.add(TypeCase.stored(type, -1.5f, -2L));
            cases.add(TypeCase.stored(type, new BigDecimal("2.5"), 3L));
            cases.add(TypeCase.stored(type, new BigDecimal("-2.5"), -3L));
            cases.add(TypeCase.stored(type, new BigDecimal("12"), 12L));
            cases.add(TypeCase.refused(type, Double.NaN));
            cases.add(TypeCase.refused(type, new BigDecimal("1E+30")));
            cases.add(TypeCase.refused(type, "1.5"));
            cases.add(TypeCase.refused(type, "\u0661"));
        }
        cases.add(TypeCase.refused(ColumnType.INTEGER, BigInteger.ONE.shiftLeft(31)));
        cases.add(TypeCase.refused(ColumnType.SMALLINT, new BigDecimal("32767.5")));

        cases.add(TypeCase.stored(ColumnType.DECIMAL, "12.3450", new BigDecimal("12.345")));
        cases.add(TypeCase.stored(ColumnType.DECIMAL, new BigDecimal("1.00005"), new BigDecimal("1.0001")));
        cases.add(TypeCase.refused(ColumnType.DECIMAL, "12,5"));
        cases.add(TypeCase.stored(ColumnType.DOUBLE, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
        cases.add(TypeCase.stored(ColumnType.DOUBLE, new BigDecimal("0.1"), 0.1d));
        cases.add(TypeCase.stored(ColumnType.DOUBLE, BigInteger.TEN, 10d));
        cases.add(TypeCase.stored(ColumnType.DOUBLE, "-Infinity", Double.NEGATIVE_INFINITY));
        cases.add(TypeCase.stored(ColumnType.DOUBLE, "-0", -0.0d));
        cases.add(TypeCase.refused(ColumnType.DOUBLE, new BigDecimal("1E+400")));
        cases.add(TypeCase.stored(ColumnType.REAL, new BigDecimal("1.00000017881393432617187499"), 1.0000001f));
        cases.add(TypeCase.stored(ColumnType.REAL, "0.1", 0.1f));
        cases.add(TypeCase.stored(ColumnType.REAL, 16_777_217, 16_777_216f));
        cases.add(TypeCase.refused(ColumnType.REAL, Double.MAX_VALUE));
        for (ColumnType type : List.of(ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.DOUBLE)) {
            for (Object value : List.of(true, new byte[1], SOME_UUID, LocalDate.EPOCH, LocalTime.NOON, Instant.EPOCH)) {
                cases.add(TypeCase.refused(type, value));
            }
        }
    }

    private static void addTexts(List<TypeCase> cases) {
        cases.add(TypeCase.stored(ColumnType.TEXT, true, "true"));
        cases.add(TypeCase.stored(ColumnType.TEXT, -5, "-5"));
        cases.add(TypeCase.stored(ColumnType.TEXT, 1.5d, "1.5"));
        cases.add(TypeCase.stored(ColumnType.TEXT, new BigDecimal("1E+3"), "1000"));
        cases.add(TypeCase.stored(ColumnType.TEXT, LocalDate.EPOCH, "1970-01-01"));
        cases.add(TypeCase.stored(ColumnType.TEXT, LocalTime.NOON, "12:00"));
        cases.add(TypeCase.stored(ColumnType.TEXT, LocalDate.EPOCH.atTime(12, 0), "1970-01-01T12:00"));
        cases.add(TypeCase.stored(ColumnType.TEXT, LocalTime.NOON.atOffset(ZoneOffset.UTC), "12:00Z"));
        cases.add(TypeCase.refused(ColumnType.TEXT, new byte[1]));
        cases.add(TypeCase.refused(ColumnType.TEXT, new java.sql.Date(0)));

        cases.add(TypeCase.stored(ColumnType.BYTES, "\\x0001ff", new byte[] {0, 1, -1}));
        for (Object value : List.of("plain", true, 1, 1.5d, SOME_UUID, LocalDate.EPOCH)) {
            cases.add(TypeCase.refused(ColumnType.BYTES, value));
        }
        cases.add(TypeCase.stored(ColumnType.UUID, "{00112233445566778899AABBCCDDEEFF}", SOME_UUID));
        for (Object value : List.of("00112233", 1, new byte[16], LocalDate.EPOCH)) {
            cases.add(TypeCase.refused(ColumnType.UUID, value));
        }
    }

    private static void addTemporals(List<TypeCase> cases) {
        LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
        cases.add(TypeCase.stored(ColumnType.DATE, noon, noon.toLocalDate()));
        cases.add(TypeCase.stored(ColumnType.DATE, "2024-02-29", noon.toLocalDate()));
        cases.add(TypeCase.stored(ColumnType.DATE, "0044-03-15 BC", LocalDate.of(-43, 3, 15)));
        cases.add(TypeCase.stored(ColumnType.DATE, LocalDate.of(10_000, 1, 1), LocalDate.of(10_000, 1, 1)));
        cases.add(TypeCase.stored(ColumnType.DATE, "10000-01-01", LocalDate.of(10_000, 1, 1)));
        for (Object value : List.of(LocalTime.NOON, Instant.EPOCH, "2023-02-29", "0000-01-01", 1, true, SOME_UUID)) {
            cases.add(TypeCase.refused(ColumnType.DATE, value));
        }

        cases.add(TypeCase.stored(ColumnType.TIME, noon, LocalTime.NOON));
        cases.add(TypeCase.stored(ColumnType.TIME, "12:00", LocalTime.NOON));
        for (Object value : List.of(LocalDate.EPOCH, Instant.EPOCH, "12:60", "12:00+02", 1, true, SOME_UUID)) {
            cases.add(TypeCase.refused(ColumnType.TIME, value));
        }

        cases.add(TypeCase.stored(ColumnType.TIMESTAMP, LocalDate.EPOCH, LocalDate.EPOCH.atStartOfDay()));
        cases.add(TypeCase.stored(ColumnType.TIMESTAMP, "2024-02-29 12:00:00", noon));
        cases.add(TypeCase.stored(
                ColumnType.TIMESTAMP, "2024-02-28T24:00", noon.toLocalDate().atStartOfDay()));
        cases.add(TypeCase.stored(
                ColumnType.TIMESTAMP,
                LocalDateTime.parse("-0043-03-15T12:00"),
                LocalDateTime.parse("-0043-03-15T12:00")));
        cases.add(TypeCase.stored(ColumnType.TIMESTAMP, noon.plusNanos(1_500), noon.plusNanos(2_000)));
        for (Object value : List.of(LocalTime.NOON, Instant.EPOCH, "noon", 1L, true, SOME_UUID)) {
            cases.add(TypeCase.refused(ColumnType.TIMESTAMP, value));
        }

        cases.add(TypeCase.stored(ColumnType.INSTANT, new java.util.Date(0), Instant.EPOCH));
        cases.add(TypeCase.stored(ColumnType.INSTANT, "1970-01-01 02:00:00+02", Instant.EPOCH));
        for (Object value : List.of(noon, LocalDate.EPOCH, LocalTime.NOON, "1970-01-01 00:00", 1L, true, SOME_UUID)) {
            cases.add(TypeCase.refused(ColumnType.INSTANT, value));
        }
    }

    @Override
    public String numbered() {
        return "bigint generated by default as identity primary key";
    }

    @Override
    public String numberedAlways() {
        return "bigint generated always as identity primary key";
    }

    @Override
    public String randomKey() {
        return "uuid default gen_random_uuid() primary key";
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public List<String> copyingTrigger(String table, String copies) {
        return List.of(
                "create or replace function copying() returns trigger language plpgsql as $$ begin insert into "
                        + copies + " (id) values (new.id); return new; end $$",
                "create trigger copying after insert on " + table + " for each row execute function copying()");
    }

    @Override
    public List<String> skippingTrigger(String table) {
        return List.of(
                "create or replace function skipping() returns trigger language plpgsql as $$ begin if new.id % 2 = 1 then"
                        + " return null; end if; return new; end $$",
                "create trigger skipping before insert on " + table + " for each row execute function skipping()");
    }

    @Override
    public void close() throws SQLException {
        server.dropSchema(schema);
    }
}
