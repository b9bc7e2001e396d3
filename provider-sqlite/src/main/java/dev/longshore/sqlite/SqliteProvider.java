package dev.longshore.sqlite;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadPhase;
import dev.longshore.RefusedPath;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * Loads into SQLite over the driver {@code org.xerial:sqlite-jdbc}: prepared multi-row INSERT statements in one transaction, or
 * a single statement where all rows fit into it. Thread-safe.
 *
 * <p>In a transaction of the caller's the table is read before the first row is written. A transaction that SQLite began as
 * deferred, its default, can then be refused as busy at once if another connection writes in between; begin transactions that
 * load with {@code BEGIN IMMEDIATE}, which the connection property {@code transaction_mode=IMMEDIATE} does.
 */
public final class SqliteProvider implements BulkProvider {
    /**
     * How dates and times are stored, whatever their Java type. Unless set, java.time types are stored as
     * {@link DateForm#ISO_TEXT}, and {@link java.util.Date}, its subclasses and {@link java.util.Calendar} as the connection
     * property {@code date_class} says, which is how the driver itself stores them.
     */
    public static final LoadOption<DateForm> DATE_FORM = LoadOption.of("sqlite.dateForm", DateForm.class);

    /**
     * How a {@link java.util.UUID} is stored. Unless set, as {@link UuidForm#BLOB} where the column is declared for bytes and
     * as {@link UuidForm#TEXT} elsewhere.
     */
    public static final LoadOption<UuidForm> UUID_FORM = LoadOption.of("sqlite.uuidForm", UuidForm.class);

    /** The oldest and the newest release of SQLite that the tests ran on, as major * 1000 + minor. */
    private static final int OLDEST = 3045;

    private static final int NEWEST = 3054;

    /** The answer for all connections: a class loader loads the driver's library once. */
    private static volatile @Nullable ProviderMatch versionMatch;

    private static final String PATH = "insert-values";

    /** Single rows, each read back. */
    private static final String RETURNING = "insert-returning";

    /** One for all providers, so that a provider made for each load does not leave open statements behind. */
    private static final RememberedConnections CONNECTIONS = new RememberedConnections();

    /** The forms in which dates and times can be stored. */
    public enum DateForm {
        /**
         * Text that sorts by time: {@code 2024-01-02}, {@code 03:04:05.678901234}, {@code 2024-01-02T03:04:05.678901234}, an
         * instant in UTC {@code 2024-01-02T03:04:05.678901234Z} or, with {@code zone(…)}, in that zone without a suffix.
         */
        ISO_TEXT,
        /** Milliseconds since 1970-01-01T00:00Z; what has no zone is taken in UTC or in the zone given by {@code zone(…)}. */
        EPOCH_MILLIS,
        /** Seconds since 1970-01-01T00:00Z, as {@link #EPOCH_MILLIS} otherwise. */
        EPOCH_SECONDS,
        /**
         * Days since noon of November 24, 4714 BC in UTC, as floating point, which for today holds about 0.05 ms;
         * as {@link #EPOCH_MILLIS} otherwise.
         */
        JULIAN_DAY
    }

    /** The forms in which a UUID can be stored. */
    public enum UuidForm {
        /** 36 characters in lower case. */
        TEXT,
        /** 16 bytes, the most significant first. */
        BLOB
    }

