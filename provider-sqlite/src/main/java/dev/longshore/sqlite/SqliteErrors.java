package dev.longshore.sqlite;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/**
 * Says what SQLite's result codes mean for a load. The vendor code is the primary result code, as the driver gives it; the
 * SQLState, which the driver does not give, is that of the standard or, where it has none, PostgreSQL's.
 */
final class SqliteErrors {
    static final int BUSY = 5;
    static final int FOREIGN_KEY = 787;

    private static final int ERROR = 1;
    static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int NOTADB = 26;
    private static final int CHECK = 275;
    private static final int BUSY_SNAPSHOT = 517;
    private static final int NOT_NULL = 1299;
    private static final int PRIMARY_KEY = 1555;
    private static final int UNIQUE = 2067;
    private static final int ROWID = 2579;
    private static final int DATATYPE = 3091;

    /** What names a check; one without a name is told by its expression, which is hardly ever a single word. */
    private static final Pattern NAMED_CHECK = Pattern.compile("^CHECK constraint failed: (\\w+)$");

    private static final Pattern NAMED_INDEX = Pattern.compile("^UNIQUE constraint failed: index '(.+)'$");

    private SqliteErrors() {}

    /** Whether a single row can have caused an error, so that it is worth to find out which. */
    static boolean isFaultOfRow(SQLException error) {
        return switch (primary(error)) {
            case CONSTRAINT, MISMATCH, TOOBIG -> true;
            // an expression of a CHECK, an index, a generated column or a trigger that can't be computed for the row
            case ERROR ->
                !message(error).startsWith("no such ") && !message(error).startsWith("too many ");
            default -> false;
        };
    }

    static int primary(SQLException error) {
        return error.getErrorCode();
    }

    /** The extended result code, whose low byte is the primary one. */
    static int extended(SQLException error) {
        return error instanceof SQLiteException sqlite ? sqlite.getResultCode().code : error.getErrorCode();
    }

    /**
     * Begins the exception that reports an error.
     *
     * @param error what the driver threw
     * @param table the table that was loaded into
     * @return a builder that holds all but the row
     */
    static BulkLoadException.Builder describe(SQLException error, SqliteTable table) {
        String message = message(error);
        BulkLoadException.Builder facts = switch (primary(error)) {
            case LOCKED ->
                server("a statement that is still open, or a connection with a shared cache, locks the table ("
                                + message + ")")
                        .hint("Close what reads the table before the load");
            case READONLY -> server("the database can't be written (" + message + ")");
            case FULL ->
                server("the database or its disk is full")
                        .hint("Free space, or raise PRAGMA max_page_count; AUTOINCREMENT also ends so when its"
                                + " numbers are used up");
            default -> server(message);
        };
        return facts.cause(error)
                .sqlState(sqlState(error))
                .column(column(message, table))
                .constraint(constraint(message));
    }

    /** Says what an error means that came while the table was read or at the commit, where no row is at fault. */
    static BulkLoadException.Builder describe(SQLException error, LoadPhase phase) {
        BulkLoadException.Builder facts = primary(error) == BUSY
                ? BulkLoadException.in(
                                phase,
                                "another connection holds a lock on the database, and did not let go of it in the time that"
                                        + " this one waits")
                        .hint(
                                "Let it wait longer by PRAGMA busy_timeout or the connection property busy_timeout, or end"
                                        + " what reads or writes there")
                : BulkLoadException.in(phase, message(error));
        if (phase == LoadPhase.COMMIT && primary(error) == CONSTRAINT) {
            facts.hint(
                    "A deferred foreign key is checked at the commit, where no row is named and none can be rejected. Declare"
                            + " it NOT DEFERRABLE, and leave PRAGMA defer_foreign_keys off, to have it checked with the rows");
        }
        return facts.cause(error).sqlState(sqlState(error));
    }

    private static BulkLoadException.Builder server(String reason) {
        return BulkLoadException.in(LoadPhase.SERVER, reason);
    }

    /**
     * Says what SQLITE_BUSY means.
     *
     * @param timeoutMillis how long a statement waits for a lock
     * @param tookMillis how long it took this one to fail
     */
    static BulkLoadException.Builder busy(SQLException error, long timeoutMillis, long tookMillis) {
        BulkLoadException.Builder facts;
        if (extended(error) == BUSY_SNAPSHOT) {
            facts = server("another connection wrote after this transaction had read, so that it can't write any more")
                    .hint("Roll back and repeat; a transaction begun by BEGIN IMMEDIATE (connection property"
                            + " transaction_mode=IMMEDIATE) is safe from this");
        } else if (tookMillis < timeoutMillis / 2) {
            facts = server("another connection holds the lock for writing, and in a transaction that has read already"
                            + " SQLite does not wait for it")
                    .hint("Begin the transaction by BEGIN IMMEDIATE (connection property transaction_mode=IMMEDIATE),"
                            + " which waits");
        } else {
            facts = server("another connection holds the lock for writing, and kept it for the " + timeoutMillis
                            + " ms that this one waits")
                    .hint("Let it wait longer by PRAGMA busy_timeout or the connection property busy_timeout");
        }
        return facts.cause(error).sqlState(sqlState(error));
    }

    private static @Nullable String sqlState(SQLException error) {
        String state = stateOfConstraint(extended(error));
        if (state != null) {
            return state;
        }
        return switch (primary(error)) {
            case CONSTRAINT -> "23000";
            case MISMATCH -> "22000";
            case TOOBIG -> "22001";
            case BUSY, LOCKED -> "40001";
            case READONLY -> "25006";
            case FULL -> "53100";
            case IOERR -> "58030";
            case CORRUPT, NOTADB -> "XX001";
            default -> error instanceof SQLiteException ? "HY000" : error.getSQLState();
        };
    }

    private static @Nullable String stateOfConstraint(int code) {
        return switch (code) {
            case UNIQUE, PRIMARY_KEY, ROWID -> "23505";
            case NOT_NULL -> "23502";
            case FOREIGN_KEY -> "23503";
            case CHECK -> "23514";
            case DATATYPE -> "22000";
            default -> null;
        };
    }

    /** SQLite's own message. The driver puts {@code [SQLITE_CODE] what the code means} before it. */
    static String message(SQLException error) {
        String text = String.valueOf(error.getMessage());
        if (error instanceof SQLiteException sqlite) {
            String before = sqlite.getResultCode() + " (";
            if (text.startsWith(before) && text.endsWith(")")) {
                return text.substring(before.length(), text.length() - 1);
            }
        }
        return text;
    }

    /** The check or the index that a message names; null if there is none. */
    static @Nullable String constraint(String message) {
        for (Pattern form : List.of(NAMED_CHECK, NAMED_INDEX)) {
            Matcher found = form.matcher(message);
            if (found.find()) {
                return found.group(1);
            }
        }
        return null;
    }

    /** The one column that a message names, as table.column at its end; null if there is none or several. */
    static @Nullable String column(String message, SqliteTable table) {
        for (TargetColumn column : table.columns()) {
            String named = " " + table.name().table() + "." + column.name();
            if (message.endsWith(named)
                    && message.indexOf(named)
                            == message.indexOf(" " + table.name().table() + ".")) {
                return column.name();
            }
        }
        return null;
    }
}
