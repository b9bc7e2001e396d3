package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Makes our exceptions of the server's, with the place where the server names it. */
final class PostgresErrors {
    static final String QUERY_CANCELED = "57014";
    static final String BAD_COPY_FORMAT = "22P04";
    static final String FOREIGN_KEY = "23503";
    static final String SEQUENCE_EXHAUSTED = "2200H";
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String LIMIT_EXCEEDED = "54000";

    private PostgresErrors() {}

    /**
     * A place in the input of a COPY.
     *
     * @param line the row within this COPY, from 1
     * @param column the column, if it is named
     */
    record Place(long line, @Nullable String column) {}

    static BulkLoadException.Builder describe(SQLException error, PostgresTable table) {
        ServerErrorMessage server = error instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        String reason = String.valueOf(error.getMessage());
        String hint = null;
        String column = null;
        if (server != null && server.getMessage() != null) {
            String detail = server.getDetail();
            // the driver leaves the detail out of its own message if it is told to
            boolean withDetail = detail != null && reason.contains(detail);
            reason = server.getMessage() + (withDetail ? ": " + detail : "");
            hint = server.getHint();
            column = server.getColumn();
        }
        return BulkLoadException.in(tellsOfLostConnection(error) ? LoadPhase.SEND : LoadPhase.SERVER, reason)
                .hint(hint)
                .column(column)
                .constraint(constraint(error))
                .table(table.name().toString())
                .sqlState(error.getSQLState())
                .cause(error);
    }

    /** The constraint that the server names beside its message; null if none. */
    static @Nullable String constraint(SQLException error) {
        ServerErrorMessage server = error instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        return server == null ? null : server.getConstraint();
    }

    /** By SQLState: connection exceptions (class 08), and a server that is shut down or whose process is killed (57P). */
    static boolean tellsOfLostConnection(SQLException error) {
        String state = error.getSQLState();
        return state != null && (state.startsWith("08") || state.startsWith("57P"));
    }

    /** Whether a deadlock was broken, a transaction could not be serialized, or a lock was not to be had. */
    static boolean isLockFailure(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return switch (state) {
            case "40001", "40P01", "55P03" -> true;
            default -> false;
        };
    }

    /**
     * Whether rows are at fault: their values, a constraint, what a trigger raised by whatever SQLState, an index that can't hold a value,
     * or a policy of row-level security, which shares its SQLState with missing privileges.
     */
    static boolean isFaultOfRows(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.equals(BAD_COPY_FORMAT) || state.equals(SEQUENCE_EXHAUSTED)) {
            return false;
        }
        ServerErrorMessage server = error instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        String routine = server == null ? null : server.getRoutine();
        boolean isPolicy = state.equals(INSUFFICIENT_PRIVILEGE) && "ExecWithCheckOptions".equals(routine);
        boolean isRaised = "exec_stmt_raise".equals(routine) && !isLockFailure(error) && !tellsOfLostConnection(error);
        return isPolicy
                || isRaised
                || state.equals(LIMIT_EXCEEDED)
                || state.startsWith("22")
                || state.startsWith("23")
                || state.startsWith("38")
                || state.startsWith("39")
                || state.startsWith("44")
                || state.startsWith("P0");
    }

    /**
     * Finds the place in {@code COPY item, line 7, column name: "x"}, in whatever language the server speaks.
     *
     * @return null if the error names none
     */
    static @Nullable Place place(SQLException error, PostgresTable table) {
        ServerErrorMessage server = error instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        String where = server == null ? null : server.getWhere();
        if (where == null) {
            return null;
        }
        String start = "COPY " + table.traits().relation() + ",";
        int at = where.startsWith(start) ? 0 : where.indexOf('\n' + start) + 1;
        return at == 0 && !where.startsWith(start) ? null : place(where, at + start.length(), table.columns());
    }

    private static @Nullable Place place(String where, int from, List<TargetColumn> columns) {
        int digits = from;
        while (digits < where.length() && !isDigit(where.charAt(digits))) {
            digits++;
        }
        int end = digits;
        while (end < where.length() && isDigit(where.charAt(end))) {
            end++;
        }
        if (digits == end || end - digits > 18) {
            return null;
        }
        String rest = where.substring(end);
        String named = null;
        for (TargetColumn column : columns) {
            String name = column.name();
            int at = rest.indexOf(' ' + name);
            boolean longer = named == null || name.length() > named.length();
            if (at > 0 && longer && endsName(rest, at + 1 + name.length()) && rest.indexOf(':') != at - 1) {
                boolean first = rest.lastIndexOf(':', at) < 0;
                named = first ? name : named;
            }
        }
        return new Place(Long.parseLong(where.substring(digits, end)), named);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean endsName(String text, int end) {
        return end == text.length() || text.charAt(end) == ':' || text.charAt(end) == '\n';
    }
}
