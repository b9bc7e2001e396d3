package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import dev.longshore.RefusedPath;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/**
 * Loads into PostgreSQL over the driver {@code org.postgresql:postgresql}: COPY in its binary form, COPY in its text form where a
 * column's type has no binary form here, multi-row INSERT where COPY can't go. Thread-safe.
 */
public final class PostgresProvider implements BulkProvider {
    /**
     * Whether COPY freezes the rows, which spares a later VACUUM and is legal only for a table that was created or truncated in
     * the same transaction, and not behind a savepoint that came later; false unless set. The server refuses it elsewhere.
     */
    public static final LoadOption<Boolean> FREEZE = LoadOption.of("postgres.freeze", Boolean.class, false);

    /** The path to take. Unless set, the fastest that the table and the columns allow. */
    public static final LoadOption<Path> PATH = LoadOption.of("postgres.path", Path.class);

    /**
     * How a load that gives keys back learns them. Unless set, the fastest way by which it is certain which row has which. Loads
     * without keys don't ask for it.
     */
    public static final LoadOption<Keys> KEYS = LoadOption.of("postgres.keys", Keys.class);

    /** The ways to learn which row has which key. */
    public enum Keys {
        /** The values are made before the rows are sent, and go with them by the path of a load without keys. */
        RESERVED,
        /** COPY into a temporary table, and MERGE from there; from PostgreSQL 17 on. */
        MERGE,
        /** INSERT … RETURNING of one row a statement, many of which go together. */
        RETURNING
    }

    /** The path of {@link Keys#MERGE}. */
    private static final String MERGE_RETURNING = "merge-returning";

    /** The path of {@link Keys#RETURNING}. */
    private static final String INSERT_RETURNING = "insert-returning";

    /** The paths that there are. */
    public enum Path {
        /** COPY with each value in the server's own binary form. */
        COPY_BINARY("copy-binary"),
        /** COPY with each value as text, which the server parses. */
        COPY_TEXT("copy-text"),
        /** INSERT statements of many rows. */
        INSERT_VALUES("insert-values");

        private final String id;

        Path(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /** The oldest server that the tests ran on, and the newest. */
    private static final int OLDEST = 14;

    private static final int NEWEST = 18;

    /** The one relative whose catalog is newer than the version that it claims. */
    private static final String COCKROACH = "CockroachDB";

    private static final int DRIVER_MAJOR = 42;
    private static final int DRIVER_MINOR = 7;

    /** A load of so many rows or fewer is a COPY without a transaction around it, which spares two round trips. */
    private static final int SHORT_ROWS = 1_000;

    /** Up to so many rows single INSERTs take less time than a temporary table and MERGE. */
    private static final int FEW_ROWS = 100;

    /** What a value costs more by INSERT than by COPY. */
    private static final long INSERT_NANOS = 350;

    private static final long MOST_NETWORK_NANOS = 2_000_000;

    /** What a round trip takes that goes over no network. */
    private static final long LOCAL_NANOS = 40_000;

    /** In the caller's transaction COPY needs those of a savepoint and its release as well. */
    private static final int GUARD_ROUND_TRIPS = 3;

    /** The server makes ready for a thousand rows at a time, anew for each COPY, and lets go of that at its end. */
    private static final int COPY_BEGINNING_ROWS = 2_000;

    /** The keys are the driver's own connections, which outlive a pool's wrappers. */
    private final Map<PGConnection, ConnectionMemory> memories = Collections.synchronizedMap(new WeakHashMap<>());

    /** Makes a provider; {@link java.util.ServiceLoader} does. */
    public PostgresProvider() {}

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String product = metadata.getDatabaseProductName();
        if (!connection.isWrapperFor(PGConnection.class)) {
            return ProviderMatch.no(
                    product.equals("PostgreSQL")
                            ? "the connection class " + connection.getClass().getName()
                                    + " does not unwrap to org.postgresql.PGConnection"
                            : "the product is \"" + product + "\", not \"PostgreSQL\"");
        }
        return match(
                metadata.getDatabaseProductVersion(),
                metadata.getDatabaseMajorVersion(),
                metadata.getDriverMajorVersion(),
                metadata.getDriverMinorVersion(),
                relative(connection));
    }

