package dev.longshore.mysql;

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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Configuration;

/**
 * Loads into MySQL and MariaDB over the driver {@code org.mariadb.jdbc:mariadb-java-client}, or over {@code com.mysql:mysql-connector-j}
 * where that is on the class path: MariaDB's bulk protocol, and multi-row INSERT where it can't be had. Thread-safe.
 */
public final class MySqlProvider implements BulkProvider {
    /** The path to take. Unless set, the fastest that server, driver and connection allow. */
    public static final LoadOption<Path> PATH = LoadOption.of("mysql.path", Path.class);

    /**
     * Whether a table may be loaded whose engine has no transactions, such as MyISAM, Aria and MEMORY; false unless set. What was
     * stored there before a load failed stays stored.
     */
    public static final LoadOption<Boolean> NON_TRANSACTIONAL =
            LoadOption.of("mysql.nonTransactional", Boolean.class, false);

    /**
     * Whether {@link Path#LOAD_DATA} is taken where it can be, and the usual path where not; false unless set. The plan then says why
     * it was not.
     */
    public static final LoadOption<Boolean> PREFER_LOAD_DATA =
            LoadOption.of("mysql.preferLoadData", Boolean.class, false);

    /** The paths that there are. */
    public enum Path {
        /** MariaDB's bulk protocol: the values of many rows in one packet, for one INSERT of a single row. */
        INSERT_BULK("insert-bulk"),
        /** INSERT statements of many rows, prepared by the server. */
        INSERT_VALUES("insert-values"),
        /**
         * LOAD DATA LOCAL, fed from memory; only by {@link #PATH} or {@link #PREFER_LOAD_DATA}. Server and connection must both allow
         * it by their {@code local_infile}.
         */
        LOAD_DATA("load-data");

        private final String id;

        Path(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /**
     * How keys are to come back: on this way, or on a slower one where it is not right for the table. Unless set, the fastest of all that
     * are right.
     */
    public static final LoadOption<KeyPath> KEY_PATH = LoadOption.of("mysql.keyPath", KeyPath.class);

    /** The paths of loads that give keys back. */
    public enum KeyPath {
        /** INSERT statements of many rows with RETURNING; MariaDB only. */
        INSERT_RETURNING("insert-returning"),
        /** INSERT statements of many rows, whose keys follow from the first one or are computed before. */
        INSERT_VALUES("insert-values"),
        /** INSERT statements of one row, which is read back by its key where more than its number is to come back. */
        INSERT_SINGLE("insert-single");

        private final String id;

        KeyPath(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /** Servers that speak the protocol but are others, by what their version text contains. */
    private static final Map<String, String> RELATIVES = Map.of(
            "tidb", "TiDB",
            "vitess", "Vitess",
            "oceanbase", "OceanBase",
            "singlestore", "SingleStore",
            "doris", "Apache Doris",
            "starrocks", "StarRocks");

    private static final int DRIVER_MAJOR = 3;
    private static final int DRIVER_MINOR = 5;

    private static final int MOST_PARAMETERS = 65_535;
    private static final int USUAL_BULK_ROWS = 10_000;
    private static final int USUAL_ROWS = 1_000;
    private static final int USUAL_LOAD_DATA_ROWS = 20_000;

    /** A statement is sent before its packet grows beyond this, lest the driver takes its largest buffer. */
    static final long INSERT_BYTES = 1_000_000;

    private static final long LOAD_DATA_BYTES = 4_000_000;

    private static final String NOT_STRICT =
            "the session is not strict: the load looks for warnings, and a short load takes a transaction too";

    /** A load of so many rows or fewer that gives keys back is a statement without a transaction around it. */
    private static final int SHORT_ROWS = 1_000;

    private final Map<Connection, KnownTables> tables = Collections.synchronizedMap(new WeakHashMap<>());

    /** Makes a provider; {@link java.util.ServiceLoader} does. */
    public MySqlProvider() {}

    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String product = metadata.getDatabaseProductName();
        if (!product.equals("MariaDB") && !product.equals("MySQL")) {
            return ProviderMatch.no("the product is \"" + product + "\", not \"MySQL\" or \"MariaDB\"");
        }
        if (MariaDbDriver.has(connection)) {
            int major = metadata.getDriverMajorVersion();
            int minor = metadata.getDriverMinorVersion();
            if (major < DRIVER_MAJOR || (major == DRIVER_MAJOR && minor < DRIVER_MINOR)) {
                return ProviderMatch.no("the driver is MariaDB Connector/J " + major + "." + minor + ", but "
                        + DRIVER_MAJOR + "." + DRIVER_MINOR + " or newer is needed");
            }
        } else if (!isConnectorJ(connection)) {
            return ProviderMatch.no("the connection " + connection.getClass().getName()
                    + " is none of MariaDB Connector/J or MySQL Connector/J, and does not unwrap to one");
        }
        String relative = relative(metadata.getDatabaseProductVersion());
        return relative == null
                ? ProviderMatch.yes()
                : ProviderMatch.yesBut(
                        "the server is " + relative + ", not MySQL or MariaDB itself, and was never tested");
    }

    /** Which server it is that calls itself by a version text; null for MySQL and MariaDB themselves. */
    static @Nullable String relative(String version) {
        String lower = version.toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> relative : RELATIVES.entrySet()) {
            if (lower.contains(relative.getKey())) {
                return relative.getValue();
            }
        }
        return null;
    }

    private static boolean isConnectorJ(Connection connection) throws SQLException {
        return connection.getMetaData().getDriverName().startsWith("MySQL Connector/J")
                && ConnectorJInserter.accepts(connection);
    }

    @Override
    public SqlDialect dialect() {
        return MySqlDialect.INSTANCE;
    }

    @Override
    public List<LoadOption<?>> options() {
        return List.of(PATH, PREFER_LOAD_DATA, NON_TRANSACTIONAL, KEY_PATH);
    }

    @Override
    public MySqlTable describe(Connection connection, List<Identifier> name) throws SQLException {
        return new SchemaReader(connection, tablesOf(connection)).describe(name);
    }

    private KnownTables tablesOf(Connection connection) throws SQLException {
        Connection own = MariaDbDriver.has(connection)
                ? MariaDbDriver.of(connection).connection()
                : ConnectorJInserter.own(connection);
        return tables.computeIfAbsent(own, any -> new KnownTables());
    }

    @Override
    public @Nullable String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        MySqlTable table = (MySqlTable) request.table();
        return TypeRefusal.of(column, table.type(column), javaType, request.zone());
    }

