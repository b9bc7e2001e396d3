package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows of mixed types: seven columns, or those seven over and over in a wider table. */
final class MixedShape extends Shape<BenchRow> {
    private static final List<Column> SEVEN = List.of(
            Column.required("id", Column.Type.INT64),
            Column.required("name", Column.Type.SHORT_TEXT),
            Column.required("amount", Column.Type.DECIMAL),
            Column.required("quantity", Column.Type.INT32),
            Column.required("created", Column.Type.DATE_TIME),
            Column.required("active", Column.Type.BOOLEAN),
            Column.optional("note", Column.Type.SHORT_TEXT));
    private static final DateTimeFormatter LITERAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    private final ChronoUnit precision;

    private MixedShape(String name, List<Column> columns, ChronoUnit precision) {
        super(name, columns);
        this.precision = precision;
    }

    /**
     * Seven columns.
     *
     * @param precision to which times are cut: what a database would round away is not sent
     */
    static MixedShape mixed(ChronoUnit precision) {
        return new MixedShape("mixed", SEVEN, precision);
    }

    /** Sixty columns. */
    static MixedShape wide(ChronoUnit precision) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Column like = SEVEN.get(i % SEVEN.size());
            String suffix = i < SEVEN.size() ? "" : "_" + (i / SEVEN.size() + 1);
            columns.add(new Column(like.name() + suffix, like.type(), like.nullable()));
        }
        return new MixedShape("wide", List.copyOf(columns), precision);
    }

    @Override
    List<BenchRow> some(int count) {
        List<BenchRow> rows = BenchRows.of(count);
        rows.replaceAll(row -> row.withCreated(row.created().truncatedTo(precision)));
        return rows;
    }

    @Override
    BenchRow withId(BenchRow row, long id) {
        return row.withId(id);
    }

    @Override
    RowMapping<BenchRow> makeMapping() {
        return BenchRows.mapping(columns().size());
    }

    @Override
    void values(Values to, BenchRow row) throws SQLException {
        for (int left = columns().size(); left > 0; left -= SEVEN.size()) {
            to.int64(row.id());
            to.text(row.name());
            to.decimal(row.amount());
            to.int32(row.quantity());
            if (left == 4) {
                return;
            }
            to.dateTime(row.created());
            to.bool(row.active());
            to.text(row.note());
        }
    }

    @Override
    void line(StringBuilder to, BenchRow row) {
        for (int left = columns().size(); left > 0; left -= SEVEN.size()) {
            to.append(row.id()).append('\t').append(row.name()).append('\t').append(row.amount());
            to.append('\t').append(row.quantity());
            if (left == 4) {
                return;
            }
            to.append('\t').append(LITERAL.format(row.created()));
            to.append('\t').append(row.active() ? '1' : '0');
            to.append('\t').append(Objects.requireNonNullElse(row.note(), "\\N"));
            if (left > SEVEN.size()) {
                to.append('\t');
            }
        }
    }

    @Override
    void cells(@Nullable Object[] to, BenchRow row) {
        for (int i = 0; i < to.length; i++) {
            to[i] = switch (i % SEVEN.size()) {
                case 0 -> row.id();
                case 1 -> row.name();
                case 2 -> row.amount();
                case 3 -> row.quantity();
                case 4 -> row.created();
                case 5 -> row.active();
                default -> row.note();
            };
        }
    }
}
