package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.UUID;

/** Takes UUIDs, and text in any of the forms that the server reads. Hot. */
final class UuidSink extends PgSink {
    private static final int DIGITS = 32;

    UuidSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    protected void uuid(UUID value) {
        wire.uuid(value.getMostSignificantBits(), value.getLeastSignificantBits());
    }

    /** 32 hexadecimal digits with a hyphen after any four of them, all of it perhaps in braces. */
    @Override
    public void text(String value) throws SQLException {
        boolean braced = value.startsWith("{") && value.endsWith("}");
        int end = braced ? value.length() - 1 : value.length();
        long most = 0;
        long least = 0;
        int digits = 0;
        for (int i = braced ? 1 : 0; i < end; i++) {
            char c = value.charAt(i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit >= 0 && digits < DIGITS) {
                most = (most << 4) | (least >>> 60);
                least = (least << 4) | digit;
                digits++;
            } else if (c != '-' || digits == 0 || digits % 4 != 0 || digits == DIGITS || value.charAt(i - 1) == '-') {
                throw noSuch("UUID", value);
            }
        }
        if (digits != DIGITS) {
            throw noSuch("UUID", value);
        }
        wire.uuid(most, least);
    }
}