    static ProviderMatch match(String version, int major, int driverMajor, int driverMinor, @Nullable String relative) {
        if (driverMajor < DRIVER_MAJOR || (driverMajor == DRIVER_MAJOR && driverMinor < DRIVER_MINOR)) {
            return ProviderMatch.no("the driver is pgjdbc " + driverMajor + "." + driverMinor + ", but " + DRIVER_MAJOR
                    + "." + DRIVER_MINOR + " or newer is needed");
        }
        if (major < OLDEST && !COCKROACH.equals(relative)) {
            String server = relative == null ? "PostgreSQL" : relative + ", which answers as PostgreSQL";
            return ProviderMatch.no(
                    "the server is " + server + " " + version + ", older than " + OLDEST + ", the oldest supported");
        }
        if (relative != null) {
            return ProviderMatch.yesBut("the server is " + relative + ", not PostgreSQL itself, so the plain path "
                    + Path.INSERT_VALUES + " is taken");
        }
        return major <= NEWEST
                ? ProviderMatch.yes()
                : ProviderMatch.yesBut("PostgreSQL " + version + " is newer than " + NEWEST + ", the newest tested");
    }

    /** The name of a server that speaks the protocol but is another; null for PostgreSQL. Costs no round trip. */
    private static @Nullable String relative(Connection connection) throws SQLException {
        PGConnection driver = connection.unwrap(PGConnection.class);
        return Relatives.name(driver.getParameterStatus("server_version"), driver.getParameterStatus("crdb_version"));
    }

    @Override
    public SqlDialect dialect() {
        return PostgresDialect.INSTANCE;
    }

    @Override
    public List<LoadOption<?>> options() {
        return List.of(FREEZE, KEYS, PATH);
    }

    @Override
    public PostgresTable describe(Connection connection, List<Identifier> name) throws SQLException {
        return new SchemaReader(connection, memoryOf(connection)).describe(name);
    }

    private ConnectionMemory memoryOf(Connection connection) throws SQLException {
        return memories.computeIfAbsent(connection.unwrap(PGConnection.class), any -> new ConnectionMemory());
    }

    @Override
    public @Nullable String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        PostgresTable table = (PostgresTable) request.table();
        return TypeRefusal.of(column, table.type(column), javaType, request.zone());
    }

    @Override
    public PathChoice choosePath(LoadRequest request) throws SQLException {
        requireWritable(request);
        requireUtf8(request);
        if (!request.returned().isEmpty()) {
            return keyedChoice(request);
        }
        if (request.keepIdentity()) {
            // says before the first row if the role may not move a sequence
            SequenceMover.of(request);
        }
        List<RefusedPath> refused = new ArrayList<>();
        Path path = path(request, copyRefusal(request), refused);
        return choice(request, path, refused);
    }

    /**
     * The path that a load without keys takes, and one whose keys are made before.
     *
     * @param noCopy why COPY can't be taken; null if it can
     * @param refused gets the faster paths that can't be taken
     */
    private static Path path(LoadRequest request, @Nullable String noCopy, List<RefusedPath> refused)
            throws BulkLoadException {
        String noBinary = noCopy == null ? binaryRefusal(request) : noCopy;
        if (noBinary != null) {
            refused.add(new RefusedPath(Path.COPY_BINARY.id, noBinary));
        }
        if (noCopy != null) {
            refused.add(new RefusedPath(Path.COPY_TEXT.id, noCopy));
        }
        Path wanted = request.option(PATH);
        Path best = noBinary == null ? Path.COPY_BINARY : noCopy == null ? Path.COPY_TEXT : Path.INSERT_VALUES;
        if (wanted != null && wanted.compareTo(best) < 0) {
            throw refusal(
                    request,
                    "the path " + wanted + " can't be taken: " + (wanted == Path.COPY_BINARY ? noBinary : noCopy));
        }
        return wanted == null ? best : wanted;
    }

