package dev.longshore.spi.support;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import java.util.List;
import java.util.Locale;

/**
 * Finds an asked name among the stored ones: the very same characters; else by the database's case rule; names derived from
 * Java else also equal when lower-cased with {@code _} removed, so that {@code userId} may mean {@code userid} and
 * {@code user_id}, and neither where both exist.
 */
public final class NameMatcher {
    private NameMatcher() {}

    /**
     * Finds the stored names that an asked name may mean.
     *
     * @param asked the name, and how freely it may be matched
     * @param stored the names that exist
     * @param dialect the database's rules
     * @return none, the one that is meant, or several candidates between which nothing decides
     */
    public static List<String> find(Identifier asked, List<String> stored, SqlDialect dialect) {
        if (stored.contains(asked.text())) {
            return List.of(asked.text());
        }
        if (asked.match() == Identifier.Match.EXACT) {
            return List.of();
        }
        boolean derived = asked.match() == Identifier.Match.DERIVED;
        String wanted = normalized(asked.text());
        return stored.stream()
                .filter(name -> dialect.sameName(asked.text(), name)
                        || (derived && normalized(name).equals(wanted)))
                .toList();
    }

    private static String normalized(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
