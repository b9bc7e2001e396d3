package dev.longshore.spi.support;

import dev.longshore.spi.ValueSink;
import java.sql.SQLException;

/** Hands all values on to another sink; a subclass overrides what it does otherwise. Confined to the loading thread. */
public abstract class ForwardingSink implements ValueSink {
    private final ValueSink next;

    /**
     * Makes a sink before another.
     *
     * @param next where values go
     */
    protected ForwardingSink(ValueSink next) {
        this.next = next;
    }

    @Override
    public void nullValue() throws SQLException {
        next.nullValue();
    }

    @Override
    public void bool(boolean value) throws SQLException {
        next.bool(value);
    }

    @Override
    public void int64(long value) throws SQLException {
        next.int64(value);
    }

    @Override
    public void float32(float value) throws SQLException {
        next.float32(value);
    }

    @Override
    public void float64(double value) throws SQLException {
        next.float64(value);
    }

    @Override
    public void text(String value) throws SQLException {
        next.text(value);
    }

    @Override
    public void object(Object value) throws SQLException {
        next.object(value);
    }
}
