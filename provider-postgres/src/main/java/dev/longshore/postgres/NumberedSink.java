package dev.longshore.postgres;

import dev.longshore.spi.ValueSink;
import java.sql.SQLException;

/** Stands before the sink of a numbered column and hands its values on. What a null is for the path, a subclass says. */
abstract class NumberedSink implements ValueSink {
    private final ValueSink next;

    NumberedSink(ValueSink next) {
        this.next = next;
    }

    @Override
    public final void bool(boolean value) throws SQLException {
        next.bool(value);
    }

    @Override
    public final void int64(long value) throws SQLException {
        next.int64(value);
    }

    @Override
    public final void float32(float value) throws SQLException {
        next.float32(value);
    }

    @Override
    public final void float64(double value) throws SQLException {
        next.float64(value);
    }

    @Override
    public final void text(String value) throws SQLException {
        next.text(value);
    }

    @Override
    public final void object(Object value) throws SQLException {
        next.object(value);
    }
}
