package dev.longshore.spi.support;

import static dev.longshore.internal.StubProvider.nullable;
import static dev.longshore.internal.StubProvider.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignedKeysTest {
    private static final TargetColumn ID = numbered("id", Numbering.BY_DEFAULT);
    private static final TargetColumn NAME = nullable("name");

    /** Counts from 100; jumps over what rows bring. */
    private static final class Counted extends AssignedKeys {
        private long last = 99;

        Counted(List<TargetColumn> written) {
            super(written, ID);
        }

        @Override
        protected long next() {
            return ++last;
        }

        @Override
        protected void given(long key) {
            last = Math.max(last, key);
        }
    }

    /** Rows of a buffer. */
    private static RowCursor cursor(int columns, List<Object[]> rows) throws SQLException {
        RowBuffer buffer = new RowBuffer(columns, 1_000_000);
        for (Object[] row : rows) {
            buffer.beginRow();
            for (int i = 0; i < columns; i++) {
                if (row[i] == null) {
                    buffer.column(i).nullValue();
                } else {
                    buffer.column(i).object(row[i]);
                }
            }
            buffer.endRow();
        }
        return new RowCursor() {
            private int row = -1;

            @Override
            public boolean next() {
                return ++row < buffer.rows();
            }

            @Override
            public boolean writeTo(RowSink sink) throws SQLException {
                sink.beginRow();
                for (int i = 0; i < columns; i++) {
                    buffer.writeCell(row, i, sink.column(i));
                }
                sink.endRow();
                return true;
            }

            @Override
            public long rowIndex() {
                return row;
            }

            @Override
            public void sent(long rows, long nanos) {}

            @Override
            public void beginTransaction() {}
        };
    }

    private static List<String> written(AssignedKeys keys, RowCursor rows) throws SQLException {
        RowBuffer target = new RowBuffer(keys.columns().size(), 1_000_000);
        RowCursor keyed = keys.over(rows);
        List<String> written = new ArrayList<>();
        while (keyed.next()) {
            keyed.writeTo(target);
            int row = target.rows() - 1;
            List<String> values = new ArrayList<>();
            for (int i = 0; i < keys.columns().size(); i++) {
                Object reference = target.reference(row, i);
                values.add(String.valueOf(reference == null ? target.bits(row, i) : reference));
            }
            written.add(String.join("|", values));
        }
        return written;
    }

    private static List<Object> told(AssignedKeys keys) throws SQLException {
        List<Object> told = new ArrayList<>();
        keys.tell(new KeySink() {
            @Override
            public void row(Object... values) {
                told.add(values[0]);
            }

            @Override
            public void skipped() {
                throw new AssertionError();
            }
        });
        return told;
    }

    @Test
    void aColumnThatTheRowsLackStandsBehindTheOthers() throws SQLException {
        AssignedKeys keys = new Counted(List.of(NAME));
        assertThat(keys.columns()).containsExactly(NAME, ID);
        assertThat(written(keys, cursor(1, List.of(new Object[] {"a"}, new Object[] {"b"}))))
                .containsExactly("a|100", "b|101");
        assertThat(told(keys)).containsExactly(100L, 101L);

        assertThat(written(keys, cursor(1, List.<Object[]>of(new Object[] {"c"}))))
                .containsExactly("c|102");
        assertThat(told(keys)).containsExactly(102L);
    }

    @Test
    void aNullIsReplacedAndANumberStays() throws SQLException {
        AssignedKeys keys = new Counted(List.of(ID, NAME));
        assertThat(keys.columns()).containsExactly(ID, NAME);
        List<Object[]> rows = new ArrayList<>();
        for (Object id :
                Arrays.asList(null, 150, null, (short) 3, new BigDecimal("160.0"), BigInteger.TEN, " 170 ", null)) {
            rows.add(new Object[] {id, "n"});
        }
        assertThat(written(keys, cursor(2, rows)))
                .containsExactly("100|n", "150|n", "151|n", "3|n", "160.0|n", "10|n", " 170 |n", "171|n");
        assertThat(told(keys)).containsExactly(100L, 150L, 151L, 3L, 160L, 10L, 170L, 171L);
    }

    @Test
    void manyKeysAreRemembered() throws SQLException {
        AssignedKeys keys = new Counted(List.of(NAME));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(new Object[] {"n"});
        }
        written(keys, cursor(1, rows));
        assertThat(told(keys)).hasSize(1_000).startsWith(100L).endsWith(1_099L);
    }

    @Test
    void whatIsNoWholeNumberIsRefused() {
        for (Object id :
                List.of(1.5, 1.5f, true, "x", new BigDecimal("1.5"), List.of(1), BigInteger.ONE.shiftLeft(64))) {
            AssignedKeys keys = new Counted(List.of(ID, NAME));
            assertThatThrownBy(() -> written(keys, cursor(2, List.<Object[]>of(new Object[] {id, "n"}))))
                    .isInstanceOf(BulkLoadException.class)
                    .hasMessageContaining("but a key that is given back is a whole number");
        }
    }
}
