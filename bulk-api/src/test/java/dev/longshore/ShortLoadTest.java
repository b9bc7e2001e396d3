package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortLoadTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    @BeforeEach
    void oneStatementHoldsThreeRows() {
        provider.shortRows = 3;
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static List<Object[]> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p" + i})
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1,single", "2,single", "3,single", "4,bulk", "5,bulk"})
    void theFirstRowsDecideThePath(int count, String path) throws Exception {
        LoadResult result = inserter().insert(rows(count));

        assertThat(result.path()).isEqualTo(path);
        assertThat(result.rowsWritten()).isEqualTo(count);
        assertThat(database.rows()).hasSize(count);
        assertThat(provider.indexes)
                .containsExactlyElementsOf(LongStream.range(0, count).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"1,single", "2,single", "3,single", "4,bulk", "5,bulk"})
    void theFirstRowsOfAStreamDecideThePathToo(int count, String path) throws Exception {
        LoadResult result = inserter().insert(rows(count).stream());

        assertThat(result.path()).isEqualTo(path);
        assertThat(database.rows()).hasSize(count);
    }

    @Test
    void aShortLoadTakesNoTransactionOfItsOwn() throws Exception {
        inserter().insert(rows(3));

        assertThat(connection.calls()).containsExactly("open single", "execute 3", "close session");
    }

    @Test
    void aShortLoadInTheCallersTransactionTakesTheUsualPath() throws Exception {
        connection.inTransaction(row(9L, "earlier"));

        assertThat(inserter().insert(rows(1)).path()).isEqualTo("bulk");
        assertThat(connection.calls()).startsWith("setSavepoint");
    }

    @Test
    void aShortLoadThatFailsLeavesNothing() {
        provider.throwsAtRow = 1;

        BulkLoadException e =
                (BulkLoadException) catchThrowable(() -> inserter().insert(rows(3)));

        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(database.rows()).isEmpty();
        assertThat(connection.calls()).containsExactly("open single", "close session");
    }

    /** What is stored by one statement under autocommit can't be taken back: a load that fails must not have stored it. */
    @Test
    void aListenerThatThrowsAtTheEndOfAShortLoadLeavesNothing() {
        LoadListener angry = progress -> {
            throw new IllegalStateException("enough");
        };

        Throwable thrown = catchThrowable(() -> inserter().listener(angry).insert(rows(2)));

        assertThat(thrown)
                .isInstanceOf(BulkLoadException.class)
                .hasMessage("load into people failed: the listener threw java.lang.IllegalStateException: enough");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void anInterruptAfterAShortLoadsStatementDoesNotDenyWhatIsStored() {
        provider.afterRows = used -> Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> inserter().insert(rows(2)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(database.rows()).hasSize(thrown == null ? 2 : 0);
    }

    @Test
    void aCountThatDiffersInAShortLoadDoesNotDenyWhatIsStored() {
        provider.countDifference = -1;

        BulkLoadException e =
                (BulkLoadException) catchThrowable(() -> inserter().insert(rows(2)));

        boolean denied = database.rows().isEmpty();
        assertThat(denied || e.getMessage().contains("stored"))
                .as("the message says that rows are stored: %s", e.getMessage())
                .isTrue();
    }

    @Test
    void aStreamInACellEndsTheLookAheadSinceTheNextRowMayCloseIt() throws Exception {
        List<InputStream> opened = new ArrayList<>();
        Iterator<Object[]> rows = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < 3;
            }

            @Override
            public Object[] next() {
                opened.forEach(ShortLoadTest::spoil);
                InputStream stream = new FragileStream("text " + next);
                opened.add(stream);
                return new Object[] {(long) next++, stream};
            }
        };

        LoadResult result = inserter().insert(rows);

        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).containsExactly(row(0L, "text 0"), row(1L, "text 1"), row(2L, "text 2"));
    }

    @Test
    void aStreamInTheOnlyRowIsSentWhileItIsOpen() throws Exception {
        provider.shortRows = 0;
        Object[] row = {1L, new FragileStream("long text")};

        inserter().insert(Stream.<Object[]>of(row).iterator());

        assertThat(database.rows()).containsExactly(row(1L, "long text"));
    }

    @Test
    void rowsThatAreTooLargeToLookAheadAreRecordedOnlyToTheBound() throws Exception {
        provider.shortRows = 1000;
        String large = "x".repeat(600_000);
        List<Object[]> rows = List.of(new Object[] {1, large}, new Object[] {2, large}, new Object[] {3, large});

        LoadResult result = inserter().insert(rows);

        assertThat(result.path()).isEqualTo("bulk");
        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void theSourceIsAskedNoFurtherThanNeededBeforeTheFirstRowIsSent() throws Exception {
        provider.shortRows = 0;
        List<Long> taken = new ArrayList<>();
        List<Integer> takenBefore = new ArrayList<>();
        provider.beforeRows = used -> takenBefore.add(taken.size());

        inserter().insert(rows(10).stream().peek(r -> taken.add((Long) r[0])).iterator());

        assertThat(takenBefore).containsExactly(1);
    }

    private static void spoil(InputStream stream) {
        ((FragileStream) stream).spoilt = true;
    }

    /** A stream that its source invalidates when it goes on, as a result set does. */
    private static final class FragileStream extends ByteArrayInputStream {
        private boolean spoilt;

        FragileStream(String text) {
            super(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public synchronized byte[] readAllBytes() {
            if (spoilt) {
                throw new AssertionError("read after its row");
            }
            return super.readAllBytes();
        }
    }
}
