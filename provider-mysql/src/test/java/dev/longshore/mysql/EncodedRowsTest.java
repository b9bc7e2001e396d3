package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bytes of the binary protocol, without a server. */
final class EncodedRowsTest {
    private static String hex(EncodedRows rows, int cell) {
        return HexFormat.of().formatHex(rows.bytes(), rows.start(cell), rows.start(cell) + rows.length(cell));
    }

    @Test
    @DisplayName("dates and times are as long as what they hold")
    void temporals() {
        EncodedRows rows = new EncodedRows(
                WireType.DATE, WireType.DATETIME, WireType.DATETIME, WireType.DATETIME, WireType.TIME, WireType.TIME);
        rows.beginRow();
        rows.date(2024, 2, 29);
        rows.dateTime(2024, 2, 29, 0, 0);
        rows.dateTime(2024, 2, 29, 3_661, 0);
        rows.dateTime(1, 1, 1, 0, 1);
        rows.time(true, 838 * 3_600 + 59 * 60 + 59, 0);
        rows.time(false, 1, 999_999);
        rows.endRow();
        assertThat(hex(rows, 0)).isEqualTo("04e807021d");
        assertThat(hex(rows, 1)).isEqualTo("04e807021d");
        assertThat(hex(rows, 2)).isEqualTo("07e807021d010101");
        assertThat(hex(rows, 3)).isEqualTo("0b010001010000" + "00" + "01000000");
        assertThat(hex(rows, 4)).isEqualTo("080122000000163b3b");
        assertThat(hex(rows, 5)).isEqualTo("0c00000000000000" + "01" + "3f420f00");
        assertThat(rows.temporalAt(0, WireType.DATE)).isEqualTo("2024-02-29");
        assertThat(rows.temporalAt(1, WireType.DATETIME)).isEqualTo("2024-02-29 00:00:00");
        assertThat(rows.temporalAt(2, WireType.DATETIME)).isEqualTo("2024-02-29 01:01:01");
        assertThat(rows.temporalAt(3, WireType.DATETIME)).isEqualTo("0001-01-01 00:00:00.000001");
        assertThat(rows.temporalAt(4, WireType.TIME)).isEqualTo("-838:59:59");
        assertThat(rows.temporalAt(5, WireType.TIME)).isEqualTo("00:00:01.999999");
    }

    @Property
    void wholeNumbersComeBack(@ForAll long value, @ForAll int small) {
        EncodedRows rows = new EncodedRows(WireType.INT64, WireType.INT32);
        rows.beginRow();
        rows.int64(value);
        rows.int32(small);
        rows.endRow();
        assertThat(rows.wholeAt(0)).isEqualTo(value);
        assertThat(rows.wholeAt(1)).isEqualTo(small);
    }

    @Property(tries = 300)
    void textsComeBack(@ForAll String text, @ForAll @IntRange(max = 3) int times) {
        String value = text.repeat(times * 300);
        EncodedRows rows = new EncodedRows(WireType.TEXT);
        rows.beginRow();
        boolean isWhole = StandardCharsets.UTF_8.newEncoder().canEncode(value);
        int fault = rows.text(value);
        if (isWhole) {
            rows.endRow();
            assertThat(fault).isEqualTo(EncodedRows.NO_FAULT);
            assertThat(rows.textAt(0)).isEqualTo(value);
            assertThat(rows.bytesAt(0)).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
        } else {
            assertThat(Character.isSurrogate(value.charAt(fault))).isTrue();
            assertThat(rows.rowSize()).isZero();
        }
    }

    @Property
    void decimalsAreTheirDigits(@ForAll long unscaled, @ForAll @IntRange(min = -3, max = 25) int scale) {
        for (BigDecimal value : List.of(
                BigDecimal.valueOf(unscaled, scale),
                BigDecimal.valueOf(unscaled % 1_000, scale),
                BigDecimal.valueOf(unscaled % 1_000_000_000_000_000_000L, scale),
                new BigDecimal(BigInteger.valueOf(unscaled).pow(2), scale))) {
            EncodedRows rows = new EncodedRows(WireType.DECIMAL);
            rows.beginRow();
            rows.decimal(value);
            rows.endRow();
            assertThat(rows.textAt(0)).isEqualTo(value.toPlainString());
        }
    }