    private PathChoice keyedChoice(LoadRequest request) throws SQLException {
        ConnectionMemory memory = memoryOf(request.connection());
        KeySource.Sources sources = KeySource.of(request, memory);
        memory.remember(request, sources);
        String notReserved = reservingRefusal(request, sources);
        String notMerged = mergeRefusal(request, sources);
        Keys wanted = request.option(KEYS);
        Keys way = notReserved == null ? Keys.RESERVED : notMerged == null ? Keys.MERGE : Keys.RETURNING;
        if (wanted != null) {
            String refusal = wanted == Keys.RESERVED ? notReserved : wanted == Keys.MERGE ? notMerged : null;
            if (refusal != null) {
                throw refusal(request, "the keys can't come back by " + wanted + ": " + refusal);
            }
            way = wanted;
        }
        if (way != Keys.RESERVED && sources.unreadable() != null) {
            throw refusal(request, "no keys can come back: " + sources.unreadable());
        }
        List<RefusedPath> refused = new ArrayList<>();
        if (way == Keys.RESERVED) {
            return reservedChoice(request, sources, path(request, null, refused), refused);
        }
        if (notReserved != null) {
            refused.add(new RefusedPath(Path.COPY_BINARY.id, notReserved));
        }
        if (way == Keys.RETURNING && notMerged != null) {
            refused.add(new RefusedPath(MERGE_RETURNING, notMerged));
        }
        // the sequence must be moved in the same transaction
        int alone = request.keepIdentity() || wanted == Keys.MERGE ? 0 : 1;
        String note = way == Keys.RETURNING
                ? "each row is an INSERT of its own, and many go together"
                : "rows go into a temporary table, and from there with what they get; up to " + FEW_ROWS
                        + " rows go by " + INSERT_RETURNING;
        return new PathChoice(
                way == Keys.RETURNING ? INSERT_RETURNING : MERGE_RETURNING,
                alone == 0 ? null : INSERT_RETURNING,
                alone,
                alone,
                refused,
                List.of(note));
    }

    private static PathChoice reservedChoice(
            LoadRequest request, KeySource.Sources sources, Path path, List<RefusedPath> refused) {
        List<String> notes = new ArrayList<>();
        notes.add("what comes back is made by the columns' defaults before the rows are sent, and goes with them");
        boolean isOneStatement = !request.keepIdentity() && isOneCopy(request, sources.sources());
        int shortRows = !isOneStatement ? 0 : path == Path.INSERT_VALUES ? InsertSession.mostRows(request) : SHORT_ROWS;
        boolean isForced = request.option(KEYS) != null || request.option(PATH) != null;
        if (isForced || request.keepIdentity() || sources.unreadable() != null) {
            return new PathChoice(path.id, shortRows == 0 ? null : path.id, shortRows, refused, notes);
        }
        notes.add("a single row goes by " + INSERT_RETURNING);
        return new PathChoice(path.id, INSERT_RETURNING, Math.max(1, shortRows), 1, refused, notes);
    }

    /** Whether all rows leave the same columns to the server, since a COPY has the same columns for all its rows. */
    private static boolean isOneCopy(LoadRequest request, List<KeySource> sources) {
        return request.columns().stream()
                .allMatch(column -> column.numbering() == Numbering.NONE
                        || sources.stream().anyMatch(source -> source.column().equals(column)));
    }

    private static BulkLoadException refusal(LoadRequest request, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(request.table().name().toString())
                .build();
    }

    private static @Nullable String reservingRefusal(LoadRequest request, KeySource.Sources sources)
            throws SQLException {
        String relative = relative(request.connection());
        if (relative != null) {
            return "the server is " + relative;
        }
        PostgresTable.Traits traits = ((PostgresTable) request.table()).traits();
        if (traits.copyRefusal() != null) {
            return traits.copyRefusal();
        }
        if (traits.skipCause() != null) {
            return traits.skipCause() + ", or change them";
        }
        return traits.foreign() ? "the server of a foreign table may change what is sent" : sources.refusal();
    }

