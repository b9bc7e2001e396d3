package dev.longshore.bench;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import java.sql.Types;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** SQL Server's bulk copy by hand. */
final class BulkCopyLoad extends Contender {
    static final String TITLE = "SQLServerBulkCopy by hand";

    BulkCopyLoad() {
        super(TITLE, "");
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        return Load.inTransaction(connection -> {
            try (SQLServerBulkCopy copy = new SQLServerBulkCopy(connection.unwrap(ISQLServerConnection.class))) {
                SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
                options.setBulkCopyTimeout(0);
                options.setCheckConstraints(true);
                options.setFireTriggers(true);
                options.setKeepNulls(true);
                copy.setBulkCopyOptions(options);
                copy.setDestinationTableName("[dbo].[bench]");
                for (int i = 0; i < shape.columns().size(); i++) {
                    copy.addColumnMapping(i + 1, shape.columns().get(i).name());
                }
                copy.writeToServer(new Rows<>(shape, rows.iterator()));
            }
        });
    }

    /** What a careful user writes for a bulk copy: one reused array, values as they are, nothing checked. */
    private static final class Rows<R> implements ISQLServerBulkData {
        private static final long serialVersionUID = 1L;

        private final transient Shape<R> shape;
        private final transient Iterator<R> rows;
        private final transient @Nullable Object[] cells;

        Rows(Shape<R> shape, Iterator<R> rows) {
            this.shape = shape;
            this.rows = rows;
            this.cells = new @Nullable Object[shape.columns().size()];
        }

        @Override
        public Set<Integer> getColumnOrdinals() {
            Set<Integer> ordinals = new LinkedHashSet<>();
            for (int i = 1; i <= cells.length; i++) {
                ordinals.add(i);
            }
            return ordinals;
        }

        @Override
        public String getColumnName(int column) {
            return shape.columns().get(column - 1).name();
        }

        @Override
        public int getColumnType(int column) {
            return switch (shape.columns().get(column - 1).type()) {
                case INT64 -> Types.BIGINT;
                case INT32 -> Types.INTEGER;
                case FLOAT64 -> Types.DOUBLE;
                case BOOLEAN -> Types.BIT;
                case DECIMAL -> Types.DECIMAL;
                case SHORT_TEXT, LONG_TEXT -> Types.NVARCHAR;
                case DATE_TIME -> Types.TIMESTAMP;
                case DATE -> Types.DATE;
            };
        }

        @Override
        public int getPrecision(int column) {
            return switch (shape.columns().get(column - 1).type()) {
                case INT64 -> 19;
                case INT32, DATE -> 10;
                case FLOAT64 -> 53;
                case BOOLEAN -> 1;
                case DECIMAL -> 12;
                case SHORT_TEXT -> 100;
                case LONG_TEXT -> 4_000;
                case DATE_TIME -> 26;
            };
        }

        @Override
        public int getScale(int column) {
            return switch (shape.columns().get(column - 1).type()) {
                case DECIMAL -> 2;
                case DATE_TIME -> 6;
                default -> 0;
            };
        }

        @Override
        @SuppressWarnings(
                "NullAway") // the driver takes a null in the array for NULL, although its interface does not say so
        public Object[] getRowData() {
            shape.cells(cells, rows.next());
            return cells;
        }

        @Override
        public boolean next() {
            return rows.hasNext();
        }
    }
}
