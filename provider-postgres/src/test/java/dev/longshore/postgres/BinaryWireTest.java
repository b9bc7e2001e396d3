package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.ByteConverter;

/** Golden bytes of every operation, as servers send and take them. */
final class BinaryWireTest {
    private static String hex(Consumer<BinaryWire> operation) {
        BinaryWire wire = new BinaryWire(0);
        operation.accept(wire);
        return HexFormat.of().formatHex(wire.bytes, 0, wire.length);
    }

    /** Without the length that stands before each value. */
    private static String value(Consumer<BinaryWire> operation) {
        String hex = hex(operation);
        assertThat(Integer.parseInt(hex.substring(0, 8), 16)).isEqualTo(hex.length() / 2 - 4);
        return hex.substring(8);
    }

    @Test
    @DisplayName("a COPY begins with signature, flags and extension, and ends with -1")
    void frame() {
        assertThat(hex(BinaryWire::header)).isEqualTo("5047434f50590aff0d0a00" + "00000000" + "00000000");
        assertThat(hex(BinaryWire::trailer)).isEqualTo("ffff");
    }

    @Test
    @DisplayName("a row is the number of its fields and each field, a discarded one leaves nothing")
    void rows() {
        assertThat(hex(wire -> {
                    wire.beginRow();
                    wire.int4(1);
                    wire.nullValue();
                    wire.endRow(2);
                    wire.beginRow();
                    wire.int8(7);
                    wire.discardRow();
                }))
                .isEqualTo("0002" + "0000000400000001" + "ffffffff");
    }

