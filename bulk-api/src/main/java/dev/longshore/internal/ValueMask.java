package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Takes what may quote the values of rows out of an exception: its reason, its hint and the messages of its causes, whoever wrote them.
 * Place, SQLState, vendor code, constraint and stack traces stay.
 */
final class ValueMask {
    private static final String HOW = "Leave LoadOptions.MASK_VALUES out to have the value told";

    private ValueMask() {}

    /** Whether the messages of a phase can have values in them; before the first row is read they can't. */
    private static boolean mayQuote(LoadPhase phase) {
        return phase != LoadPhase.CONNECT && phase != LoadPhase.PREFLIGHT;
    }

    /** The exception without values. */
    static BulkLoadException.Builder of(BulkLoadException failure) {
        if (!mayQuote(failure.phase())) {
            return failure.toBuilder();
        }
        Throwable cause = failure.getCause();
        boolean isOwn = cause == null && failure.getSQLState() == null && failure.phase() != LoadPhase.MAPPING;
        if (isOwn) {
            // of the load itself, which quotes no value but where it maps one
            return failure.toBuilder();
        }
        return BulkLoadException.in(failure.phase(), reason(failure))
                .hint(failure.phase() == LoadPhase.MAPPING || isRefusal(failure.getSQLState()) ? HOW : null)
                .table(failure.table())
                .column(failure.column())
                .constraint(failure.constraint())
                .row(failure.rowIndex())
                .state(failure.transactionState())
                .committed(failure.rowsCommitted())
                .cause(cause == null ? withoutMessage(failure) : withoutMessage(cause))
                .sqlState(failure.getSQLState());
    }

    private static String reason(BulkLoadException failure) {
        String state = failure.getSQLState();
        Throwable cause = failure.getCause();
        String thrown = cause == null ? "" : " (" + cause.getClass().getName() + ")";
        return switch (failure.phase()) {
            case MAPPING -> "the value can't be read or stored" + thrown;
            case SOURCE -> "the source of the rows failed" + thrown;
            case CALLBACK -> "a callback failed" + thrown;
            default -> refusal(state) + constraint(failure) + (state == null ? "" : " (SQLState " + state + ")");
        };
    }

    private static String constraint(BulkLoadException failure) {
        return failure.constraint() == null ? "" : " by " + failure.constraint();
    }

    private static boolean isRefusal(@Nullable String state) {
        return state != null && (state.startsWith("22") || state.startsWith("23") || state.startsWith("44"));
    }

    private static String refusal(@Nullable String state) {
        if (state == null) {
            return "the load failed";
        }
        return switch (state) {
            case "23502" -> "a NOT NULL column was refused a null";
            case "23503" -> "a row was refused for a foreign key";
            case "23505" -> "a row was refused as a duplicate";
            case "23514" -> "a row was refused for a check";
            default ->
                isRefusal(state)
                        ? (state.startsWith("22") ? "a value was refused" : "a row was refused")
                        : "the database failed";
        };
    }

    /** A throwable that tells class, SQLState and place of another one, but not its message. */
    private static SQLException withoutMessage(Throwable thrown) {
        SQLException told = thrown instanceof SQLException sql
                ? new SQLException(thrown.getClass().getName(), sql.getSQLState(), sql.getErrorCode())
                : new SQLException(thrown.getClass().getName());
        told.setStackTrace(thrown.getStackTrace());
        return told;
    }
}
