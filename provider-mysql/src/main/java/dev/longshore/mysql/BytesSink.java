package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.UUID;

/** Takes bytes, text as its bytes in UTF-8, and UUIDs, the most significant byte first, where there is room for just that. Hot. */
final class BytesSink extends MySqlSink {
    private static final int UUID_BYTES = 16;

    private final long most;
    private final boolean takesUuid;

    BytesSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.most = type.length();
        this.takesUuid = takesUuid(type);
    }

    /** BINARY(20) would fill up a UUID with zeros. */
    static boolean takesUuid(MySqlType type) {
        return type.family() == TypeFamily.BINARY ? type.length() == UUID_BYTES : type.length() >= UUID_BYTES;
    }

    @Override
    protected void bytes(byte[] value) throws SQLException {
        if (value.length > most) {
            throw tooLong("bytes", value.length);
        }
        rows.raw(value);
    }

    @Override
    protected void uuid(UUID value) throws SQLException {
        if (!takesUuid) {
            throw refusedType(value);
        }
        bytes(ByteBuffer.allocate(UUID_BYTES)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array());
    }

    @Override
    public void text(String value) throws SQLException {
        bytes(context().mender().storable(value).getBytes(StandardCharsets.UTF_8));
    }
}
