package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.ErrorPolicy;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import dev.longshore.tds.TdsError;
import dev.longshore.tds.TdsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that the server refuses by the errors that it has for rows, and errors that are no row's fault. */
@DisplayName("Rejected rows on SQL Server")
final class RejectsTest extends WireTest {
    private static final Set<Object> BAD = Set.of(0, 3, 150, 151, 199);

    private final List<RejectedRow> rejected = new ArrayList<>();

    private static List<@Nullable Object[]> numbered(int count) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> rows.add(row(i, "name " + i)));
        return rows;
    }

    private void refusing(int number, String message) {
        endpoint()
                .add(TdsTable.of("t", column("id", "int"), column("name", "nvarchar(20)"))
                        .check(row ->
                                BAD.contains(((Number) row.get(0)).intValue()) ? TdsError.of(number, message) : null));
    }

    private List<BulkInserter> inserters() {
        return List.of(
                copyInto("t"),
                insertInto("t"),
                into("t"),
                insertInto("t").batchRows(1),
                copyInto("t").batchRows(7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "547|The INSERT statement conflicted with the CHECK constraint \"positive\".",
                "547|The INSERT statement conflicted with the FOREIGN KEY SAME TABLE constraint \"parent\".",
                "2627|Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.t'.",
                "2601|Cannot insert duplicate key row in object 'dbo.t' with unique index 'u'.",
                "515|Cannot insert the value NULL into column 'name', table 'wire.dbo.t'; column does not allow nulls.",
                "8134|Divide by zero error encountered.",
                "550|The attempted insert or update failed because the target view specifies WITH CHECK OPTION.",
                "33504|The attempted operation failed because the target object has a block predicate that conflicts with it.",
                "511|Cannot create a row of size 9000 which is greater than the allowable maximum row size of 8060.",
                "50001|not this"
            })
    @DisplayName("rows are found that the server refuses, whether it names them or not")
    void refused(int number, String message) throws Exception {
        refusing(number, message);
        for (BulkInserter inserter : inserters()) {
            rejected.clear();

            LoadResult result = inserter.columns("id", "name")
                    .onError(ErrorPolicy.rejectUpTo(50, rejected::add))
                    .insert(numbered(200));

            assertThat(rejected).extracting(RejectedRow::index).containsExactly(0L, 3L, 150L, 151L, 199L);
            assertThat(rejected.get(2).failure().getErrorCode()).isEqualTo(number);
            assertThat(result.rowsRejected()).isEqualTo(5);
            assertThat(result.rowsWritten()).isEqualTo(195);
            assertUsable();
        }
    }

    @Test
    @DisplayName("a handler that ends the transaction ends the load, although the driver can't release a savepoint")
    void handlerEndsTransaction() throws Exception {
        refusing(547, "The INSERT statement conflicted with the CHECK constraint \"positive\".");
        for (BulkInserter inserter : inserters()) {
            for (boolean commits : new boolean[] {false, true}) {
                BulkLoadException failure = failureOf(() -> inserter.columns("id", "name")
                        .onError(ErrorPolicy.rejectUpTo(50, each -> {
                            if (commits) {
                                connection().commit();
                            } else {
                                connection().rollback();
                            }
                        }))
                        .insert(numbered(200)));

                assertThat(failure.phase()).isEqualTo(LoadPhase.CALLBACK);
                assertThat(failure.reason())
                        .startsWith("the transaction was ended or broken by the handler of rejected rows");
                assertUsable();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1105", "9002", "208", "229", "1204"})
    @DisplayName("an error that is no row's fault ends the load, and no row is rejected for it")
    void noRowsFault(int number) throws Exception {
        refusing(number, "The server is in trouble.");
        for (BulkInserter inserter : inserters()) {
            BulkLoadException failure = failureOf(() -> inserter.columns("id", "name")
                    .onError(ErrorPolicy.rejectUpTo(50, rejected::add))
                    .insert(numbered(200)));

            assertThat(failure.getErrorCode()).isEqualTo(number);
            assertThat(rejected).isEmpty();
            assertThat(endpoint().rows("t")).isEmpty();
            assertUsable();
        }
    }

    @Test
    @DisplayName(
            "values that only the encoder refuses are set aside in the middle of a statement, and rows around them stay")
    void encoder() throws Exception {
        refusing(547, "The INSERT statement conflicted with the CHECK constraint \"positive\".");
        List<@Nullable Object[]> rows = numbered(200);
        rows.set(1, row(1L << 40, "n"));
        rows.set(100, row(100, "longer than twenty characters"));
        rows.set(198, row("no number", "n"));
        for (BulkInserter inserter : inserters()) {
            rejected.clear();

            LoadResult result = inserter.columns("id", "name")
                    .onError(ErrorPolicy.rejectUpTo(50, rejected::add))
                    .insert(rows);

            assertThat(rejected)
                    .extracting(RejectedRow::index)
                    .containsExactly(0L, 1L, 3L, 100L, 150L, 151L, 198L, 199L);
            assertThat(result.rowsWritten()).isEqualTo(192);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "547|The INSERT statement conflicted with the CHECK constraint \"positive\". The conflict occurred in table \"t\".|positive",
                "547|The INSERT statement conflicted with the FOREIGN KEY SAME TABLE constraint \"parent\".|parent",
                "2627|Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.t'.|pk",
                "2627|Violation of UNIQUE KEY constraint 'uq'. Cannot insert duplicate key in object 'dbo.t'.|uq",
                "2601|Cannot insert duplicate key row in object 'dbo.t' with unique index 'u'. The duplicate key value is (1).|u",
                "8134|Divide by zero error encountered.|"
            })
    @DisplayName("the constraint is told that refuses a row")
    void constraints(int number, String message, @Nullable String constraint) throws Exception {
        refusing(number, message);

        BulkLoadException failure =
                failureOf(() -> insertInto("t").columns("id", "name").insert(numbered(2)));

        assertThat(failure.constraint()).isEqualTo(constraint);
        // a foreign key to the table itself is checked among all rows of the statement, so none is to blame alone
        String place = message.contains("SAME TABLE") ? "" : " at row 0";
        assertThat(failure.getMessage()).isEqualTo("load into t failed" + place + ": " + message);
    }
}
