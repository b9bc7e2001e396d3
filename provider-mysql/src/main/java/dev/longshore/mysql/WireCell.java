package dev.longshore.mysql;

import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.client.Context;
import org.mariadb.jdbc.client.socket.Writer;
import org.mariadb.jdbc.client.util.Parameter;

/**
 * A parameter of MariaDB's driver whose value lies in the encoded rows. It is bound once and then stands for whatever its cell holds,
 * so nothing is made for a value; and its type is its column's, also where the value is NULL, for which the driver's own parameters
 * claim a type that makes the bulk protocol begin a packet anew. Hot.
 */
final class WireCell implements Parameter {
    /** The cells of some rows, which can be moved to other rows. */
    static final class Block {
        private final EncodedRows rows;
        private WireCell[] cells = new WireCell[0];
        private int first;

        Block(EncodedRows rows) {
            this.rows = rows;
        }

        /** Makes sure that there are cells for so many rows. */
        void ensure(int count) {
            int wanted = count * rows.columns();
            if (wanted > cells.length) {
                WireCell[] more = new WireCell[wanted];
                System.arraycopy(cells, 0, more, 0, cells.length);
                for (int i = cells.length; i < wanted; i++) {
                    more[i] = new WireCell(this, i);
                }
                cells = more;
            }
        }

        /** From now on the first cell is that of a row. */
        void moveTo(int row) {
            first = row * rows.columns();
        }

        WireCell cell(int index) {
            return cells[index];
        }
    }

    private final Block block;
    private final EncodedRows rows;
    private final int index;
    private final int type;

    private WireCell(Block block, int index) {
        this.block = block;
        this.rows = block.rows;
        this.index = index;
        this.type = rows.type(index % rows.columns()).code();
    }

    @Override
    public boolean isNull() {
        return rows.isNull(block.first + index);
    }

    @Override
    public int getBinaryEncodeType() {
        return type;
    }

    @Override
    public void encodeBinary(Writer encoder, Context context) throws IOException {
        int cell = block.first + index;
        encoder.writeBytes(rows.bytes(), rows.start(cell), rows.length(cell));
    }

    /** The driver falls back to the text protocol where the server refuses to prepare a statement. */
    @Override
    public void encodeText(Writer encoder, Context context) throws SQLException {
        throw new SQLException(
                "the server refused to prepare the INSERT; max_prepared_stmt_count may be reached", "HY000");
    }

    @Override
    public int getApproximateTextProtocolLength() {
        return -1;
    }

    @Override
    public boolean canEncodeLongData() {
        return false;
    }

    @Override
    public void encodeLongData(Writer encoder) {
        throw new UnsupportedOperationException("no value is sent in pieces");
    }

    @Override
    public byte[] encodeData() {
        throw new UnsupportedOperationException("no value is sent in pieces");
    }

    @Override
    public @Nullable String bestEffortStringValue(Context context) {
        return null;
    }
}
