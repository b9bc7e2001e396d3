package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.CompletedRows;
import dev.longshore.spi.support.ForwardingSink;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Values of the returned columns that the server makes, by their own defaults, before the rows are sent: one for each row that brings
 * none. They are sent with the rows like any others, so they are what is stored. Confined to the loading thread.
 */
final class ReservedValues {
    private final Connection connection;
    private final int written;
    private final List<TargetColumn> columns;
    private final List<Column> reserved = new ArrayList<>();
    private int completed;

    /** The values of a column. */
    private static final class Column {
        private final KeySource source;
        private final TypeFamily family;
        private final String query;

        /** What the rows have, where some bring their own. */
        private final IntegerSink.Written written = new IntegerSink.Written();

        /** What the server made, where it is a sequence's numbers. */
        private long[] numbers = {};

        /** What it made elsewhere. */
        private Object[] values = {};

        private int next;

        Column(KeySource source, TypeFamily family) {
            this.source = source;
            this.family = family;
            // many numbers as one value: a row for each would take the server and the driver longer than the numbers
            String selected = source.isNumber()
                    ? "pg_catalog.string_agg(pg_catalog.int8send(" + source.expression() + "), '')"
                    : source.expression();
            // as a column the series is not stored before it is read
            this.query = "select " + selected + " from (select pg_catalog.generate_series(1, ?)) s";
        }

        void reserve(Connection connection, int count) throws SQLException {
            next = 0;
            written.clear();
            if (count == 0 || source.expression() == null) {
                return;
            }
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setInt(1, count);
                try (ResultSet rows = statement.executeQuery()) {
                    if (source.isNumber()) {
                        numbers = new long[count];
                        rows.next();
                        ByteBuffer.wrap(rows.getBytes(1)).asLongBuffer().get(numbers);
                    } else {
                        values = new Object[count];
                        readValues(rows);
                    }
                }
            }
        }

        private void readValues(ResultSet rows) throws SQLException {
            for (int i = 0; rows.next(); i++) {
                values[i] = rows.getObject(1);
                if (isWhole() && values[i] instanceof Number number) {
                    values[i] = boxed(number.longValue());
                }
            }
        }

        private boolean isWhole() {
            return family == TypeFamily.INT2 || family == TypeFamily.INT4 || family == TypeFamily.INT8;
        }

        /** As the driver reads the column; a number that the column has no room for is refused with its row. */
        private Object boxed(long number) {
            boolean isLong = family == TypeFamily.INT8 || number != (int) number;
            return isLong ? (Object) number : (Object) (int) number;
        }

        void writeNext(ValueSink sink) throws SQLException {
            if (source.isNumber()) {
                sink.int64(numbers[next++]);
                return;
            }
            Object value = values[next++];
            if (value == null) {
                sink.nullValue();
            } else if (isWhole()) {
                sink.int64(((Number) value).longValue());
            } else {
                sink.object(value);
            }
        }

        Object stored(int row) {
            if (!source.isAdded()) {
                return boxed(written.number(row));
            }
            return source.isNumber() ? boxed(numbers[row]) : values[row];
        }

        /** Whether what the rows have are plain numbers of the greatest width. */
        boolean isLong() {
            return family == TypeFamily.INT8 && (!source.isAdded() || source.isNumber());
        }

