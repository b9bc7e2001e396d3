package dev.longshore.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.internal.RowRecorder;
import dev.longshore.spi.ValueSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RowBufferTest {
    private final RowBuffer buffer = new RowBuffer(1, 1000);

    private static void write(RowBuffer buffer, Object... row) throws SQLException {
        buffer.beginRow();
        for (int i = 0; i < row.length; i++) {
            put(buffer.column(i), row[i]);
        }
        buffer.endRow();
    }

    /** Calls the method that a value's class has in the sink, not always object(). */
    private static void put(ValueSink sink, Object value) throws SQLException {
        if (value == null) {
            sink.nullValue();
        } else if (value instanceof Boolean bool) {
            sink.bool(bool);
        } else if (value instanceof Long number) {
            sink.int64(number);
        } else if (value instanceof Float number) {
            sink.float32(number);
        } else if (value instanceof Double number) {
            sink.float64(number);
        } else if (value instanceof String text) {
            sink.text(text);
        } else {
            sink.object(value);
        }
    }

    private static List<Object> replayed(RowBuffer buffer, int row, int columns) throws SQLException {
        RowRecorder recorder = new RowRecorder(columns, null);
        recorder.beginRow();
        for (int i = 0; i < columns; i++) {
            buffer.writeCell(row, i, recorder.column(i));
        }
        recorder.endRow();
        return recorder.row();
    }

    private Object kept(Object value) throws SQLException {
        write(buffer, value);
        return replayed(buffer, buffer.rows() - 1, 1).get(0);
    }

    @Provide
    Arbitrary<List<List<Object>>> tables() {
        Arbitrary<Object> cells = Arbitraries.oneOf(
                Arbitraries.just(null),
                Arbitraries.of(true, false),
                Arbitraries.longs(),
                Arbitraries.floats(),
                Arbitraries.of(Float.NaN, Float.NEGATIVE_INFINITY, -0.0f),
                Arbitraries.doubles(),
                Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.MIN_VALUE),
                Arbitraries.strings().ofMaxLength(20),
                Arbitraries.bigDecimals(),
                Arbitraries.bigIntegers(),
                Arbitraries.create(UUID::randomUUID),
                Arbitraries.longs().between(-100_000, 100_000).map(LocalDate::ofEpochDay),
                Arbitraries.bytes().list().ofMaxSize(5),
                Arbitraries.of(RowBuffer.CellType.values()),
                Arbitraries.chars());
        return Arbitraries.integers()
                .between(1, 6)
                .flatMap(columns -> cells.list().ofSize(columns).list().ofMaxSize(12));
    }

    @Property(tries = 500)
    void anyRowsComeOutAsTheyWentIn(@ForAll("tables") List<List<Object>> rows) throws SQLException {
        int columns = rows.isEmpty() ? 1 : rows.get(0).size();
        RowBuffer kept = new RowBuffer(columns, 1 << 20);
        for (int round = 0; round < 2; round++) {
            for (List<Object> row : rows) {
                write(kept, row.toArray());
            }
            assertThat(kept.rows()).isEqualTo(rows.size());
            for (int i = 0; i < rows.size(); i++) {
                assertThat(replayed(kept, i, columns)).isEqualTo(rows.get(i));
                assertThat(replayed(kept, i, columns)).isEqualTo(rows.get(i));
            }
            kept.clear();
            assertThat(kept.rows()).isZero();
            assertThat(kept.bytes()).isZero();
        }
    }

    @Property(tries = 200)
    void discardedRowsLeaveNothing(@ForAll("tables") List<List<Object>> rows, @ForAll List<Boolean> discards)
            throws SQLException {
        int columns = rows.isEmpty() ? 1 : rows.get(0).size();
        RowBuffer kept = new RowBuffer(columns, 1 << 20);
        List<List<Object>> expected = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < rows.size(); i++) {
            List<Object> row = rows.get(i);
            boolean discarded = i < discards.size() && discards.get(i);
            if (discarded) {
                kept.beginRow();
                for (int c = 0; c < (columns + 1) / 2; c++) {
                    put(kept.column(c), row.get(c));
                }
                kept.discardRow();
                assertThat(kept.bytes()).isEqualTo(bytes);
            } else {
                write(kept, row.toArray());
                expected.add(row);
                bytes = kept.bytes();
            }
        }
        assertThat(kept.rows()).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(replayed(kept, i, columns)).isEqualTo(expected.get(i));
        }
    }

    @Provide
    Arbitrary<Object[]> objects() {
        return Combinators.combine(Arbitraries.integers(), Arbitraries.longs(), Arbitraries.doubles())
                .as((i, l, d) -> new Object[] {i, l, d});
    }

    @Property(tries = 50)
    void boxesThatComeAsObjectsAreKeptAsPrimitives(@ForAll("objects") Object[] values) throws SQLException {
        RowBuffer kept = new RowBuffer(3, 1000);
        kept.beginRow();
        for (int i = 0; i < 3; i++) {
            kept.column(i).object(values[i]);
        }
        kept.endRow();

        assertThat(kept.type(0, 0)).isEqualTo(RowBuffer.CellType.INT64);
        assertThat(kept.bits(0, 0)).isEqualTo(((Number) values[0]).longValue());
        assertThat(kept.type(0, 1)).isEqualTo(RowBuffer.CellType.INT64);
        assertThat(kept.type(0, 2)).isEqualTo(RowBuffer.CellType.FLOAT64);
        assertThat(Double.longBitsToDouble(kept.bits(0, 2))).isEqualTo(values[2]);
        assertThat(kept.reference(0, 2)).isNull();
    }

    @Test
    void whatACallerCouldChangeIsCopied() throws SQLException {
        byte[] bytes = {1};
        Date date = new Date(0);
        Calendar calendar = Calendar.getInstance();
        calendar.setTimeInMillis(0);
        StringBuilder text = new StringBuilder("a");
        int[] numbers = {1};
        byte[][] nested = {{1}};
        List<Object> list = new ArrayList<>(Arrays.asList("a", null, new byte[] {1}));
        Map<String, Object> map = new HashMap<>(Map.of("a", 1));
        RowBuffer rows = new RowBuffer(8, 10_000);
        write(rows, bytes, date, calendar, text, numbers, nested, list, map);

        bytes[0] = 9;
        date.setTime(9);
        calendar.setTimeInMillis(9);
        text.append("b");
        numbers[0] = 9;
        nested[0][0] = 9;
        ((byte[]) list.get(2))[0] = 9;
        list.clear();
        map.clear();

        List<Object> row = replayed(rows, 0, 8);
        assertThat(row.get(0)).isEqualTo(new byte[] {1});
        assertThat(row.get(1)).isEqualTo(new Date(0));
        assertThat(((Calendar) row.get(2)).getTimeInMillis()).isZero();
        assertThat(row.get(3)).isEqualTo("a");
        assertThat(row.get(4)).isEqualTo(new int[] {1});
        assertThat(row.get(5)).isEqualTo(new byte[][] {{1}});
        assertThat((List<?>) row.get(6)).hasSize(3).element(2).isEqualTo(new byte[] {1});
        assertThat(row.get(7)).isEqualTo(Map.of("a", 1));
    }

    @Test
    void arraysOfMutableElementsAreCopied() throws SQLException {
        StringBuilder[] texts = {new StringBuilder("a")};

        Object copy = kept(texts);
        texts[0].append("b");

        assertThat((Object[]) copy).hasSize(1);
        assertThat(((Object[]) copy)[0]).hasToString("a");
    }

    @Test
    void itIsFullByBytes() throws SQLException {
        RowBuffer small = new RowBuffer(1, 200);
        write(small, 1L);
        assertThat(small.full()).isFalse();
        write(small, "x".repeat(200));
        assertThat(small.full()).isTrue();
        small.clear();
        assertThat(small.full()).isFalse();
    }

    @Test
    void theSizeOfLargeValuesCounts() throws SQLException {
        for (Object large : List.of(
                new byte[100_000],
                "x".repeat(100_000),
                new long[100_000],
                List.of("x".repeat(100_000)),
                new Object[] {"x".repeat(100_000), null},
                new BigDecimal("1e5").toBigInteger().pow(50_000).toByteArray(),
                new BigDecimal("1e5").toBigInteger().pow(60_000))) {
            RowBuffer sized = new RowBuffer(1, 1 << 20);
            sized.beginRow();
            sized.column(0).object(large);
            sized.endRow();
            assertThat(sized.bytes()).as(large.getClass().getName()).isGreaterThanOrEqualTo(100_000);
        }
    }

    @Test
    void smallObjectsHaveASizeToo() throws SQLException {
        RowBuffer sized = new RowBuffer(1, 1 << 20);
        write(sized, UUID.randomUUID());
        assertThat(sized.bytes()).isBetween(32L, 128L);
        write(sized, Arrays.asList(null, "a"));
        write(sized, new Object());
        assertThat(sized.bytes()).isBetween(200L, 600L);
    }

    @Test
    void streamsAreReadIntoMemory() throws SQLException {
        assertThat(kept(new ByteArrayInputStream(new byte[] {1, 2}))).isEqualTo(new byte[] {1, 2});
        assertThat(kept(new StringReader("text"))).isEqualTo("text");
        assertThat(buffer.holdsStream()).isFalse();
    }

    @Test
    void streamsUpToTheBoundAreTaken() throws SQLException {
        assertThat((byte[]) kept(new ByteArrayInputStream(new byte[1000]))).hasSize(1000);
        assertThat((String) kept(new StringReader("x".repeat(1000)))).hasSize(1000);
    }

    @Test
    void streamsAboveTheBoundAreRefused() {
        String message = "load failed: the stream given as value is longer than 1000 bytes. Rows that are pushed, or"
                + " that may be sent again, are kept in memory; load such rows from an Iterable or Iterator, all or nothing";
        buffer.beginRow();

        assertThatThrownBy(() -> buffer.column(0).object(new ByteArrayInputStream(new byte[1001])))
                .hasMessage(message);
        assertThatThrownBy(() -> buffer.column(0).object(new StringReader("x".repeat(1001))))
                .hasMessage(message);
    }

    @Test
    void aStreamThatThrowsIsReported() {
        InputStream torn = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("torn");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("torn");
            }
        };
        buffer.beginRow();

        assertThatThrownBy(() -> buffer.column(0).object(torn))
                .hasMessage("load failed: the stream given as value threw java.io.IOException: torn")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void streamsAreKeptLiveOnRequest() throws SQLException {
        RowBuffer live = new RowBuffer(1, 1000, false);
        InputStream stream = new ByteArrayInputStream(new byte[5000]);
        write(live, stream);

        assertThat(live.holdsStream()).isTrue();
        assertThat(live.reference(0, 0)).isSameAs(stream);
        live.clear();
        assertThat(live.holdsStream()).isFalse();
    }

    @Test
    void aDiscardedStreamIsNotHeld() throws SQLException {
        RowBuffer live = new RowBuffer(1, 1000, false);
        live.beginRow();
        live.column(0).object(new StringReader("x"));
        live.discardRow();

        assertThat(live.holdsStream()).isFalse();
    }

    @Test
    void cellsTellTheirTypes() throws SQLException {
        RowBuffer rows = new RowBuffer(7, 1000);
        write(rows, null, true, 1L, 1f, 1d, "a", 'c');

        RowBuffer.CellType[] types = RowBuffer.CellType.values();
        for (int i = 0; i < types.length; i++) {
            assertThat(rows.type(0, i)).isEqualTo(types[i]);
        }
        assertThat(rows.bits(0, 1)).isEqualTo(1);
        assertThat(rows.reference(0, 5)).isEqualTo("a");
        assertThat(rows.reference(0, 6)).isEqualTo('c');
    }
}
