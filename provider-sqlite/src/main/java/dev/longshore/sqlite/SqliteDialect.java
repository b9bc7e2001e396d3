package dev.longshore.sqlite;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.support.NameParser;
import java.util.List;

/** SQLite's rules for names. It reads four kinds of quotes of which one is written, and folds the case of ASCII letters only. */
final class SqliteDialect implements SqlDialect {
    static final SqliteDialect INSTANCE = new SqliteDialect();

    private final NameParser names = new NameParser("\"`[", "\"`]");

    private SqliteDialect() {}

    @Override
    public List<Identifier> parse(String name) {
        List<Identifier> parts = names.parse(name);
        if (parts.size() > 2) {
            throw new IllegalArgumentException(
                    "the table name " + name + " has three parts, but SQLite knows only schema and table");
        }
        return parts;
    }

    @Override
    public String quote(String identifier) {
        return names.quote(identifier);
    }

    @Override
    public boolean sameName(String asked, String stored) {
        if (asked.length() != stored.length()) {
            return false;
        }
        for (int i = 0; i < asked.length(); i++) {
            if (folded(asked.charAt(i)) != folded(stored.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Not String.equalsIgnoreCase: to SQLite é and É are two names. */
    private static char folded(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
}
