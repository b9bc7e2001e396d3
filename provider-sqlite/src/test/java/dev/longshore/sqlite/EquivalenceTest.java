package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** A value is stored as a plain INSERT stores it, or refused. */
class EquivalenceTest {
    private static final List<String> TYPES =
            List.of("INTEGER", "REAL", "NUMERIC", "TEXT", "BLOB", "", "boolean", "date", "json", "string");

    @Provide
    Arbitrary<Object> values() {
        return Arbitraries.oneOf(List.of(
                Arbitraries.longs().map(value -> (Object) value),
                Arbitraries.integers().between(-10, 10).map(value -> (Object) value),
                // more digits than SQLite prints are kept as text, see SqliteColumnSinkTest
                Arbitraries.longs().between(-1L << 33, 1L << 33).map(value -> (Object) (value / 8.0)),
                Arbitraries.of(true, false).map(value -> (Object) value),
                Arbitraries.strings().withChars("0179.-+eE ").ofMaxLength(9).map(value -> (Object) value),
                Arbitraries.strings().ofMaxLength(5).map(value -> (Object) value),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(4).map(value -> (Object) value)));
    }

    @Property(tries = 500)
    void a_decimal_is_stored_as_a_plain_insert_stores_its_digits_or_refused(
            @ForAll @LongRange(min = -999_999_999_999_999L, max = 999_999_999_999_999L) long digits,
            @ForAll @IntRange(min = -25, max = 25) int scale)
            throws SQLException {
        BigDecimal value = BigDecimal.valueOf(digits, scale);
        assertStored(value, value.toPlainString());
    }

    @Property(tries = 1000)
    void a_value_is_stored_as_a_plain_insert_stores_it_or_refused(@ForAll("values") Object value) throws SQLException {
        assertStored(value, value);
    }

    private static void assertStored(Object value, Object bound) throws SQLException {
        try (Connection connection = Database.inMemory()) {
            for (String type : TYPES) {
                Database.run(connection, "DROP TABLE IF EXISTS t", "CREATE TABLE t (c " + type + ")");
                try {
                    BulkInserter.forConnection(connection).into("t").insert(List.<Object[]>of(new Object[] {value}));
                } catch (BulkLoadException e) {
                    assertThat(e.rowIndex()).isZero();
                    assertThat(e.column()).isEqualTo("c");
                    continue;
                }
                Database.rows(connection, "INSERT INTO t VALUES (?) RETURNING 1", bound);
                assertThat(Database.value(connection, "SELECT count(DISTINCT typeof(c) || hex(c)) FROM t"))
                        .as(
                                "%s into %s: %s",
                                value, type, Database.rows(connection, "SELECT typeof(c), quote(c) FROM t"))
                        .isEqualTo("1");
            }
        }
    }
}
