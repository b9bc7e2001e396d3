package dev.longshore;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of a load that failed. Its message says what failed, where, why and what to do; the accessors give the
 * same facts to programs. SQLState and vendor code are those of the database where it gave any. The cause is what the
 * source, a getter, a callback, the driver or the database threw; a second failure during clean-up is suppressed in it.
 */
public final class BulkLoadException extends SQLException {
    private static final long serialVersionUID = 1L;

    /** The stage that failed. */
    private final LoadPhase phase;
    /** Why, without place and hint. */
    private final String reason;
    /** What to do, if known. */
    private final @Nullable String hint;
    /** The table, if known. */
    private final @Nullable String table;
    /** The column, if known. */
    private final @Nullable String column;
    /** The constraint, if known. */
    private final @Nullable String constraint;
    /** The row from 0, or -1. */
    private final long rowIndex;
    /** What is left on the connection. */
    private final TransactionState transactionState;
    /** How many rows stay, or -1. */
    private final long rowsCommitted;

    /** More of a reason than this is values. */
    private static final int MOST_REASON = 1_000;

    private static final int END_OF_REASON = 200;

    private BulkLoadException(Builder facts) {
        super(facts.message(), facts.sqlState, facts.vendorCode, facts.cause);
        this.phase = facts.phase;
        this.reason = facts.reason;
        this.hint = facts.hint;
        this.table = facts.table;
        this.column = facts.column;
        this.constraint = facts.constraint;
        this.rowIndex = facts.rowIndex;
        this.transactionState = facts.transactionState;
        this.rowsCommitted = facts.rowsCommitted;
    }

    /**
     * Begins an exception; for the engine and for providers.
     *
     * @param phase the stage that failed
     * @param reason why, as a phrase that reads well after the place: {@code 300 is out of range 0 to 255}
     * @return a builder to which the known facts are added
     */
    public static Builder in(LoadPhase phase, String reason) {
        return new Builder(requireNonNull(phase, "phase"), shortened(phase, reason));
    }

    /** Cuts the middle out of a reason that quotes long values. What preflight has to list is not cut. */
    private static String shortened(LoadPhase phase, String reason) {
        if (reason.length() <= MOST_REASON || phase == LoadPhase.CONNECT || phase == LoadPhase.PREFLIGHT) {
            return reason;
        }
        int begin = MOST_REASON - END_OF_REASON;
        int end = reason.length() - END_OF_REASON;
        // no half of a surrogate pair at either side
        begin -= Character.isHighSurrogate(reason.charAt(begin - 1)) ? 1 : 0;
        end += Character.isLowSurrogate(reason.charAt(end)) ? 1 : 0;
        return reason.substring(0, begin) + " … (" + (end - begin) + " characters left out) … " + reason.substring(end);
    }

    /**
     * Begins a copy of this exception with its cause and suppressed exceptions, to which facts can be added.
     *
     * @return a builder holding all facts of this exception
     */
    public Builder toBuilder() {
        Builder copy = new Builder(phase, reason);
        copy.hint = hint;
        copy.table = table;
        copy.column = column;
        copy.constraint = constraint;
        copy.rowIndex = rowIndex;
        copy.transactionState = transactionState;
        copy.rowsCommitted = rowsCommitted;
        copy.sqlState = getSQLState();
        copy.vendorCode = getErrorCode();
        copy.cause = getCause();
        copy.suppressed = getSuppressed();
        return copy;
    }

    /**
     * Returns the stage in which the load failed.
     *
     * @return the phase
     */
    public LoadPhase phase() {
        return phase;
    }

    /**
     * Returns why the load failed, without the place and the hint.
     *
     * @return the reason
     */
    public String reason() {
        return reason;
    }

    /**
     * Returns what the caller can do about it.
     *
     * @return the hint, or null if there is none
     */
    public @Nullable String hint() {
        return hint;
    }

    /**
     * Returns the table that was loaded into, for people: parts joined by dots, unquoted.
     *
     * @return the table, or null if the load failed before it was known
     */
    public @Nullable String table() {
        return table;
    }

    /**
     * Returns the column that the failure is about.
     *
     * @return the column, or null where it is not known or not one column's fault
     */
    public @Nullable String column() {
        return column;
    }

    /**
     * Returns the constraint or index that refused a row.
     *
     * @return its name as the database tells it, without schema and table; null where it tells none, or no constraint was broken
     */
    public @Nullable String constraint() {
        return constraint;
    }

