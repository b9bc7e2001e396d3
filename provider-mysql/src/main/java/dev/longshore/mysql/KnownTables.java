package dev.longshore.mysql;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables that were described over a connection, from load to load. What SHOW CREATE TABLE prints now is asked for each load, and a
 * description is used again only for the very text that it was made of. Refers to nothing of the connection. Thread-safe.
 */
final class KnownTables {
    private static final int MOST_TABLES = 64;

    private final Map<String, Known> tables = new LinkedHashMap<>();

    /**
     * A table, and what its description is made of.
     *
     * @param sql what SHOW CREATE TABLE printed
     * @param counter where in that text the table's next number stands, which each load moves; -1 if it is not there
     */
    private record Known(MySqlTable table, String sql, int counter) {
        boolean isMadeOf(String now) {
            if (counter < 0) {
                return sql.equals(now);
            }
            int rest = afterDigits(sql, counter);
            int nowRest = afterDigits(now, counter);
            return sql.regionMatches(0, now, 0, counter)
                    && sql.length() - rest == now.length() - nowRest
                    && sql.regionMatches(rest, now, nowRest, sql.length() - rest);
        }

        private static int afterDigits(String text, int from) {
            int at = Math.min(from, text.length());
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            return at;
        }
    }

    /**
     * Gives the description that was made of a text.
     *
     * @param sqlName the name by which the table is asked for
     * @return as it was remembered, with the session of then; null if there is none
     */
    synchronized @Nullable MySqlTable table(String sqlName, String sql) {
        Known known = tables.get(sqlName);
        return known != null && known.isMadeOf(sql) ? known.table() : null;
    }

    /** Remembers a description that is made of nothing but the text. */
    synchronized void remember(String sqlName, MySqlTable table, String sql, int counter) {
        tables.remove(sqlName);
        tables.put(sqlName, new Known(table, sql, counter));
        if (tables.size() > MOST_TABLES) {
            tables.remove(tables.keySet().iterator().next());
        }
    }
}
