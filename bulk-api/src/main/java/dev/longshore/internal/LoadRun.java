package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadLedger;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.LoadWarning;
import dev.longshore.TransactionState;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.support.RowBuffer;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
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
    private static final long UNKNOWN = -1;

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
    private boolean isBatched;
    /** Whether a connection was lost while a batch was committed, and nobody has told yet what became of it. */
    private boolean isInDoubt;

    private long rowsRead;
    private long rowsTaken;
    private long rowsRejected;
    private long rowsCommitted;
    private long firstIndex;
    private boolean isAllCommitted;
    private final FoundWarnings warnings = new FoundWarnings();
    private @Nullable String skipCause;

    /** What is known once the table was read and the mapping checked. */
    private record Prepared(
            ProviderRegistry.Found found,
            Mapping<?> mapping,
            EngineRequest request,
            PathChoice choice,
            RowWriter writer,
            List<BoundColumn> columns,
            List<String> notes) {}

    LoadRun(ConnectionSource connections, LoadSettings settings) {
        this.connections = connections;
        this.settings = settings;
        this.guard = new LoadGuard(settings);
        this.rowsCommitted = settings.ledger() == null ? settings.resumeFrom() : UNKNOWN;
        this.table = settings.tableName() == null
                ? settings.tableText()
                : settings.tableName().toString();
        this.progress = new ProgressMeter(settings.listeners(), clock);
    }

    LoadGuard guard() {
        return guard;
    }

    ProgressMeter progress() {
        return progress;
    }

    /**
     * Finds the provider, reads the table, checks the mapping and chooses the path. Writes nothing.
     *
     * @param keyType the class of the keys that the load gives back; null if it gives none
     */
    void prepare(Mapping<?> mapping, @Nullable Class<?> keyType) throws SQLException {
        long start = System.nanoTime();
        Connection acquired = acquire();
        // one that another thread loads over must not even be asked whether it lives
        isClaimed = ConnectionClaims.claim(acquired);
        connection = acquired;
        guard.attach(acquired);
        ProviderRegistry.Found found = ProviderRegistry.find(acquired, settings.provider());
        BulkProvider provider = found.provider();
        this.provider = provider;
        guard.attach(provider);
        LoadTransaction planned =
                new LoadTransaction(provider, acquired, connections.ownsTransaction(), settings.savepoint());
        transaction = planned;
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
        if (settings.batched()) {
            preflight.checkBatches(planned, keyType != null);
        }
        preflight.report();
        PathChoice choice = provider.choosePath(request);
        RowWriter writer = new RowWriter(
                table, mapping, bound, column -> ColumnRule.of(column, settings, provider, request), clock);
        prepared = new Prepared(found, mapping, request, choice, writer, bound, preflight.notes());
        clock.addMetadata(System.nanoTime() - start);
    }

    /** A pool can let the load wait for longer than it may take; it heeds an interrupt. */
    private Connection acquire() throws BulkLoadException {
        guard.enter(LoadGuard.Place.SOURCE);
        try {
            return connections.acquire();
        } finally {
            guard.enter(LoadGuard.Place.DATABASE);
        }
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
        addBatchNotes(notes);
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

    private void addBatchNotes(List<String> notes) {
        if (settings.errorPolicy().rejects()) {
            notes.add(settings.errorPolicy() + "; the rows go in batches, each behind a savepoint");
            if (settings.commitEvery() == 0) {
                notes.add("beyond some " + BatchedLoad.ROWS_OF_FEW_SAVEPOINTS / 1_000_000
                        + " million rows, or fewer that are"
                        + " wide, the transaction has more than the 64 savepoints that a server may keep at hand:"
                        + " commitEvery(…) spares it them");
            }
        }
        if (settings.commitEvery() > 0) {
            notes.add("the load commits after each " + settings.commitEvery() + " rows"
                    + (settings.retry() == null ? "" : ", and " + settings.retry()));
        }
    }

    private Prepared prepared() {
        if (prepared == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return prepared;
    }

    /** The table's name for people. */
    String table() {
        return prepared().request().table().name().toString();
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
        if (transaction == null || progress.hasListeners() || settings.batched()) {
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
        return new MappedRowCursor(
                writer(), recorded, source, standing, guard, progress, this::beginAfterAll, firstIndex);
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
        if (!isAtomicStatement) {
            beginTransaction();
        }
        open(request, shortPath == null ? load.choice().path() : shortPath);
    }

    /**
     * Whether nothing needs to be known of the rows before the session is opened: under autocommit, where the session asks for the
     * transaction once the rows turn out to be more than one statement holds. A listener may stop a load after its last statement.
     */
    boolean beginsOnDemand() {
        return transaction != null
                && transaction.statementIsEnough()
                && !progress.hasListeners()
                && prepared().choice().beginsOnDemand();
    }

    /** Begins the session of a load that is written by one call, and leaves the transaction to that. */
    void beginOnDemand() throws SQLException {
        phase = LoadPhase.SEND;
        isAtomicStatement = true;
        open(prepared().request(), prepared().choice().path());
    }

    /** What was to be the only statement of the load is one of several. */
    private void beginAfterAll() throws SQLException {
        if (isAtomicStatement && !joinsCallers()) {
            isAtomicStatement = false;
            beginTransaction();
        }
    }

    private void beginTransaction() throws SQLException {
        if (transaction != null) {
            long start = System.nanoTime();
            transaction.begin();
            clock.addCommit(System.nanoTime() - start);
        }
    }

    private BulkSession open(EngineRequest request, String chosen) throws SQLException {
        path = chosen;
        BulkSession opened = prepared().found().provider().open(request, chosen);
        session = opened;
        guard.attach(opened);
        return opened;
    }

    /** Begins the transaction of a load in batches, unless that was done. Each batch has a session of its own. */
    void beginBatches() throws SQLException {
        if (isBatched) {
            return;
        }
        isBatched = true;
        if (progress.hasListeners()) {
            progress.started(plan());
        }
        phase = LoadPhase.SEND;
        path = prepared().choice().path();
        beginTransaction();
    }

    /** Says where in the caller's input the first row stands that the load sends. */
    void startAt(long index) {
        firstIndex = index;
    }

    /** Sends rows of a batch over a session of their own. After a failure that session is still to be ended. */
    void send(BatchCursor rows) throws SQLException {
        isAllCommitted = false;
        BulkSession opened = open(prepared().request(), path);
        long taken = opened.write(rows);
        rowsTaken += taken;
        keepFindings(opened);
        guard.sessionEnds();
        session = null;
        opened.close();
    }

    private void keepFindings(BulkSession written) {
        written.warnings().forEach(warnings::add);
        String cause = written.skipCause();
        skipCause = cause == null ? skipCause : cause;
    }

    /** Ends the session of a batch that failed. */
    void abandon(Throwable failure) {
        guard.sessionEnds();
        closeSession(failure);
    }

    /**
     * A point to which a load can go back.
     *
     * @param savepoint the database's
     * @param sentRows how many rows the listeners were told of
     */
    record Mark(Savepoint savepoint, long sentRows) {}

    Mark mark() throws SQLException {
        return new Mark(owned().mark(), progress.rows());
    }

    void release(Mark before) throws SQLException {
        owned().release(before.savepoint());
    }

    /** Undoes what was sent since a mark, because of a failure. Returns whether the mark is still there. */
    boolean backTo(Mark before, SQLException failure) throws SQLException {
        abandon(failure);
        boolean isKept;
        try {
            isKept = owned().backTo(before.savepoint());
        } catch (SQLException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        progress.backTo(before.sentRows());
        return isKept;
    }

    /**
     * Hands rejected rows to their handler, and sees to it that the transaction is left as it was: a database need not tell at the commit
     * that nothing is left to be committed.
     *
     * @param index rows before this place in the caller's input are handed over
     */
    void handOver(RejectedRows rejects, long index) throws SQLException {
        if (!rejects.holdsBefore(index)) {
            return;
        }
        Savepoint before = owned().mark();
        rejects.deliverBefore(index, guard);
        try {
            owned().releaseInside(before);
        } catch (SQLException e) {
            throw BulkLoadException.in(
                            LoadPhase.CALLBACK,
                            "the transaction was ended or broken by the handler of rejected rows, so that rows sent before may be"
                                    + " stored or gone")
                    .hint("Let the handler use another connection, or leave the load's transaction alone")
                    .cause(e)
                    .build();
        }
    }

    /** What was counted until a batch. */
    record Counts(long read, long taken, long sent) {}

    Counts counts() {
        return new Counts(rowsRead, rowsTaken, progress.rows());
    }

    /** Counts out a batch that was undone. */
    void restore(Counts before) {
        rowsRead = before.read();
        rowsTaken = before.taken();
        progress.backTo(before.sent());
    }

    /** Whether the database was asked to commit and has not answered yet. */
    boolean isCommitting() {
        return phase == LoadPhase.COMMIT;
    }

    /**
     * Whether a batch can succeed if it is sent again after a failure.
     *
     * @param isOutcomeKnown whether it is, or will be, known that the batch is not stored
     */
    boolean mayPass(SQLException failure, boolean isOutcomeKnown) {
        boolean isOfDatabase = !(failure instanceof BulkLoadException known)
                || known.phase() == LoadPhase.SERVER
                || known.phase() == LoadPhase.SEND
                || known.phase() == LoadPhase.CONNECT;
        if (!isOfDatabase || guard.stopReason(phase) != null) {
            return false;
        }
        SQLException told = failure.getCause() instanceof SQLException cause ? cause : failure;
        if (prepared().found().provider().isTransient(told)) {
            return true;
        }
        Connection held = connection;
        boolean isLost = held == null || !LoadTransaction.isAlive(held);
        return isLost && isOutcomeKnown && connections.ownsTransaction();
    }

    /** Undoes what was sent since the last commit, and begins again, over another connection if this one is lost. */
    void restart(SQLException failure) throws SQLException {
        boolean wasCommitting = isCommitting();
        abandon(failure);
        TransactionState left = connection == null ? TransactionState.CONNECTION_LOST : owned().rollback(failure);
        if (left == TransactionState.ROLLBACK_REQUIRED) {
            throw failure;
        }
        if (left == TransactionState.CONNECTION_LOST) {
            isInDoubt |= wasCommitting;
            reconnect(failure);
        }
        phase = LoadPhase.SEND;
        beginTransaction();
    }

    private void reconnect(SQLException failure) throws SQLException {
        try {
            releaseConnection();
        } catch (SQLException | RuntimeException e) {
            Failures.suppress(failure, e);
        }
        Prepared before = prepared();
        phase = LoadPhase.CONNECT;
        prepare(before.mapping(), null);
        Prepared now = prepared();
        if (!now.request().columns().equals(before.request().columns())) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, "the table changed while the load ran")
                    .build();
        }
        // the old one knows what it has seen
        prepared = new Prepared(
                now.found(), now.mapping(), now.request(), now.choice(), before.writer(), now.columns(), now.notes());
        path = now.choice().path();
    }

    /** The connection that is loaded over. */
    Connection connection() {
        if (connection == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return connection;
    }

    /** Finds the load's entry in a ledger, or makes it. */
    LedgerEntry openLedger(LoadLedger ledger) throws SQLException {
        return LedgerEntry.open(ledger, prepared().found().provider(), connection());
    }

    private LoadTransaction owned() {
        if (transaction == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return transaction;
    }

    /** Whether a failure is about a row of the load, and not about the statement, the connection or the database. */
    boolean isFaultOfRow(SQLException failure) {
        if (!(failure instanceof BulkLoadException known)
                || (known.phase() != LoadPhase.SERVER && known.phase() != LoadPhase.SEND)) {
            return false;
        }
        SQLException told = known.getCause() instanceof SQLException cause ? cause : known;
        return prepared().found().provider().isFaultOfRow(told);
    }

    /** Whether a path may send rows to which the database gives numbers apart from others, so that a later row comes first. */
    boolean mayReorder() {
        return !settings.keepIdentity()
                && prepared().request().columns().stream().anyMatch(column -> column.numbering() != Numbering.NONE);
    }

    /** How many rows the path sends in the time that a statement of its takes to begin and end; 0 if the provider does not say. */
    int beginningRows() {
        Prepared load = prepared();
        return load.found().provider().beginningRows(load.choice().path());
    }

    /** Counts rows of the caller's that were dealt with. */
    void count(long rows) {
        rowsRead += rows;
    }

    /** Says how many rows were rejected until now. */
    void rejected(long rows) {
        rowsRejected = rows;
    }

    /**
     * Commits what was sent, and goes on in another transaction.
     *
     * @param rows the place in the caller's input behind the last row that is dealt with
     */
    void commitBatch(long rows) throws SQLException {
        checkCounts();
        guard.check();
        phase = LoadPhase.COMMIT;
        long start = System.nanoTime();
        owned().commitBatch();
        clock.addCommit(System.nanoTime() - start);
        rowsCommitted = rows;
        isAllCommitted = true;
        isInDoubt = false;
        phase = LoadPhase.SEND;
    }

    /** The ledger told that the last batch is not committed. */
    void uncommitted() {
        isInDoubt = false;
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
     * @param count how many there are; at most, if they come straight from the source
     * @param firstIndex the first row's index in the caller's input
     */
    void write(MappedRowCursor rows, int count, ReturnedKeys<?> keys, long firstIndex) throws SQLException {
        try {
            rowsTaken += keyed().write(rows, count, keys.sink(count));
        } finally {
            rowsRead += rows.rowsRead();
        }
        if (transaction != null) {
            transaction.written();
        }
        int written = rows.ended() ? (int) rows.rowsRead() : count;
        keys.deliver(prepared().request().returned(), written, firstIndex, guard);
    }

    /** Whether the rows whose keys come back need not be recorded before they are written. */
    boolean streams() {
        return keyed().streams();
    }

    private KeyedSession keyed() {
        if (session instanceof KeyedSession keyed) {
            return keyed;
        }
        throw new IllegalStateException("the provider opened a session that gives no keys back");
    }

    /** Ends a load without rows: nothing was asked of the database. */
    LoadResult empty() {
        guard.detach();
        return result(List.of());
    }

    LoadResult commit() throws SQLException {
        BulkSession open = session;
        if (open != null) {
            keepFindings(open);
        } else if (!isBatched) {
            throw new IllegalStateException("begin() comes first");
        }
        progress.finished();
        checkCounts();
        guard.sessionEnds();
        if (!isAtomicStatement) {
            guard.check();
        }
        phase = LoadPhase.COMMIT;
        // the transaction that is open may hold nothing any more
        isStored = isAllCommitted && rowsRead > 0;
        long start = System.nanoTime();
        if (transaction != null) {
            transaction.commit();
        }
        isStored = true;
        session = null;
        giveBack(open);
        guard.detach();
        clock.addCommit(System.nanoTime() - start);
        long skipped = rowsSent() - rowsTaken;
        if (skipped > 0) {
            warnings.add(new LoadWarning(
                    LoadWarning.Code.ROWS_SKIPPED,
                    skipped,
                    (skipped == 1 ? "1 row was" : skipped + " rows were") + " skipped by the database: " + skipCause));
        }
        return result(warnings.all());
    }

    private long rowsSent() {
        return rowsRead - rowsRejected;
    }

    /** Holds what the database counts against what was sent. */
    private void checkCounts() throws BulkLoadException {
        long sent = rowsSent();
        if (rowsTaken > sent || (rowsTaken < sent && skipCause == null)) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "the database counts " + rowsTaken + " rows, but " + sent + " were sent"
                                    + (isAtomicStatement ? "; what it counts is stored" : "")
                                    + (isAtomicStatement && joinsCallers() ? " until the rollback" : ""))
                    .build();
        }
    }

    private void giveBack(@Nullable BulkSession open) throws BulkLoadException {
        try {
            if (open != null) {
                open.close();
            }
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

    private LoadResult result(List<LoadWarning> found) {
        long elapsed = clock.elapsedNanos();
        return new LoadResult(
                rowsRead,
                rowsTaken,
                rowsTaken,
                0,
                rowsSent() - rowsTaken,
                rowsRejected,
                path,
                found,
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
            if (stop != null && !isStop && !settings.masksValues()) {
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

    /** Says what of a load that commits batch by batch stays. */
    private void account(BulkLoadException.Builder facts, boolean isUnknown) {
        facts.committed(isUnknown ? UNKNOWN : rowsCommitted);
        String account;
        if (rowsCommitted == UNKNOWN) {
            account = "The ledger could not be read, so how many rows are committed is not known";
        } else if (rowsCommitted == 0) {
            account = "No row is committed";
        } else {
            String goOn = settings.ledger() == null
                    ? ", go on by resumeFrom(" + rowsCommitted + ")"
                    : ", and the load goes on there if it is started again with its ledger";
            account = "The rows before row " + rowsCommitted + " are committed" + (isUnknown ? "" : goOn);
        }
        String hint = facts.build().hint();
        facts.hint(hint == null ? account : account + ". " + hint);
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
        if (settings.masksValues() && stop == null && !(thrown.getCause() instanceof BulkLoadException)) {
            // what has such a cause is about too many rejected rows, and was made of what is masked
            facts = ValueMask.of(facts.build());
        }
        if (state == TransactionState.ROLLED_BACK_BY_SERVER
                && joinsCallers()
                && facts.build().hint() == null) {
            facts.hint("The database ended the whole transaction: what was done in it before the load is gone too");
        }
        boolean isUnknown = isInDoubt || (state == TransactionState.CONNECTION_LOST && isPerhapsStored());
        if (isUnknown) {
            facts.committed(UNKNOWN);
            facts.hint(
                    "Whether the rows are stored is not known, since the connection was lost before the database told:"
                            + " look for them before they are loaded again");
        }
        if (phase == LoadPhase.COMMIT
                && settings.errorPolicy().rejects()
                && thrown instanceof SQLException error
                && facts.build().hint() == null
                && prepared().found().provider().isFaultOfRow(error)) {
            facts.hint(
                    "No database says which row breaks a constraint that is deferred to the commit, so none was rejected");
        }
        if (isStored) {
            facts.committed(firstIndex + rowsRead);
        } else if (settings.commitEvery() > 0 && isBatched) {
            account(facts, isUnknown);
        }
        return facts.state(state).build();
    }
}
