package dev.longshore.sqlserver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import dev.longshore.tck.TypeCase;
import dev.longshore.tds.TdsTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract's type table: what arrives at the other end of the wire is held against what was sent, on both paths. */
@DisplayName("The type table on the wire")
final class TypeTableTest extends WireTest {
    static Stream<TypeCase> cases() {
        return TypeCase.common(SqlServerTckDatabase.CAPABILITIES, Instant.MIN).stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bulkCopyOfArrays(TypeCase each) throws Exception {
        check(each, copyInto("item"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void insertOfArrays(TypeCase each) throws Exception {
        check(each, insertInto("item"));
    }

    private void check(TypeCase each, BulkInserter inserter) throws Exception {
        createItem(each);
        List<@Nullable Object[]> rows =
                List.of(new @Nullable Object[] {0, null}, new @Nullable Object[] {1, each.value()});
        if (each.expected() == null) {
            assertRefused(failureOf(() -> inserter.columns("n", "c").insert(rows)), 1);
            return;
        }

        inserter.columns("n", "c").insert(rows);

        assertThat(endpoint().rows("item")).hasSize(2);
        assertThat(endpoint().rows("item").get(0)).containsExactly(0L, null);
        assertStored(endpoint().rows("item").get(1).get(1), each.expected());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bulkCopyOfADeclaredColumn(TypeCase each) throws Exception {
        createItem(each);
        RowMapping<Object> mapping = declared(each.value().getClass());
        if (each.expected() == null) {
            BulkLoadException failure = failureOf(() -> copyInto("item").insert(mapping, List.of(each.value())));
            assertRefused(failure, failure.rowIndex() < 0 ? -1 : 0);
            return;
        }

        copyInto("item").insert(mapping, List.of(each.value()));

        assertStored(endpoint().rows("item").get(0).get(0), each.expected());
    }

    private static <T> RowMapping<Object> declared(Class<T> type) {
        return RowMapping.of(Object.class).column("c", type, type::cast).build();
    }

    private void createItem(TypeCase each) {
        endpoint()
                .add(TdsTable.of(
                        "item",
                        column("n", "int"),
                        column("c", SqlServerTckDatabase.spelled(each.column()).replace(" ", ""))));
    }

    private void assertRefused(BulkLoadException failure, long row) throws Exception {
        assertThat(failure.rowIndex()).isEqualTo(row);
        assertThat(failure.column()).isEqualTo("c");
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(endpoint().rows("item")).isEmpty();
        assertUsable();
    }

    /** Dates, times and UUIDs come as the text that the server converts. */
    private static void assertStored(@Nullable Object came, Object expected) {
        Object value = requireNonNull(came);
        if (expected instanceof BigDecimal decimal) {
            assertThat((BigDecimal) value).isEqualByComparingTo(decimal);
        } else if (expected instanceof LocalDate) {
            assertThat(LocalDate.parse((String) value)).isEqualTo(expected);
        } else if (expected instanceof LocalTime) {
            assertThat(LocalTime.parse((String) value)).isEqualTo(expected);
        } else if (expected instanceof LocalDateTime) {
            assertThat(LocalDateTime.parse((String) value)).isEqualTo(expected);
        } else if (expected instanceof Instant) {
            assertThat(OffsetDateTime.parse((String) value).toInstant()).isEqualTo(expected);
        } else if (expected instanceof UUID) {
            assertThat(UUID.fromString((String) value)).isEqualTo(expected);
        } else {
            assertThat(value).isEqualTo(expected);
        }
    }
}
