package dev.longshore.sqlserver;

import dev.longshore.spi.ValueSink;

/**
 * Stands in the place of an identity column that the server numbers: it is sent no value, so only nulls come here. The engine
 * refuses all others, since a plain INSERT would be refused too.
 */
final class NumberedSink implements ValueSink {
    @Override
    public void nullValue() {}

    @Override
    public void bool(boolean value) {
        throw unexpected();
    }

    @Override
    public void int64(long value) {
        throw unexpected();
    }

    @Override
    public void float32(float value) {
        throw unexpected();
    }

    @Override
    public void float64(double value) {
        throw unexpected();
    }

    @Override
    public void text(String value) {
        throw unexpected();
    }

    @Override
    public void object(Object value) {
        throw unexpected();
    }

    private static IllegalStateException unexpected() {
        return new IllegalStateException("a value for a column that the server numbers");
    }
}
