package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A key and twenty columns of four types, nine values in ten of which are NULL. */
final class SparseShape extends Shape<SparseRow> {
    private static final int VALUES = 20;
    private static final Column.Type[] TYPES = {
        Column.Type.SHORT_TEXT, Column.Type.INT32, Column.Type.DECIMAL, Column.Type.DATE
    };

    SparseShape() {
        super("sparse", columnsOf());
    }

    private static List<Column> columnsOf() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.required("id", Column.Type.INT64));
        for (int i = 0; i < VALUES; i++) {
            columns.add(Column.optional("c" + i, TYPES[i % TYPES.length]));
        }
        return List.copyOf(columns);
    }

    @Override
    List<SparseRow> some(int count) {
        Random random = new Random(20_26);
        List<SparseRow> rows = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            @Nullable Object[] values = new @Nullable Object[VALUES];
            for (int j = 0; j < VALUES; j++) {
                if (random.nextInt(10) == 0) {
                    values[j] = switch (j % TYPES.length) {
                        case 0 -> "a value of its own, " + random.nextInt(1_000_000);
                        case 1 -> random.nextInt();
                        case 2 -> BigDecimal.valueOf(random.nextInt(), 2);
                        default -> LocalDate.ofEpochDay(random.nextInt(20_000));
                    };
                }
            }
            rows.add(new SparseRow(i, values));
        }
        return rows;
    }

    @Override
    SparseRow withId(SparseRow row, long id) {
        return new SparseRow(id, row.values());
    }

    @Override
    RowMapping<SparseRow> makeMapping() {
        RowMapping.Builder<SparseRow> mapping = RowMapping.of(SparseRow.class).longColumn("id", SparseRow::id);
        for (int i = 0; i < VALUES; i++) {
            int index = i;
            Function<SparseRow, @Nullable String> text = row -> row.value(index, String.class);
            Function<SparseRow, @Nullable Integer> number = row -> row.value(index, Integer.class);
            Function<SparseRow, @Nullable BigDecimal> decimal = row -> row.value(index, BigDecimal.class);
            Function<SparseRow, @Nullable LocalDate> date = row -> row.value(index, LocalDate.class);
            switch (i % TYPES.length) {
                case 0 -> mapping.column("c" + i, String.class, text);
                case 1 -> mapping.column("c" + i, Integer.class, number);
                case 2 -> mapping.column("c" + i, BigDecimal.class, decimal);
                default -> mapping.column("c" + i, LocalDate.class, date);
            }
        }
        return mapping.build();
    }

    @Override
    void values(Values to, SparseRow row) throws SQLException {
        to.int64(row.id());
        for (int i = 0; i < VALUES; i += TYPES.length) {
            to.text(row.value(i, String.class));
            to.int32(row.value(i + 1, Integer.class));
            to.decimal(row.value(i + 2, BigDecimal.class));
            to.date(row.value(i + 3, LocalDate.class));
        }
    }

    @Override
    void line(StringBuilder to, SparseRow row) {
        to.append(row.id());
        for (Object value : row.values()) {
            to.append('\t').append(Objects.requireNonNullElse(value, "\\N"));
        }
    }

    @Override
    void cells(@Nullable Object[] to, SparseRow row) {
        to[0] = row.id();
        System.arraycopy(row.values(), 0, to, 1, VALUES);
    }
}
