package dev.longshore.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Loader;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** jOOQ's loader, in batches of a thousand. */
final class JooqLoad extends MixedContender {
    static {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private final SQLDialect dialect;
    private final boolean timesAsText;

    JooqLoad(SQLDialect dialect, boolean timesAsText, String flags) {
        super("jOOQ's loader", flags);
        this.dialect = dialect;
        this.timesAsText = timesAsText;
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) {
        List<Field<?>> fields = new ArrayList<>();
        for (Column column : shape.columns()) {
            fields.add(DSL.field(DSL.name(column.name()), type(column.type())));
        }
        Settings settings = new Settings().withExecuteLogging(false);
        return Load.inTransaction(connection -> {
            Loader<?> loader = DSL.using(connection, dialect, settings)
                    .loadInto(DSL.table(DSL.name("bench")))
                    .batchAfter(1_000)
                    .loadArrays(arrays(shape, rows.iterator()))
                    .fields(fields)
                    .execute();
            if (!loader.errors().isEmpty()) {
                throw loader.errors().get(0).exception();
            }
        });
    }

    private DataType<?> type(Column.Type type) {
        return switch (type) {
            case INT64 -> SQLDataType.BIGINT;
            case INT32 -> SQLDataType.INTEGER;
            case FLOAT64 -> SQLDataType.DOUBLE;
            case BOOLEAN -> SQLDataType.BOOLEAN;
            case DECIMAL -> SQLDataType.DECIMAL(12, 2);
            case SHORT_TEXT, LONG_TEXT -> SQLDataType.VARCHAR;
            case DATE_TIME -> timesAsText ? SQLDataType.VARCHAR : SQLDataType.LOCALDATETIME(6);
            case DATE -> timesAsText ? SQLDataType.VARCHAR : SQLDataType.LOCALDATE;
        };
    }

    private Iterator<@Nullable Object[]> arrays(Shape<BenchRow> shape, Iterator<BenchRow> rows) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public @Nullable Object[] next() {
                BenchRow row = rows.next();
                @Nullable Object[] cells = new @Nullable Object[shape.columns().size()];
                shape.cells(cells, row);
                if (timesAsText) {
                    cells[4] = row.created().toString();
                }
                return cells;
            }
        };
    }
}
