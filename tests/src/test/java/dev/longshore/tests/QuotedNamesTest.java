package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.mysql.MySqlProvider;
import dev.longshore.postgres.PostgresProvider;
import dev.longshore.spi.BulkProvider;
import dev.longshore.sqlite.SqliteProvider;
import dev.longshore.sqlserver.SqlServerProvider;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Statements have names in them and parameters for the values, so that a name is all that could change what one does. Each is read
 * here as the database's own scanner reads it: a quoted name ends at the first closing quote that is not doubled, and nothing else in
 * it means anything (PostgreSQL 4.1.1 "Identifiers and Key Words", MySQL 11.2 "Schema Object Names", SQLite "SQL Keywords",
 * Transact-SQL "Database identifiers").
 */
class QuotedNamesTest {
    /** A database by its quotes. */
    enum Database {
        POSTGRES('"', '"'),
        MYSQL('`', '`'),
        SQLITE('"', '"'),
        SQL_SERVER('[', ']');

        final char open;
        final char close;

        Database(char open, char close) {
            this.open = open;
            this.close = close;
        }

        BulkProvider provider() {
            return switch (this) {
                case POSTGRES -> new PostgresProvider();
                case MYSQL -> new MySqlProvider();
                case SQLITE -> new SqliteProvider();
                case SQL_SERVER -> new SqlServerProvider();
            };
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMinLength(1).ofMaxLength(40),
                Arbitraries.strings()
                        .withChars("'\"`[]{}();,.:?@#$%&|<>=~^!*/\\-+_ \t\n\r\0\u00A0\u2019\uFF02a0")
                        .ofMinLength(1)
                        .ofMaxLength(20),
                Arbitraries.of(
                        "--",
                        "/*",
                        "*/",
                        ";--",
                        "\"]`",
                        "]]",
                        "\"\"",
                        "``",
                        "\\\"",
                        "' or 1=1 --",
                        "a]; drop table t"));
    }

    @Property
    @Label("a quoted name is one name to the database's scanner, whatever is in it")
    void oneName(@ForAll("names") String name, @ForAll Database database) {
        String quoted = database.provider().dialect().quote(name);

        assertThat(quoted.charAt(0)).isEqualTo(database.open);
        StringBuilder read = new StringBuilder();
        int at = 1;
        while (quoted.charAt(at) != database.close
                || (at + 1 < quoted.length() && quoted.charAt(at + 1) == database.close)) {
            at += quoted.charAt(at) == database.close ? 1 : 0;
            read.append(quoted.charAt(at++));
        }
        assertThat(at).as("where the name ends in %s", quoted).isEqualTo(quoted.length() - 1);
        assertThat(read).hasToString(name);
    }
}
