package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;
import java.util.Locale;

/** Takes truth values. Hot. */
final class BoolSink extends PgSink {
    BoolSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    public void bool(boolean value) {
        wire.bool(value);
    }

    @Override
    public void text(String value) throws SQLException {
        switch (TextChecks.stripped(value).toLowerCase(Locale.ROOT)) {
            case "t", "true", "y", "yes", "on", "1" -> wire.bool(true);
            case "f", "false", "n", "no", "off", "0" -> wire.bool(false);
            default -> throw noSuch("truth value", value);
        }
    }
}
