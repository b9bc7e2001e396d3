package dev.longshore.examples;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.JavaKind;
import dev.longshore.spi.support.NameParser;
import dev.longshore.spi.support.TypedValueSink;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The smallest provider that is one: JDBC batches of a plain INSERT. docs/spi.md walks through it. */
// tag::provider
public final class PlainInsertProvider implements BulkProvider {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return product.equals("SQLite")
                ? ProviderMatch.yes()
                : ProviderMatch.no("the product is \"" + product + "\", not \"SQLite\"");
    }

    @Override
    public SqlDialect dialect() {
        return Dialect.DOUBLE_QUOTES;
    }

    @Override
    public String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        return switch (JavaKind.of(javaType)) {
            case ANY, BOOLEAN, INTEGER, FLOAT, DECIMAL, TEXT, BYTES -> null;
            default -> "no column takes a " + javaType.getSimpleName();
        };
    }

    @Override
    public PathChoice choosePath(LoadRequest request) {
        return PathChoice.of("batch");
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        return new Session(request);
    }
    // end::provider

    // tag::describe
    @Override
    public TargetTable describe(Connection connection, List<Identifier> name) throws SQLException {
        List<String> parts = name.stream().map(Identifier::text).toList();
        String sqlName = parts.stream().map(dialect()::quote).collect(Collectors.joining("."));
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("select * from " + sqlName + " where 1 = 0")) {
            ResultSetMetaData metadata = none.getMetaData();
            List<TargetColumn> columns = new ArrayList<>();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                boolean nullable = metadata.isNullable(i) != ResultSetMetaData.columnNoNulls;
                columns.add(new TargetColumn(
                        metadata.getColumnName(i),
                        metadata.getColumnTypeName(i),
                        ColumnKind.ANY,
                        nullable,
                        true,
                        Numbering.NONE,
                        false));
            }
            return new TargetTable(new TableName(parts), sqlName, columns, List.of());
        } catch (SQLException e) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, "the table can't be read: " + e.getMessage())
                    .table(String.join(".", parts))
                    .cause(e)
                    .build();
        }
    }
    // end::describe

    private enum Dialect implements SqlDialect {
        DOUBLE_QUOTES;

        private static final NameParser NAMES = new NameParser("\"", "\"");

        @Override
        public List<Identifier> parse(String name) {
            return NAMES.parse(name);
        }

        @Override
        public String quote(String identifier) {
            return NAMES.quote(identifier);
        }

        @Override
        public boolean sameName(String asked, String stored) {
            return asked.equalsIgnoreCase(stored);
        }
    }

    // tag::session
    private static final class Session implements BulkSession {
        private static final int ROWS = 500;

        private final PreparedStatement insert;
        private final Sink sink;
        private final int batchRows;

        Session(LoadRequest request) throws SQLException {
            int count = request.columns().size();
            String names = request.columns().stream()
                    .map(column -> Dialect.DOUBLE_QUOTES.quote(column.name()))
                    .collect(Collectors.joining(", "));
            insert = request.connection()
                    .prepareStatement("insert into " + request.table().sqlName() + " (" + names + ") values (?"
                            + ", ?".repeat(count - 1) + ")");
            sink = new Sink(insert, request.columns());
            batchRows = request.batchRows() > 0 ? request.batchRows() : ROWS;
        }

        @Override
        public long write(RowCursor rows) throws SQLException {
            int pending = 0;
            long taken = 0;
            while (rows.next()) {
                if (rows.writeTo(sink) && ++pending == batchRows) {
                    taken += send(rows, pending);
                    pending = 0;
                }
            }
            return pending == 0 ? taken : taken + send(rows, pending);
        }

        private long send(RowCursor rows, int pending) throws SQLException {
            long start = System.nanoTime();
            long taken = 0;
            try {
                for (int count : insert.executeBatch()) {
                    taken += count == Statement.SUCCESS_NO_INFO ? 1 : count;
                }
            } catch (BatchUpdateException e) {
                throw BulkLoadException.in(LoadPhase.SERVER, String.valueOf(e.getMessage()))
                        .cause(e)
                        .build();
            }
            rows.sent(pending, System.nanoTime() - start);
            return taken;
        }

        @Override
        public void cancel() throws SQLException {
            insert.cancel();
        }

        @Override
        public void close() throws SQLException {
            insert.close();
        }
    }
    // end::session

    // tag::sink
    private static final class Sink implements RowSink {
        private final PreparedStatement insert;
        private final List<Parameter> parameters = new ArrayList<>();

        Sink(PreparedStatement insert, List<TargetColumn> columns) {
            this.insert = insert;
            columns.forEach(column -> parameters.add(new Parameter(column, insert, parameters.size() + 1)));
        }

        @Override
        public ValueSink column(int index) {
            return parameters.get(index);
        }

        @Override
        public void beginRow() {}

        @Override
        public void endRow() throws SQLException {
            insert.addBatch();
        }

        @Override
        public void discardRow() {
            // the next row sets each parameter again, and this one is in no batch
        }
    }

    private static final class Parameter extends TypedValueSink {
        private final PreparedStatement insert;
        private final int index;

        Parameter(TargetColumn column, PreparedStatement insert, int index) {
            super(column);
            this.insert = insert;
            this.index = index;
        }

        @Override
        public void nullValue() throws SQLException {
            insert.setNull(index, Types.NULL);
        }

        @Override
        public void bool(boolean value) throws SQLException {
            insert.setBoolean(index, value);
        }

        @Override
        public void int64(long value) throws SQLException {
            insert.setLong(index, value);
        }

        @Override
        public void float64(double value) throws SQLException {
            if (Double.isNaN(value)) {
                throw refused("NaN would be stored as NULL");
            }
            insert.setDouble(index, value);
        }

        @Override
        public void text(String value) throws SQLException {
            insert.setString(index, value);
        }

        @Override
        protected void decimal(BigDecimal value) throws SQLException {
            insert.setBigDecimal(index, value);
        }

        @Override
        protected void bytes(byte[] value) throws SQLException {
            insert.setBytes(index, value.clone());
        }
    }
    // end::sink
}
