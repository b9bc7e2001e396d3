package dev.longshore.mysql;

import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.client.Context;
import org.mariadb.jdbc.client.socket.Writer;
import org.mariadb.jdbc.client.util.Parameter;

/**
 * A parameter of MariaDB's driver whose value lies in the encoded rows, so that nothing is made for a value; and its type is its
 * column's, also where the value is NULL, for which the driver's own parameters claim a type that makes the bulk protocol begin a
 * packet anew. Hot.
 */
abstract class WireParameter implements Parameter {
    /** As narrow as it can be, since a load of some hundred rows makes thousands of parameters. */
    private final short type;

    WireParameter(WireType type) {
        this.type = (short) type.code();
    }

    abstract EncodedRows rows();

    /** The cell that the value lies in. */
    abstract int cell();

    @Override
    public boolean isNull() {
        return rows().isNull(cell());
    }

    @Override
    public final int getBinaryEncodeType() {
        return type;
    }

    @Override
    public final void encodeBinary(Writer encoder, Context context) throws IOException {
        EncodedRows rows = rows();
        int cell = cell();
        int start = rows.start(cell);
        encoder.writeBytes(rows.bytes(), start, rows.end(cell) - start);
    }

    /** The driver falls back to the text protocol where the server refuses to prepare a statement. */
    @Override
    public final void encodeText(Writer encoder, Context context) throws SQLException {
        throw new SQLException(
                "the server refused to prepare the INSERT; max_prepared_stmt_count may be reached", "HY000");
    }

    @Override
    public final int getApproximateTextProtocolLength() {
        return -1;
    }

    @Override
    public final boolean canEncodeLongData() {
        return false;
    }

    @Override
    public final void encodeLongData(Writer encoder) {
        throw new UnsupportedOperationException("no value is sent in pieces");
    }

    @Override
    public final byte[] encodeData() {
        throw new UnsupportedOperationException("no value is sent in pieces");
    }

    @Override
    public final @Nullable String bestEffortStringValue(Context context) {
        return null;
    }
}