    @Override
    public PathChoice choosePath(LoadRequest request) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        String charset = table.session().charsetProblem();
        if (charset != null) {
            throw problem(table, charset).hint("Run SET NAMES utf8mb4").build();
        }
        if (!table.transactional() && !Boolean.TRUE.equals(request.option(NON_TRANSACTIONAL))) {
            throw problem(
                            table,
                            "the table's engine " + table.engine()
                                    + " has no transactions, so that the rows of a load that fails would stay")
                    .hint(
                            "Change the engine to InnoDB, or accept that by .option(MySqlProvider.NON_TRANSACTIONAL, true)")
                    .build();
        }
        if (!request.returned().isEmpty()) {
            return keyedChoice(request);
        }
        Triggers triggers = new Triggers(request.connection(), table);
        // says before the first row if instants can't be told to the server
        SessionClock clock = SessionClock.of(request, triggers);
        List<RefusedPath> refused = new ArrayList<>();
        return choice(request, choose(request, refused), refused, clock);
    }

    @Override
    public @Nullable String keyRefusal(LoadRequest request) throws SQLException {
        if (MariaDbDriver.has(request.connection())
                && MariaDbDriver.of(request.connection()).replays()) {
            return "the connection says transactionReplay=true, so that the driver may run the statements again over another"
                    + " one, where the server gives other keys";
        }
        return KeyedPath.of(request).refusal();
    }