    @Test
    @DisplayName("decimals at the borders of what a long holds are their digits")
    void decimals() {
        for (String value : List.of(
                "0",
                "0.00",
                "7",
                "-7",
                "10",
                "0.1",
                "-0.05",
                "99.99",
                "100.00",
                "0.000000000000000001",
                "-999999999999999999",
                "999999999999999999",
                "9999999999999999.99",
                "1000000000000000000",
                "9223372036854775807",
                "-9223372036854775808",
                "0.1000000000000000000",
                "1E+3",
                "123456789012345678901.5")) {
            BigDecimal decimal = new BigDecimal(value);
            EncodedRows rows = new EncodedRows(WireType.DECIMAL);
            rows.beginRow();
            rows.decimal(decimal);
            rows.endRow();
            assertThat(rows.textAt(0)).isEqualTo(decimal.toPlainString());
        }
    }

    @Test
    @DisplayName("rows that take the array of released ones are their own")
    void arraysAreHandedOn() {
        String large = "x".repeat(100_000);
        EncodedRows first = filled(large);
        byte[] used = first.bytes();
        first.release();
        EncodedRows second = filled("a");
        EncodedRows third = filled("b");
        assertThat(second.bytes()).isSameAs(used);
        assertThat(third.bytes()).isNotSameAs(used);
        assertThat(second.rows()).isOne();
        assertThat(second.textAt(0)).isEqualTo("a");
        assertThat(third.textAt(0)).isEqualTo("b");
        assertThat(first.rows()).isZero();

        first.release();
        assertThat(filled("c").bytes()).isNotSameAs(used);
    }

    private static EncodedRows filled(String value) {
        EncodedRows rows = new EncodedRows(WireType.TEXT);
        rows.beginRow();
        rows.text(value);
        rows.endRow();
        return rows;
    }

    @Property(tries = 200)
    void bytesComeBack(@ForAll @Size(max = 600) @ByteRange(min = Byte.MIN_VALUE) byte[] value) {
        EncodedRows rows = new EncodedRows(WireType.BYTES);
        rows.beginRow();
        rows.raw(value);
        rows.endRow();
        assertThat(rows.bytesAt(0)).isEqualTo(value);
    }

    @Test
    @DisplayName("rows that are taken back or sent leave the others as they are")
    void discardAndKeep() {
        EncodedRows rows = new EncodedRows(WireType.INT32, WireType.TEXT);
        for (int i = 0; i < 100; i++) {
            rows.beginRow();
            rows.int32(i);
            if (i % 2 == 1) {
                rows.discardRow();
                continue;
            }
            if (i == 50) {
                rows.nullValue();
            } else {
                rows.text("row " + i);
            }
            rows.endRow();
        }
        assertThat(rows.rows()).isEqualTo(50);
        assertThat(rows.wholeAt(2 * 25)).isEqualTo(50);
        assertThat(rows.isNull(2 * 25 + 1)).isTrue();
        EncodedRows copy = rows.copy(24, 3);
        rows.keepLast();
        assertThat(copy.rows()).isEqualTo(3);
        assertThat(copy.textAt(1)).isEqualTo("row 48");
        assertThat(copy.wholeAt(2)).isEqualTo(50);
        assertThat(copy.isNull(3)).isTrue();
        assertThat(copy.textAt(5)).isEqualTo("row 52");
        assertThat(rows.rows()).isEqualTo(1);
        assertThat(rows.wholeAt(0)).isEqualTo(98);
        assertThat(rows.textAt(1)).isEqualTo("row 98");
        assertThat(rows.size()).isEqualTo(rows.rowSize());
    }
}
