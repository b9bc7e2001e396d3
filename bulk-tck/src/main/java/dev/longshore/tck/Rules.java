package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadResult;
import dev.longshore.RejectedRow;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;

/** Base of the rules by topic: the usual table, the usual load, and what holds after every failure. */
abstract class Rules {
    /** Among so many rows every database names the one that it refuses. */
    private static final int FEW = 30;

    static final RowMapping<Item> ITEM_MAPPING = RowMapping.of(Item.class)
            .longColumn("id", Item::id)
            .column("name", String.class, Item::anyName)
            .build();

    /** What the test arranges and reads back with. */
    abstract PlainJdbc jdbc();

    Connection connection() {
        return jdbc().connection();
    }

    BulkInserter inserter() {
        return inserterOver(connection());
    }

    /** An inserter as the database wants it for the tests. */
    BulkInserter inserterOver(Connection used) {
        return jdbc().database().configured(BulkInserter.forConnection(used));
    }

    BulkInserter items() {
        return inserter().into("item");
    }

    void createItem() throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("name", ColumnType.TEXT));
    }

    /** The same with names that must be there and may not be one of all. */
    void createChecked(String refused) throws SQLException {
        PlainJdbc jdbc = jdbc();
        jdbc.create(
                "item",
                jdbc.column("id", ColumnType.BIGINT, "not null primary key"),
                jdbc.column("name", ColumnType.TEXT, "not null check (name <> '" + refused + "')"));
    }

    List<String> storedItems() throws SQLException {
        return jdbc().rows("select id, name from item order by id");
    }

    /** What the database itself says to a statement that it must refuse. */
    SQLException refusalOf(String sql) {
        try {
            jdbc().execute(sql);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("the database did not refuse " + sql);
    }

    /** What {@link #storedItems} gives if these are stored. */
    static List<String> shown(List<Item> rows) {
        return rows.stream()
                .sorted(Comparator.comparingLong(Item::id))
                .map(row -> row.id() + "|" + row.name())
                .toList();
    }

    /** The rows but those that were rejected. */
    static List<Item> without(List<Item> rows, List<RejectedRow> rejected) {
        Set<Long> out = rejected.stream().map(RejectedRow::index).collect(Collectors.toSet());
        return IntStream.range(0, rows.size())
                .filter(index -> !out.contains((long) index))
                .mapToObj(rows::get)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** An exception that is also an Iterable is ambiguous to assertThat. */
    static AbstractThrowableAssert<?, ? extends Throwable> assertFailure(Throwable failure) {
        return assertThat(failure);
    }

    static void assertPlace(BulkLoadException failure, LoadPhase phase, long row, @Nullable String column) {
        assertThat(failure.phase()).as("phase of: %s", failure.getMessage()).isEqualTo(phase);
        assertThat(failure.table()).as("table of: %s", failure.getMessage()).isEqualTo("item");
        assertThat(failure.rowIndex()).as("row of: %s", failure.getMessage()).isEqualTo(row);
        assertThat(failure.column()).as("column of: %s", failure.getMessage()).isEqualTo(column);
    }

    /** The database refused a row: it is named, or in a load of many rows at least the way to have it named. */
    void assertRefusedRow(BulkLoadException failure, long row, int rowsOfLoad) {
        assertRefusedRow(jdbc().database(), failure, row, rowsOfLoad);
    }

    static void assertRefusedRow(TckDatabase database, BulkLoadException failure, long row, int rowsOfLoad) {
        boolean isNamed = rowsOfLoad <= FEW || database.capabilities().contains(Capability.ROW_OF_MANY);
        assertThat(failure.rowIndex()).as("row of: %s", failure.getMessage()).isEqualTo(isNamed ? row : -1);
        if (!isNamed) {
            assertThat(failure.hint()).as("hint of: %s", failure.getMessage()).contains("to have the row named");
        }
    }

    /** After a failed load under autocommit: nothing stored, the connection as it was and usable. */
    void assertNothingStored(BulkLoadException failure) throws SQLException {
        assertThat(failure.transactionState())
                .as("state of: %s", failure.getMessage())
                .isEqualTo(TransactionState.INTACT);
        assertThat(connection().getAutoCommit()).as("autocommit").isTrue();
        assertThat(storedItems()).isEmpty();
        assertUsable(connection());
    }

    /** The connection runs statements, and a transaction can be opened and ended. */
    void assertUsable(Connection used) throws SQLException {
        boolean autoCommit = used.getAutoCommit();
        assertThat(PlainJdbc.rows(used, "select 1")).containsExactly("1");
        if (autoCommit) {
            used.setAutoCommit(false);
            assertThat(PlainJdbc.rows(used, "select 1")).containsExactly("1");
            used.commit();
            used.setAutoCommit(true);
        }
    }

    static void assertRejected(LoadResult result, long read, long rejected) {
        JdbcTest.assertCounts(result, read, rejected, 0);
    }

    static void assertCounts(LoadResult result, long rows) {
        JdbcTest.assertCounts(result, rows, 0, 0);
        assertThat(result.rowsInserted()).as("rowsInserted").isEqualTo(rows);
        assertThat(result.rowsUpdated()).as("rowsUpdated").isZero();
        assertThat(result.warnings()).as("warnings").isEmpty();
    }

    /** Ends a connection in the midst of whatever it is doing. */
    static void end(Connection connection) {
        try {
            connection.abort(Runnable::run);
            // not every driver's abort ends anything
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