    /**
     * Returns the row that the failure is about, counted from 0 in the caller's input.
     *
     * @return the row's index, or -1 where it is not known or not one row's fault
     */
    public long rowIndex() {
        return rowIndex;
    }

    /**
     * Returns what the load left behind on the connection.
     *
     * @return the state
     */
    public TransactionState transactionState() {
        return transactionState;
    }

    /**
     * Returns how many rows of the input, from its first, are dealt with for good: stored and committed, skipped by the database, or
     * rejected. More than 0 only under {@link BulkInserter#commitEvery}, or where the load is stored and something failed after that.
     *
     * @return the number of rows, which is where {@link BulkInserter#resumeFrom} goes on; -1 where it is not known:
     *     the connection was lost in the commit, or a ledger could not be read
     */
    public long rowsCommitted() {
        return rowsCommitted;
    }

    /** Collects the facts of a {@link BulkLoadException}. Not thread-safe. */
    public static final class Builder {
        private final LoadPhase phase;
        private final String reason;
        private @Nullable String hint;
        private @Nullable String table;
        private @Nullable String column;
        private @Nullable String constraint;
        private long rowIndex = -1;
        private TransactionState transactionState = TransactionState.INTACT;
        private long rowsCommitted;
        private @Nullable String sqlState;
        private int vendorCode;
        private @Nullable Throwable cause;
        private Throwable[] suppressed = {};

        private Builder(LoadPhase phase, String reason) {
            this.phase = phase;
            this.reason = reason;
        }

        /**
         * Sets what the caller can do about it.
         *
         * @param hint a sentence, for example the line of code to add
         * @return this builder
         */
        public Builder hint(@Nullable String hint) {
            this.hint = hint;
            return this;
        }

        /**
         * Sets the table.
         *
         * @param table the table for people, unquoted
         * @return this builder
         */
        public Builder table(@Nullable String table) {
            this.table = table;
            return this;
        }

        /**
         * Sets the column.
         *
         * @param column the column, unquoted
         * @return this builder
         */
        public Builder column(@Nullable String column) {
            this.column = column;
            return this;
        }

        /**
         * Sets the constraint that was broken.
         *
         * @param constraint its name, unquoted
         * @return this builder
         */
        public Builder constraint(@Nullable String constraint) {
            this.constraint = constraint;
            return this;
        }

        /**
         * Sets the row.
         *
         * @param rowIndex the row counted from 0 in the caller's input, -1 if unknown
         * @return this builder
         */
        public Builder row(long rowIndex) {
            this.rowIndex = rowIndex;
            return this;
        }

        /**
         * Sets what is left behind on the connection; {@link TransactionState#INTACT} unless set. The engine sets it last.
         *
         * @param transactionState the state
         * @return this builder
         */
        public Builder state(TransactionState transactionState) {
            this.transactionState = transactionState;
            return this;
        }

        /**
         * Sets how many rows are dealt with for good; 0 unless set. For the engine.
         *
         * @param rowsCommitted the number of rows from the first on, -1 if unknown
         * @return this builder
         */
        public Builder committed(long rowsCommitted) {
            this.rowsCommitted = rowsCommitted;
            return this;
        }

        /**
         * Sets the SQLState.
         *
         * @param sqlState five characters, or null
         * @return this builder
         */
        public Builder sqlState(@Nullable String sqlState) {
            this.sqlState = sqlState;
            return this;
        }

        /**
         * Sets the cause; from a {@link SQLException} also SQLState and vendor code are taken.
         *
         * @param cause what was thrown, or null
         * @return this builder
         */
        public Builder cause(@Nullable Throwable cause) {
            this.cause = cause;
            if (cause instanceof SQLException sql) {
                sqlState = sql.getSQLState();
                vendorCode = sql.getErrorCode();
            }
            return this;
        }

        /**
         * Makes the exception.
         *
         * @return a new exception with the facts collected so far
         */
        public BulkLoadException build() {
            BulkLoadException exception = new BulkLoadException(this);
            for (Throwable earlier : suppressed) {
                exception.addSuppressed(earlier);
            }
            return exception;
        }

        private String message() {
            StringBuilder text = new StringBuilder(table == null ? "load" : "load into " + table);
            text.append(" failed");
            if (rowIndex >= 0) {
                text.append(" at row ").append(rowIndex);
            }
            if (column != null) {
                text.append(rowIndex >= 0 ? ", column " : " at column ").append(column);
            }
            text.append(": ").append(reason);
            if (hint != null) {
                // some drivers end their messages with a full stop
                text.append(reason.endsWith(".") ? " " : ". ").append(hint);
            }
            return text.toString();
        }
    }
}