        long number(int row) {
            return source.isAdded() ? numbers[row] : written.number(row);
        }
    }

    ReservedValues(LoadRequest request, List<KeySource> sources) {
        this.connection = request.connection();
        this.written = request.columns().size();
        PostgresTable table = (PostgresTable) request.table();
        List<TargetColumn> all = new ArrayList<>(request.columns());
        for (KeySource source : sources) {
            // nothing is left to the server any more
            TargetColumn plain = withoutNumbering(source.column());
            if (source.isAdded()) {
                all.add(plain);
            } else {
                all.set(source.place(), plain);
            }
            reserved.add(new Column(source, table.type(source.column()).family()));
        }
        this.columns = List.copyOf(all);
    }

    private static TargetColumn withoutNumbering(TargetColumn column) {
        return new TargetColumn(
                column.name(),
                column.typeName(),
                column.kind(),
                column.nullable(),
                column.hasDefault(),
                Numbering.NONE,
                column.generated());
    }

    /** The columns of the rows with their values. */
    List<TargetColumn> columns() {
        return columns;
    }

    /** Has the sinks of columns that rows may bring tell what they write. */
    void watch(RowSink sink) {
        for (Column column : reserved) {
            boolean isWatched = !column.source.isAdded();
            if (isWatched && sink.column(column.source.place()) instanceof IntegerSink integers) {
                integers.keepIn(column.written);
            } else if (isWatched) {
                throw new IllegalStateException("a numbered column without a sink for whole numbers");
            }
        }
    }

    /** Makes the values for a block of so many rows at most, which are read before it if they may bring some of their own. */
    void reserve(RowCursor rows, int count) throws SQLException {
        int[] needed = new int[reserved.size()];
        for (int i = 0; i < needed.length; i++) {
            needed[i] = reserved.get(i).source.isAdded() ? count : 0;
        }
        if (isMixed()) {
            countNulls(rows, needed);
        }
        for (int i = 0; i < needed.length; i++) {
            reserved.get(i).reserve(connection, needed[i]);
        }
    }

    /** Whether rows may bring values of their own in some columns, so that they are read before values are made. */
    boolean isMixed() {
        return reserved.stream().anyMatch(column -> !column.source.isAdded() && column.source.expression() != null);
    }

    private void countNulls(RowCursor rows, int[] needed) throws SQLException {
        NullCounter counter = new NullCounter(needed);
        while (rows.next()) {
            rows.writeTo(counter);
        }
        rows.rewind();
    }

    /** The rows with their values. */
    RowCursor over(RowCursor rows) {
        completed = 0;
        return new CompletedRows(rows, written, columns.size() - written) {
            @Override
            protected ValueSink column(int index, ValueSink next) {
                for (Column column : reserved) {
                    if (column.source.place() == index && !column.source.isAdded()) {
                        return new FillingSink(column, next);
                    }
                }
                return next;
            }

            @Override
            protected void complete(ValueSink[] added) throws SQLException {
                completed++;
                for (Column column : reserved) {
                    if (column.source.isAdded()) {
                        try {
                            column.writeNext(added[column.source.place() - written]);
                        } catch (BulkLoadException e) {
                            throw e.toBuilder()
                                    .column(column.source.column().name())
                                    .build();
                        }
                    }
                }
            }
        };
    }

    /** How many rows got their values. */
    int completed() {
        return completed;
    }

    /** Tells the values of the rows that were sent. */
    void tell(KeySink keys) throws SQLException {
        if (reserved.size() == 1 && reserved.get(0).isLong()) {
            Column column = reserved.get(0);
            for (int row = 0; row < completed; row++) {
                keys.key(column.number(row));
            }
            return;
        }
        for (int row = 0; row < completed; row++) {
            Object[] values = new Object[reserved.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = reserved.get(i).stored(row);
            }
            keys.row(values);
        }
    }

    /** Puts a value in the place of a null. */
    private static final class FillingSink extends ForwardingSink {
        private final Column column;
        private final ValueSink next;

        FillingSink(Column column, ValueSink next) {
            super(next);
            this.column = column;
            this.next = next;
        }

        @Override
        public void nullValue() throws SQLException {
            column.writeNext(next);
        }
    }

    /** Counts the nulls of the columns that rows may bring, and takes nothing else. */
    private final class NullCounter implements RowSink {
        private final int[] nulls;

        NullCounter(int[] nulls) {
            this.nulls = nulls;
        }

        @Override
        public ValueSink column(int index) {
            for (int i = 0; i < reserved.size(); i++) {
                if (reserved.get(i).source.place() == index) {
                    return new Count(nulls, i);
                }
            }
            return new Count(new int[1], 0);
        }

        @Override
        public void beginRow() {}

        @Override
        public void endRow() {}

        @Override
        public void discardRow() {}
    }

    /** Counts nulls. */
    private static final class Count implements ValueSink {
        private final int[] nulls;
        private final int index;

        Count(int[] nulls, int index) {
            this.nulls = nulls;
            this.index = index;
        }

        @Override
        public void nullValue() {
            nulls[index]++;
        }

        @Override
        public void bool(boolean value) {}

        @Override
        public void int64(long value) {}

        @Override
        public void float32(float value) {}

        @Override
        public void float64(double value) {}

        @Override
        public void text(String value) {}

        @Override
        public void object(Object value) {}
    }
}
