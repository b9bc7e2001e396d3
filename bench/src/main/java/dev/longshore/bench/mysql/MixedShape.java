package dev.longshore.bench.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import dev.longshore.bench.BenchRow;
import dev.longshore.bench.BenchRows;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;

/** Rows of seven columns of different types, the last of which is now and then NULL. */
final class MixedShape implements Shape {
    private static final RowMapping<BenchRow> MAPPING = BenchRows.mapping(BenchRows.MIXED);
    private static final DateTimeFormatter LITERAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    private final List<BenchRow> rows;

    MixedShape(int size) {
        this.rows = BenchRows.of(size);
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public String table() {
        return "(id bigint not null, name varchar(60) not null, amount decimal(12, 2) not null, quantity int not null,"
                + " created datetime(6) not null, active boolean not null, note varchar(100))";
    }

    @Override
    public int columns() {
        return BenchRows.MIXED;
    }

    @Override
    public void insert(BulkInserter inserter, int count) throws SQLException {
        inserter.insert(MAPPING, rows.subList(0, count));
    }

    @Override
    public void bind(PreparedStatement insert, int index) throws SQLException {
        BenchRow row = rows.get(index);
        insert.setLong(1, row.id());
        insert.setString(2, row.name());
        insert.setBigDecimal(3, row.amount());
        insert.setInt(4, row.quantity());
        insert.setObject(5, row.created());
        insert.setBoolean(6, row.active());
        insert.setString(7, row.note());
    }

    @Override
    public void encode(StringBuilder line, int index) {
        BenchRow row = rows.get(index);
        line.append(row.id()).append('\t').append(row.name()).append('\t').append(row.amount());
        line.append('\t').append(row.quantity()).append('\t').append(LITERAL.format(row.created()));
        line.append('\t').append(row.active() ? '1' : '0');
        line.append('\t').append(Objects.requireNonNullElse(row.note(), "\\N"));
    }
}
