package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.support.RowBuffer;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One load from its first step to its last: {@link #prepare}, {@link #begin}, {@link #write} (once or more), {@link #commit};
 * {@link #fail} from anywhere. Pulled and pushed loads both run on it. Confined to the loading thread.
 */
final class LoadRun {
    private final ConnectionSource connections;
    private final LoadSettings settings;
    private final StageClock clock = new StageClock();
    private final LoadGuard guard;
    private final ProgressMeter progress;

    private @Nullable Connection connection;
    private @Nullable BulkProvider provider;
    private @Nullable LoadTransaction transaction;
    private @Nullable Prepared prepared;
    private @Nullable BulkSession session;
    private String path = "none";
    private @Nullable String table;
    private LoadPhase phase = LoadPhase.CONNECT;
    private boolean isClaimed;
    private boolean isAtomicStatement;
    private boolean isStored;
    private long rowsRead;
    private long rowsTaken;

    /** What is known once the table was read and the mapping checked. */
    private record Prepared(
            ProviderRegistry.Found found,
            EngineRequest request,
            PathChoice choice,
            RowWriter writer,
            List<BoundColumn> columns,
            List<String> notes) {}

    LoadRun(ConnectionSource connections, LoadSettings settings) {
        this.connections = connections;
        this.settings = settings;
        this.guard = new LoadGuard(settings);
        this.table = settings.tableName() == null
                ? settings.tableText()
                : settings.tableName().toString();
        this.progress = new ProgressMeter(settings.listeners(), clock);
    }

    LoadGuard guard() {
        return guard;
    }

    /**
     * Finds the provider, reads the table, checks the mapping and chooses the path. Writes nothing.
     *
     * @param keyType the class of the keys that the load gives back; null if it gives none
     */
    void prepare(Mapping<?> mapping, @Nullable Class<?> keyType) throws SQLException {
        long start = System.nanoTime();
        Connection acquired = connections.acquire();
        // one that another thread loads over must not even be asked whether it lives
        isClaimed = ConnectionClaims.claim(acquired);
        connection = acquired;
        guard.attach(acquired);
        ProviderRegistry.Found found = ProviderRegistry.find(acquired, settings.provider());
        BulkProvider provider = found.provider();
        this.provider = provider;
        guard.attach(provider);
        transaction = new LoadTransaction(provider, acquired, connections.ownsTransaction(), settings.savepoint());
        phase = LoadPhase.PREFLIGHT;
        List<Identifier> asked = tableName(provider, mapping);
        table = asked.stream().map(Identifier::text).collect(Collectors.joining("."));
        TargetTable target = provider.describe(acquired, asked);
        table = target.name().toString();
        Preflight preflight = new Preflight(provider, settings, target, mapping);
        List<BoundColumn> bound = preflight.bind();
        List<TargetColumn> columns = bound.stream().map(BoundColumn::target).toList();
        List<TargetColumn> returned = keyType == null ? List.of() : preflight.returned(keyType, columns);
        EngineRequest request = new EngineRequest(acquired, target, columns, returned, settings, guard, false);
        preflight.checkTypes(bound, request);
        if (!returned.isEmpty()) {
            preflight.checkKeys(request);
        }
        preflight.report();
        PathChoice choice = provider.choosePath(request);
        RowWriter writer = new RowWriter(
                table, mapping, bound, column -> ColumnRule.of(column, settings, provider, request), clock);
        prepared = new Prepared(found, request, choice, writer, bound, preflight.notes());
        clock.addMetadata(System.nanoTime() - start);
    }

    private List<Identifier> tableName(BulkProvider provider, Mapping<?> mapping) throws BulkLoadException {
        try {
            if (settings.tableName() != null) {
                return settings.tableName().parts().stream()
                        .map(part -> new Identifier(part, Identifier.Match.EXACT))
                        .toList();
            }
            if (settings.tableText() != null) {
                return provider.dialect().parse(settings.tableText());
            }
            Mapping.DerivedTable derived = mapping.table();
            if (derived == null) {
                throw BulkLoadException.in(LoadPhase.PREFLIGHT, "the rows do not tell the table")
                        .hint("Name it by .into(\"…\")")
                        .build();
            }
            return derived.annotated()
                    ? provider.dialect().parse(derived.text())
                    : List.of(new Identifier(derived.text(), Identifier.Match.DERIVED));
        } catch (IllegalArgumentException e) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, String.valueOf(e.getMessage()))
                    .cause(e)
                    .build();
        }
    }

    /** What the load will do, for those who want to know; made when it is asked for. */
    LoadPlan plan() throws SQLException {
        Prepared load = prepared();
        TargetTable target = load.request().table();
        PathChoice choice = load.choice();
        List<String> notes = new ArrayList<>();
        if (load.found().note() != null) {
            notes.add(load.found().note());
        }
        notes.addAll(target.notes());
        notes.addAll(load.notes());
        notes.addAll(choice.notes());
        int shortRows = shortRows();
        DatabaseMetaData metadata = load.request().connection().getMetaData();
        return new LoadPlan(
                load.found().provider().name(),
                metadata.getDatabaseProductName() + " " + metadata.getDatabaseProductVersion(),
                target.name(),
                choice.path(),
                shortRows > 0 ? choice.shortPath() : null,
                shortRows,
                choice.refused(),
                load.columns().stream().map(BoundColumn::planned).toList(),
                transaction == null ? "" : transaction.describe(shortRows),
                notes);
    }

    private Prepared prepared() {
        if (prepared == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return prepared;
    }

    RowWriter writer() {
        return prepared().writer();
    }

    /**
     * Up to how many rows the load may take the short path; 0 if it may not. Under autocommit it is then a single statement without a
     * transaction, in the caller's transaction one without a savepoint. A listener may stop a load after its last statement, which
     * then must be undone.
     */
    int shortRows() throws SQLException {
        if (transaction == null || progress.hasListeners()) {
            return 0;
        }
        PathChoice choice = prepared().choice();
        if (!joinsCallers()) {
            return choice.shortRows();
        }
        return choice.guardedRows() > 0 && transaction.guardIsEnough() ? choice.guardedRows() : 0;
    }

    /** A cursor over recorded rows, then over those of a source. */
    MappedRowCursor cursor(RowBuffer recorded, RowSource source, boolean standing, long firstIndex) {
        return new MappedRowCursor(writer(), recorded, source, standing, guard, progress, firstIndex);
    }

    boolean begun() {
        return session != null;
    }

    /**
     * Begins the transaction and the session.
     *
     * @param rows how many rows there are, if that is known and they are at most {@link #shortRows()}, else 0
     */
    void begin(int rows) throws SQLException {
        Prepared load = prepared();
        if (progress.hasListeners()) {
            progress.started(plan());
        }
        phase = LoadPhase.SEND;
        EngineRequest request = load.request();
        String shortPath = null;
        if (rows > 0 && transaction != null && joinsCallers()) {
            transaction.beginStatement();
            request = request.guardingItself();
            shortPath = load.choice().shortPath();
            isAtomicStatement = true;
        } else if (rows > 0) {
            shortPath = load.found().provider().shortPath(request, load.choice(), rows);
            isAtomicStatement = shortPath != null && transaction != null && transaction.statementIsEnough();
        }
        if (!isAtomicStatement && transaction != null) {
            long start = System.nanoTime();
            transaction.begin();
            clock.addCommit(System.nanoTime() - start);
        }
        path = shortPath == null ? load.choice().path() : shortPath;
        BulkSession opened = load.found().provider().open(request, path);
        session = opened;
        guard.attach(opened);
    }

    void write(MappedRowCursor rows) throws SQLException {
        if (session == null) {
            throw new IllegalStateException("begin() comes first");
        }
        try {
            rowsTaken += session.write(rows);
        } finally {
            rowsRead += rows.rowsRead();
        }
        if (transaction != null) {
            transaction.written();
        }
    }

    /**
     * Writes a block of rows and hands over their keys.
     *
     * @param firstIndex the first row's index in the caller's input
     */
    void write(MappedRowCursor rows, int count, ReturnedKeys<?> keys, long firstIndex) throws SQLException {
        if (!(session instanceof KeyedSession keyed)) {
            throw new IllegalStateException("the provider opened a session that gives no keys back");
        }
        try {
            rowsTaken += keyed.write(rows, count, keys.sink(count));
        } finally {
            rowsRead += rows.rowsRead();
        }
        if (transaction != null) {
            transaction.written();
        }
        keys.deliver(prepared().request().returned(), count, firstIndex, guard);
    }

    /** Ends a load without rows: nothing was asked of the database. */
    LoadResult empty() {
        guard.detach();
        return result(List.of());
    }

    LoadResult commit() throws SQLException {
        BulkSession open = session;
        if (open == null) {
            throw new IllegalStateException("begin() comes first");
        }
        progress.finished();
        List<LoadWarning> warnings = new ArrayList<>(open.warnings());
        if (rowsTaken != rowsRead) {
            String cause = open.skipCause();
            if (cause == null || rowsTaken > rowsRead) {
                throw BulkLoadException.in(
                                LoadPhase.SERVER,
                                "the database counts " + rowsTaken + " rows, but " + rowsRead + " were sent"
                                        + (isAtomicStatement ? "; what it counts is stored" : "")
                                        + (isAtomicStatement && joinsCallers() ? " until the rollback" : ""))
                        .build();
            }
            long skipped = rowsRead - rowsTaken;
            warnings.add(new LoadWarning(
                    LoadWarning.Code.ROWS_SKIPPED,
                    skipped,
                    (skipped == 1 ? "1 row was" : skipped + " rows were") + " skipped by the database: " + cause));
        }
        guard.sessionEnds();
        if (!isAtomicStatement) {
            guard.check();
        }
        phase = LoadPhase.COMMIT;
        long start = System.nanoTime();
        if (transaction != null) {
            transaction.commit();
        }
        isStored = true;
        session = null;
        giveBack(open);
        guard.detach();
        clock.addCommit(System.nanoTime() - start);
        return result(warnings);
    }

    private void giveBack(BulkSession open) throws BulkLoadException {
        try {
            open.close();
            if (transaction != null) {
                transaction.restore();
            }
            releaseConnection();
        } catch (SQLException | RuntimeException e) {
            throw BulkLoadException.in(
                            LoadPhase.COMMIT,
                            "the rows are stored, but the connection could not be given back as it was: "
                                    + e.getMessage())
                    .cause(e)
                    .build();
        }
    }

    private LoadResult result(List<LoadWarning> warnings) {
        long elapsed = clock.elapsedNanos();
        return new LoadResult(
                rowsRead,
                rowsTaken,
                rowsTaken,
                0,
                rowsRead - rowsTaken,
                0,
                path,
                warnings,
                Duration.ofNanos(elapsed),
                clock.times(elapsed));
    }

    private void releaseConnection() throws SQLException {
        Connection held = connection;
        connection = null;
        if (held != null) {
            endClaim(held);
            connections.release(held);
        }
    }

    private void endClaim(Connection held) {
        if (isClaimed) {
            isClaimed = false;
            ConnectionClaims.release(held);
        }
    }

    /** Gives back what {@link #prepare} took, for a plan that is only shown. */
    void endWithoutLoad() throws SQLException {
        guard.detach();
        releaseConnection();
    }

    /**
     * Cleans up after a failure: ends the session, undoes the load, gives the connection back as it was.
     *
     * @param thrown what ended the load
     * @return the exception to throw
     */
    BulkLoadException fail(Throwable thrown) {
        // what stops the load from here on is no reason of its failure
        guard.failed();
        LoadPhase stoppedIn = phase == LoadPhase.COMMIT ? phase : LoadPhase.SEND;
        BulkLoadException stop = isStored ? null : guard.stopReason(stoppedIn);
        boolean isStop = guard.isStop(thrown);
        // cleaning up must not be disturbed by the interrupt that may have ended the load
        boolean interrupted = Thread.interrupted();
        try {
            guard.enter(LoadGuard.Place.DATABASE);
            guard.sessionEnds();
            closeSession(thrown);
            Connection held = connection;
            TransactionState state = transaction == null ? withoutTransaction(thrown) : transaction.rollback(thrown);
            if (guard.aborted() && (held == null || !LoadTransaction.isAlive(held))) {
                state = TransactionState.CONNECTION_LOST;
            }
            try {
                releaseConnection();
            } catch (SQLException | RuntimeException e) {
                Failures.suppress(thrown, e);
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            BulkLoadException failure = complete(thrown, stop, state);
            if (stop != null && !isStop) {
                // what the driver or the source made of being stopped
                failure.addSuppressed(thrown);
            }
            return failure;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            guard.detach();
        }
    }

    private TransactionState withoutTransaction(Throwable thrown) {
        Connection held = connection;
        if (held != null && !LoadTransaction.isAlive(held)) {
            return TransactionState.CONNECTION_LOST;
        }
        return thrown instanceof BulkLoadException known ? known.transactionState() : TransactionState.INTACT;
    }

    private void closeSession(Throwable thrown) {
        BulkSession open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException | RuntimeException e) {
                Failures.suppress(thrown, e);
            }
        }
    }

    /** Whether the database may have committed the load although it did not say so. */
    private boolean isPerhapsStored() {
        return !isStored && !joinsCallers() && (phase == LoadPhase.COMMIT || isAtomicStatement);
    }

    private boolean joinsCallers() {
        return transaction != null && transaction.joinsCallers();
    }

    private BulkLoadException complete(Throwable thrown, @Nullable BulkLoadException stop, TransactionState state) {
        BulkLoadException.Builder facts;
        if (stop != null) {
            facts = stop.toBuilder();
        } else if (thrown instanceof BulkLoadException known) {
            facts = known.toBuilder();
        } else if (thrown instanceof SQLException error && provider != null) {
            facts = provider.explain(error, phase);
        } else {
            String reason = thrown instanceof SQLException ? thrown.getMessage() : thrown.toString();
            facts = BulkLoadException.in(phase, String.valueOf(reason)).cause(thrown);
        }
        if (table != null) {
            facts.table(table);
        }
        if (state == TransactionState.ROLLED_BACK_BY_SERVER
                && joinsCallers()
                && facts.build().hint() == null) {
            facts.hint("The database ended the whole transaction: what was done in it before the load is gone too");
        }
        if (state == TransactionState.CONNECTION_LOST && isPerhapsStored()) {
            facts.hint(
                    "Whether the rows are stored is not known, since the connection was lost before the database told:"
                            + " look for them before they are loaded again");
        }
        return facts.state(state).build();
    }
}
