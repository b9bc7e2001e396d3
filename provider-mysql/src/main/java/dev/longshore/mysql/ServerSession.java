package dev.longshore.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What the server and its session say of themselves, asked once for each load since any statement may change it. Immutable.
 *
 * @param version the server's version, for example {@code 11.4.5-MariaDB}
 * @param sqlMode the session's modes, joined by commas
 * @param maxAllowedPacket the most bytes that a packet may have
 * @param timeZone the session's time zone: an offset, a name, or SYSTEM
 * @param systemTimeZone what the operating system calls its time zone
 * @param clientCharset the character set in which the server takes statements and parameters to be
 * @param connectionCharset the one into which it converts them first
 * @param notes whether notes count as warnings
 * @param keptWarnings how many warnings of a statement the server keeps
 * @param database the default database; null if none is chosen
 */
record ServerSession(
        String version,
        String sqlMode,
        long maxAllowedPacket,
        String timeZone,
        String systemTimeZone,
        String clientCharset,
        String connectionCharset,
        boolean notes,
        long keptWarnings,
        @Nullable String database) {
    static final String QUERY = "select @@version, @@sql_mode, @@max_allowed_packet, @@time_zone, @@system_time_zone,"
            + " @@character_set_client, @@character_set_connection, @@sql_notes,"
            + " @@max_error_count, database()";

    private static final String SYSTEM = "SYSTEM";

    /** As few warnings as the server must keep, lest none that counts is behind some that don't. */
    static final int LEAST_WARNINGS = 16;

    static ServerSession of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            return of(rows);
        }
    }

    /** Reads what {@link #QUERY} gave. */
    static ServerSession of(ResultSet row) throws SQLException {
        row.next();
        return new ServerSession(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getBoolean(8),
                row.getLong(9),
                row.getString(10));
    }

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** Whether the server is at least of this version. */
    boolean isAtLeast(int major, int minor) {
        int dot = version.indexOf('.');
        int end = dot + 1;
        while (end < version.length() && Character.isDigit(version.charAt(end))) {
            end++;
        }
        int foundMajor = Integer.parseInt(version, 0, dot, 10);
        return foundMajor > major || (foundMajor == major && Integer.parseInt(version, dot + 1, end, 10) >= minor);
    }

    private boolean hasMode(String mode) {
        for (int at = sqlMode.indexOf(mode); at >= 0; at = sqlMode.indexOf(mode, at + 1)) {
            int end = at + mode.length();
            if ((at == 0 || sqlMode.charAt(at - 1) == ',') && (end == sqlMode.length() || sqlMode.charAt(end) == ',')) {
                return true;
            }
        }
        return false;
    }

    /** Whether a value that does not fit is an error, and not changed with a warning. */
    boolean isStrict(boolean transactional) {
        return hasMode("STRICT_ALL_TABLES") || (transactional && hasMode("STRICT_TRANS_TABLES"));
    }

    boolean keepsZero() {
        return hasMode("NO_AUTO_VALUE_ON_ZERO");
    }

    /** Why text would not arrive as it is; null if it does. */
    @Nullable
    String charsetProblem() {
        if (!clientCharset.equals("utf8mb4")) {
            return "the session's character_set_client is " + clientCharset + ", but the driver sends utf8mb4";
        }
        return connectionCharset.equals("utf8mb4")
                        || connectionCharset.startsWith("utf16")
                        || connectionCharset.equals("utf32")
                ? null
                : "the session's character_set_connection is " + connectionCharset
                        + ", which does not hold all characters";
    }

    /** The session's time zone, if it is always the same distance from UTC; else null. */
    @Nullable
    ZoneOffset fixedOffset() {
        String name = timeZone.equals(SYSTEM) ? systemTimeZone : timeZone;
        if (name.equals("UTC") || name.equals("Etc/UTC")) {
            return ZoneOffset.UTC;
        }
        try {
            return timeZone.startsWith("+") || timeZone.startsWith("-") ? ZoneOffset.of(timeZone) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The rules of the session's time zone, if its name tells them; else null. */
    @Nullable
    ZoneId namedZone() {
        try {
            return timeZone.equals(SYSTEM) ? null : ZoneId.of(timeZone);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
