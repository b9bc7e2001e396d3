package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.UUID;

/** Takes UUIDs for MariaDB's type of that name, and text that is one. */
final class UuidSink extends MySqlSink {
    private static final int LENGTH = 36;

    UuidSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    protected void uuid(UUID value) {
        rows.text(value.toString());
    }

    @Override
    public void text(String value) throws SQLException {
        try {
            // fromString also takes forms that are too short
            if (value.length() == LENGTH) {
                uuid(UUID.fromString(value));
                return;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw noSuch("UUID", value);
    }
}
