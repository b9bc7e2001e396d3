package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The lines that LOAD DATA reads, without a server. */
final class LoadDataStreamTest {
    private static String all(LoadDataStream stream, int chunk) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] part = new byte[chunk];
        while (true) {
            boolean more = stream.available() > 0;
            int count = stream.read(part, 0, chunk);
            assertThat(count).as("what a driver takes for the end").isNotZero();
            assertThat(count > 0).isEqualTo(more);
            if (count < 0) {
                return read.toString(StandardCharsets.UTF_8);
            }
            read.write(part, 0, count);
        }
    }

    @Test
    @DisplayName("MY-07 each kind of value has its form, NULL is \\N, and no read gives 0 bytes")
    void forms() {
        EncodedRows rows = new EncodedRows(
                WireType.INT64,
                WireType.INT32,
                WireType.FLOAT32,
                WireType.FLOAT64,
                WireType.TEXT,
                WireType.BYTES,
                WireType.BYTES,
                WireType.DATE,
                WireType.TIME,
                WireType.DATETIME);
        rows.beginRow();
        rows.int64(Long.MIN_VALUE);
        rows.int32(0);
        rows.float32(0.1f);
        rows.float64(Double.MIN_VALUE);
        rows.text("a\tb\nc\\d\0e\rf\u001Aé😀N");
        rows.raw(new byte[] {0, 9, 10, 92, -1});
        rows.raw(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        rows.date(43, 3, 5);
        rows.time(true, 838 * 3_600 + 59 * 60 + 59, 7);
        rows.dateTime(2024, 2, 29, 3_661, 120_000);
        rows.endRow();
        rows.beginRow();
        for (int i = 0; i < rows.columns(); i++) {
            rows.nullValue();
        }
        rows.endRow();
        rows.beginRow();
        rows.int64(Long.MAX_VALUE);
        rows.int32(2024);
        rows.float32(-Float.MAX_VALUE);
        rows.float64(1);
        rows.text("");
        rows.raw(new byte[0]);
        rows.raw(new byte[] {0, 5});
        rows.date(9999, 12, 31);
        rows.time(false, 1, 0);
        rows.dateTime(1, 1, 1, 0, 0);
        rows.endRow();
        LoadDataStream stream = new LoadDataStream(
                rows,
                FieldForm.WHOLE,
                FieldForm.YEAR,
                FieldForm.FLOAT,
                FieldForm.DOUBLE,
                FieldForm.TEXT,
                FieldForm.HEX,
                FieldForm.BITS,
                FieldForm.DATE,
                FieldForm.TIME,
                FieldForm.DATETIME);
        String first =
                "-9223372036854775808\t0000\t0.10000000149011612\t4.9E-324\ta\\tb\\nc\\\\d\\0e\rf\u001Aé😀N\t00090A5CFF"
                        + "\t18446744073709551615\t0043-03-05\t-838:59:59.000007\t2024-02-29 01:01:01.120000\n";
        String nulls = "\\N" + "\t\\N".repeat(9) + "\n";
        String last =
                "9223372036854775807\t2024\t-3.4028234663852886E38\t1.0\t\t\t5\t9999-12-31\t00:00:01\t0001-01-01 00:00:00\n";
        for (int chunk : new int[] {1, 7, 100_000}) {
            assertThat(all(stream.of(0, 3), chunk)).isEqualTo(first + nulls + last);
        }
        assertThat(all(stream.of(1, 1), 50)).isEqualTo(nulls);
        assertThat(all(stream.of(2, 1), 50)).isEqualTo(last);
        assertThat(all(stream.of(3, 0), 50)).isEmpty();
    }

    @Test
    @DisplayName("whole numbers of each length are printed in full")
    void numbers() {
        EncodedRows rows = new EncodedRows(WireType.INT64);
        StringBuilder expected = new StringBuilder();
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        for (BigInteger power = BigInteger.ONE; power.compareTo(most) <= 0; power = power.multiply(BigInteger.TEN)) {
            for (long number : new long[] {power.longValue() - 1, power.longValue(), -power.longValue()}) {
                rows.beginRow();
                rows.int64(number);
                rows.endRow();
                expected.append(number).append('\n');
            }
        }
        LoadDataStream stream = new LoadDataStream(rows, FieldForm.WHOLE);
        assertThat(all(stream.of(0, rows.rows()), 100)).isEqualTo(expected.toString());
    }

    @Property(tries = 200)
    void textsComeBack(
            @ForAll List<@IntRange(max = 0x2FF) Integer> characters,
            @ForAll @IntRange(min = 1, max = 2_000) int times) {
        StringBuilder text = new StringBuilder();
        characters.forEach(c -> text.append((char) c.intValue()));
        String value = text.toString().repeat(times);
        EncodedRows rows = new EncodedRows(WireType.TEXT, WireType.BYTES);
        int count = 3;
        for (int i = 0; i < count; i++) {
            rows.beginRow();
            rows.text(value);
            rows.raw(value.getBytes(StandardCharsets.UTF_8));
            rows.endRow();
        }
        String lines = all(new LoadDataStream(rows, FieldForm.TEXT, FieldForm.HEX).of(0, count), 65_536);
        List<String> fields = new ArrayList<>();
        for (String line : lines.split("\n", -1)) {
            fields.addAll(List.of(line.split("\t", -1)));
        }
        // behind the last line's end
        assertThat(fields.remove(fields.size() - 1)).isEmpty();
        assertThat(fields).hasSize(2 * count);
        for (int i = 0; i < count; i++) {
            assertThat(unescaped(fields.get(2 * i))).isEqualTo(value);
            assertThat(new String(HexFormat.of().parseHex(fields.get(2 * i + 1)), StandardCharsets.UTF_8))
                    .isEqualTo(value);
        }
    }

    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c == '\\') {
                char escaped = field.charAt(++i);
                c = switch (escaped) {
                    case 't' -> '\t';
                    case 'n' -> '\n';
                    case '0' -> '\0';
                    default -> escaped;
                };
            }
            text.append(c);
        }
        return text.toString();
    }
}
