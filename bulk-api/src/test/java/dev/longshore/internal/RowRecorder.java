package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps the values of a row as the sink's methods got them; streams are read at once. */
public final class RowRecorder implements RowSink {
    private final List<Cell> cells = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private final Class<?> refused;

    RowRecorder(List<TargetColumn> columns, Class<?> refused) {
        this(columns.size(), refused);
    }

    public RowRecorder(int columns, Class<?> refused) {
        for (int i = 0; i < columns; i++) {
            cells.add(new Cell(i));
        }
        this.refused = refused;
    }

    /** The last row that was ended. */
    public List<Object> row() {
        return new ArrayList<>(values);
    }

    /** What was called on the row sink itself. */
    public List<String> events() {
        return Collections.unmodifiableList(events);
    }

    @Override
    public ValueSink column(int index) {
        return cells.get(index);
    }

    @Override
    public void beginRow() {
        events.add("begin");
        values.clear();
    }

    @Override
    public void endRow() throws SQLException {
        events.add("end");
        if (values.size() != cells.size()) {
            throw new AssertionError(values.size() + " values for " + cells.size() + " columns");
        }
    }

    @Override
    public void discardRow() {
        events.add("discard");
        values.clear();
    }

    private final class Cell implements ValueSink {
        private final int index;

        Cell(int index) {
            this.index = index;
        }

        private void add(Object value) throws SQLException {
            if (values.size() != index) {
                throw new AssertionError("value " + index + " comes after " + values.size());
            }
            if (refused != null && refused.isInstance(value)) {
                throw BulkLoadException.in(LoadPhase.MAPPING, value + " is refused")
                        .build();
            }
            values.add(value);
        }

        @Override
        public void nullValue() throws SQLException {
            add(null);
        }

        @Override
        public void bool(boolean value) throws SQLException {
            add(value);
        }

        @Override
        public void int64(long value) throws SQLException {
            add(value);
        }

        @Override
        public void float32(float value) throws SQLException {
            add(value);
        }

        @Override
        public void float64(double value) throws SQLException {
            add(value);
        }

        @Override
        public void text(String value) throws SQLException {
            add(value);
        }

        @Override
        public void object(Object value) throws SQLException {
            if (value instanceof InputStream stream) {
                try {
                    add(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new SQLException(e);
                }
            } else {
                add(value);
            }
        }
    }
}
