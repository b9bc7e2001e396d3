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

    /** What a value costs more by INSERT than by COPY. */
    private static final long INSERT_NANOS = 350;

    private static final long MOST_NETWORK_NANOS = 2_000_000;

    /** What a round trip takes that goes over no network. */
    private static final long LOCAL_NANOS = 40_000;

    /** In the caller's transaction COPY needs those of a savepoint and its release as well. */
    private static final int GUARD_ROUND_TRIPS = 3;

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
        return List.of(FREEZE, PATH);
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
        if (request.keepIdentity()) {
            // says before the first row if the role may not move a sequence
            SequenceMover.of(request);
        }
        String noCopy = copyRefusal(request);
        String noBinary = noCopy == null ? binaryRefusal(request) : noCopy;
        List<RefusedPath> refused = new ArrayList<>();
        if (noBinary != null) {
            refused.add(new RefusedPath(Path.COPY_BINARY.id, noBinary));
        }
        if (noCopy != null) {
            refused.add(new RefusedPath(Path.COPY_TEXT.id, noCopy));
        }
        Path wanted = request.option(PATH);
        Path best = noBinary == null ? Path.COPY_BINARY : noCopy == null ? Path.COPY_TEXT : Path.INSERT_VALUES;
        if (wanted != null && wanted.compareTo(best) < 0) {
            throw BulkLoadException.in(
                            LoadPhase.PREFLIGHT,
                            "the path " + wanted + " can't be taken: "
                                    + (wanted == Path.COPY_BINARY ? noBinary : noCopy))
                    .table(request.table().name().toString())
                    .build();
        }
        return choice(request, wanted == null ? best : wanted, refused);
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
        if (request.option(PATH) != null || Boolean.TRUE.equals(request.option(FREEZE))) {
            return new PathChoice(path.id, path.id, SHORT_ROWS, refused, notes);
        }
        int guarded = cheaplyInserted(request, GUARD_ROUND_TRIPS);
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
        boolean isDear =
                Path.INSERT_VALUES.id.equals(path) && !choice.path().equals(path) && rows > cheaplyInserted(request, 1);
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
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        return path.equals(Path.INSERT_VALUES.id)
                ? new InsertSession(request)
                : new CopySession(request, path.equals(Path.COPY_BINARY.id));
    }
}
