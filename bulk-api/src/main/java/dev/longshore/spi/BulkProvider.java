package dev.longshore.spi;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one kind of database loadable. Found by {@link java.util.ServiceLoader} or given by
 * {@link dev.longshore.BulkInserter#using(BulkProvider)}. The provider implements it; it grows by default methods only.
 * One instance serves all connections and threads: thread-safe.
 */
public interface BulkProvider {
    /** The version of these interfaces. A provider returns the constant it was compiled with. */
    int SPI_VERSION = 1;

    /**
     * Returns the database's short name for plans and messages.
     *
     * @return the name in lower case, for example {@code acme}
     */
    String name();

    /**
     * Returns the version of these interfaces that the provider was compiled against.
     *
     * @return {@link #SPI_VERSION}
     */
    int spiVersion();

    /**
     * Says whether this provider can load over a connection: by product name, server version text and
     * {@link Connection#isWrapperFor}, never by the URL alone. Costs no round trip where the driver knows the answers.
     *
     * @param connection the caller's connection, possibly a pool's wrapper; not to be changed
     * @return yes, or no with the reason
     * @throws SQLException if the driver can't answer
     */
    ProviderMatch match(Connection connection) throws SQLException;

    /**
     * Returns the database's rules for names.
     *
     * @return the dialect
     */
    SqlDialect dialect();

    /**
     * Returns the option keys that this provider has beside {@link dev.longshore.LoadOptions}; a key of another provider is
     * refused at preflight.
     *
     * @return the keys
     */
    default List<LoadOption<?>> options() {
        return List.of();
    }

    /**
     * Reads the live table: its columns with exact types, identity, generated columns, defaults, nullability. Resolves the
     * name as the database itself does (temporary tables first, search path). Called once per load, on the loading thread.
     *
     * @param connection the caller's connection
     * @param name the name's parts, the table last
     * @return the table; may be a subclass that carries what only this provider needs
     * @throws SQLException a {@link dev.longshore.BulkLoadException} in phase PREFLIGHT if the table is missing or the name
     *     has several candidates, which the message lists
     */
    TargetTable describe(Connection connection, List<Identifier> name) throws SQLException;

    /**
     * Says why values of a Java type can't be stored in a column. Asked at preflight for each column whose Java type is
     * declared.
     *
     * @param request the load
     * @param column the column
     * @param javaType the declared type; {@link Object} and other types too wide to judge are not refused
     * @return the reason as a phrase, or null if values of that type can be stored or only each value can tell
     */
    @Nullable
    String refusal(LoadRequest request, TargetColumn column, Class<?> javaType);

    /**
     * Chooses the path. Changes nothing in the database.
     *
     * @param request the load
     * @return the path, with the reasons why faster ones were refused
     * @throws SQLException if the database can't answer
     */
    PathChoice choosePath(LoadRequest request) throws SQLException;

    /**
     * Says why a load can't give back the values of {@link LoadRequest#returned()}. Asked at preflight, if there are any.
     *
     * @param request the load
     * @return the reason as a phrase, or null if {@link #choosePath} has a way; by default that this provider gives nothing back
     * @throws SQLException if the database can't answer
     */
    default @Nullable String keyRefusal(LoadRequest request) throws SQLException {
        return "the provider " + name() + " gives no keys back";
    }

    /**
     * Names the path for a load that joins no transaction of the caller's, of which all rows are known and fit into one statement. Asked once it is seen
     * how many they are, which can make another path the better one.
     *
     * @param request the load
     * @param choice what {@link #choosePath} answered, with a short path
     * @param rows how many rows there are, at most {@link PathChoice#shortRows()}
     * @return a path that takes so many rows in one atomic statement; by default {@link PathChoice#shortPath()}
     * @throws SQLException if the connection can't answer
     */
    default @Nullable String shortPath(LoadRequest request, PathChoice choice, int rows) throws SQLException {
        return choice.shortPath();
    }

    /**
     * Begins a load on a path. The transaction, if there is one, was begun by the engine.
     * The session is a {@link KeyedSession} if {@link LoadRequest#returned()} is not empty.
     *
     * @param request the load
     * @param path {@link PathChoice#path()}; or {@link #shortPath} where all rows together are at most
     *     {@link PathChoice#shortRows()}; or {@link PathChoice#shortPath()} where {@link LoadRequest#guardsItself()} holds
     * @return a session, closed by the engine
     * @throws SQLException if the path can't be opened
     */
    BulkSession open(LoadRequest request, String path) throws SQLException;

    /**
     * Says what an error means that came outside a session: while the table was read, at a savepoint or at the commit.
     *
     * @param error what the driver threw
     * @param phase the stage in which it came
     * @return a builder with the reason, the SQLState and, where something can be done, a hint; by default with the driver's
     *     own message
     */
    default BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        return BulkLoadException.in(phase, String.valueOf(error.getMessage())).cause(error);
    }

    /**
     * Says whether an error is the fault of rows: that their values can't be converted or break a constraint, or a trigger refuses
     * them, so that the load could go on without them. Not if the statement is wrong or not allowed, or the database or the
     * connection is in trouble. Asked where rows may be rejected.
     *
     * @param error what the driver threw, or the exception of this provider that has no cause
     * @return true if rows are at fault, although it need not be known which; by default for the SQLState classes 22 (data
     *     exceptions), 23 (constraints) and 44 (WITH CHECK OPTION)
     */
    default boolean isFaultOfRow(SQLException error) {
        String state = error.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("23") || state.startsWith("44"));
    }

    /**
     * Returns about how many rows of a usual size a path sends in the time that a statement of its takes to begin and end, beside its
     * rows. It is for paths whose statements are long to begin and tell of a refusal only at their end. Where rows may be rejected,
     * the engine then begins with a batch of fewer rows, and sends good rows before one that the database names together with
     * those behind it as long as that is cheaper than a statement for them alone. Which rows are rejected does not depend on it.
     *
     * @param path a path of this provider
     * @return a number of rows; 0, as by default, where a statement begins at once or tells of a refusal before it has all rows, or where
     *     it is not known
     */
    default int beginningRows(String path) {
        return 0;
    }

    /**
     * Says whether what failed can succeed if it is done again in another transaction, over the same connection: a deadlock, a
     * serialization failure, a lock that could not be had in time. Asked where a batch may be tried again. A lost connection is not
     * meant; the engine finds that out itself.
     *
     * @param error what the driver threw
     * @return true if the failure may pass; by default for SQLState class 40 (transaction rollback) but for 40002 (an integrity
     *     constraint) and 40003 (completion unknown)
     */
    default boolean isTransient(SQLException error) {
        String state = error.getSQLState();
        return state != null && state.startsWith("40") && !state.equals("40002") && !state.equals("40003");
    }

    /**
     * Brings driver and database in step again after the database ended a transaction by itself and the driver, still in
     * manual-commit mode, refused to roll back. Afterwards a transaction is open. Does nothing by default, for drivers that
     * learn of such an end.
     *
     * @param connection the caller's connection
     * @throws SQLException if no transaction can be begun
     */
    default void reopenTransaction(Connection connection) throws SQLException {}

    /**
     * Asks whether the database ended the load's transaction by itself, for drivers that roll back without an error where there
     * is nothing to roll back. Called after a failure, before the load is undone. By default false, for drivers that refuse
     * to roll back then.
     *
     * @param connection the caller's connection
     * @param failure what went wrong
     * @return true if the transaction is gone, with what the caller did in it
     * @throws SQLException if the database can't answer, which counts as false
     */
    default boolean endedTransaction(Connection connection, SQLException failure) throws SQLException {
        return false;
    }

    /**
     * Says whether a savepoint is still there after a rollback to it, as standard SQL has it. Where it is not, the engine sets
     * another before it goes on.
     *
     * @return true by default
     */
    default boolean keepsSavepoints() {
        return true;
    }

    /**
     * Asks whether a transaction is open, for drivers that can't release a savepoint, which elsewhere tells. Called in a load's
     * transaction after code of the caller's was. By default true.
     *
     * @param connection the caller's connection
     * @return false if the transaction was ended
     * @throws SQLException if the database can't answer, which counts as false
     */
    default boolean isInTransaction(Connection connection) throws SQLException {
        return true;
    }

    /**
     * Ends a connection that did not answer a cancel, while the loading thread may still be blocked in it. Must not wait for that
     * thread: afterwards its call into the driver ends with an exception. Calls {@link Connection#abort} by default; for drivers whose
     * own abort can block. Called from a thread of its own.
     *
     * @param connection the caller's connection
     * @throws SQLException if it can't be ended
     */
    default void abort(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
    }
}
