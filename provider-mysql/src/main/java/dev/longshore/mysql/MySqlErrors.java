package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes our exceptions of the server's, with the place where the message names it. */
final class MySqlErrors {
    private static final int BAD_NULL = 1048;
    private static final int NO_DATABASE = 1046;
    private static final int NO_SUCH_TABLE = 1146;
    private static final int UNKNOWN_DATABASE = 1049;
    private static final int DUPLICATE = 1062;
    private static final int NO_DEFAULT = 1364;
    private static final int WRONG_VALUE = 1366;
    private static final int CHECK_OPTION = 1369;
    private static final int NO_PARTITION = 1526;
    private static final int MYSQL_CHECK = 3819;
    private static final int MARIADB_CHECK = 4025;
    private static final int NO_REFERENCED_ROW = 1452;

    /** What a trigger signals with a state of its own choice. */
    private static final int SIGNALLED = 1644;

    private static final int ROW_TOO_LARGE = 1118;
    private static final int WRONG_TEXT = 1300;
    private static final int WRONG_ARGUMENT = 1411;
    private static final int OTHER_PARTITION = 1748;
    private static final int LOCK_WAIT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int PACKET_TOO_LARGE = 1153;
    private static final int DISK_FULL = 1021;
    private static final int TABLE_FULL = 1114;

    private static final int WRITE_FAILED = 1026;
    private static final int ENGINE_FAILED = 1030;

    /** The operating system's number of a full disk. */
    private static final Pattern NO_SPACE = Pattern.compile("\\b28\\b");

    /** The driver puts the number of the connection before each message. */
    private static final Pattern CONNECTION = Pattern.compile("^\\(conn(?:ection)?=\\d+\\) ");

    private static final Pattern AT_ROW = Pattern.compile("(?i) at row (\\d+)$");

    /** A column as messages quote it: alone, or after its database and table. */
    private static final Pattern QUOTED =
            Pattern.compile("(?i)\\b(?:column|field) (?:'([^']+)'|(?:`(?:[^`]|``)+`\\.)*`((?:[^`]|``)+)`)");

    private static final Pattern FOREIGN_KEY = Pattern.compile("FOREIGN KEY \\(`((?:[^`]|``)+)`\\)");

    private static final Pattern NAMED_FOREIGN_KEY = Pattern.compile("CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY");

    private static final Pattern MARIADB_CHECK_NAME = Pattern.compile("^CONSTRAINT `((?:[^`]|``)+)` failed for ");

    private static final Pattern MYSQL_CHECK_NAME = Pattern.compile("^Check constraint '(.+)' is violated\\.?$");

    /** The end of a message, since the value before it may hold anything. */
    private static final Pattern DUPLICATE_KEY = Pattern.compile("(?s).*' for key '(.+)'$");

    private static final String NO_ROOM =
            "The server has no room for the rows: its disk is full, or a tablespace has the most bytes that it may have."
                    + " Make room, and repeat the load";

    private MySqlErrors() {}

    static boolean isNoSuchTable(SQLException error) {
        return error.getErrorCode() == NO_SUCH_TABLE || error.getErrorCode() == UNKNOWN_DATABASE;
    }

    static boolean isNoDatabase(SQLException error) {
        return error.getErrorCode() == NO_DATABASE;
    }

    /** Whether an error came from the server, and not from the driver. */
    static boolean isServers(SQLException error) {
        return error.getErrorCode() >= 1_000;
    }

    /** The server's own error, where the driver wraps it for a batch. */
    static SQLException serverError(SQLException error) {
        SQLException found = error;
        while (found instanceof BatchUpdateException && found.getCause() instanceof SQLException cause) {
            found = cause;
        }
        return found;
    }

    /** Whether a single row can have caused an error, so that it is worth to find out which. */
    static boolean isFaultOfRow(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        // a warning that is an error to us is about rows
        if (state.startsWith("01")
                || state.startsWith("22")
                || state.startsWith("23")
                || state.startsWith("44")
                || state.startsWith("45")) {
            return true;
        }
        return switch (error.getErrorCode()) {
            case BAD_NULL,
                    DUPLICATE,
                    NO_DEFAULT,
                    WRONG_VALUE,
                    CHECK_OPTION,
                    NO_PARTITION,
                    MYSQL_CHECK,
                    MARIADB_CHECK,
                    SIGNALLED,
                    ROW_TOO_LARGE,
                    WRONG_TEXT,
                    WRONG_ARGUMENT,
                    OTHER_PARTITION -> true;
            default -> false;
        };
    }

