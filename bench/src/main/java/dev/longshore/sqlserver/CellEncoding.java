package dev.longshore.sqlserver;

import dev.longshore.bench.Encoding;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.ValueSink;
import java.sql.SQLException;

/** The values that the driver's bulk copy pulls, row by row; the bytes are made by the driver, and not here. */
public final class CellEncoding implements Encoding {
    private final Sinks sinks;

    /**
     * Makes the encoders.
     *
     * @param request a load into a table that the provider described
     * @throws SQLException if a column takes no values
     */
    public CellEncoding(LoadRequest request) throws SQLException {
        sinks = new Sinks(request, Sinks.Form.BULK);
    }

    @Override
    public ValueSink column(int index) {
        return sinks.column(index);
    }

    @Override
    public void beginRow() {
        sinks.beginRow();
    }

    @Override
    public void endRow() {
        sinks.endRow();
    }

    @Override
    public void discardRow() {
        sinks.discardRow();
    }

    @Override
    public long waitingBytes() {
        return 0;
    }

    @Override
    public void sent() {}
}
