package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.LoadPlan;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

class InsertTextTest {
    private static Connection tableOf(int columns) throws SQLException {
        return Database.inMemory(IntStream.range(0, columns)
                .mapToObj(i -> "\"c" + i + '"')
                .collect(Collectors.joining(", ", "CREATE TABLE t (", ")")));
    }

    /** Loads rows enough for several statements and returns how many rows one has. */
    private static int rowsPerStatement(Connection connection, int columns, UnaryOperator<BulkInserter> settings)
            throws SQLException {
        BulkInserter loader =
                settings.apply(BulkInserter.forConnection(connection).into("t"));
        List<Object[]> rows =
                Collections.nCopies(1234, Collections.nCopies(columns, 1).toArray());
        assertThat(loader.insert(rows).rowsWritten()).isEqualTo(1234);
        assertThat(Database.value(connection, "SELECT count(*) FROM t")).isEqualTo("1234");
        LoadPlan plan = loader.columns(
                        IntStream.range(0, columns).mapToObj(i -> "c" + i).toArray(String[]::new))
                .explain(Object[].class);
        assertThat(plan.notes()).containsExactly("up to " + plan.shortRows() + " rows a statement");
        return plan.shortRows();
    }

    @Test
    void a_statement_has_some_500_parameters() throws SQLException {
        for (int[] expected : new int[][] {{1, 500}, {4, 125}, {7, 71}, {20, 25}, {100, 5}, {300, 1}}) {
            try (Connection connection = tableOf(expected[0])) {
                assertThat(rowsPerStatement(connection, expected[0], loader -> loader))
                        .isEqualTo(expected[1]);
            }
        }
    }

    @Test
    void the_limits_of_the_connection_hold() throws SQLException {
        try (Connection connection = tableOf(7)) {
            SQLiteConnection driver = connection.unwrap(SQLiteConnection.class);
            driver.setLimit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, 30);
            assertThat(rowsPerStatement(connection, 7, loader -> loader)).isEqualTo(4);
        }
        try (Connection connection = tableOf(7)) {
            SQLiteConnection driver = connection.unwrap(SQLiteConnection.class);
            driver.setLimit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, 800);
            assertThat(rowsPerStatement(connection, 7, loader -> loader)).isEqualTo(37);
        }
    }

    @Test
    void the_caller_may_want_fewer_rows_but_not_more() throws SQLException {
        try (Connection connection = tableOf(7)) {
            assertThat(rowsPerStatement(connection, 7, loader -> loader.batchRows(3)))
                    .isEqualTo(3);
        }
        try (Connection connection = tableOf(7)) {
            assertThat(rowsPerStatement(connection, 7, loader -> loader.batchRows(5000)))
                    .isEqualTo(71);
        }
    }

    @Test
    void names_are_quoted() {
        InsertText text = new InsertText("\"t\"", List.of(column("a"), column("b\"c")), null);
        assertThat(text.sql(1)).isEqualTo("INSERT INTO \"t\"(\"a\",\"b\"\"c\") VALUES (?,?)");
        assertThat(text.sql(3)).isEqualTo("INSERT INTO \"t\"(\"a\",\"b\"\"c\") VALUES (?,?),(?,?),(?,?)");
        assertThat(text.sql(1)).isEqualTo("INSERT INTO \"t\"(\"a\",\"b\"\"c\") VALUES (?,?)");
    }

    @Test
    void rows_are_numbered_from_one_parameter_on() {
        InsertText text = new InsertText("t", List.of(column("a"), column("b")), column("id"));
        assertThat(text.sql(1)).isEqualTo("INSERT INTO t(\"id\",\"a\",\"b\") VALUES (?1,?,?)");
        assertThat(text.sql(3)).isEqualTo("INSERT INTO t(\"id\",\"a\",\"b\") VALUES (?1,?,?),(?1+1,?,?),(?1+2,?,?)");
        assertThat(text.firstValue()).isEqualTo(2);
    }

    private static TargetColumn column(String name) {
        return new TargetColumn(name, "", ColumnKind.ANY, true, false, Numbering.NONE, false);
    }

    @Test
    void the_text_is_that_of_the_columns_asked_for_also_after_others() throws SQLException {
        try (Connection connection = tableOf(3)) {
            BulkInserter loader = BulkInserter.forConnection(connection).into("t");
            loader.columns("c0", "c1").insert(List.<Object[]>of(new Object[] {1, 2}));
            loader.columns("c1", "c0").insert(List.<Object[]>of(new Object[] {3, 4}));
            loader.columns("c2").insert(List.of(5));
            assertThat(Database.value(connection, "SELECT group_concat(quote(c0) || quote(c1) || quote(c2)) FROM t"))
                    .isEqualTo("12NULL,43NULL,NULLNULL5");
        }
    }
}