    @Test
    @DisplayName("numbers and truth values are big-endian")
    void numbers() {
        assertThat(value(wire -> wire.bool(true))).isEqualTo("01");
        assertThat(value(wire -> wire.bool(false))).isEqualTo("00");
        assertThat(value(wire -> wire.int2(-2))).isEqualTo("fffe");
        assertThat(value(wire -> wire.int4(258))).isEqualTo("00000102");
        assertThat(value(wire -> wire.int8(-1))).isEqualTo("ffffffffffffffff");
        assertThat(value(wire -> wire.oid(4_294_967_295L))).isEqualTo("ffffffff");
        assertThat(value(wire -> wire.float4(1.5f))).isEqualTo("3fc00000");
        assertThat(value(wire -> wire.float8(Double.NaN))).isEqualTo("7ff8000000000000");
        assertThat(value(wire -> wire.float8(-0.0))).isEqualTo("8000000000000000");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "0, 0000 0000 0000 0000",
        "0.00, 0000 0000 0000 0002",
        "1, 0001 0000 0000 0000 0001",
        "10000, 0001 0001 0000 0000 0001",
        "12345678, 0002 0001 0000 0000 04d2 162e",
        "123.4500, 0002 0000 0000 0004 007b 1194",
        "0.1, 0001 ffff 0000 0001 03e8",
        "0.0001, 0001 ffff 0000 0004 0001",
        "0.00001, 0001 fffe 0000 0005 03e8",
        "-1.5, 0002 0000 4000 0001 0001 1388",
        "1E+20, 0001 0005 0000 0000 0001",
        "110.022004090000, 0003 0000 0000 000c 006e 00dc 0199"
    })
    @DisplayName("decimals are groups of four digits that align on the point")
    void decimals(String decimal, String expected) {
        String wanted = expected.replace(" ", "");
        assertThat(value(wire -> wire.numeric(new BigDecimal(decimal)))).isEqualTo(wanted);
    }

    @Test
    @DisplayName("NaN and the infinities are decimals of their own")
    void specials() {
        assertThat(value(wire -> wire.numericSpecial(Double.NaN))).isEqualTo("00000000c0000000");
        assertThat(value(wire -> wire.numericSpecial(Double.POSITIVE_INFINITY))).isEqualTo("00000000d0000000");
        assertThat(value(wire -> wire.numericSpecial(Double.NEGATIVE_INFINITY))).isEqualTo("00000000f0000000");
    }

    @Property
    void decimalsReadBack(@ForAll BigInteger unscaled, @ForAll @IntRange(min = 0, max = 60) int scale) {
        BigDecimal decimal = new BigDecimal(unscaled, scale);
        assertThat(readBack(wire -> wire.numeric(decimal))).isEqualTo(decimal);
    }

    @Property
    void smallDecimalsReadBack(
            @ForAll long number,
            @ForAll @IntRange(min = 0, max = 18) int scale,
            @ForAll @IntRange(min = 1, max = 18) int digits) {
        BigDecimal decimal = BigDecimal.valueOf(number % Math.round(Math.pow(10, digits)), scale);
        assertThat(readBack(wire -> wire.numeric(decimal))).isEqualTo(decimal);
    }

    @Property
    void wholeNumbersAsDecimalsReadBack(@ForAll long number) {
        assertThat(readBack(wire -> wire.numeric(number))).isEqualTo(BigDecimal.valueOf(number));
    }

    @Example
    void extremesReadBack() {
        assertThat(readBack(wire -> wire.numeric(Long.MIN_VALUE))).isEqualTo(BigDecimal.valueOf(Long.MIN_VALUE));
        BigDecimal tiny = new BigDecimal("1E-1000");
        assertThat(readBack(wire -> wire.numeric(tiny))).isEqualTo(tiny);
        BigDecimal huge = BigDecimal.TEN.pow(1000);
        assertThat(readBack(wire -> wire.numeric(huge))).isEqualByComparingTo(huge);
        assertThat(readBack(wire -> wire.numeric(new BigDecimal("-1E+7")))).isEqualTo(new BigDecimal("-10000000"));
    }

    private static BigDecimal readBack(Consumer<BinaryWire> operation) {
        BinaryWire wire = new BinaryWire(0);
        operation.accept(wire);
        return (BigDecimal) ByteConverter.numeric(Arrays.copyOfRange(wire.bytes, 4, wire.length));
    }

    @Property
    void textIsStrictUtf8(@ForAll String text) {
        BinaryWire wire = new BinaryWire(0);
        int fault = wire.text(text);
        boolean storable = StandardCharsets.UTF_16.newEncoder().canEncode(text) && text.indexOf('\0') < 0;
        assertThat(fault == Wire.NO_FAULT).isEqualTo(storable);
        if (storable) {
            assertThat(Arrays.copyOfRange(wire.bytes, 4, wire.length)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        } else {
            assertThat(wire.length).isZero();
        }
    }

    @Test
    @DisplayName("PG-01 PG-03 NUL and lone surrogates are found where they stand")
    void faults() {
        assertThat(new BinaryWire(0).text("a\0b")).isEqualTo(1);
        assertThat(new BinaryWire(0).text("é\0")).isEqualTo(1);
        assertThat(new BinaryWire(0).text("x\uD83D")).isEqualTo(1);
        assertThat(new BinaryWire(0).text("\uDE00x")).isZero();
        assertThat(new BinaryWire(0).text("\uD83Dx")).isZero();
        assertThat(new BinaryWire(0).jsonb("{}\0")).isEqualTo(2);
    }

    @Test
    @DisplayName("PG-29 jsonb has a version before its text, json and all other text has not")
    void json() {
        assertThat(value(wire -> wire.jsonb("{}"))).isEqualTo("017b7d");
        assertThat(value(wire -> wire.text("{}"))).isEqualTo("7b7d");
        assertThat(value(wire -> wire.text(""))).isEmpty();
    }

    @Test
    @DisplayName("PG-37 PG-38 bytes are themselves, a UUID has its most significant byte first")
    void bytes() {
        assertThat(value(wire -> wire.raw(new byte[] {0, 0x5c}))).isEqualTo("005c");
        assertThat(value(wire -> wire.uuid(0x0011223344556677L, 0x8899aabbccddeeffL)))
                .isEqualTo("00112233445566778899aabbccddeeff");
    }

    @Test
    @DisplayName("a time with offset counts its offset westwards; an interval is microseconds, days, months")
    void times() {
        assertThat(value(wire -> wire.timetz(0, 7_200))).isEqualTo("0000000000000000" + "ffffe3e0");
        assertThat(value(wire -> wire.timetz(0, -19_800))).isEqualTo("0000000000000000" + "00004d58");
        assertThat(value(wire -> wire.interval(14_706_700_000L, 3, 14)))
                .isEqualTo("000000036c966ee0" + "00000003" + "0000000e");
    }

    @Test
    @DisplayName("an array is its dimensions, whether it has nulls, the type of its elements, and these")
    void arrays() {
        assertThat(value(wire -> {
                    wire.beginArray(23, new int[0], new int[0]);
                    wire.endArray(false);
                }))
                .isEqualTo("00000000" + "00000000" + "00000017");
        assertThat(value(wire -> {
                    wire.beginArray(23, new int[] {2}, new int[0]);
                    wire.int4(5);
                    wire.nullValue();
                    wire.endArray(true);
                }))
                .isEqualTo("00000001" + "00000001" + "00000017" + "00000002" + "00000001" + "0000000400000005"
                        + "ffffffff");
    }
}
