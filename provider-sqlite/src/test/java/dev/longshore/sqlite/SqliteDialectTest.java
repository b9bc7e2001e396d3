package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.Identifier.Match;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SqliteDialectTest {
    private final SqliteDialect dialect = SqliteDialect.INSTANCE;

    @Test
    void all_quotes_that_sqlite_reads_are_read() {
        assertThat(dialect.parse("aux.`a``b`"))
                .containsExactly(new Identifier("aux", Match.CASE_RULE), new Identifier("a`b", Match.EXACT));
        assertThat(dialect.parse("\"a.\"\"b\".[c d]"))
                .containsExactly(new Identifier("a.\"b", Match.EXACT), new Identifier("c d", Match.EXACT));
    }

    @Test
    void three_parts_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> dialect.parse("a.b.c"))
                .withMessage("the table name a.b.c has three parts, but SQLite knows only schema and table");
    }

    @Test
    void quoted_names_reach_the_database_literally() throws SQLException {
        String name = "a\"b'c`d[e]f.g é\n";
        try (Connection connection = Database.inMemory("CREATE TABLE " + dialect.quote(name) + " (a)")) {
            assertThat(Database.value(connection, "SELECT name FROM sqlite_schema"))
                    .isEqualTo(name);
        }
    }

    @Test
    void only_ascii_letters_are_folded() throws SQLException {
        assertThat(dialect.sameName("ORDER_z", "order_Z")).isTrue();
        assertThat(dialect.sameName("É", "é")).isFalse();
        assertThat(dialect.sameName("[", "{")).isFalse();
        assertThat(dialect.sameName("a", "ab")).isFalse();
        try (Connection connection = Database.inMemory("CREATE TABLE É (a)", "CREATE TABLE é (a)")) {
            assertThat(Database.rows(connection, "SELECT name FROM sqlite_schema"))
                    .containsExactly("É", "é");
        }
    }
}
