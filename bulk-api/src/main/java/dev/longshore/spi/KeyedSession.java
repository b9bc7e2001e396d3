package dev.longshore.spi;

import java.sql.SQLException;

/**
 * A session of a load that gives back what the database put into some columns: the provider returns one where
 * {@link LoadRequest#returned()} is not empty. The provider implements it; it grows by default methods only.
 */
public interface KeyedSession extends BulkSession {
    /**
     * Writes a block of rows and tells, for each of them and in their order, the values of the returned columns. Called one or more
     * times inside one transaction, or once without one; when it returns or throws, the connection is idle. The order must be right
     * by construction: by values that were reserved before, or by an ordinal that goes with the row, never by the order in which a
     * database happens to answer.
     *
     * @param rows the rows; valid during the call, and read to their end
     * @param count how many there are, at least 1; if the session {@link #streams}, how many there are at most
     * @param keys told exactly once for each of the rows before this returns
     * @return how many of the rows the database took
     * @throws SQLException as {@link BulkSession#write}
     */
    long write(RowCursor rows, int count, KeySink keys) throws SQLException;

    /**
     * Tells whether the session reads the rows of a block once, and copes with fewer than were announced. Then they need not be
     * recorded before they are written where the caller's source says how many it has, which is not certain until they are read.
     * Asked once, after the session was opened; false by default.
     *
     * @return whether rows may come straight from the caller's source; they can't be {@linkplain RowCursor#rewind read again} then
     */
    default boolean streams() {
        return false;
    }

    /** Not called: a load that gives back keys comes in blocks. */
    @Override
    default long write(RowCursor rows) throws SQLException {
        throw new UnsupportedOperationException("a load that gives back keys is written in blocks");
    }
}
