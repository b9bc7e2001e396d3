package dev.longshore;

import static dev.longshore.internal.StubProvider.nullable;
import static dev.longshore.internal.StubProvider.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import dev.longshore.spi.Numbering;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReturnedKeysTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider =
            new StubProvider(numbered("id", Numbering.BY_DEFAULT), nullable("name"), nullable("note"));

    record Named(String name) {}

    @BeforeEach
    void theProviderGivesKeys() {
        provider.givesKeys = true;
    }

    private BulkInserter people() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Named> rows(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Named("p" + i)).toList();
    }

    private BulkLoadException failureOf(Class<?> keyType) {
        return (BulkLoadException) catchThrowable(() -> people().insertReturningKeys(rows(2), keyType));
    }

    @Test
    void theNumberedColumnComesBackByDefault() throws Exception {
        assertThat(people().insertReturningKeys(rows(3))).containsExactly(1_000L, 1_001L, 1_002L);
        assertThat(provider.request.returned())
                .extracting(column -> column.name())
                .containsExactly("id");
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void namedColumnsComeBackInTheOrderOfTheNames() throws Exception {
        List<ReturnedRow> rows = people().returning("NOTE", "id").insertReturningKeys(rows(2), ReturnedRow.class);

        assertThat(rows.get(1).columns()).containsExactly("note", "id");
        assertThat(rows.get(1).values()).containsExactly("note:1", 1_001L);
    }

    @Test
    void blocksAreHandedOverOneByOne() throws Exception {
        List<String> calls = new ArrayList<>();
        LoadResult result = people().insertReturningKeys(rows(120_000).iterator(), Long.class, (row, key) -> {
            calls.add(row.name() + "=" + key);
            if (calls.size() == 1) {
                assertThat(provider.indexes).hasSizeLessThan(120_000).hasSizeGreaterThan(1_000);
            }
        });

        assertThat(result.rowsWritten()).isEqualTo(120_000);
        assertThat(calls).hasSize(120_000).startsWith("p0=1000").endsWith("p119999=120999");
    }

    /** Rows of a collection that says it has another number of them, as one that others change may. */
    private record Counted(List<Named> rows, int size, AtomicInteger read) {
        static Counted of(int rows, int size) {
            return new Counted(ReturnedKeysTest.rows(rows), size, new AtomicInteger());
        }

        Collection<Named> collection() {
            return new AbstractCollection<>() {
                @Override
                public Iterator<Named> iterator() {
                    return rows.stream().peek(row -> read.incrementAndGet()).iterator();
                }

                @Override
                public int size() {
                    return size;
                }
            };
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 3"})
    void rowsOfACollectionGoStraightToASessionThatStreams(boolean streams, int readBefore) throws Exception {
        Counted rows = Counted.of(3, 3);
        provider.streams = streams;
        provider.beforeRows = any -> assertThat(rows.read()).hasValue(readBefore);

        assertThat(people().insertReturningKeys(rows.collection())).containsExactly(1_000L, 1_001L, 1_002L);
        assertThat(connection.calls()).contains("open bulk", "commit");
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "5, 3", "3, 0", "1, 2", "60000, 50000", "120000, 120000", "50000, 50001"})
    void aCollectionMayGiveOtherRowsThanItsSizeTold(int rows, int size) throws Exception {
        provider.streams = true;

        List<Long> keys = people().insertReturningKeys(Counted.of(rows, size).collection());

        assertThat(keys).isEqualTo(LongStream.range(1_000, 1_000 + rows).boxed().toList());
        assertThat(database.rows()).hasSize(rows);
    }

    @Test
    void tooFewAndTooManyKeysOfStreamedRowsFailTheLoad() {
        provider.streams = true;
        tooFewAndTooManyKeysFailTheLoad();
    }

    @Test
    void aShortLoadOfAListIsOneStatement() throws Exception {
        provider.shortRows = 3;
        people().insertReturningKeys(rows(3));
        assertThat(connection.calls()).containsExactly("open single", "execute 3", "close session");
    }

    @Test
    void aCallbackCanEndTheLoadSoThatItHasATransaction() throws Exception {
        provider.shortRows = 3;
        people().insertReturningKeys(rows(3).iterator(), Long.class, (row, key) -> {});
        assertThat(connection.calls()).contains("open bulk", "commit");
    }

    @Test
    void aRowThatWasLeftOutHasNoKey() throws Exception {
        provider.skippedRow = 1;
        assertThat(people().insertReturningKeys(rows(3))).containsExactly(1_000L, null, 1_002L);
    }

    @Test
    void tooFewAndTooManyKeysFailTheLoad() {
        provider.keyDifference = -1;
        assertThat(failureOf(Long.class).reason()).isEqualTo("the database gave back 1 keys for 2 rows");
        provider.keyDifference = 1;
        assertThat(failureOf(Long.class).reason()).isEqualTo("the database gave back more than 2 keys for 2 rows");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void aKeyOfAnotherClassFailsTheLoadWithItsRow() {
        BulkLoadException failure = (BulkLoadException)
                catchThrowable(() -> people().returning("note").insertReturningKeys(rows(2), Integer.class));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SERVER);
        assertThat(failure.rowIndex()).isZero();
        assertThat(failure.column()).isEqualTo("note");
        assertThat(failure.reason()).isEqualTo("the key note:0 (String) is no Integer");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void aProviderWithoutKeysIsRefusedBeforeTheFirstRow() {
        provider.givesKeys = false;
        BulkLoadException failure = failureOf(Long.class);
        assertThat(failure.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(failure.reason()).isEqualTo("no keys can come back: the provider stub gives no keys back");
        assertThat(provider.opened).isZero();
    }

    @Test
    void otherVerbsGiveNothingBack() throws Exception {
        people().returning("id").insert(rows(2));
        assertThat(provider.request.returned()).isEmpty();
    }

    @Test
    void returningNeedsAName() {
        assertThatThrownBy(() -> people().returning()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNullRowIsNamed() {
        List<Object> rows = new ArrayList<>(rows(2));
        rows.add(null);
        BulkLoadException failure = (BulkLoadException) catchThrowable(() -> people().insertReturningKeys(rows));
        assertThat(failure.phase()).isEqualTo(LoadPhase.SOURCE);
        assertThat(failure.rowIndex()).isEqualTo(2);
    }

    @Nested
    class ARow {
        private final UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        private final ReturnedRow row =
                new ReturnedRow(List.of("id", "Uuid", "none", "bytes"), 7, uuid.toString(), null, bytes());

        private byte[] bytes() {
            return java.nio.ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }

        @Test
        void itsValuesAreFoundByNameWhateverTheCase() {
            assertThat(row.get("ID")).isEqualTo(7);
            assertThat(row.get("none")).isNull();
            assertThat(row.get("none", Long.class)).isNull();
            assertThatThrownBy(() -> row.get("nix"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there is no column nix among the returned ones: id, Uuid, none, bytes");
        }

        @Test
        void itsValuesBecomeKeysOfEachClassWithoutLoss() {
            assertThat(row.get("id", Long.class)).isEqualTo(7L);
            assertThat(row.get("id", Short.class)).isEqualTo((short) 7);
            assertThat(row.get("id", Integer.class)).isEqualTo(7);
            assertThat(row.get("id", BigInteger.class)).isEqualTo(BigInteger.valueOf(7));
            assertThat(row.get("id", BigDecimal.class)).isEqualTo(BigDecimal.valueOf(7));
            assertThat(row.get("id", String.class)).isEqualTo("7");
            assertThat(row.get("uuid", UUID.class)).isEqualTo(uuid);
            assertThat(row.get("bytes", UUID.class)).isEqualTo(uuid);
        }

        @Test
        void whatWouldLoseSomethingIsRefused() {
            ReturnedRow large = new ReturnedRow(List.of("id", "text"), 3_000_000_000L, "1-1-1-1-1");
            assertThatThrownBy(() -> large.get("id", Integer.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("3000000000 (Long) is no Integer");
            assertThatThrownBy(() -> large.get("text", UUID.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> large.get("text", Long.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> row.get("bytes", String.class)).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void itIsAValue() {
            ReturnedRow same = new ReturnedRow(List.of("a"), 1L);
            assertThat(same).isEqualTo(new ReturnedRow(List.of("a"), 1L)).hasToString("{a=1}");
            assertThat(same).hasSameHashCodeAs(new ReturnedRow(List.of("a"), 1L));
            assertThat(same).isNotEqualTo(new ReturnedRow(List.of("b"), 1L));
            assertThatThrownBy(() -> new ReturnedRow(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
