package dev.longshore.spi.support;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import java.util.List;
import java.util.Locale;

/**
 * Finds an asked name among the stored ones: the very same characters, else the database's case rule, else (names derived
 * from Java) equal when lower-cased with {@code _} removed. The first rule that finds any decides.
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
        List<String> same = stored.stream()
                .filter(name -> dialect.sameName(asked.text(), name))
                .toList();
        if (!same.isEmpty() || asked.match() == Identifier.Match.CASE_RULE) {
            return same;
        }
        String wanted = normalized(asked.text());
        return stored.stream().filter(name -> normalized(name).equals(wanted)).toList();
    }

    private static String normalized(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
