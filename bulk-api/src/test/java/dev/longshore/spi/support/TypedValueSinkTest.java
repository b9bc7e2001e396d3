package dev.longshore.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.UnstorableText;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TypedValueSinkTest {
    private static TargetColumn column(String type) {
        return new TargetColumn("c", type, ColumnKind.ANY, true, false, Numbering.NONE, false);
    }

    /** Notes by which method a value came. */
    private static final class NotingSink extends TypedValueSink {
        private final List<Object> notes = new ArrayList<>();

        NotingSink() {
            super(TypedValueSinkTest.column("any"));
        }

        private void note(String method, Object value) {
            notes.add(method + " " + value);
        }

        @Override
        public void nullValue() {
            notes.add("null");
        }

        @Override
        public void bool(boolean value) {
            note("bool", value);
        }

        @Override
        public void int64(long value) {
            note("int64", value);
        }

        @Override
        public void float64(double value) {
            note("float64", value);
        }

        @Override
        public void text(String value) {
            note("text", value);
        }

        @Override
        protected void decimal(BigDecimal value) {
            note("decimal", value);
        }

        @Override
        protected void bytes(byte[] value) {
            note("bytes", value.length);
        }

        @Override
        protected void uuid(UUID value) {
            note("uuid", value);
        }

        @Override
        protected void date(LocalDate value) {
            note("date", value);
        }

        @Override
        protected void time(LocalTime value) {
            note("time", value);
        }

        @Override
        protected void timestamp(LocalDateTime value) {
            note("timestamp", value);
        }

        @Override
        protected void instant(OffsetDateTime value) {
            note("instant", value);
        }

        @Override
        protected void legacyDate(java.util.Date value) {
            note("legacyDate", value.getTime());
        }

        @Override
        protected void calendar(Calendar value) {
            note("calendar", value.getTimeInMillis());
        }

        @Override
        protected void other(Object value) {
            note("other", value);
        }
    }

    private enum Colour {
        RED {
            @Override
            public String toString() {
                return "rouge";
            }
        }
    }

    private static String sorted(Object value) throws SQLException {
        NotingSink sink = new NotingSink();
        sink.object(value);
        assertThat(sink.notes).hasSize(1);
        return (String) sink.notes.get(0);
    }

    @Test
    void objectsAreSortedByTheirClass() throws Exception {
        assertThat(sorted("a")).isEqualTo("text a");
        assertThat(sorted(java.nio.CharBuffer.wrap("a"))).isEqualTo("text a");
        assertThat(sorted('c')).isEqualTo("text c");
        assertThat(sorted(Colour.RED)).isEqualTo("text RED");
        assertThat(sorted(1L)).isEqualTo("int64 1");
        assertThat(sorted(1)).isEqualTo("int64 1");
        assertThat(sorted((short) 1)).isEqualTo("int64 1");
        assertThat(sorted((byte) 1)).isEqualTo("int64 1");
        assertThat(sorted(new BigInteger("9223372036854775807"))).isEqualTo("int64 9223372036854775807");
        assertThat(sorted(new BigInteger("9223372036854775808"))).isEqualTo("decimal 9223372036854775808");
        assertThat(sorted(new BigDecimal("1.50"))).isEqualTo("decimal 1.50");
        assertThat(sorted(1.5)).isEqualTo("float64 1.5");
        assertThat(sorted(1.5f)).isEqualTo("float64 1.5");
        assertThat(sorted(true)).isEqualTo("bool true");
        assertThat(sorted(new byte[3])).isEqualTo("bytes 3");
        assertThat(sorted(new UUID(0, 1))).isEqualTo("uuid 00000000-0000-0000-0000-000000000001");
        assertThat(sorted(LocalDate.of(2024, 1, 2))).isEqualTo("date 2024-01-02");
        assertThat(sorted(LocalTime.of(1, 2))).isEqualTo("time 01:02");
        assertThat(sorted(LocalDateTime.of(2024, 1, 2, 3, 4))).isEqualTo("timestamp 2024-01-02T03:04");
        assertThat(sorted(Instant.EPOCH)).isEqualTo("instant 1970-01-01T00:00Z");
        OffsetDateTime offset = OffsetDateTime.of(2024, 1, 2, 3, 4, 0, 0, ZoneOffset.ofHours(2));
        assertThat(sorted(offset)).isEqualTo("instant 2024-01-02T03:04+02:00");
        assertThat(sorted(ZonedDateTime.of(2024, 7, 2, 3, 4, 0, 0, ZoneId.of("Europe/Berlin"))))
                .isEqualTo("instant 2024-07-02T03:04+02:00");
        assertThat(sorted(new Timestamp(5))).isEqualTo("legacyDate 5");
        assertThat(sorted(new java.sql.Date(5))).isEqualTo("legacyDate 5");
        Calendar calendar = Calendar.getInstance();
        calendar.setTimeInMillis(5);
        assertThat(sorted(calendar)).isEqualTo("calendar 5");
        assertThat(sorted(new AtomicLong(5))).isEqualTo("other 5");
        assertThat(sorted(Duration.ofSeconds(1))).isEqualTo("other PT1S");
        assertThat(sorted(OffsetTime.of(1, 2, 0, 0, ZoneOffset.UTC))).isEqualTo("other 01:02Z");
        assertThat(sorted(List.of(1))).isEqualTo("other [1]");
    }

    @Test
    void streamsAreReadWhole() throws Exception {
        assertThat(sorted(new ByteArrayInputStream(new byte[4]))).isEqualTo("bytes 4");
        assertThat(sorted(new StringReader("abc"))).isEqualTo("text abc");
        assertThat(sorted(new SerialBlob(new byte[4]))).isEqualTo("bytes 4");
        assertThat(sorted(new SerialClob("abc".toCharArray()))).isEqualTo("text abc");
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

        assertThatThrownBy(() -> sorted(torn))
                .hasMessage("load failed: the stream given as value threw java.io.IOException: torn");
    }

    @Test
    void whatASubclassDoesNotTakeIsRefused() {
        TypedValueSink none = new TypedValueSink(column("integer")) {
            @Override
            public void nullValue() {}
        };
        for (Object value : List.of(
                true,
                1L,
                1f,
                1d,
                "a",
                BigDecimal.ONE,
                new byte[0],
                new UUID(0, 0),
                LocalDate.EPOCH,
                LocalTime.MIN,
                LocalDateTime.MIN,
                OffsetDateTime.MIN,
                new Timestamp(0),
                new java.util.GregorianCalendar(),
                Thread.State.NEW,
                Period.ZERO,
                new int[0])) {
            assertThatThrownBy(() -> none.object(value))
                    .hasMessageMatching("load failed: a value of \\S+ can't be stored in a column of type integer");
        }
        assertThatThrownBy(() -> none.object(new int[0][]))
                .hasMessage("load failed: a value of int[][] can't be stored in a column of type integer");
    }

    @Test
    void aColumnWithoutTypeIsNamedSo() {
        TypedValueSink none = new TypedValueSink(column("")) {
            @Override
            public void nullValue() {}
        };
        assertThat(none.column().name()).isEqualTo("c");
        assertThatThrownBy(() -> none.text("a"))
                .hasMessage("load failed: a value of java.lang.String can't be stored in a column without type");
    }

    @Test
    void javaTypesHaveTheirKinds() {
        kinds(JavaKind.ANY, Object.class, Number.class, Comparable.class, java.io.Serializable.class);
        kinds(JavaKind.ANY, java.time.temporal.Temporal.class);
        kinds(JavaKind.BOOLEAN, boolean.class, Boolean.class);
        kinds(JavaKind.INTEGER, byte.class, short.class, int.class, long.class, Byte.class, Short.class);
        kinds(JavaKind.INTEGER, Integer.class, Long.class, BigInteger.class);
        kinds(JavaKind.FLOAT, float.class, double.class, Float.class, Double.class);
        kinds(JavaKind.DECIMAL, BigDecimal.class);
        kinds(JavaKind.TEXT, String.class, CharSequence.class, StringBuilder.class, char.class, Character.class);
        kinds(JavaKind.TEXT, Colour.class, Reader.class, StringReader.class, java.sql.Clob.class, SerialClob.class);
        kinds(JavaKind.BYTES, byte[].class, InputStream.class, java.sql.Blob.class);
        kinds(JavaKind.UUID, UUID.class);
        kinds(JavaKind.DATE, LocalDate.class);
        kinds(JavaKind.TIME, LocalTime.class);
        kinds(JavaKind.OFFSET_TIME, OffsetTime.class);
        kinds(JavaKind.TIMESTAMP, LocalDateTime.class);
        kinds(JavaKind.INSTANT, Instant.class, OffsetDateTime.class, ZonedDateTime.class);
        kinds(JavaKind.LEGACY_DATE, java.util.Date.class, Timestamp.class, java.sql.Time.class, Calendar.class);
        kinds(JavaKind.INTERVAL, Duration.class, Period.class);
        kinds(JavaKind.ARRAY, int[].class, String[].class, byte[][].class, List.class, Collection.class);
        kinds(JavaKind.OTHER, Thread.class, java.util.Map.class, Void.class);
    }

    private static void kinds(JavaKind kind, Class<?>... types) {
        for (Class<?> type : types) {
            assertThat(JavaKind.of(type)).as(type.getName()).isEqualTo(kind);
        }
    }

    @Test
    void unstorableTextIsFoundAndDescribed() {
        assertThat(TextChecks.firstUnstorable("plain äöü 😀", true)).isEqualTo(-1);
        assertThat(TextChecks.firstUnstorable("a\uD83D", true)).isEqualTo(1);
        assertThat(TextChecks.firstUnstorable("a\uDE00b", true)).isEqualTo(1);
        assertThat(TextChecks.firstUnstorable("\uD83D\uD83D\uDE00", true)).isZero();
        assertThat(TextChecks.firstUnstorable("a\0b", true)).isEqualTo(1);
        assertThat(TextChecks.firstUnstorable("a\0b", false)).isEqualTo(-1);
        assertThat(TextChecks.describe("a\0b", 1)).isEqualTo("the text holds the character NUL at index 1");
        assertThat(TextChecks.describe("a\uD83D", 1)).isEqualTo("the text holds the lone surrogate U+D83D at index 1");
    }

    @Test
    void unstorableTextIsReplacedOrStripped() {
        String bad = "\uD83Da\0b\uDE00😀c\uD83D";
        assertThat(TextChecks.repair(bad, true, UnstorableText.REPLACE)).isEqualTo("\uFFFDa\uFFFDb\uFFFD😀c\uFFFD");
        assertThat(TextChecks.repair(bad, true, UnstorableText.STRIP)).isEqualTo("ab😀c");
        assertThat(TextChecks.repair("a\0", false, UnstorableText.STRIP)).isEqualTo("a\0");
        assertThat(TextChecks.repair("", true, UnstorableText.STRIP)).isEmpty();
    }

    @Provide
    Arbitrary<String> nasty() {
        return Arbitraries.strings().withChars("a\0\uD83D\uDE00ü").ofMaxLength(12);
    }

    @Property
    void repairedTextCanBeStored(@ForAll("nasty") String text) {
        for (UnstorableText how : List.of(UnstorableText.REPLACE, UnstorableText.STRIP)) {
            String repaired = TextChecks.repair(text, true, how);
            if (how == UnstorableText.REPLACE) {
                assertThat(TextChecks.firstUnstorable(repaired, true)).isEqualTo(-1);
                assertThat(repaired).hasSameSizeAs(text);
            }
            if (TextChecks.firstUnstorable(text, true) < 0) {
                assertThat(repaired).isEqualTo(text);
            }
        }
    }

    @Property
    void strippedTextCanBeStored(@ForAll("nasty") String text) {
        String stripped = TextChecks.repair(text, true, UnstorableText.STRIP);

        assertThat(TextChecks.firstUnstorable(stripped, true)).isEqualTo(-1);
    }

    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLongTextOfBadCharactersIsRepairedInNoTime() {
        String bad = "\0".repeat(1_000_000);

        assertThat(TextChecks.repair(bad, true, UnstorableText.STRIP)).isEmpty();
    }
}
