package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;

/**
 * Takes UUIDs. Hot. They are sent as the 36 characters of their text, the only form that the driver's bulk copy has for them; so
 * the order in which the server keeps the bytes does not matter.
 */
final class GuidSink extends MsSink {
    private static final int LENGTH = 36;

    GuidSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
    }

    @Override
    int wireType() {
        return Types.CHAR;
    }

    @Override
    int wirePrecision() {
        return LENGTH;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setNString(parameter, (String) value);
    }

    @Override
    int nullType() {
        return Types.NVARCHAR;
    }

    @Override
    protected void uuid(UUID value) {
        put(value.toString());
    }

    @Override
    public void text(String value) throws SQLException {
        String text = TextChecks.stripped(value);
        boolean braced = text.startsWith("{") && text.endsWith("}");
        String bare = braced ? text.substring(1, text.length() - 1) : text;
        // UUID.fromString takes shorter groups as well
        if (bare.length() != LENGTH) {
            throw noSuch("uniqueidentifier", value);
        }
        try {
            put(UUID.fromString(bare).toString());
        } catch (IllegalArgumentException e) {
            throw noSuch("uniqueidentifier", value);
        }
    }
}
