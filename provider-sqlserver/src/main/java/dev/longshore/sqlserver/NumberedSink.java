package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TypedValueSink;

/**
 * Stands in the place of an identity column that the server numbers: it is sent no value, so only nulls come here. The engine
 * refuses all others, since a plain INSERT would be refused too.
 */
final class NumberedSink extends TypedValueSink {
    NumberedSink(TargetColumn column) {
        super(column);
    }

    @Override
    public void nullValue() {}
}
