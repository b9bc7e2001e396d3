package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.RowBuffer;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row's values to a sink: the one place where the readers of the user's rows are called, and where a value that
 * can't be read or stored gets its row and column. Confined to the loading thread.
 *
 * <p>Hot: {@link #write} runs once per row, with a call per value.
 */
final class RowWriter {
    private static final Pattern UNBOXING = Pattern.compile("Cannot invoke \"java\\.lang\\.\\w+\\.\\w+Value\\(\\)\"");

    private final StageClock clock;
    private final String table;
    private final Mapping<?> mapping;
    private final ColumnReader<Object>[] readers;
    private final String[] columns;
    private final @Nullable ColumnRule[] rules;

    private @Nullable RowSink boundSink;
    private ValueSink[] sinks = {};
    private @Nullable RowSink replaySink;
    private ValueSink[] replaySinks = {};

    @SuppressWarnings("unchecked") // the mapping's check of each row stands before its readers
    RowWriter(
            String table,
            Mapping<?> mapping,
            List<BoundColumn> bound,
            Function<TargetColumn, @Nullable ColumnRule> rules,
            StageClock clock) {
        this.clock = clock;
        this.table = table;
        this.mapping = mapping;
        int count = bound.size();
        readers = (ColumnReader<Object>[]) new ColumnReader<?>[count];
        columns = new String[count];
        this.rules = new @Nullable ColumnRule[count];
        for (int i = 0; i < count; i++) {
            BoundColumn column = bound.get(i);
            readers[i] = (ColumnReader<Object>) column.source().reader();
            columns[i] = column.target().name();
            this.rules[i] = rules.apply(column.target());
        }
    }

    int columnCount() {
        return columns.length;
    }

    /** The names of the columns, in their order. */
    List<String> columns() {
        return List.of(columns);
    }

    /** Reads the user's row and writes it. */
    void write(@Nullable Object row, long index, RowSink sink) throws SQLException {
        if (clock.samples()) {
            long start = System.nanoTime();
            map(row, index, sink);
            clock.addSample(System.nanoTime() - start);
        } else {
            map(row, index, sink);
        }
    }

    private void map(@Nullable Object row, long index, RowSink sink) throws SQLException {
        if (row == null) {
            throw at(BulkLoadException.in(LoadPhase.SOURCE, "the row is null"), index, -1);
        }
        String refusal = mapping.refusal(row);
        if (refusal != null) {
            throw at(BulkLoadException.in(LoadPhase.MAPPING, refusal), index, -1);
        }
        if (sink != boundSink) {
            bind(sink);
        }
        ValueSink[] targets = sinks;
        int column = 0;
        sink.beginRow();
        try {
            for (; column < targets.length; column++) {
                readers[column].read(row, targets[column]);
            }
            sink.endRow();
        } catch (Throwable e) {
            sink.discardRow();
            throw failure(e, index, column, true);
        }
    }

    /** Writes a row that was recorded before. */
    void replay(RowBuffer buffer, int row, long index, RowSink sink) throws SQLException {
        if (sink != replaySink) {
            replaySink = sink;
            replaySinks = sinksOf(sink);
        }
        ValueSink[] targets = replaySinks;
        int column = 0;
        sink.beginRow();
        try {
            for (; column < targets.length; column++) {
                buffer.writeCell(row, column, targets[column]);
            }
            sink.endRow();
        } catch (Throwable e) {
            sink.discardRow();
            throw failure(e, index, column, false);
        }
    }

    private void bind(RowSink sink) {
        ValueSink[] targets = sinksOf(sink);
        for (int i = 0; i < targets.length; i++) {
            ColumnRule rule = rules[i];
            if (rule != null) {
                targets[i] = rule.before(targets[i]);
            }
        }
        sinks = targets;
        boundSink = sink;
    }

    private ValueSink[] sinksOf(RowSink sink) {
        ValueSink[] targets = new ValueSink[columns.length];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = sink.column(i);
        }
        return targets;
    }

    /** Never returns normally for an Error. */
    private BulkLoadException failure(Throwable thrown, long index, int column, boolean reading) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof BulkLoadException refusal && column == columns.length) {
            // the whole row came, and what the sink did then is not about this row unless it says so
            return refusal.phase() == LoadPhase.MAPPING ? at(refusal.toBuilder(), index, column) : refusal;
        }
        // one that knows its table is of another load, which the row's accessor ran
        if (thrown instanceof BulkLoadException refusal && refusal.table() == null) {
            return at(refusal.toBuilder(), index, column);
        }
        if (thrown instanceof SQLException sql && !(sql instanceof BulkLoadException)) {
            return at(
                    BulkLoadException.in(LoadPhase.MAPPING, "reading or binding the value failed: " + sql.getMessage())
                            .cause(sql),
                    index,
                    column);
        }
        if (reading && column < readers.length && readers[column].primitive() && isUnboxedNull(thrown)) {
            return at(
                    BulkLoadException.in(
                                    LoadPhase.MAPPING, "the value is null, but the column is mapped as a primitive")
                            .hint("Map it by column(\"" + columns[column] + "\", …), which stores null as NULL")
                            .cause(thrown),
                    index,
                    column);
        }
        return at(
                BulkLoadException.in(LoadPhase.MAPPING, "reading the value threw " + thrown)
                        .cause(thrown),
                index,
                column);
    }

    /** The JVM's own message names the unboxing call; where such messages are off, it is the likely cause. */
    private static boolean isUnboxedNull(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown instanceof NullPointerException
                && (message == null || UNBOXING.matcher(message).lookingAt());
    }

    private BulkLoadException at(BulkLoadException.Builder facts, long index, int column) {
        facts.row(index).table(table);
        if (column >= 0 && column < columns.length) {
            facts.column(columns[column]);
        }
        return facts.build();
    }
}
