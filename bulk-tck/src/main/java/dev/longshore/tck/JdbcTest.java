package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Base of the tests that a provider has beside the contract: a connection to load over, and plain JDBC to arrange and to read
 * back. The static methods serve other tests too. Not thread-safe, unless the connection is.
 */
public abstract class JdbcTest {
    /** A load that is expected to fail. */
    @FunctionalInterface
    public interface Load {
        /**
         * Runs the load.
         *
         * @return anything, null included; it is not looked at
         * @throws Exception what the load throws
         */
        @Nullable
        Object run() throws Exception;
    }

    /** For subclasses. */
    protected JdbcTest() {}

    /**
     * The connection that the test loads over, arranges and reads back with, unless it is about another one.
     *
     * @return the same connection at each call, unless the test has replaced it; the subclass closes it after the test
     */
    protected abstract Connection connection();

    /**
     * Begins a load over the test's connection.
     *
     * @param table the table
     * @return an inserter without further settings
     */
    protected final BulkInserter into(String table) {
        return BulkInserter.forConnection(connection()).into(table);
    }

    /**
     * Runs statements over the test's connection.
     *
     * @param statements the statements, run in this order
     * @throws SQLException what the first that fails throws
     */
    protected final void execute(String... statements) throws SQLException {
        execute(connection(), statements);
    }

    /**
     * Runs statements.
     *
     * @param connection what they are run over
     * @param statements the statements, run in this order
     * @throws SQLException what the first that fails throws
     */
    public static void execute(Connection connection, String... statements) throws SQLException {
        PlainJdbc.execute(connection, statements);
    }

    /**
     * Runs a query over the test's connection.
     *
     * @param sql the query
     * @return its rows as text, the values of each joined by {@code |}, a NULL shown as {@code null}
     * @throws SQLException if it fails
     */
    protected final List<String> rows(String sql) throws SQLException {
        return rows(connection(), sql);
    }

    /**
     * Runs a query.
     *
     * @param connection what it is run over
     * @param sql the query
     * @return its rows as text, the values of each joined by {@code |}, a NULL shown as {@code null}
     * @throws SQLException if it fails
     */
    public static List<String> rows(Connection connection, String sql) throws SQLException {
        return PlainJdbc.rows(connection, sql, "null");
    }

    /**
     * Writes a row as an array.
     *
     * @param values its values
     * @return the values
     */
    public static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    /**
     * Writes rows as a list, whose type a list of arrays of one element would not have by itself.
     *
     * @param rows the rows
     * @return an unmodifiable list of them
     */
    public static List<@Nullable Object[]> rowsOf(@Nullable Object[]... rows) {
        return List.of(rows);
    }

    /**
     * Numbers rows.
     *
     * @param count how many
     * @return rows of a {@code long} from 0 on and a name made of it, in a list that can be changed
     */
    protected static List<@Nullable Object[]> numberedRows(int count) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            rows.add(row(i, "name " + i));
        }
        return rows;
    }

    /**
     * Asserts how many rows a load has dealt with.
     *
     * @param result what it gives
     * @param read how many it read
     * @param rejected how many of them were rejected
     * @param skipped how many the database left out; the others were written
     */
    protected static void assertCounts(LoadResult result, long read, long rejected, long skipped) {
        assertThat(result.rowsRead()).as("rowsRead").isEqualTo(read);
        assertThat(result.rowsRejected()).as("rowsRejected").isEqualTo(rejected);
        assertThat(result.rowsSkipped()).as("rowsSkipped").isEqualTo(skipped);
        assertThat(result.rowsWritten()).as("rowsWritten").isEqualTo(read - rejected - skipped);
    }

    /**
     * Runs a load that must fail.
     *
     * @param load the load
     * @return what it throws
     * @throws AssertionError if it does not fail, or throws another exception than a {@link BulkLoadException}
     */
    public static BulkLoadException failureOf(Load load) {
        try {
            load.run();
        } catch (BulkLoadException e) {
            return e;
        } catch (Exception e) {
            throw new AssertionError("the load threw another exception than BulkLoadException", e);
        }
        throw new AssertionError("the load did not fail");
    }

    /**
     * Asserts that the test's connection can be worked with.
     *
     * @throws SQLException if it can't
     */
    protected void assertUsable() throws SQLException {
        assertThat(rows("select 1")).containsExactly("1");
    }
}
