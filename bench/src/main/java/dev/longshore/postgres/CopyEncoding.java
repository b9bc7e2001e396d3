package dev.longshore.postgres;

import dev.longshore.UnstorableText;
import dev.longshore.bench.Encoding;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.TextMender;
import java.util.List;

/** COPY BINARY without a server. */
public final class CopyEncoding implements Encoding {
    private final BinaryWire wire = new BinaryWire(1 << 16);
    private final ValueSink[] sinks;

    /**
     * Makes the encoders.
     *
     * @param columns the columns, of types by number as {@link #column(String, int, boolean)} makes them
     */
    public CopyEncoding(List<TargetColumn> columns) {
        TextMender mender = new TextMender(UnstorableText.REFUSE, true);
        PgSink.Context context = new PgSink.Context(wire, null, mender);
        sinks = columns.stream()
                .map(column -> Sinks.of(column, PgType.builtIn(Integer.parseInt(column.typeName())), context))
                .toArray(ValueSink[]::new);
    }

    /**
     * Describes a column.
     *
     * @param name its name
     * @param oid the number of its type
     * @param nullable whether it takes NULL
     * @return the column
     */
    public static TargetColumn column(String name, int oid, boolean nullable) {
        return new TargetColumn(
                name,
                Integer.toString(oid),
                PgType.builtIn(oid).family().kind(),
                nullable,
                false,
                Numbering.NONE,
                false);
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        wire.beginRow();
    }

    @Override
    public void endRow() {
        wire.endRow(sinks.length);
    }

    @Override
    public void discardRow() {
        wire.discardRow();
    }

    @Override
    public long waitingBytes() {
        return wire.length;
    }

    @Override
    public void sent() {
        wire.length = 0;
    }
}
