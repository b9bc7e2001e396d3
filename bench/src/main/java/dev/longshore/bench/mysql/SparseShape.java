package dev.longshore.bench.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Rows of a key and twenty columns of four types, nine values in ten of which are NULL. */
final class SparseShape implements Shape {
    private static final int VALUES = 20;
    private static final String[] TYPES = {"varchar(40)", "int", "decimal(12, 2)", "date"};
    private static final int[] CODES = {Types.VARCHAR, Types.INTEGER, Types.DECIMAL, Types.DATE};
    private static final RowMapping<Row> MAPPING = mapping();

    private final List<Row> rows;

    /** A row; its values are of the types of {@link #TYPES} in turn. */
    private static final class Row {
        final long id;
        final @Nullable Object[] values = new @Nullable Object[VALUES];

        Row(long id) {
            this.id = id;
        }

        <V> @Nullable V value(int index, Class<V> type) {
            return type.cast(values[index]);
        }
    }

    SparseShape(int size) {
        Random random = new Random(20_26);
        rows = new ArrayList<>(size);
        for (int i = 1; i <= size; i++) {
            Row row = new Row(i);
            for (int j = 0; j < VALUES; j++) {
                if (random.nextInt(10) == 0) {
                    row.values[j] = switch (j % TYPES.length) {
                        case 0 -> "a value of its own, " + random.nextInt(1_000_000);
                        case 1 -> random.nextInt();
                        case 2 -> BigDecimal.valueOf(random.nextInt(), 2);
                        default -> LocalDate.ofEpochDay(random.nextInt(20_000));
                    };
                }
            }
            rows.add(row);
        }
    }

    @SuppressWarnings("NullAway") // a reader may give null, which is NULL
    private static RowMapping<Row> mapping() {
        RowMapping.Builder<Row> mapping = RowMapping.of(Row.class).longColumn("id", row -> row.id);
        for (int i = 0; i < VALUES; i++) {
            int index = i;
            switch (i % TYPES.length) {
                case 0 -> mapping.column("c" + i, String.class, row -> row.value(index, String.class));
                case 1 -> mapping.column("c" + i, Integer.class, row -> row.value(index, Integer.class));
                case 2 -> mapping.column("c" + i, BigDecimal.class, row -> row.value(index, BigDecimal.class));
                default -> mapping.column("c" + i, LocalDate.class, row -> row.value(index, LocalDate.class));
            }
        }
        return mapping.build();
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public String table() {
        StringBuilder table = new StringBuilder("(id bigint not null");
        for (int i = 0; i < VALUES; i++) {
            table.append(", c").append(i).append(' ').append(TYPES[i % TYPES.length]);
        }
        return table.append(')').toString();
    }

    @Override
    public int columns() {
        return 1 + VALUES;
    }

    @Override
    public void insert(BulkInserter inserter, int count) throws SQLException {
        inserter.insert(MAPPING, rows.subList(0, count));
    }

    @Override
    public void bind(PreparedStatement insert, int index) throws SQLException {
        Row row = rows.get(index);
        insert.setLong(1, row.id);
        for (int i = 0; i < VALUES; i++) {
            Object value = row.values[i];
            if (value == null) {
                insert.setNull(2 + i, CODES[i % CODES.length]);
            } else {
                insert.setObject(2 + i, value);
            }
        }
    }

    @Override
    public void encode(StringBuilder line, int index) {
        Row row = rows.get(index);
        line.append(row.id);
        for (Object value : row.values) {
            line.append('\t').append(Objects.requireNonNullElse(value, "\\N"));
        }
    }
}
