package dev.longshore.mysql;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.support.NameParser;
import java.util.List;

/**
 * MySQL's rules for names. Backticks quote in every sql_mode, and are what is written; double quotes are understood too. Column names
 * never differ by case; whether table names do, the server knows, and it is asked.
 */
final class MySqlDialect implements SqlDialect {
    static final MySqlDialect INSTANCE = new MySqlDialect(false);

    /** Compares table names that the server itself took for different ones. */
    static final MySqlDialect TABLES = new MySqlDialect(true);

    private final NameParser names = new NameParser("`\"", "`\"");
    private final boolean exact;

    private MySqlDialect(boolean exact) {
        this.exact = exact;
    }

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
        return exact ? asked.equals(stored) : asked.equalsIgnoreCase(stored);
    }
}
