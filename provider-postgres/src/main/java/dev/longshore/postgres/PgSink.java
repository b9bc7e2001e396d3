package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextMender;
import dev.longshore.spi.support.TypedValueSink;
import java.sql.SQLException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/**
 * Base of the sinks. A sink serves the values of one column, or the elements and bounds of its arrays and ranges. The driver's own
 * objects come by their text.
 */
abstract class PgSink extends TypedValueSink {
    final Wire wire;

    /**
     * What all sinks of a load share.
     *
     * @param wire where values go
     * @param zone the zone that the caller gave; null if none
     * @param mender mends or refuses text that the server can't hold
     */
    record Context(Wire wire, @Nullable ZoneId zone, TextMender mender) {}

    private final Context context;

    PgSink(TargetColumn column, Context context) {
        super(column);
        this.context = context;
        this.wire = context.wire();
    }

    final @Nullable ZoneId zone() {
        return context.zone();
    }

    @Override
    public void nullValue() {
        wire.nullValue();
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof PGobject object) {
            String text = object.getValue();
            if (text == null) {
                nullValue();
            } else {
                text(text);
            }
        } else {
            super.other(value);
        }
    }

    /** Mends text that can't be stored as it is, or refuses it. */
    final String mended(String value, int fault) throws BulkLoadException {
        return context.mender().mended(value, fault);
    }
}
