package dev.longshore.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerException;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says what the server's errors mean. Goes by number, since the server's texts are in the session's language. */
final class SqlServerErrors {
    private static final int NULL_REFUSED = 515;
    private static final int CONSTRAINT = 547;
    private static final int DEADLOCK = 1205;
    private static final int TRUNCATED = 8152;
    private static final int TRUNCATED_NAMED = 2628;
    private static final int COLUMN_LENGTH = 4815;
    private static final int UNIQUE_INDEX = 2601;
    private static final int UNIQUE_CONSTRAINT = 2627;
    private static final int IDENTITY_INSERT_ELSEWHERE = 8107;
    private static final int LOCK_TIMEOUT = 1222;
    private static final int SNAPSHOT_CONFLICT = 3960;

    /** Columns by their place among those that were sent. */
    private static final Pattern COLUMN_NUMBER = Pattern.compile("\\bcolid (\\d+)");

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

    /** In English; in other languages the constraint is not found, and not guessed. */
    private static final Pattern NAMED_KEY = Pattern.compile("^Violation of \\w+ KEY constraint '((?:[^']|'')+)'\\.");

    private static final Pattern NAMED_INDEX = Pattern.compile(" with unique index '((?:[^']|'')+)'");

    private static final Pattern NAMED_CONSTRAINT =
            Pattern.compile("^The INSERT statement conflicted with the [A-Z ]+ constraint \"([^\"]+)\"");

    private SqlServerErrors() {}

    /**
     * Describes an error.
     *
     * @param error what the driver threw
     * @param table the table that is loaded
     * @param sent the columns that were sent, in their order
     */
    static BulkLoadException.Builder describe(SQLException error, SqlServerTable table, List<String> sent) {
        SQLException server = root(error);
        String message = String.valueOf(server.getMessage());
        return BulkLoadException.in(LoadPhase.SERVER, message)
                .hint(hint(server.getErrorCode()))
                .column(column(server, message, sent))
                .constraint(constraint(server.getErrorCode(), message))
                .table(table.name().toString())
                .cause(server);
    }

    /** The driver wraps some of the server's errors in its own, which say less. */
    static SQLException root(SQLException error) {
        return error.getErrorCode() == 0 && error.getCause() instanceof SQLServerException cause ? root(cause) : error;
    }

    static boolean isDeadlock(SQLException error) {
        return error.getErrorCode() == DEADLOCK;
    }

    private static @Nullable String hint(int number) {
        return switch (number) {
            case DEADLOCK ->
                "Try the load again: the server chose it to end a deadlock and rolled the transaction back";
            case IDENTITY_INSERT_ELSEWHERE ->
                "Switch IDENTITY_INSERT off for the other table; a session has it on for one table only";
            default -> null;
        };
    }

    /** Finds the column, by its number or where its name stands in quotes. */
    private static @Nullable String column(SQLException server, String message, List<String> sent) {
        Matcher number = COLUMN_NUMBER.matcher(message);
        if (server.getErrorCode() == COLUMN_LENGTH && number.find()) {
            int place = Integer.parseInt(number.group(1));
            return place >= 1 && place <= sent.size() ? sent.get(place - 1) : null;
        }
        if (server.getErrorCode() == NULL_REFUSED || server.getErrorCode() == TRUNCATED_NAMED) {
            Matcher quoted = QUOTED.matcher(message);
            while (quoted.find()) {
                if (sent.contains(quoted.group(1))) {
                    return quoted.group(1);
                }
            }
        }
        return null;
    }

    private static @Nullable String constraint(int number, String message) {
        Pattern form = switch (number) {
            case UNIQUE_CONSTRAINT -> NAMED_KEY;
            case UNIQUE_INDEX -> NAMED_INDEX;
            case CONSTRAINT -> NAMED_CONSTRAINT;
            default -> null;
        };
        Matcher found = form == null ? null : form.matcher(message);
        return found != null && found.find() ? found.group(1) : null;
    }

    /** Whether a deadlock was broken, a lock waited for in vain, or a snapshot overtaken. */
    static boolean isLockFailure(SQLException error) {
        return switch (error.getErrorCode()) {
            case DEADLOCK, LOCK_TIMEOUT, SNAPSHOT_CONFLICT -> true;
            default -> false;
        };
    }

    /** Whether a foreign key or a check refused rows. */
    static boolean isConstraint(SQLException error) {
        return error.getErrorCode() == CONSTRAINT;
    }

    /**
     * Whether the error is about one row of a statement, so that the row inserted alone fails as well. A foreign key to the same
     * table is checked at the end of the statement: a row alone can fail that does not among the others.
     */
    static boolean isFaultOfRow(SQLException error) {
        return switch (error.getErrorCode()) {
            case NULL_REFUSED, UNIQUE_INDEX, UNIQUE_CONSTRAINT, TRUNCATED, TRUNCATED_NAMED -> true;
            case CONSTRAINT -> !String.valueOf(error.getMessage()).contains("SAME TABLE");
            // conversion, arithmetic, JSON and XML
            case 220, 232, 241, 242, 244, 245, 248, 517, 535, 8114, 8115, 8134, 8169, 9402, 9413, 9420, 13609 -> true;
            // a row or an index entry that is too large, WITH CHECK OPTION, row-level security
            case 511, 550, 1946, 33_504 -> true;
            default -> error.getErrorCode() >= 50_000;
        };
    }
}
