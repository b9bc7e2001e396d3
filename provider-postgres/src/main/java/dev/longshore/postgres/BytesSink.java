package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.HexFormat;

/** Takes bytes, and text in the server's hexadecimal form. Hot. */
final class BytesSink extends PgSink {
    BytesSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    protected void bytes(byte[] value) {
        wire.raw(value);
    }

    @Override
    public void text(String value) throws SQLException {
        try {
            if (value.startsWith("\\x")) {
                wire.raw(HexFormat.of().parseHex(value, 2, value.length()));
                return;
            }
        } catch (IllegalArgumentException e) {
            throw noSuch("hexadecimal text", value);
        }
        throw refused("text is no bytes, unless in the form \\x0123; give a byte[]");
    }
}
