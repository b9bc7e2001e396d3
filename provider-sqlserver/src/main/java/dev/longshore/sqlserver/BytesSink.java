package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HexFormat;

/** Takes bytes, also those that a value of hierarchyid, geometry or geography is made of, and text of hexadecimal digits. Hot. */
final class BytesSink extends MsSink {
    private static final int MOST_BYTES = 8_000;

    BytesSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
    }

    @Override
    int wireType() {
        return type.length() > MOST_BYTES ? Types.LONGVARBINARY : Types.VARBINARY;
    }

    @Override
    int wirePrecision() {
        return type.length();
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setBytes(parameter, (byte[]) value);
    }

    @Override
    int nullType() {
        return Types.VARBINARY;
    }

    /** The driver reads the array before it asks for the next row; a statement's values are copied by its session. */
    @Override
    protected void bytes(byte[] value) throws SQLException {
        if (value.length > type.length()) {
            throw refused("the value is " + value.length + " bytes long, but a column of type " + column().typeName()
                    + " holds " + type.length());
        }
        put(value);
    }

    @Override
    public void text(String value) throws SQLException {
        if (!value.startsWith("0x")) {
            throw refused("text is no bytes, unless in the form 0x0123; give a byte[]");
        }
        try {
            bytes(HexFormat.of().parseHex(value, 2, value.length()));
        } catch (IllegalArgumentException e) {
            throw noSuch("hexadecimal text", value);
        }
    }
}
