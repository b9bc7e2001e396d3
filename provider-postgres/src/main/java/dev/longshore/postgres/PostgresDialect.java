package dev.longshore.postgres;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.support.NameParser;
import java.util.List;

/** PostgreSQL's rules for names: what is not quoted is folded to lower case. */
final class PostgresDialect implements SqlDialect {
    static final PostgresDialect INSTANCE = new PostgresDialect();

    private final NameParser names = new NameParser("\"", "\"");

    private PostgresDialect() {}

    @Override
    public List<Identifier> parse(String name) {
        return names.parse(name);
    }

    @Override
    public String quote(String identifier) {
        return names.quote(identifier);
    }

    @Override
    public boolean sameName(String asked, String stored) {
        return folded(asked).equals(stored);
    }

    /** As the server folds in multi-byte encodings: ASCII letters only. */
    static String folded(String name) {
        StringBuilder folded = new StringBuilder(name);
        for (int i = 0; i < folded.length(); i++) {
            char c = folded.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                folded.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return folded.toString();
    }
}
