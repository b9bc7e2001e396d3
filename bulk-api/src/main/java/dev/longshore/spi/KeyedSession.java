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
     * @param rows the rows; valid during the call
     * @param count how many there are, at least 1
     * @param keys told exactly {@code count} times before this returns
     * @return how many of the rows the database took
     * @throws SQLException as {@link BulkSession#write}
     */
    long write(RowCursor rows, int count, KeySink keys) throws SQLException;

    /** Not called: a load that gives back keys comes in blocks. */
    @Override
    default long write(RowCursor rows) throws SQLException {
        throw new UnsupportedOperationException("a load that gives back keys is written in blocks");
    }
}
