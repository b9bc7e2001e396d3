package dev.longshore.postgres;

import static java.util.Objects.requireNonNull;

import dev.longshore.LoadOptions;
import dev.longshore.LoadWarning;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.ForwardingSink;
import dev.longshore.spi.support.TextMender;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Rows of INSERT statements, whose parameters are text without a type, so that the server reads them as it reads a literal. Confined
 * to the loading thread.
 */
final class InsertRows implements RowSink {
    private final PostgresTable table;
    private final String insert;
    private final ParameterWire wire = new ParameterWire();
    private final ValueSink[] sinks;
    private final TextMender mender;
    private final boolean mayDefault;
    private final @Nullable SequenceMover sequences;
    private int count;

    /**
     * Makes room for rows.
     *
     * @param request the load
     * @param sequences is shown the numbers that come; null where no sequence is moved
     * @param overriding whether the numbers of columns that the server always numbers are the rows' own
     */
    InsertRows(LoadRequest request, @Nullable SequenceMover sequences, boolean overriding) {
        this.table = (PostgresTable) request.table();
        this.sequences = sequences;
        this.mender = new TextMender(requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)), true);
        PgSink.Context context = new PgSink.Context(wire, request.zone(), mender);
        List<TargetColumn> columns = request.columns();
        this.sinks = new ValueSink[columns.size()];
        for (int i = 0; i < sinks.length; i++) {
            TargetColumn column = columns.get(i);
            ValueSink sink = Sinks.of(column, table.type(column), context);
            if (sequences != null) {
                sequences.watch(column, sink);
            }
            sinks[i] = column.numbering() == Numbering.NONE ? sink : new DefaultingSink(sink);
        }
        this.mayDefault = columns.stream().anyMatch(column -> column.numbering() != Numbering.NONE);
        this.insert = insertText(columns, overriding);
    }

    /** Whether rows bring numbers for a column that the server otherwise always numbers. */
    static boolean overrides(LoadRequest request) {
        return request.keepIdentity()
                && request.columns().stream().anyMatch(each -> each.numbering() == Numbering.ALWAYS);
    }

    /**
     * The server gives a parameter the type that its column has when the statement is prepared, and keeps it while the driver
     * keeps the statement, though the column may have another type by then: a timestamp's text would be read without its zone.
     * Therefore the columns' types are part of the text, by which the driver finds its statements.
     */
    private String insertText(List<TargetColumn> columns, boolean overriding) {
        StringJoiner names = new StringJoiner(", ", "insert into " + table.sqlName() + " (", ")");
        StringJoiner types = new StringJoiner(", ", " /* types ", " */");
        for (TargetColumn column : columns) {
            names.add(PostgresDialect.INSTANCE.quote(column.name()));
            types.add(Integer.toUnsignedString(table.type(column).oid()));
        }
        return names.toString() + types + (overriding ? " overriding system value values " : " values ");
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    @Override
    public void beginRow() {
        mender.beginRow();
        if (sequences != null) {
            sequences.beginRow();
        }
        wire.beginRow();
    }

    @Override
    public void endRow() {
        wire.endRow(sinks.length);
        count++;
    }

    @Override
    public void discardRow() {
        mender.discardRow();
        if (sequences != null) {
            sequences.discardRow();
        }
        wire.discardValues();
    }

    int count() {
        return count;
    }

    /** How many characters the values have. */
    long chars() {
        return wire.chars();
    }

    /** Which of a row's values are left to the server. Rows in which it is the same have the same INSERT. */
    BitSet defaults(int row) {
        BitSet defaults = new BitSet(sinks.length);
        for (int i = 0; mayDefault && i < sinks.length; i++) {
            defaults.set(i, isDefault(wire.values().get(row * sinks.length + i)));
        }
        return defaults;
    }

    boolean haveDefaults() {
        return mayDefault && wire.values().contains(ParameterWire.DEFAULT);
    }

    List<LoadWarning> warnings() {
        return mender.warnings();
    }

    void clear() {
        count = 0;
        wire.clear();
    }

    /** Appends the INSERT of so many rows. */
    void appendTo(StringBuilder sql, int from, int rows) {
        sql.append(insert);
        int at = from * sinks.length;
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "(" : ", (");
            for (int column = 0; column < sinks.length; column++) {
                sql.append(column == 0 ? "" : ", ")
                        .append(isDefault(wire.values().get(at++)) ? "default" : "?");
            }
            sql.append(')');
        }
    }

    /** About how long the INSERT of so many rows is. */
    int length(int rows) {
        return insert.length() + rows * (3 * sinks.length + 4);
    }

    @SuppressWarnings("ReferenceEquality") // the mark is an object, and no value is it
    private static boolean isDefault(@Nullable String value) {
        return value == ParameterWire.DEFAULT;
    }

    void bind(PreparedStatement statement, int from, int rows) throws SQLException {
        List<@Nullable String> values = wire.values();
        int parameter = 1;
        for (int i = from * sinks.length; i < (from + rows) * sinks.length; i++) {
            String value = values.get(i);
            if (value == null) {
                statement.setNull(parameter++, Types.NULL);
            } else if (!isDefault(value)) {
                statement.setObject(parameter++, value, Types.OTHER);
            }
        }
    }

    /** Makes a null the column's default. */
    private final class DefaultingSink extends ForwardingSink {
        DefaultingSink(ValueSink next) {
            super(next);
        }

        @Override
        public void nullValue() {
            wire.defaultValue();
        }
    }
}