    private static @Nullable String mergeRefusal(LoadRequest request, KeySource.Sources sources) throws SQLException {
        String relative = relative(request.connection());
        if (relative != null) {
            return "the server is " + relative;
        }
        int version = request.connection().getMetaData().getDatabaseMajorVersion();
        if (version < MergeSession.SERVER) {
            return "the server is PostgreSQL " + version + ", whose MERGE gives nothing back";
        }
        PostgresTable.Traits traits = ((PostgresTable) request.table()).traits();
        if (traits.copyRefusal() != null) {
            return traits.copyRefusal();
        }
        if (traits.kind() == 'v' || traits.foreign()) {
            return "MERGE is for tables of the server's own";
        }
        if (!sources.mayStage()) {
            return "the role may make no temporary table";
        }
        long numbered = request.columns().stream()
                .filter(column -> column.numbering() != Numbering.NONE)
                .count();
        return numbered > MergeSession.MOST_NUMBERED ? "the rows may bring " + numbered + " numbered columns" : null;
    }

    @Override
    public @Nullable String keyRefusal(LoadRequest request) {
        return null;
    }

    /** The driver begins a transaction as read-only for an INSERT, but not for a COPY. */
    private static void requireWritable(LoadRequest request) throws SQLException {
        if (request.connection().unwrap(PGConnection.class) instanceof BaseConnection connection
                && connection.hintReadOnly()) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, "the connection is read-only")
                    .hint("Call setReadOnly(false) before the transaction begins")
                    .table(request.table().name().toString())
                    .build();
        }
    }

    /** In any other encoding the driver itself sends text that the server takes for other characters. */
    private static void requireUtf8(LoadRequest request) throws SQLException {
        String encoding = request.connection().unwrap(PGConnection.class).getParameterStatus("client_encoding");
        if (encoding != null && !encoding.equals("UTF8")) {
            throw BulkLoadException.in(
                            LoadPhase.PREFLIGHT,
                            "the connection's client_encoding is " + encoding + ", but the driver sends text as UTF8")
                    .hint("SET client_encoding TO 'UTF8'")
                    .table(request.table().name().toString())
                    .build();
        }
    }

    private PathChoice choice(LoadRequest request, Path path, List<RefusedPath> refused) throws SQLException {
        boolean isInsert = path == Path.INSERT_VALUES;
        int inserted = InsertSession.mostRows(request);
        List<String> notes = new ArrayList<>();
        if (isInsert) {
            notes.add("up to " + inserted + " rows a statement");
        }
        if (request.keepIdentity()) {
            // the sequence must be moved in the same transaction
            return new PathChoice(path.id, null, 0, refused, notes);
        }
        if (isInsert) {
            return new PathChoice(path.id, path.id, inserted, inserted, refused, notes);
        }
        // rows with and without numbers of their own are two COPYs, which need a transaction
        boolean isOneCopy = isOneCopy(request, List.of());
        if (request.option(PATH) != null || Boolean.TRUE.equals(request.option(FREEZE))) {
            return isOneCopy
                    ? new PathChoice(path.id, path.id, SHORT_ROWS, refused, notes)
                    : new PathChoice(path.id, null, 0, refused, notes);
        }
        int guarded = cheaplyInserted(request, GUARD_ROUND_TRIPS);
        if (!isOneCopy) {
            return new PathChoice(path.id, Path.INSERT_VALUES.id, guarded, guarded, refused, notes);
        }
        if (request.connection().getAutoCommit()) {
            int cheap = cheaplyInserted(request, 1);
            notes.add((cheap == 1 ? "a single row goes" : "up to " + cheap + " rows go") + " by " + Path.INSERT_VALUES
                    + ", which takes a round trip less");
        }
        return new PathChoice(path.id, Path.INSERT_VALUES.id, SHORT_ROWS, guarded, refused, notes);
    }

    /**
     * How many rows INSERT takes in less time than COPY. It needs fewer round trips, but more time of the server for each value, so
     * it wins while the rows are few, and the longer the further away the server is.
     *
     * @param saved how many round trips it needs less
     */
    private int cheaplyInserted(LoadRequest request, int saved) throws SQLException {
        long network = Math.min(memoryOf(request.connection()).networkNanos(), MOST_NETWORK_NANOS);
        long nanos = saved * network + (saved - 1) * LOCAL_NANOS;
        long rows = nanos / (INSERT_NANOS * request.columns().size());
        return (int) Math.max(1, Math.min(rows, InsertSession.mostRows(request)));
    }

    @Override
    public @Nullable String shortPath(LoadRequest request, PathChoice choice, int rows) throws SQLException {
        String path = choice.shortPath();
        if (!request.returned().isEmpty()) {
            return rows == 1 || choice.path().equals(path) ? path : choice.path();
        }
        boolean isDear = Path.INSERT_VALUES.id.equals(path)
                && !choice.path().equals(path)
                && isOneCopy(request, List.of())
                && rows > cheaplyInserted(request, 1);
        return isDear ? choice.path() : path;
    }

    private static @Nullable String copyRefusal(LoadRequest request) throws SQLException {
        String relative = relative(request.connection());
        if (relative != null) {
            return "the server is " + relative;
        }
        boolean allNumbered = request.columns().stream().allMatch(column -> column.numbering() != Numbering.NONE);
        if (allNumbered && !request.keepIdentity()) {
            return "COPY needs a column beside those that the server may number";
        }
        return ((PostgresTable) request.table()).traits().copyRefusal();
    }

    private static @Nullable String binaryRefusal(LoadRequest request) {
        PostgresTable table = (PostgresTable) request.table();
        for (TargetColumn column : request.columns()) {
            if (!table.type(column).isBinary()) {
                return "column " + column.name() + " of type " + column.typeName() + " has no binary encoder";
            }
        }
        return null;
    }

    @Override
    public BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        BulkLoadException.Builder facts =
                BulkProvider.super.explain(error, phase).constraint(PostgresErrors.constraint(error));
        return phase == LoadPhase.COMMIT && PostgresErrors.isFaultOfRows(error)
                ? facts.hint(
                        "A deferred constraint or trigger is checked at the commit, where no row is named and none can be"
                                + " rejected. In a transaction of your own, SET CONSTRAINTS ALL IMMEDIATE before the load has it checked"
                                + " with the rows")
                : facts;
    }

    @Override
    public boolean isTransient(SQLException error) {
        return PostgresErrors.isLockFailure(error);
    }

    @Override
    public boolean isFaultOfRow(SQLException error) {
        return PostgresErrors.isFaultOfRows(error);
    }

    @Override
    public int beginningRows(String path) {
        return path.equals(Path.INSERT_VALUES.id) ? 0 : COPY_BEGINNING_ROWS;
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        if (!request.returned().isEmpty()) {
            return openKeyed(request, path);
        }
        return path.equals(Path.INSERT_VALUES.id)
                ? new InsertSession(request)
                : new CopySession(request, path.equals(Path.COPY_BINARY.id));
    }

    private BulkSession openKeyed(LoadRequest request, String path) throws SQLException {
        if (path.equals(INSERT_RETURNING)) {
            return new ReturningSession(request);
        }
        if (path.equals(MERGE_RETURNING)) {
            return new MergeSession(request, request.option(KEYS) == Keys.MERGE ? 0 : FEW_ROWS);
        }
        Path chosen = Arrays.stream(Path.values())
                .filter(each -> each.id.equals(path))
                .findFirst()
                .orElseThrow();
        ConnectionMemory memory = memoryOf(request.connection());
        KeySource.Sources known = memory.sources(request);
        return new ReservingSession(request, chosen, (known == null ? KeySource.of(request, memory) : known).sources());
    }
}
