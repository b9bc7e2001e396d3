package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.ValueSink;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows that are those of a query: each cell is read by its column's type. One object per load. */
final class ResultSetMapping extends Mapping<ResultSet> {
    private final List<MappedColumn<ResultSet>> columns;

    private ResultSetMapping(List<MappedColumn<ResultSet>> columns) {
        this.columns = columns;
    }

    /**
     * Makes the mapping of a result set.
     *
     * @param named the columns to take; all if empty
     * @throws IllegalArgumentException if the result set has not just one column of a name
     */
    static ResultSetMapping of(ResultSet rows, List<String> named) throws SQLException {
        ResultSetMetaData metadata = rows.getMetaData();
        List<MappedColumn<ResultSet>> columns = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            labels.add(metadata.getColumnLabel(i));
            Identifier name = new Identifier(metadata.getColumnLabel(i), Identifier.Match.CASE_RULE);
            columns.add(new MappedColumn<>(
                    name, Object.class, reader(i, metadata.getColumnType(i), metadata.getColumnTypeName(i))));
        }
        return new ResultSetMapping(named.isEmpty() ? List.copyOf(columns) : JavaNames.select(columns, labels, named));
    }

    private static ColumnReader<ResultSet> reader(int index, int type, String typeName) {
        if (typeName.equalsIgnoreCase("interval")) {
            return new IntervalReader(index);
        }
        if (typeName.equalsIgnoreCase("json") || typeName.equalsIgnoreCase("jsonb")) {
            return new TextReader(index);
        }
        Class<?> temporal = temporalType(type, typeName);
        return temporal == null ? new CellReader(index) : new TemporalReader(index, temporal);
    }

    /** The type that holds a cell's date or time exactly; null if the column has none. */
    private static @Nullable Class<?> temporalType(int type, String typeName) {
        String name = typeName.toLowerCase(Locale.ROOT);
        if (type == Types.TIMESTAMP_WITH_TIMEZONE
                || name.equals("timestamptz")
                || name.equals("datetimeoffset")
                || (name.startsWith("timestamp") && name.endsWith("with time zone"))) {
            return OffsetDateTime.class;
        }
        if (type == Types.TIME_WITH_TIMEZONE
                || name.equals("timetz")
                || (name.startsWith("time") && name.endsWith("with time zone"))) {
            return OffsetTime.class;
        }
        return switch (type) {
            case Types.TIMESTAMP -> LocalDateTime.class;
            case Types.DATE -> LocalDate.class;
            case Types.TIME -> LocalTime.class;
            default -> null;
        };
    }

    @Override
    List<MappedColumn<ResultSet>> columns(TargetTable table) {
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        return null;
    }

    @Override
    boolean derived() {
        return true;
    }

    private static final class CellReader extends ColumnReader<ResultSet> {
        private final int index;

        CellReader(int index) {
            this.index = index;
        }

        @Override
        void read(ResultSet row, ValueSink sink) throws Exception {
            write(row.getObject(index), sink);
        }
    }

    /** A cell that every database takes as text, for which a driver may give an object of its own. */
    private static final class TextReader extends ColumnReader<ResultSet> {
        private final int index;

        TextReader(int index) {
            this.index = index;
        }

        @Override
        void read(ResultSet row, ValueSink sink) throws Exception {
            write(row.getString(index), sink);
        }
    }

    /** A driver's object for lengths of time may have no infinity, and be zero there: such a cell is read as text. */
    private static final class IntervalReader extends ColumnReader<ResultSet> {
        private final int index;

        IntervalReader(int index) {
            this.index = index;
        }

        @Override
        void read(ResultSet row, ValueSink sink) throws Exception {
            String text = row.getString(index);
            write(text != null && text.endsWith("infinity") ? text : row.getObject(index), sink);
        }
    }

    /**
     * A cell whose driver gives java.sql dates, which stand in the JVM's zone, is asked again for the java.time class. A
     * driver that keeps dates as text or numbers is taken at its word.
     */
    private static final class TemporalReader extends ColumnReader<ResultSet> {
        private final int index;
        private final Class<?> type;
        private boolean typed;
        private boolean decided;

        TemporalReader(int index, Class<?> type) {
            this.index = index;
            this.type = type;
        }

        @Override
        void read(ResultSet row, ValueSink sink) throws Exception {
            if (typed) {
                write(row.getObject(index, type), sink);
                return;
            }
            Object value = row.getObject(index);
            if (!decided && value != null) {
                decided = true;
                typed = value instanceof java.util.Date || (type == OffsetDateTime.class && !(value instanceof String));
                if (typed) {
                    value = row.getObject(index, type);
                }
            }
            write(value, sink);
        }
    }
}