    /** Makes a provider; {@link java.util.ServiceLoader} does. */
    public SqliteProvider() {}

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(SQLiteConnection.class)) {
            String product = connection.getMetaData().getDatabaseProductName();
            return ProviderMatch.no(
                    product.equals("SQLite")
                            ? "the connection class " + connection.getClass().getName()
                                    + " does not unwrap to org.sqlite.SQLiteConnection"
                            : "the product is \"" + product + "\", not \"SQLite\"");
        }
        ProviderMatch known = versionMatch;
        if (known == null) {
            known = matchVersion(driverConnection(connection).libversion());
            versionMatch = known;
        }
        return known;
    }

    /** The driver has the number of the SQLite that it brings. */
    static ProviderMatch matchVersion(String version) {
        String[] parts = version.split("\\.", 3);
        int number = 1000 * Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]);
        if (number < OLDEST) {
            return ProviderMatch.no("the driver brings SQLite " + version + ", but sqlite-jdbc 3." + OLDEST % 1000
                    + ".0.0 or newer is required");
        }
        return number <= NEWEST
                ? ProviderMatch.yes()
                : ProviderMatch.yesBut(
                        "SQLite " + version + " is newer than 3." + NEWEST % 1000 + ", the newest tested");
    }

    @Override
    public SqlDialect dialect() {
        return SqliteDialect.INSTANCE;
    }

    @Override
    public List<LoadOption<?>> options() {
        return List.of(DATE_FORM, UUID_FORM);
    }

    @Override
    public SqliteTable describe(Connection connection, List<Identifier> name) throws SQLException {
        try (Statements statements = statements(connection)) {
            return new SchemaReader(statements).describe(name);
        }
    }

    @Override
    public @Nullable String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        try {
            return ColumnRule.of(request, column).refusal(javaType);
        } catch (SQLException e) {
            throw new IllegalStateException("the connection no longer unwraps to the driver's", e);
        }
    }

    @Override
    public @Nullable String keyRefusal(LoadRequest request) {
        SqliteTable.Traits traits = ((SqliteTable) request.table()).traits();
        if (traits.view()) {
            return "the table is a view, whose triggers take the rows";
        }
        if (traits.virtual()) {
            return "the table is a virtual one, for which SQLite has no RETURNING";
        }
        return traits.hasTriggers() && traits.rowKey().isEmpty()
                ? "triggers fire, and the table has neither a name for its rowid nor a primary key to look its rows up by"
                : null;
    }

    private static PathChoice keyedPath(LoadRequest request) throws SQLException {
        List<String> notes = List.of(
                "a single row is read back by " + RETURNING + "; the keys of more are reserved under the write lock");
        String refusal = ReservedRowids.refusal(request);
        int rows = ((SqliteTable) request.table()).partialCause() == null ? 1 : 0;
        return refusal == null
                ? new PathChoice(PATH, rows == 0 ? null : RETURNING, rows, List.of(), notes)
                : new PathChoice(
                        RETURNING,
                        rows == 0 ? null : RETURNING,
                        rows,
                        List.of(new RefusedPath(PATH, refusal)),
                        List.of("each row is inserted alone and read back"));
    }

    @Override
    public PathChoice choosePath(LoadRequest request) throws SQLException {
        if (!request.returned().isEmpty()) {
            return keyedPath(request);
        }
        int rows = InsertText.of(request, null).mostRows(request);
        String partialCause = ((SqliteTable) request.table()).partialCause();
        String size = "up to " + rows + " rows a statement";
        return partialCause == null
                ? new PathChoice(PATH, PATH, rows, List.of(), List.of(size))
                : new PathChoice(
                        PATH,
                        null,
                        0,
                        List.of(),
                        List.of(size, "a short load takes a transaction too, because of " + partialCause));
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        Statements statements = statements(request.connection());
        if (request.returned().isEmpty()) {
            return SqliteSession.of(request, statements);
        }
        return path.equals(RETURNING)
                ? new ReturningSession(request, statements)
                : new ReservingSession(request, statements);
    }

    private static Statements statements(Connection connection) throws SQLException {
        return new Statements(connection, CONNECTIONS.memoryOf(driverConnection(connection)));
    }

    /** The driver's own connection, whatever a pool wrapped it in. */
    static SQLiteConnection driverConnection(Connection connection) throws SQLException {
        return connection.unwrap(SQLiteConnection.class);
    }

    @Override
    public BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        return SqliteErrors.describe(error, phase);
    }

    @Override
    public boolean isTransient(SQLException error) {
        return SqliteErrors.primary(error) == SqliteErrors.BUSY || SqliteErrors.primary(error) == SqliteErrors.LOCKED;
    }

    @Override
    public boolean isFaultOfRow(SQLException error) {
        return SqliteErrors.isFaultOfRow(error);
    }

    /** The driver's rollback fails if SQLite ended the transaction by itself, and then begins no new one. */
    @Override
    public void reopenTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
        }
    }
}
