package dev.longshore.mysql;

import java.sql.SQLException;
import org.mariadb.jdbc.BasePreparedStatement;

/**
 * The parameters of a bulk packet. The driver wants a list of them for each row and writes row after row, so only that of the first
 * column is a row's own: it tells those of the other columns, which all rows share, which row is written. Confined to the loading
 * thread.
 *
 * <p>Hot: one object for each row instead of one for each value.
 */
final class BulkParameters {
    private final EncodedRows rows;
    private final ColumnParameter[] others;
    private RowParameter[] firsts = new RowParameter[0];
    private int offset;
    private int rowStart;
    private int nextColumn;

    BulkParameters(EncodedRows rows) {
        this.rows = rows;
        this.others = new ColumnParameter[rows.columns() - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = new ColumnParameter(i + 1);
        }
    }

    /** Adds rows to a statement's batch. */
    void addTo(BasePreparedStatement statement, int from, int count) throws SQLException {
        ensure(count);
        offset = from;
        for (ColumnParameter other : others) {
            statement.setParameter(other.column, other);
        }
        for (int row = 0; row < count; row++) {
            // the driver goes on with the other parameters of the row before
            statement.setParameter(0, firsts[row]);
            statement.addBatch();
        }
    }

    /** The parameters of a row that was added. */
    WireParameter at(int row, int column) {
        return column == 0 ? firsts[row] : others[column - 1];
    }

    private void ensure(int count) {
        if (count > firsts.length) {
            RowParameter[] more = new RowParameter[count];
            System.arraycopy(firsts, 0, more, 0, firsts.length);
            for (int i = firsts.length; i < count; i++) {
                more[i] = new RowParameter(i);
            }
            firsts = more;
        }
    }

    /** The first value of a row, with which the driver begins to write it. */
    private final class RowParameter extends WireParameter {
        private final int row;

        RowParameter(int row) {
            super(rows.type(0));
            this.row = row;
        }

        @Override
        EncodedRows rows() {
            return rows;
        }

        @Override
        int cell() {
            return (offset + row) * rows.columns();
        }

        @Override
        public boolean isNull() {
            rowStart = cell();
            nextColumn = 1;
            return super.isNull();
        }
    }

    /** The value of another column in the row that is being written. */
    private final class ColumnParameter extends WireParameter {
        private final int column;

        ColumnParameter(int column) {
            super(rows.type(column));
            this.column = column;
        }

        @Override
        EncodedRows rows() {
            return rows;
        }

        @Override
        int cell() {
            return rowStart + column;
        }

        /** The driver asks this of each value, in the order in which it writes them. */
        @Override
        public boolean isNull() {
            if (nextColumn++ != column) {
                throw new IllegalStateException(
                        "the driver writes a row's parameters in another order than it used to");
            }
            return super.isNull();
        }
    }
}
