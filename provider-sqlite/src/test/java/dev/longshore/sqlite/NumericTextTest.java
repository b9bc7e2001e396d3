package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

class NumericTextTest {
    private static @Nullable Connection connection;

    @BeforeContainer
    static void open() throws SQLException {
        connection = Database.inMemory("CREATE TABLE t (c NUMERIC, r REAL)");
    }

    @AfterContainer
    static void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    private static String stored(String column, Object value) throws SQLException {
        if (connection == null) {
            throw new IllegalStateException("the database is open while tests run");
        }
        Database.run(connection, "DELETE FROM t");
        Database.rows(connection, "INSERT INTO t (" + column + ") VALUES (?) RETURNING 1", value);
        return Database.value(connection, "SELECT typeof(" + column + ") || ' ' || " + column + " FROM t");
    }

    @Property(tries = 3000)
    void what_is_a_number_to_sqlite_is_a_number_here(
            @ForAll @StringLength(max = 6) @Chars({'0', '7', '.', '-', '+', 'e', 'E', ' ', '\t', '\u000B', 'x', '_'})
                    String text)
            throws SQLException {
        assertThat(NumericText.isNumber(text)).isEqualTo(!stored("c", text).startsWith("text"));
    }

    @Property(tries = 2000)
    void a_number_is_printed_as_the_text_exactly_where_sqlite_prints_it_so(
            @ForAll @StringLength(min = 1, max = 8) @CharRange(from = '0', to = '9') @Chars({'.', '-', 'e'})
                    String text)
            throws SQLException {
        if (NumericText.isNumber(text) && Double.isFinite(Double.parseDouble(text))) {
            boolean printed = stored("r", text).equals("real " + text);
            assertThat(NumericText.print(Double.parseDouble(text)).equals(text)).isEqualTo(printed);
        }
    }

    @Example
    void all_digits_are_printed() {
        assertThat(NumericText.print(0.1 + 0.2)).isEqualTo("0.30000000000000004");
        assertThat(NumericText.print(-1.2345678901234567E20)).isEqualTo("-1.2345678901234567e+20");
        assertThat(NumericText.hasFewDigits(0.1 + 0.2)).isFalse();
        assertThat(NumericText.hasFewDigits(0.3)).isTrue();
    }

    @Example
    void numbers_are_read_exactly() {
        assertThat(NumericText.parse(" \t-007.50e1\n")).isEqualTo(new BigDecimal("-75.0"));
        assertThat(NumericText.parse("+.5")).isEqualTo(new BigDecimal("0.5"));
        assertThat(NumericText.parse("5.")).isEqualTo(new BigDecimal("5"));
        assertThat(NumericText.parse("1e99999999999")).isNull();
    }
}
