package dev.longshore;

import static java.util.Objects.requireNonNull;

import dev.longshore.internal.ConnectionSource;
import dev.longshore.internal.LoadEngine;
import dev.longshore.internal.LoadSettings;
import dev.longshore.internal.MappingFactory;
import dev.longshore.internal.PushLoad;
import dev.longshore.internal.ReturnedKeys;
import dev.longshore.internal.RowSource;
import dev.longshore.spi.BulkProvider;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows into a table over the fastest path that the database has.
 *
 * <pre>{@code
 * BulkInserter.forConnection(connection).insert(people);
 * }</pre>
 *
 * <p>Immutable and thread-safe, as far as its connection is: each setting returns a new inserter, the last call of a setting
 * holds. Settings and their defaults: {@link #into(String)} (the name of the row class), {@link #columns} (all that the rows
 * bring), {@link #returning} (the primary key), {@link #using} (found by the connection), {@link #batchRows} (chosen by the provider), {@link #timeout} (none),
 * {@link #savepoint} ({@link SavepointPolicy#AUTO}), {@link #keepIdentity} (off), {@link #zeroIdentity} (undecided),
 * {@link #zone} (none), {@link #listener} and {@link #control} (none), {@link #onError} ({@link ErrorPolicy#fail()}),
 * {@link #commitEvery} (never), {@link #retry} and {@link #ledger} (none), {@link #resumeFrom} (the first row), {@link #option} (the default of each key).
 *
 * <p><b>Rows</b> are records, beans with getters, {@code Object[]} or {@code Map<String, ?>}; without a class given, the
 * first row's class decides, and a later row of another class is refused. With one column, rows may also be plain values.
 *
 * <p><b>Transactions.</b> Under autocommit a load is one transaction of its own, all or nothing. With autocommit off it joins
 * the caller's transaction behind a savepoint and never commits. With {@link #forDataSource} it commits or rolls back a
 * connection of its own. The connection is never closed nor left with changed settings.
 *
 * <p>The verbs throw {@link BulkLoadException} and nothing else, but for an {@link Error} thrown by the rows and for
 * programming mistakes such as a null argument.
 */
public final class BulkInserter {
    private final ConnectionSource connections;
    private final LoadSettings settings;

    private BulkInserter(ConnectionSource connections, LoadSettings settings) {
        this.connections = connections;
        this.settings = settings;
    }

    /**
     * Makes an inserter that loads over the caller's connection.
     *
     * @param connection a connection, or a pool's wrapper around one; stays the caller's
     * @return an inserter with default settings
     */
    public static BulkInserter forConnection(Connection connection) {
        return new BulkInserter(ConnectionSource.of(requireNonNull(connection, "connection")), LoadSettings.DEFAULTS);
    }

    /**
     * Makes an inserter that borrows a connection for each load and gives it back. The load owns its transaction: it commits
     * or rolls back whatever the connection's autocommit mode was, and never joins a framework's transaction.
     *
     * @param dataSource where connections come from
     * @return an inserter with default settings
     */
    public static BulkInserter forDataSource(DataSource dataSource) {
        return new BulkInserter(ConnectionSource.of(requireNonNull(dataSource, "dataSource")), LoadSettings.DEFAULTS);
    }

    /**
     * Uses the settings of this inserter over another connection.
     *
     * @param connection a connection, or a pool's wrapper around one; stays the caller's
     * @return a new inserter
     */
    public BulkInserter withConnection(Connection connection) {
        return new BulkInserter(ConnectionSource.of(requireNonNull(connection, "connection")), settings);
    }

    /**
     * Names the provider. By default it is found by the connection among those on the class path or module path.
     *
     * @param provider the provider
     * @return a new inserter
     */
    public BulkInserter using(BulkProvider provider) {
        return with(settings.withProvider(requireNonNull(provider, "provider")));
    }

    /**
     * Names the table as in SQL: {@code orders}, {@code sales.orders}, {@code "Sales"."Order.Lines"}. By default it is the
     * name in {@link BulkTable}, else the name of the row class.
     *
     * @param table the name; split at dots outside the database's quotes; without quotes matched exactly first, then by the
     *     database's case rule
     * @return a new inserter
     */
    public BulkInserter into(String table) {
        return with(settings.withTable(requireNonNull(table, "table")));
    }

    /**
     * Names the table literally.
     *
     * @param table the name as the database stores it
     * @return a new inserter
     */
    public BulkInserter into(TableName table) {
        return with(settings.withTable(requireNonNull(table, "table")));
    }

    /**
     * Names the columns to write. By default, all that the rows bring: the components of a record, the getters of a bean, the
     * keys of the first map, and for arrays all columns that can be inserted. For arrays the order is that of the elements.
     *
     * @param columns the names, at least one; matched exactly first, then by the database's case rule
     * @return a new inserter
     * @throws IllegalArgumentException if no column is given
     */
    public BulkInserter columns(String... columns) {
        List<String> names = List.of(requireNonNull(columns, "columns"));
        if (names.isEmpty()) {
            throw new IllegalArgumentException("columns() needs at least one name");
        }
        return with(settings.withColumns(names));
    }

    /**
     * Names the columns whose values {@link #insertReturningKeys(Iterable, Class) insertReturningKeys} gives back. By default, the
     * primary key. Has no meaning for the other verbs, but {@link #explain(Class) explain} then tells how the values come back.
     *
     * @param columns the names, at least one; matched exactly first, then by the database's case rule
     * @return a new inserter
     * @throws IllegalArgumentException if no column is given
     */
    public BulkInserter returning(String... columns) {
        List<String> names = List.of(requireNonNull(columns, "columns"));
        if (names.isEmpty()) {
            throw new IllegalArgumentException("returning() needs at least one name");
        }
        return with(settings.withReturning(names));
    }

    /**
     * Sets how many rows are sent at once. By default the provider decides by rows, bytes and the database's limits, which
     * hold in any case.
     *
     * @param rows a positive number
     * @return a new inserter
     * @throws IllegalArgumentException if the number is not positive
     */
    public BulkInserter batchRows(int rows) {
        if (rows <= 0) {
            throw new IllegalArgumentException("batchRows must be positive, not " + rows);
        }
        return with(settings.withBatchRows(rows));
    }

    /**
     * Limits the whole load's time, from the call of the verb on. By default there is no limit.
     *
     * @param timeout a positive duration
     * @return a new inserter
     * @throws IllegalArgumentException if the duration is not positive
     */
    public BulkInserter timeout(Duration timeout) {
        requireNonNull(timeout, "timeout");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, not " + timeout);
        }
        return with(settings.withTimeout(timeout));
    }

    /**
     * Says whether a load in the caller's transaction sets a savepoint; {@link SavepointPolicy#AUTO} by default.
     *
     * @param policy the policy
     * @return a new inserter
     */
    public BulkInserter savepoint(SavepointPolicy policy) {
        return with(settings.withSavepoint(requireNonNull(policy, "policy")));
    }

    /**
     * Stores the caller's values in numbered columns, 0 included, also where a plain INSERT refuses them; null is then an
     * error, and the database's counter is moved past them. By default, a value is kept where a plain INSERT keeps it, and
     * null lets the database number the row.
     *
     * @return a new inserter
     */
    public BulkInserter keepIdentity() {
        return with(settings.withKeepIdentity());
    }

    /**
     * Says what 0 means in a numbered column. By default it means "not set" as long as no other value comes in that column.
     *
     * @param meaning the meaning
     * @return a new inserter
     */
    public BulkInserter zeroIdentity(ZeroIdentity meaning) {
        return with(settings.withZeroIdentity(requireNonNull(meaning, "meaning")));
    }

    /**
     * Gives the zone by which local times go into zoned columns and instants into columns without zone. By default such a
     * pair is refused before the first row.
     *
     * @param zone the zone
     * @return a new inserter
     */
    public BulkInserter zone(ZoneId zone) {
        return with(settings.withZone(requireNonNull(zone, "zone")));
    }

    /**
     * Adds a listener; several are called in the order in which they were added. By default there is none. A load with a
     * listener takes a transaction even if it is one statement, so that it can be undone if the listener throws at its end.
     *
     * @param listener told of the load's course, on the loading thread
     * @return a new inserter
     */
    public BulkInserter listener(LoadListener listener) {
        return with(settings.withListener(requireNonNull(listener, "listener")));
    }

    /**
     * Sets the control by which another thread can stop the load. By default there is none.
     *
     * @param control the control
     * @return a new inserter
     */
    public BulkInserter control(LoadControl control) {
        return with(settings.withControl(requireNonNull(control, "control")));
    }

    /**
     * Says what happens to rows that can't be read or that the database refuses. By default the first one ends the load.
     *
     * <p>Where rows may be rejected, the others go in batches of a hundred thousand rows and more, each behind a savepoint, on the path that
     * the whole load would take; a batch with wrong rows is sent again without them.
     *
     * @param policy the policy
     * @return a new inserter
     */
    public BulkInserter onError(ErrorPolicy policy) {
        return with(settings.withErrorPolicy(requireNonNull(policy, "policy")));
    }

    /**
     * Commits after each so many rows, so that a load that fails keeps what came before. By default a load is all or nothing. Only
     * under autocommit or with {@link #forDataSource}; {@link BulkLoadException#rowsCommitted()} then says exactly what stays.
     *
     * @param rows a positive number of rows, rejected ones included
     * @return a new inserter
     * @throws IllegalArgumentException if the number is not positive
     */
    public BulkInserter commitEvery(long rows) {
        if (rows <= 0) {
            throw new IllegalArgumentException("commitEvery must be positive, not " + rows);
        }
        return with(settings.withCommitEvery(rows));
    }

    /**
     * Tries batches of {@link #commitEvery} again after failures that may pass. By default the first failure ends the load. With
     * {@link #forDataSource} that holds for lost connections too.
     *
     * @param policy how often, and how long to wait
     * @return a new inserter
     */
    public BulkInserter retry(RetryPolicy policy) {
        return with(settings.withRetry(requireNonNull(policy, "policy")));
    }

    /**
     * Keeps in a table of the database how far a load under {@link #commitEvery} has come, so that each row is stored exactly once,
     * however often the load is interrupted and started again. By default there is none.
     *
     * @param ledger the table, and the name of this load in it
     * @return a new inserter
     */
    public BulkInserter ledger(LoadLedger ledger) {
        return with(settings.withLedger(requireNonNull(ledger, "ledger")));
    }

    /**
     * Leaves out the first rows of the input, which an earlier load has stored. They are taken from the source but not read; the
     * indexes of the others stay those of the whole input.
     *
     * @param rowIndex the first row to load, counted from 0, for example {@link BulkLoadException#rowsCommitted()}
     * @return a new inserter
     * @throws IllegalArgumentException if the index is negative
     */
    public BulkInserter resumeFrom(long rowIndex) {
        if (rowIndex < 0) {
            throw new IllegalArgumentException("resumeFrom must not be negative, but is " + rowIndex);
        }
        return with(settings.withResumeFrom(rowIndex));
    }

    /**
     * Sets an option that only some databases have.
     *
     * @param <T> the type of the value
     * @param option a key of {@link LoadOptions} or of the provider; a key that the provider does not know is refused before
     *     the first row
     * @param value the value
     * @return a new inserter
     */
    public <T> BulkInserter option(LoadOption<T> option, T value) {
        requireNonNull(option, "option");
        return with(settings.withOption(option, option.type().cast(requireNonNull(value, "value"))));
    }

    /**
     * Inserts rows; the first row's class decides how they are read.
     *
     * @param rows the rows; iterated once
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public LoadResult insert(Iterable<?> rows) throws BulkLoadException {
        return engine().load(MappingFactory.byFirstRow(settings), RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows; the first row's class decides how they are read.
     *
     * @param rows the rows; read to the end
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public LoadResult insert(Iterator<?> rows) throws BulkLoadException {
        return engine().load(MappingFactory.byFirstRow(settings), RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows; the first row's class decides how they are read.
     *
     * @param rows the rows, taken sequentially and in order; closed by this method, also on failure
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public LoadResult insert(Stream<?> rows) throws BulkLoadException {
        return PushLoad.drain(engine(), MappingFactory.byFirstRow(settings), requireNonNull(rows, "rows"));
    }

    /**
     * Inserts rows of a class.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @param rows the rows; iterated once
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(Class<T> type, Iterable<? extends T> rows) throws BulkLoadException {
        return engine().load(
                        MappingFactory.byClass(settings, requireNonNull(type, "type")),
                        RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows of a class.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @param rows the rows; read to the end
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(Class<T> type, Iterator<? extends T> rows) throws BulkLoadException {
        return engine().load(
                        MappingFactory.byClass(settings, requireNonNull(type, "type")),
                        RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows of a class.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @param rows the rows, taken sequentially and in order; closed by this method, also on failure
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(Class<T> type, Stream<? extends T> rows) throws BulkLoadException {
        return PushLoad.drain(
                engine(), MappingFactory.byClass(settings, requireNonNull(type, "type")), requireNonNull(rows, "rows"));
    }

    /**
     * Inserts rows as a mapping says.
     *
     * @param <T> the type of the rows
     * @param mapping how the rows are read
     * @param rows the rows; iterated once
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(RowMapping<T> mapping, Iterable<? extends T> rows) throws BulkLoadException {
        return engine().load(
                        MappingFactory.given(
                                settings, requireNonNull(mapping, "mapping").mapping()),
                        RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows as a mapping says.
     *
     * @param <T> the type of the rows
     * @param mapping how the rows are read
     * @param rows the rows; read to the end
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(RowMapping<T> mapping, Iterator<? extends T> rows) throws BulkLoadException {
        return engine().load(
                        MappingFactory.given(
                                settings, requireNonNull(mapping, "mapping").mapping()),
                        RowSource.of(requireNonNull(rows, "rows")));
    }

    /**
     * Inserts rows as a mapping says.
     *
     * @param <T> the type of the rows
     * @param mapping how the rows are read
     * @param rows the rows, taken sequentially and in order; closed by this method, also on failure
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T> LoadResult insert(RowMapping<T> mapping, Stream<? extends T> rows) throws BulkLoadException {
        return PushLoad.drain(
                engine(),
                MappingFactory.given(
                        settings, requireNonNull(mapping, "mapping").mapping()),
                requireNonNull(rows, "rows"));
    }

    /**
     * Copies the rows of a query, column by column of the same name, also from another database.
     *
     * @param rows the rows, read from where the result set stands to its end; left open
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public LoadResult insert(ResultSet rows) throws BulkLoadException {
        requireNonNull(rows, "rows");
        return engine().load(MappingFactory.ofResultSet(settings, rows), RowSource.of(rows));
    }

    /**
     * Inserts rows and returns the numbers that the database gave them; the first row's class decides how they are read.
     *
     * @param rows the rows; iterated once
     * @return the key of each row, in the order of the rows; null for one that the database left out
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public List<Long> insertReturningKeys(Iterable<?> rows) throws BulkLoadException {
        return insertReturningKeys(rows, Long.class);
    }

    /**
     * Inserts rows and returns their keys; the first row's class decides how they are read. All keys are in memory at once: for very
     * many rows there is {@link #insertReturningKeys(Iterator, Class, KeyCallback)}.
     *
     * @param <K> the type of the keys
     * @param rows the rows; iterated once
     * @param keyType the type of the keys: Long, Integer, BigDecimal, UUID, String; {@link ReturnedRow} for several columns; or the
     *     class of the driver's object
     * @return the key of each row, in the order of the rows; null for one that the database left out
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <K> List<K> insertReturningKeys(Iterable<?> rows, Class<K> keyType) throws BulkLoadException {
        return keys(MappingFactory.byFirstRow(settings), RowSource.of(requireNonNull(rows, "rows")), keyType);
    }

    /**
     * Inserts rows as a mapping says and returns their keys.
     *
     * @param <T> the type of the rows
     * @param <K> the type of the keys
     * @param mapping how the rows are read
     * @param rows the rows; iterated once
     * @param keyType as in {@link #insertReturningKeys(Iterable, Class)}
     * @return the key of each row, in the order of the rows; null for one that the database left out
     * @throws BulkLoadException if the load fails; nothing is stored then
     */
    public <T, K> List<K> insertReturningKeys(RowMapping<T> mapping, Iterable<? extends T> rows, Class<K> keyType)
            throws BulkLoadException {
        return keys(
                MappingFactory.given(
                        settings, requireNonNull(mapping, "mapping").mapping()),
                RowSource.of(requireNonNull(rows, "rows")),
                keyType);
    }

    /**
     * Inserts any number of rows and tells the key of each; the first row's class decides how they are read. A block of rows is held
     * until its keys are known, so the source must give an object of its own for each.
     *
     * @param <T> the type of the rows
     * @param <K> the type of the keys
     * @param rows the rows; read to the end
     * @param keyType as in {@link #insertReturningKeys(Iterable, Class)}
     * @param callback told the key of each row, in the order of the rows, before the load commits
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then, and the keys told are void
     */
    public <T, K> LoadResult insertReturningKeys(
            Iterator<T> rows, Class<K> keyType, KeyCallback<? super T, ? super K> callback) throws BulkLoadException {
        return engine().load(
                        MappingFactory.byFirstRow(settings),
                        RowSource.of(requireNonNull(rows, "rows")),
                        ReturnedKeys.told(requireNonNull(keyType, "keyType"), requireNonNull(callback, "callback")));
    }

    /**
     * Inserts any number of rows as a mapping says and tells the key of each. A block of rows is held until its keys are known, so the
     * source must give an object of its own for each.
     *
     * @param <T> the type of the rows
     * @param <K> the type of the keys
     * @param mapping how the rows are read
     * @param rows the rows; read to the end
     * @param keyType as in {@link #insertReturningKeys(Iterable, Class)}
     * @param callback told the key of each row, in the order of the rows, before the load commits
     * @return what was done
     * @throws BulkLoadException if the load fails; nothing is stored then, and the keys told are void
     */
    public <T, K> LoadResult insertReturningKeys(
            RowMapping<T> mapping,
            Iterator<? extends T> rows,
            Class<K> keyType,
            KeyCallback<? super T, ? super K> callback)
            throws BulkLoadException {
        return engine().load(
                        MappingFactory.given(
                                settings, requireNonNull(mapping, "mapping").mapping()),
                        RowSource.of(requireNonNull(rows, "rows")),
                        ReturnedKeys.told(requireNonNull(keyType, "keyType"), requireNonNull(callback, "callback")));
    }

    @SuppressWarnings("NullAway") // who knows that no row is left out wants a plain list
    private <K> List<K> keys(MappingFactory mappings, RowSource rows, Class<K> keyType) throws BulkLoadException {
        List<@Nullable K> keys = new ArrayList<>();
        engine().load(mappings, rows, ReturnedKeys.listed(requireNonNull(keyType, "keyType"), keys));
        return keys;
    }

    /**
     * Begins a load whose rows are pushed by the caller. The table is read and the mapping checked now.
     *
     * @param <T> the type of the rows
     * @param mapping how the rows are read
     * @return a writer, to be closed by the caller
     * @throws BulkLoadException if the load can't begin
     */
    public <T> BulkWriter<T> open(RowMapping<T> mapping) throws BulkLoadException {
        return new BulkWriter<>(PushLoad.open(
                engine(),
                MappingFactory.given(
                        settings, requireNonNull(mapping, "mapping").mapping())));
    }

    /**
     * Begins a load whose rows are pushed by the caller. The table is read and the mapping checked now.
     *
     * @param <T> the type of the rows
     * @param type the class of the rows
     * @return a writer, to be closed by the caller
     * @throws BulkLoadException if the load can't begin
     */
    public <T> BulkWriter<T> open(Class<T> type) throws BulkLoadException {
        return new BulkWriter<>(
                PushLoad.open(engine(), MappingFactory.byClass(settings, requireNonNull(type, "type"))));
    }

    /**
     * Says what a load of rows of a class would do. Reads the table, checks the mapping, chooses the path; writes nothing.
     *
     * @param type the class of the rows
     * @return the plan
     * @throws BulkLoadException if the load would fail before its first row, with all reasons
     */
    public LoadPlan explain(Class<?> type) throws BulkLoadException {
        return engine().explain(MappingFactory.byClass(settings, requireNonNull(type, "type")));
    }

    /**
     * Says what a load by a mapping would do. Reads the table, checks the mapping, chooses the path; writes nothing.
     *
     * @param mapping how the rows would be read
     * @return the plan
     * @throws BulkLoadException if the load would fail before its first row, with all reasons
     */
    public LoadPlan explain(RowMapping<?> mapping) throws BulkLoadException {
        return engine().explain(MappingFactory.given(
                settings, requireNonNull(mapping, "mapping").mapping()));
    }

    private LoadEngine engine() {
        return new LoadEngine(connections, settings);
    }

    private BulkInserter with(LoadSettings changed) {
        return new BulkInserter(connections, changed);
    }
}