    /** Whether a deadlock was broken or a lock waited for in vain. */
    static boolean isLockFailure(SQLException error) {
        return error.getErrorCode() == DEADLOCK || error.getErrorCode() == LOCK_WAIT;
    }

    /** The server's message alone. */
    static String message(SQLException error) {
        return CONNECTION.matcher(String.valueOf(error.getMessage())).replaceFirst("");
    }

    /** Which row of its statement a message names, from 1; 0 if it names none. */
    static int row(String message) {
        Matcher found = AT_ROW.matcher(message);
        return found.find() && found.group(1).length() < 10 ? Integer.parseInt(found.group(1)) : 0;
    }

    /** Takes the row within the statement out of a message, which the caller would take for that of the input. */
    static String withoutRow(String message) {
        return AT_ROW.matcher(message).replaceFirst("");
    }

    /** The column of the table that a message names; null if there is none. */
    static @Nullable String column(String message, MySqlTable table) {
        Matcher quoted = QUOTED.matcher(message);
        if (quoted.find()) {
            return named(quoted.group(1) != null ? quoted.group(1) : quoted.group(2), table);
        }
        Matcher key = FOREIGN_KEY.matcher(message);
        return key.find() ? named(key.group(1), table) : null;
    }

    /** The constraint or index that a message names; null if there is none. */
    static @Nullable String constraint(SQLException error, MySqlTable table) {
        Pattern form = switch (error.getErrorCode()) {
            case DUPLICATE -> DUPLICATE_KEY;
            case NO_REFERENCED_ROW -> NAMED_FOREIGN_KEY;
            case MARIADB_CHECK -> MARIADB_CHECK_NAME;
            case MYSQL_CHECK -> MYSQL_CHECK_NAME;
            default -> null;
        };
        Matcher found = form == null ? null : form.matcher(message(error));
        if (found == null || !found.find()) {
            return null;
        }
        String name = found.group(1).replace("``", "`");
        // MySQL puts the table before an index, and MariaDB before the check of a column
        String owner = table.name().table() + '.';
        return name.startsWith(owner) ? name.substring(owner.length()) : name;
    }

    private static @Nullable String named(String found, MySqlTable table) {
        String name = found.replace("``", "`");
        String last = name.substring(name.lastIndexOf('.') + 1);
        for (TargetColumn column : table.columns()) {
            if (column.name().equalsIgnoreCase(name) || column.name().equalsIgnoreCase(last)) {
                return column.name();
            }
        }
        return null;
    }

    static BulkLoadException.Builder describe(SQLException error, MySqlTable table) {
        SQLException server = serverError(error);
        String message = message(server);
        return explain(server, LoadPhase.SERVER)
                .column(isFaultOfRow(server) ? column(message, table) : null)
                .constraint(constraint(server, table))
                .table(table.name().toString());
    }

    /** Says what an error means that came outside a statement of the load. */
    static BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        String message = withoutRow(message(error));
        BulkLoadException.Builder facts = BulkLoadException.in(phase, message)
                .sqlState(error.getSQLState())
                .cause(error);
        return switch (error.getErrorCode()) {
            case DEADLOCK ->
                facts.hint("The server chose this transaction to end a deadlock, and rolled all of it back. Repeat it");
            case LOCK_WAIT ->
                facts.hint("Another transaction holds a lock on what the load writes. End it, or wait longer by"
                        + " innodb_lock_wait_timeout");
            case PACKET_TOO_LARGE -> facts.hint("Raise max_allowed_packet, or give smaller .batchRows(…)");
            case DISK_FULL, TABLE_FULL -> facts.hint(NO_ROOM);
            case WRITE_FAILED, ENGINE_FAILED -> NO_SPACE.matcher(message).find() ? facts.hint(NO_ROOM) : facts;
            default -> facts;
        };
    }
}
