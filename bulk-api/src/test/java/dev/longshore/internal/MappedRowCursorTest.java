package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.spi.support.RowBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappedRowCursorTest {
    private final RowWriter writer = new RowWriter(
            "t",
            new ScalarMapping(String.class, "c"),
            List.of(new BoundColumn(
                    new MappedColumn<>(
                            new dev.longshore.spi.Identifier("c", dev.longshore.spi.Identifier.Match.EXACT),
                            String.class,
                            ColumnReader.ofObject(row -> row)),
                    StubProvider.nullable("c"))),
            column -> null,
            new StageClock());
    private final RowBuffer recorded = new RowBuffer(1, 1000);

    private MappedRowCursor cursor(RowSource source, long firstIndex) {
        StageClock clock = new StageClock();
        return new MappedRowCursor(
                writer,
                recorded,
                source,
                false,
                new LoadGuard(LoadSettings.DEFAULTS),
                new ProgressMeter(List.of(), clock),
                () -> {},
                firstIndex);
    }

    @Test
    void recordedRowsComeBeforeThoseOfTheSource() throws SQLException {
        writer.write("a", 0, recorded);
        writer.write("b", 1, recorded);
        MappedRowCursor cursor = cursor(RowSource.of(List.of("c", "d")), 5);
        RowRecorder sink = new RowRecorder(1, null);
        List<String> rows = new ArrayList<>();
        assertThat(cursor.rowIndex()).isEqualTo(-1);

        while (cursor.next()) {
            cursor.writeTo(sink);
            rows.add(cursor.rowIndex() + " " + sink.row().get(0));
        }

        assertThat(rows).containsExactly("5 a", "6 b", "7 c", "8 d");
        assertThat(cursor.rowsRead()).isEqualTo(4);
    }

    @Test
    void theSourceIsNotAskedAgainAfterItsEnd() throws SQLException {
        List<String> asked = new ArrayList<>();
        RowSource source = RowSource.of(new java.util.Iterator<String>() {
            @Override
            public boolean hasNext() {
                asked.add("hasNext");
                return false;
            }

            @Override
            public String next() {
                throw new java.util.NoSuchElementException();
            }
        });
        MappedRowCursor cursor = cursor(source, 0);

        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();

        assertThat(asked).hasSize(1);
    }

    @Test
    void aRefusedRowIsDiscarded() {
        RowRecorder sink = new RowRecorder(1, String.class);
        try {
            writer.write("a", 3, sink);
        } catch (SQLException e) {
            assertThat(e.getMessage()).isEqualTo("load into t failed at row 3, column c: a is refused");
        }

        assertThat(sink.events()).containsExactly("begin", "discard");
    }
}
