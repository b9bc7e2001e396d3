package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;

/** Takes bit strings by text of 0 and 1, and writes them in binary; a truth value is one bit. */
final class BitSink extends PgSink {
    private final BinaryWire binary;

    BitSink(TargetColumn column, Context context, BinaryWire binary) {
        super(column, context);
        this.binary = binary;
    }

    @Override
    public void bool(boolean value) throws SQLException {
        text(value ? "1" : "0");
    }

    @Override
    public void text(String value) throws SQLException {
        int start = binary.beginSized();
        int count = value.length();
        binary.bareInt(count);
        int octet = 0;
        for (int i = 0; i < count; i++) {
            char c = value.charAt(i);
            if (c != '0' && c != '1') {
                throw noSuch("text of 0 and 1", value);
            }
            octet |= (c - '0') << (7 - (i & 7));
            if ((i & 7) == 7 || i == count - 1) {
                binary.bareByte(octet);
                octet = 0;
            }
        }
        binary.endSized(start);
    }
}
