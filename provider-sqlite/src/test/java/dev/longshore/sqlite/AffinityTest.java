package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.spi.ColumnKind;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AffinityTest {
    @ParameterizedTest
    @CsvSource({
        "INTEGER, INTEGER, INTEGER",
        "int, INTEGER, INTEGER",
        "UNSIGNED BIG INT, INTEGER, INTEGER",
        "POINT, INTEGER, INTEGER",
        "CHARINT, INTEGER, INTEGER",
        "varchar(20), TEXT, TEXT",
        "NCLOB, TEXT, TEXT",
        "text, TEXT, TEXT",
        "BLOB, NONE, BYTES",
        "'', NONE, ANY",
        "double precision, REAL, FLOAT",
        "float, REAL, FLOAT",
        "real, REAL, FLOAT",
        "'decimal(10,2)', NUMERIC, DECIMAL",
        "numeric, NUMERIC, DECIMAL",
        "number, NUMERIC, DECIMAL",
        "money, NUMERIC, DECIMAL",
        "boolean, NUMERIC, BOOLEAN",
        "bool, NUMERIC, BOOLEAN",
        "date, NUMERIC, DATE",
        "datetime, NUMERIC, TIMESTAMP",
        "timestamp with time zone, NUMERIC, TIMESTAMP",
        "time, NUMERIC, TIME",
        "uuid, NUMERIC, UUID",
        "uniqueidentifier, NUMERIC, UUID",
        "json, NUMERIC, JSON",
        "varbinary(16), NUMERIC, BYTES",
        "string, NUMERIC, OTHER",
        "any, NUMERIC, OTHER",
    })
    void the_declared_type_decides_affinity_and_kind(String declared, Affinity affinity, ColumnKind kind)
            throws SQLException {
        assertThat(Affinity.of(declared, false)).isEqualTo(affinity);
        assertThat(affinity.kind(declared)).isEqualTo(kind);
        assertThat(bySqlite(declared)).isEqualTo(affinity);
    }

    @Test
    void any_converts_nothing_in_a_strict_table_only() {
        assertThat(Affinity.of("ANY", true)).isEqualTo(Affinity.NONE);
        assertThat(Affinity.NONE.kind("ANY")).isEqualTo(ColumnKind.ANY);
        assertThat(Affinity.of("ANY", false)).isEqualTo(Affinity.NUMERIC);
    }

    /** What the database makes of a number and of text in such a column tells all affinities apart but INTEGER and NUMERIC. */
    private static Affinity bySqlite(String declared) throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE t (c " + declared + ")")) {
            Database.run(connection, "INSERT INTO t VALUES (7), ('7')");
            String types = String.join(" ", Database.rows(connection, "SELECT typeof(c) FROM t"));
            return switch (types) {
                case "integer integer" ->
                    declared.toUpperCase(java.util.Locale.ROOT).contains("INT") ? Affinity.INTEGER : Affinity.NUMERIC;
                case "real real" -> Affinity.REAL;
                case "text text" -> Affinity.TEXT;
                case "integer text" -> Affinity.NONE;
                default -> throw new AssertionError(types);
            };
        }
    }
}
