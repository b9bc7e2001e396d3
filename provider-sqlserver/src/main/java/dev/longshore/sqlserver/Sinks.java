package dev.longshore.sqlserver;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.TextMender;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current row of a load and the sinks that fill it, each chosen once per load by its column's type. The row is reused from row
 * to row. Confined to the loading thread.
 */
final class Sinks implements RowSink {
    /** How values are sent, as far as it is not the same for every server. */
    enum Form {
        /** By bulk copy to a server that converts. */
        BULK,
        /** By bulk copy to one that takes each value for what the column has. */
        BULK_EXACT,
        /** As parameters of INSERT. */
        PARAMETERS
    }

    private final SqlServerTable table;
    private final List<TargetColumn> columns;
    private final @Nullable Object[] row;
    private final @Nullable MsSink[] sinks;
    private final TextMender mender;
    private final @Nullable SequenceEnd sequence;

    Sinks(LoadRequest request, Form form) throws BulkLoadException {
        this.table = (SqlServerTable) request.table();
        this.columns = request.columns();
        this.row = new @Nullable Object[columns.size()];
        this.sinks = new @Nullable MsSink[columns.size()];
        this.mender = new TextMender(
                requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)),
                table.traits().isBabelfish());
        MsSink.Context context =
                new MsSink.Context(row, request.zone(), mender, table.traits().insteadTrigger() != null);
        SequenceEnd found = null;
        for (int i = 0; i < sinks.length; i++) {
            TargetColumn column = columns.get(i);
            boolean isNumbered = column.numbering() != Numbering.NONE;
            if (!isNumbered || request.keepIdentity()) {
                sinks[i] = of(column, table.type(column), context, i, form);
            }
            if (isNumbered && request.keepIdentity()) {
                found = new SequenceEnd(i);
            }
        }
        this.sequence = found;
    }

    private MsSink of(TargetColumn column, MsType type, MsSink.Context context, int index, Form form)
            throws BulkLoadException {
        boolean isExact = form == Form.BULK_EXACT;
        return switch (type.family()) {
            case BIT -> new BitSink(column, type, context, index);
            case TINYINT, SMALLINT, INT, BIGINT -> new IntegerSink(column, type, context, index);
            case REAL, FLOAT -> new FloatSink(column, type, context, index);
            case DECIMAL, MONEY, SMALLMONEY -> new DecimalSink(column, type, context, index);
            case NARROW_TEXT, WIDE_TEXT, XML, JSON -> new TextSink(column, type, context, index, isExact);
            case BINARY, UDT -> new BytesSink(column, type, context, index);
            case GUID -> new GuidSink(column, type, context, index);
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET ->
                new TemporalSink(column, type, context, index, isExact);
            case VARIANT -> new VariantSink(column, type, context, index);
            case ROWVERSION, UNKNOWN ->
                throw BulkLoadException.in(
                                LoadPhase.PREFLIGHT, "no value can be stored in a column of type " + column.typeName())
                        .table(table.name().toString())
                        .column(column.name())
                        .build();
        };
    }

    @Override
    public ValueSink column(int index) {
        MsSink sink = sinks[index];
        return sink == null ? new NumberedSink(columns.get(index)) : sink;
    }

    @Override
    public void beginRow() {
        mender.beginRow();
    }

    @Override
    public void endRow() {
        if (sequence != null) {
            sequence.note(row);
        }
    }

    @Override
    public void discardRow() {
        // the next row writes each place again, and this one is sent by nobody
        mender.discardRow();
    }

    @Nullable
    Object[] row() {
        return row;
    }

    /** The sink of a column; null for one that is not sent, since the server numbers it. */
    @Nullable
    MsSink sink(int index) {
        return sinks[index];
    }

    /** The places of the columns that are sent. */
    List<Integer> sent() {
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < sinks.length; i++) {
            if (sinks[i] != null) {
                sent.add(i);
            }
        }
        return sent;
    }

    /** What came into the identity column under keepIdentity(); null without it. */
    @Nullable
    SequenceEnd sequence() {
        return sequence;
    }

    List<LoadWarning> warnings() {
        return mender.warnings();
    }
}