    private static PathChoice keyedChoice(LoadRequest request) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        KeyedPath keyed = KeyedPath.of(request);
        KeyPath path = keyed.path();
        if (path == null) {
            throw problem(table, "no keys can come back: " + keyed.refusal()).build();
        }
        KeyedLoad load = KeyedLoad.of(request, path);
        SessionClock clock = SessionClock.of(load.written(), new Triggers(request.connection(), table));
        List<RefusedPath> refused = new ArrayList<>();
        refused.add(new RefusedPath(Path.INSERT_BULK.id, "it tells no keys"));
        refused.addAll(keyed.refused());
        int rows = load.mostRows();
        List<String> notes = notes(load.written(), rows, clock);
        notes.add(0, load.note());
        if (!table.session().isStrict(table.transactional())) {
            notes.add(NOT_STRICT);
            return new PathChoice(path.toString(), null, 0, refused, notes);
        }
        KeyPath shortPath = load.shortPath();
        int shortRows = shortPath == null
                ? 0
                : Math.min(KeyedLoad.of(request, shortPath).mostRows(), SHORT_ROWS);
        return new PathChoice(
                path.toString(), shortPath == null ? null : shortPath.toString(), shortRows, refused, notes);
    }

    private static Path choose(LoadRequest request, List<RefusedPath> refused) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        Path wanted = request.option(PATH);
        boolean prefersLoadData = Boolean.TRUE.equals(request.option(PREFER_LOAD_DATA));
        if (wanted == Path.LOAD_DATA || (wanted == null && prefersLoadData)) {
            LoadDataRefusal refusal = LoadDataRefusal.of(request);
            if (refusal == null) {
                return Path.LOAD_DATA;
            }
            if (wanted == Path.LOAD_DATA) {
                throw problem(table, "the path " + wanted + " can't be taken: " + refusal.reason())
                        .hint(refusal.remedy())
                        .build();
            }
            refused.add(new RefusedPath(Path.LOAD_DATA.id, refusal.reason() + ". " + refusal.remedy()));
        } else if (prefersLoadData) {
            throw problem(
                            table,
                            "the option " + PREFER_LOAD_DATA.name() + " is true, but " + PATH.name() + " is " + wanted)
                    .hint("Give one of the two")
                    .build();
        }
        String noBulk = bulkRefusal(request);
        if (noBulk != null) {
            refused.add(new RefusedPath(Path.INSERT_BULK.id, noBulk));
        }
        if (wanted == Path.INSERT_BULK && noBulk != null) {
            throw problem(table, "the path " + wanted + " can't be taken: " + noBulk)
                    .build();
        }
        return wanted != null ? wanted : noBulk == null ? Path.INSERT_BULK : Path.INSERT_VALUES;
    }

    private static BulkLoadException.Builder problem(MySqlTable table, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(table.name().toString());
    }

    private static PathChoice choice(LoadRequest request, Path path, List<RefusedPath> refused, SessionClock clock)
            throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        int rows = mostRows(request, path);
        List<String> notes = notes(request, rows, clock);
        if (path == Path.LOAD_DATA) {
            // what LOAD DATA changes or leaves out must be undone
            return new PathChoice(path.id, null, 0, refused, notes);
        }
        if (!table.session().isStrict(table.transactional())) {
            // what a server changes in a statement must be undone
            notes.add(NOT_STRICT);
            return new PathChoice(path.id, null, 0, refused, notes);
        }
        return new PathChoice(path.id, path.id, rows, 0, true, refused, notes);
    }

    private static List<String> notes(LoadRequest request, int rows, SessionClock clock) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        List<String> notes = new ArrayList<>();
        notes.add("up to " + rows + " rows a statement, and packets of at most " + packetBytes(request) + " bytes");
        if (clock.runsInUtc()) {
            notes.add("the statements run in the time zone +00:00, since that of the session may have daylight saving");
        }
        if (!table.transactional()) {
            notes.add("the table's engine " + table.engine()
                    + " has no transactions: what is stored before a failure stays");
        }
        return notes;
    }

    static int mostRows(LoadRequest request, Path path) throws SQLException {
        int usual = switch (path) {
            case INSERT_BULK -> USUAL_BULK_ROWS;
            case INSERT_VALUES -> USUAL_ROWS;
            case LOAD_DATA -> USUAL_LOAD_DATA_ROWS;
        };
        int wanted = request.batchRows() > 0 ? request.batchRows() : usual;
        if (path != Path.INSERT_VALUES) {
            return wanted;
        }
        InsertText insert = InsertText.of(request);
        int most = Math.min(wanted, MOST_PARAMETERS / request.columns().size());
        while (most > 1 && insert.bytes(most) >= packetBytes(request)) {
            most /= 2;
        }
        return Math.max(1, most);
    }

    /** How many bytes a packet may have, by the server and by the driver's own setting. */
    static long packetBytes(LoadRequest request) throws SQLException {
        long server = ((MySqlTable) request.table()).session().maxAllowedPacket();
        Connection connection = request.connection();
        if (!MariaDbDriver.has(connection)) {
            return server;
        }
        Integer own = MariaDbDriver.of(connection).configuration().maxAllowedPacket();
        return own == null ? server : Math.min(server, own);
    }

    private static @Nullable String bulkRefusal(LoadRequest request) throws SQLException {
        Connection connection = request.connection();
        if (!MariaDbDriver.has(connection)) {
            return "MySQL Connector/J has no bulk protocol";
        }
        MariaDbDriver driver = MariaDbDriver.of(connection);
        if (!driver.serverHasBulkProtocol()) {
            return "the server, " + ((MySqlTable) request.table()).session().version() + ", has no bulk protocol";
        }
        Configuration configuration = driver.configuration();
        return configuration.useBulkStmts() || configuration.useBulkStmtsForInserts()
                ? null
                : "the connection says useBulkStmtsForInserts=false";
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        if (!request.returned().isEmpty()) {
            for (KeyPath each : KeyPath.values()) {
                if (each.toString().equals(path)) {
                    return KeyedLoad.of(request, each).open();
                }
            }
            throw new IllegalArgumentException("not a path that gives keys back: " + path);
        }
        Path taken = Path.INSERT_VALUES;
        for (Path each : Path.values()) {
            if (each.id.equals(path)) {
                taken = each;
            }
        }
        return new InsertSession(
                request,
                new Triggers(request.connection(), table),
                new Inserters(request, taken),
                mostRows(request, taken));
    }

    /** Makes the inserter of a path. */
    private record Inserters(LoadRequest request, Path path) implements InsertSession.InserterFactory {
        @Override
        public RowInserter make(EncodedRows rows) throws SQLException {
            Connection connection = request.connection();
            @Nullable MariaDbDriver driver = MariaDbDriver.has(connection) ? MariaDbDriver.of(connection) : null;
            if (driver != null && path == Path.INSERT_BULK) {
                return new BulkExecuteInserter(driver, InsertText.of(request), rows);
            }
            RowInserter values = driver != null
                    ? new PreparedInserter(driver, InsertText.of(request), rows, mostSearched())
                    : new ConnectorJInserter(connection, InsertText.of(request), rows, mostSearched());
            if (path == Path.INSERT_VALUES) {
                return values;
            }
            MySqlTable table = (MySqlTable) request.table();
            FieldForm[] forms = request.columns().stream()
                    .map(column -> FieldForm.of(table.type(column)))
                    .toArray(FieldForm[]::new);
            return new LoadDataInserter(
                    connection,
                    driver != null ? new ConnectorInfile(driver) : new ConnectorJInfile(connection),
                    LoadDataText.of(request),
                    new LoadDataStream(rows, forms),
                    values);
        }

        @Override
        public long packetBytes() throws SQLException {
            return MySqlProvider.packetBytes(request);
        }

        @Override
        public long statementBytes() {
            return path == Path.LOAD_DATA ? LOAD_DATA_BYTES : INSERT_BYTES;
        }

        @Override
        public int mostSearched() throws SQLException {
            return path == Path.INSERT_BULK ? Integer.MAX_VALUE : mostRows(request, Path.INSERT_VALUES);
        }
    }

    @Override
    public BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        return MySqlErrors.explain(error, phase);
    }

    @Override
    public boolean isTransient(SQLException error) {
        return MySqlErrors.isLockFailure(MySqlErrors.serverError(error));
    }

    @Override
    public boolean isFaultOfRow(SQLException error) {
        return MySqlErrors.isFaultOfRow(MySqlErrors.serverError(error));
    }

    @Override
    public void abort(Connection connection) throws SQLException {
        if (MariaDbDriver.has(connection)) {
            BlockedConnection.abort(MariaDbDriver.of(connection).connection());
        } else {
            connection.abort(Runnable::run);
        }
    }
}
