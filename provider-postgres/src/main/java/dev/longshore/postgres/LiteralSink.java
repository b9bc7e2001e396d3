package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.Decimals;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.sql.SQLException;
import java.util.Map;
import org.postgresql.util.HStoreConverter;

/** Takes the text form of any type, which the server parses. Numbers come by their digits, a map as an hstore. */
final class LiteralSink extends PgSink {
    private final TypeFamily family;

    LiteralSink(TargetColumn column, Context context, TypeFamily family) {
        super(column, context);
        this.family = family;
    }

    @Override
    public void text(String value) throws SQLException {
        int fault = wire.text(value);
        if (fault != Wire.NO_FAULT) {
            wire.text(mended(value, fault));
        }
    }

    @Override
    public void bool(boolean value) throws SQLException {
        if (family == TypeFamily.BIT) {
            wire.text(value ? "1" : "0");
        } else {
            super.bool(value);
        }
    }

    @Override
    public void int64(long value) throws SQLException {
        number(value, Long.toString(value));
    }

    @Override
    public void float32(float value) throws SQLException {
        number(value, Float.toString(value));
    }

    @Override
    public void float64(double value) throws SQLException {
        number(value, Double.toString(value));
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        number(value, Decimals.text(value));
    }

    /** Money, above all. */
    private void number(Object value, String text) throws SQLException {
        if (family != TypeFamily.LITERAL) {
            throw refusedType(value);
        }
        wire.text(text);
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof Map<?, ?> map && family == TypeFamily.HSTORE) {
            text(HStoreConverter.toString(map));
        } else if (value instanceof InetAddress address && (family == TypeFamily.INET || family == TypeFamily.CIDR)) {
            NetworkSink.requireNoScope(address);
            wire.text(address.getHostAddress());
        } else {
            super.other(value);
        }
    }
}
