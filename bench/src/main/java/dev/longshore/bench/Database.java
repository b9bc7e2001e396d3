package dev.longshore.bench;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A database with the one table {@code bench}, and those who load it. */
abstract class Database implements Closeable {
    private final String name;
    private final ChronoUnit precision;
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    /**
     * Names a database.
     *
     * @param name the name in results
     * @param precision what it keeps of a time
     */
    Database(String name, ChronoUnit precision) {
        this.name = name;
        this.precision = precision;
    }

    final String name() {
        return name;
    }

    /** All shapes of rows, the mixed one first. */
    final List<Shape<?>> shapes() {
        return Shape.all(precision);
    }

    final Shape<?> shape(String wanted) {
        return shapes().stream()
                .filter(shape -> shape.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such shape: " + wanted));
    }

    /** Makes those who load it, Longshore first; the caller closes them. */
    abstract List<Contender> contenders() throws Exception;

    /** Makes the table anew, empty, as it is where loads are run again and again. */
    abstract void begin(Shape<?> shape) throws Exception;

    /** Makes the table anew, without what was done to it since. */
    void beginAnew(Shape<?> shape) throws Exception {
        begin(shape);
    }

    /** Who loads rows that the database numbers, Longshore without and with keys first; nobody where there are no keys. */
    List<KeyContender> keyContenders() {
        return List.of();
    }

    /** Makes the table {@code item} anew, empty. */
    void beginKeys() throws Exception {
        throw new UnsupportedOperationException(name + " has no table item");
    }

    /** Says that what is loaded from now on need not be kept. */
    void proven() {}

    /** Whether what a load takes on the clock means anything. */
    boolean isTimed() {
        return true;
    }

    /** Whether there is a network in between, which is slow, and steady. */
    final boolean isAway() {
        return name.endsWith("-1ms");
    }

    abstract Connection connect(String flags) throws SQLException;

    /**
     * The connection for those who want certain flags, which stays open for the next ones.
     *
     * @param flags what its URL must say
     * @return the connection, in autocommit mode
     */
    final Connection connection(String flags) throws SQLException {
        Connection open = connections.get(flags);
        if (open == null) {
            open = connect(flags);
            connections.put(flags, open);
        }
        return open;
    }

    final void closeConnections() throws SQLException {
        for (Connection connection : connections.values()) {
            connection.close();
        }
        connections.clear();
    }

    final void execute(String sql) throws SQLException {
        try (Statement statement = connection("").createStatement()) {
            statement.execute(sql);
        }
    }

    static String createTable(Shape<?> shape, Function<Column.Type, String> types) {
        return shape.columns().stream()
                .map(column ->
                        column.name() + " " + types.apply(column.type()) + (column.nullable() ? "" : " not null"))
                .collect(Collectors.joining(", ", "create table bench (", ")"));
    }

    /** The rows of the table, in the order of their ids, as {@link #shown} has them. */
    List<String> stored(Shape<?> shape) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (Statement statement = connection("").createStatement();
                ResultSet row = statement.executeQuery("select * from bench order by id")) {
            while (row.next()) {
                @Nullable Object[] cells = new @Nullable Object[shape.columns().size()];
                for (int i = 0; i < cells.length; i++) {
                    Object value = value(row, i + 1, shape.columns().get(i).type());
                    cells[i] = row.wasNull() ? null : value;
                }
                stored.add(shown(cells));
            }
        }
        return stored;
    }

    private static @Nullable Object value(ResultSet row, int at, Column.Type type) throws SQLException {
        return switch (type) {
            case INT64 -> row.getLong(at);
            case INT32 -> row.getInt(at);
            case FLOAT64 -> row.getDouble(at);
            case BOOLEAN -> row.getBoolean(at);
            case DECIMAL -> row.getBigDecimal(at);
            case SHORT_TEXT, LONG_TEXT -> row.getString(at);
            case DATE_TIME -> row.getObject(at, LocalDateTime.class);
            case DATE -> row.getObject(at, LocalDate.class);
        };
    }

    /** How a row of such values is shown where it is stored as it is. */
    String shown(@Nullable Object[] cells) {
        List<String> shown = new ArrayList<>();
        for (Object cell : cells) {
            shown.add(
                    cell instanceof BigDecimal decimal
                            ? decimal.stripTrailingZeros().toPlainString()
                            : String.valueOf(cell));
        }
        return String.join(" | ", shown);
    }

    /** Which software it is. */
    Map<String, Object> facts() throws SQLException {
        return Environment.database(connection(""));
    }

    @Override
    public final void close() throws IOException {
        try {
            closeConnections();
            stop();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Stops what was started for it. */
    abstract void stop() throws IOException, SQLException;
}
