package dev.longshore.tds;

/**
 * What goes wrong, once, at the next request that gets there.
 *
 * @param kind what
 * @param at where: a row counted from 0, or a byte, as the kind says
 */
public record Fault(Kind kind, long at) {
    /** The kinds of fault. */
    public enum Kind {
        /** The connection is cut when a bulk load has brought so many rows. */
        CUT_AT_ROW,
        /** The connection is cut when a bulk load has brought so many bytes. */
        CUT_AT_BYTE,
        /** No more is read when a bulk load has brought so many bytes; the connection stays open. */
        STALL_AT_BYTE,
        /** A bulk load was read, but is not answered before an attention comes. */
        STALL_ANSWER,
        /** As {@link #STALL_ANSWER}, but an attention is not answered either. */
        DEAF,
        /** The next statement that is no control of a transaction is not answered before an attention comes. */
        STALL_STATEMENT
    }

    /**
     * Makes a fault.
     *
     * @param kind what
     * @param at where
     * @return the fault
     */
    public static Fault of(Kind kind, long at) {
        return new Fault(kind, at);
    }
}
