package dev.longshore;

import static java.util.Objects.requireNonNull;

/**
 * What a load does with rows that can't be read or that the database refuses. By default the first one ends the load, and nothing
 * is stored; rows can be <em>rejected</em> instead: set aside, while the others are stored in their order.
 *
 * <p>A row is rejected if an INSERT of it alone, after all kept rows before it, would fail because of its values: it can't be
 * mapped or converted, it breaks a constraint, a trigger refuses it. Failures that are no row's fault, such as a lost connection, a
 * full disk, a deadlock or a missing privilege, end the load in any case; so do constraints that are deferred to the commit, of
 * which no database says which row broke them.
 *
 * <p>Immutable, and thread-safe as far as its handler is.
 */
public final class ErrorPolicy {
    private static final ErrorPolicy FAIL = new ErrorPolicy(0, 0, rejected -> {});

    private final long mostRows;
    private final double mostPercent;
    private final RejectHandler handler;

    private ErrorPolicy(long mostRows, double mostPercent, RejectHandler handler) {
        this.mostRows = mostRows;
        this.mostPercent = mostPercent;
        this.handler = handler;
    }

    /**
     * Ends the load at the first row that is wrong. The default.
     *
     * @return the policy
     */
    public static ErrorPolicy fail() {
        return FAIL;
    }

    /**
     * Rejects rows up to a number. One more ends the load, and nothing is stored.
     *
     * @param rows the greatest number of rejected rows, at least 1
     * @param handler told of each rejected row
     * @return the policy
     * @throws IllegalArgumentException if the number is not positive
     */
    public static ErrorPolicy rejectUpTo(long rows, RejectHandler handler) {
        if (rows <= 0) {
            throw new IllegalArgumentException("the number of rows to reject must be positive, not " + rows);
        }
        return new ErrorPolicy(rows, 100, requireNonNull(handler, "handler"));
    }

    /**
     * Rejects rows up to a share of those that were read. It is looked at each time that ten thousand rows or more were read, and at
     * the end: a greater share among the rows read until then ends the load, and nothing is stored.
     *
     * @param percent the greatest share, above 0 and at most 100
     * @param handler told of each rejected row
     * @return the policy
     * @throws IllegalArgumentException if the share is not above 0 or is above 100
     */
    public static ErrorPolicy rejectUpToPercent(double percent, RejectHandler handler) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException(
                    "the share of rows to reject must be above 0 and at most 100, not " + percent);
        }
        return new ErrorPolicy(Long.MAX_VALUE, percent, requireNonNull(handler, "handler"));
    }

    /**
     * Says whether rows are rejected at all.
     *
     * @return false for {@link #fail()}
     */
    public boolean rejects() {
        return mostRows > 0;
    }

    /**
     * Returns how many rows may be rejected.
     *
     * @return the number; {@link Long#MAX_VALUE} where only the share counts, 0 for {@link #fail()}
     */
    public long mostRows() {
        return mostRows;
    }

    /**
     * Returns which share of the rows may be rejected.
     *
     * @return per cent of the rows read; 100 where only the number counts, 0 for {@link #fail()}
     */
    public double mostPercent() {
        return mostPercent;
    }

    /**
     * Returns who is told of rejected rows.
     *
     * @return the handler
     */
    public RejectHandler handler() {
        return handler;
    }

    /** Returns the policy as a phrase for a plan or a log. */
    @Override
    public String toString() {
        if (!rejects()) {
            return "the first wrong row ends the load";
        }
        return mostRows == Long.MAX_VALUE
                ? "up to " + mostPercent + " % of the rows can be rejected"
                : "up to " + mostRows + (mostRows == 1 ? " row" : " rows") + " can be rejected";
    }
}
