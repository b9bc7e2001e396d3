package dev.longshore.sqlserver;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.support.NameParser;
import java.util.List;

/**
 * Names of SQL Server: in brackets, or in double quotes as the driver's connections allow. Whether case counts depends on the
 * collation of the database, which by default it does not.
 */
final class SqlServerDialect implements SqlDialect {
    static final SqlServerDialect INSTANCE = new SqlServerDialect();

    private final NameParser parser = new NameParser("[\"", "]\"");

    private SqlServerDialect() {}

    @Override
    public List<Identifier> parse(String name) {
        return parser.parse(name);
    }

    @Override
    public String quote(String identifier) {
        return parser.quote(identifier);
    }

    @Override
    public boolean sameName(String asked, String stored) {
        return asked.equalsIgnoreCase(stored);
    }
}
