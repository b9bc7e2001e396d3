package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Three primitives: what is left of a load where values cost next to nothing. */
final class NarrowShape extends Shape<NarrowRow> {
    NarrowShape() {
        super(
                "narrow",
                List.of(
                        Column.required("id", Column.Type.INT64),
                        Column.required("quantity", Column.Type.INT32),
                        Column.required("price", Column.Type.FLOAT64)));
    }

    @Override
    List<NarrowRow> some(int count) {
        Random random = new Random(20_26);
        List<NarrowRow> rows = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            // eighths are exact, and printed in few digits
            rows.add(new NarrowRow(i, random.nextInt(10_000), (8 * random.nextInt(1_000_000) + 1) / 8.0));
        }
        return rows;
    }

    @Override
    NarrowRow withId(NarrowRow row, long id) {
        return new NarrowRow(id, row.quantity(), row.price());
    }

    @Override
    RowMapping<NarrowRow> makeMapping() {
        return RowMapping.of(NarrowRow.class)
                .longColumn("id", NarrowRow::id)
                .intColumn("quantity", NarrowRow::quantity)
                .doubleColumn("price", NarrowRow::price)
                .build();
    }

    @Override
    void values(Values to, NarrowRow row) throws SQLException {
        to.int64(row.id());
        to.int32(row.quantity());
        to.float64(row.price());
    }

    @Override
    void line(StringBuilder to, NarrowRow row) {
        to.append(row.id()).append('\t').append(row.quantity()).append('\t').append(row.price());
    }

    @Override
    void cells(@Nullable Object[] to, NarrowRow row) {
        to[0] = row.id();
        to[1] = row.quantity();
        to[2] = row.price();
    }
}
