package dev.longshore.mysql;

import dev.longshore.UnstorableText;
import dev.longshore.bench.Encoding;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.TextMender;
import java.util.List;

/** The values of the binary protocol without a server. */
public final class PacketEncoding implements Encoding {
    private final EncodedRows rows;
    private final ValueSink[] sinks;

    /**
     * Makes the encoders.
     *
     * @param columns the columns, of types as {@link #column(String, String, boolean)} makes them
     */
    public PacketEncoding(List<TargetColumn> columns) {
        List<MySqlType> types =
                columns.stream().map(column -> type(column.typeName())).toList();
        rows = new EncodedRows(types.stream().map(MySqlType::wire).toArray(WireType[]::new));
        TextMender mender = new TextMender(UnstorableText.REFUSE, false);
        @SuppressWarnings(
                "NullAway") // no column is a TIMESTAMP, which alone asks for the session's clock, and without a server
        // there is no session to make one of
        MySqlSink.Context context = new MySqlSink.Context(rows, null, mender, () -> false, null);
        sinks = new ValueSink[types.size()];
        for (int i = 0; i < sinks.length; i++) {
            sinks[i] = Sinks.of(columns.get(i), types.get(i), context);
        }
    }

    private static MySqlType type(String declared) {
        return Definition.column("c", declared, "utf8mb4").type();
    }

    /**
     * Describes a column.
     *
     * @param name its name
     * @param type its type as SHOW COLUMNS prints it
     * @param nullable whether it takes NULL
     * @return the column
     */
    public static TargetColumn column(String name, String type, boolean nullable) {
        return new TargetColumn(name, type, type(type).family().kind(), nullable, false, Numbering.NONE, false);
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        rows.beginRow();
    }

    @Override
    public void endRow() {
        rows.endRow();
    }

    @Override
    public void discardRow() {
        rows.discardRow();
    }

    @Override
    public long waitingBytes() {
        return rows.size();
    }

    @Override
    public void sent() {
        rows.clear();
    }
}
