package dev.longshore.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads into SQL Server over the driver {@code com.microsoft.sqlserver:mssql-jdbc}: by its bulk copy, and by multi-row INSERT where
 * bulk copy can't go or the rows are few. Thread-safe.
 */
public final class SqlServerProvider implements BulkProvider {
    /**
     * Whether the load locks the table as a whole instead of its rows; false unless set. It then waits for others and others for
     * it, and the server may log less.
     */
    public static final LoadOption<Boolean> TABLE_LOCK = LoadOption.of("sqlserver.tableLock", Boolean.class, false);

    /**
     * Whether CHECK and FOREIGN KEY constraints are left unchecked; false unless set. The server then trusts them no longer, until
     * they are checked by {@code alter table … with check check constraint}. Bulk copy only.
     */
    public static final LoadOption<Boolean> SKIP_CONSTRAINTS =
            LoadOption.of("sqlserver.skipConstraints", Boolean.class, false);

    /** Whether triggers don't fire; false unless set. Bulk copy only. */
    public static final LoadOption<Boolean> SKIP_TRIGGERS =
            LoadOption.of("sqlserver.skipTriggers", Boolean.class, false);

    /**
     * Whether the rows come in the order of the table's clustered index, which spares the server a sort; false unless set. Rows
     * that don't are an error. Bulk copy only.
     */
    public static final LoadOption<Boolean> ORDER_HINT = LoadOption.of("sqlserver.orderHint", Boolean.class, false);

    /** The path to take. Unless set, the faster one of those that can be taken. */
    public static final LoadOption<Path> PATH = LoadOption.of("sqlserver.path", Path.class);

    /** The paths that there are. */
    public enum Path {
        /** The driver's SQLServerBulkCopy. */
        BULK_COPY("bulk-copy"),
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

    private static final String PRODUCT = "Microsoft SQL Server";
    private static final int OLDEST_DRIVER = 12;

    /** What Babelfish calls itself; SQL Server itself is asked for columns that came with version 13. */
    private static final int OLDEST_SERVER = 12;

    /** A load of so many rows or fewer goes by bulk copy without a transaction around it, which spares three round trips. */
    private static final int SHORT_ROWS = 1_000;

    /** Bulk copy takes four round trips, INSERT one; but the server compiles an INSERT of other size anew. */
    private static final int CHEAP_PARAMETERS = 100;

    private static final String CLUSTERED_INDEX = "select c.name as hint_column, cast(k.is_descending_key as int) as"
            + " hint_descending from sys.indexes i join sys.index_columns k on k.object_id = i.object_id and k.index_id ="
            + " i.index_id join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id where i.type = 1"
            + " and k.key_ordinal > 0 and i.object_id = object_id(?) order by k.key_ordinal";

    /** Makes a provider; {@link java.util.ServiceLoader} does. */
    public SqlServerProvider() {}

    @Override
    public String name() {
        return "sqlserver";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String product = metadata.getDatabaseProductName();
        if (!connection.isWrapperFor(ISQLServerConnection.class)) {
            return ProviderMatch.no(
                    product.equals(PRODUCT)
                            ? "the connection class " + connection.getClass().getName()
                                    + " does not unwrap to com.microsoft.sqlserver.jdbc.ISQLServerConnection"
                            : "the product is \"" + product + "\", not \"" + PRODUCT + "\"");
        }
        return match(
                metadata.getDatabaseProductVersion(),
                metadata.getDatabaseMajorVersion(),
                metadata.getDriverMajorVersion(),
                metadata.getDriverVersion());
    }

    static ProviderMatch match(String version, int major, int driverMajor, String driverVersion) {
        if (driverMajor < OLDEST_DRIVER) {
            return ProviderMatch.no(
                    "the driver is mssql-jdbc " + driverVersion + ", but " + OLDEST_DRIVER + ".0 or newer is needed");
        }
        return major < OLDEST_SERVER
                ? ProviderMatch.no("SQL Server " + version + " is older than 13 (2016), the oldest supported")
                : ProviderMatch.yes();
    }

    @Override
    public SqlDialect dialect() {
        return SqlServerDialect.INSTANCE;
    }

    @Override
    public List<LoadOption<?>> options() {
        return List.of(TABLE_LOCK, SKIP_CONSTRAINTS, SKIP_TRIGGERS, ORDER_HINT, PATH);
    }

    @Override
    public SqlServerTable describe(Connection connection, List<Identifier> name) throws SQLException {
        return new SchemaReader(connection).describe(name);
    }

    @Override
    public @Nullable String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        SqlServerTable table = (SqlServerTable) request.table();
        return TypeRefusal.of(column, table.type(column), javaType, request.zone());
    }

    @Override
    public @Nullable String keyRefusal(LoadRequest request) {
        return OutputKeys.refusal(request);
    }

    private static PathChoice keyedChoice(LoadRequest request) {
        String noGroup = OutputKeys.singleRefusal(request);
        int rows = InsertSession.mostRows(request);
        List<RefusedPath> refused =
                List.of(new RefusedPath(Path.BULK_COPY.id, "keys come back by INSERT with OUTPUT only"));
        List<String> notes = List.of(
                noGroup == null
                        ? "up to " + rows
                                + " rows a statement, whose identity values come back in the order of the rows"
                        : "a statement for each row, up to " + rows + " in a batch, since " + noGroup);
        // a batch of one statement needs no transaction
        boolean isAtomic = !request.keepIdentity() && !((SqlServerTable) request.table()).hasTriggers();
        int atomic = !isAtomic ? 0 : noGroup == null ? rows : 1;
        return new PathChoice(
                Path.INSERT_VALUES.id, atomic == 0 ? null : Path.INSERT_VALUES.id, atomic, refused, notes);
    }

    @Override
    public PathChoice choosePath(LoadRequest request) throws SQLException {
        if (!request.returned().isEmpty()) {
            LoadOption<Boolean> forBulk = bulkOption(request);
            if (forBulk != null || request.option(PATH) == Path.BULK_COPY) {
                throw problem(
                        request,
                        "the option " + (forBulk == null ? PATH : forBulk)
                                + " can't be kept: keys come back by the path " + Path.INSERT_VALUES + " only");
            }
            return keyedChoice(request);
        }
        String noBulk = bulkRefusal(request);
        List<RefusedPath> refused = new ArrayList<>();
        if (noBulk != null) {
            refused.add(new RefusedPath(Path.BULK_COPY.id, noBulk));
        }
        Path wanted = request.option(PATH);
        if (wanted == Path.BULK_COPY && noBulk != null) {
            throw problem(request, "the path " + wanted + " can't be taken: " + noBulk);
        }
        Path path = noBulk != null || wanted == Path.INSERT_VALUES ? Path.INSERT_VALUES : Path.BULK_COPY;
        LoadOption<Boolean> forBulk = bulkOption(request);
        if (path == Path.INSERT_VALUES && forBulk != null) {
            throw problem(
                    request,
                    "the option " + forBulk + " can't be kept: it needs the path " + Path.BULK_COPY + ", but "
                            + (noBulk == null ? "the option " + PATH + " asks for another" : noBulk));
        }
        return choice(request, path, forBulk != null || wanted != null, refused);
    }

    private static PathChoice choice(LoadRequest request, Path path, boolean isAsked, List<RefusedPath> refused) {
        int inserted = InsertSession.mostRows(request);
        List<String> notes = new ArrayList<>();
        if (path == Path.INSERT_VALUES) {
            notes.add("up to " + inserted + " rows a statement");
        }
        boolean hasTriggers =
                ((SqlServerTable) request.table()).hasTriggers() && !Boolean.TRUE.equals(request.option(SKIP_TRIGGERS));
        if (hasTriggers) {
            // what a trigger reports as an error need not undo its statement
            notes.add("a load of few rows has a transaction too, since a trigger fires");
        }
        if (request.keepIdentity() || hasTriggers) {
            return new PathChoice(path.id, null, 0, refused, notes);
        }
        if (path == Path.INSERT_VALUES) {
            return new PathChoice(path.id, path.id, inserted, inserted, refused, notes);
        }
        // each batch is a statement of its own, and one statement needs no transaction
        int most = request.batchRows() > 0 ? Math.min(request.batchRows(), SHORT_ROWS) : SHORT_ROWS;
        if (isAsked || Boolean.TRUE.equals(request.option(TABLE_LOCK))) {
            return new PathChoice(path.id, path.id, most, refused, notes);
        }
        int cheap = cheaplyInserted(request);
        notes.add((cheap == 1 ? "a single row goes" : "up to " + cheap + " rows go") + " by " + Path.INSERT_VALUES
                + ", which takes three round trips less");
        return new PathChoice(path.id, Path.INSERT_VALUES.id, most, Math.min(cheap, most), refused, notes);
    }

    private static int cheaplyInserted(LoadRequest request) {
        int rows = CHEAP_PARAMETERS / request.columns().size();
        return Math.max(1, Math.min(rows, InsertSession.mostRows(request)));
    }

    @Override
    public @Nullable String shortPath(LoadRequest request, PathChoice choice, int rows) {
        boolean isDear = Path.INSERT_VALUES.id.equals(choice.shortPath())
                && choice.path().equals(Path.BULK_COPY.id)
                && rows > cheaplyInserted(request);
        return isDear ? choice.path() : choice.shortPath();
    }

    /** The first option that is set and that only bulk copy can keep. */
    private static @Nullable LoadOption<Boolean> bulkOption(LoadRequest request) {
        for (LoadOption<Boolean> option : List.of(SKIP_CONSTRAINTS, SKIP_TRIGGERS, ORDER_HINT)) {
            if (Boolean.TRUE.equals(request.option(option))) {
                return option;
            }
        }
        return null;
    }

    private static BulkLoadException problem(LoadRequest request, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(request.table().name().toString())
                .build();
    }

    private static @Nullable String bulkRefusal(LoadRequest request) throws SQLException {
        SqlServerTable table = (SqlServerTable) request.table();
        SqlServerTable.Traits traits = table.traits();
        if (traits.insteadTrigger() != null) {
            return "the trigger " + traits.insteadTrigger() + " replaces the INSERT";
        }
        if (traits.isView()) {
            return "the table is a view";
        }
        if (traits.skippingIndex() != null) {
            return "the index " + traits.skippingIndex()
                    + " leaves duplicates out, and the driver does not tell how many rows bulk copy stored";
        }
        String unchecked = traits.isBabelfish() ? babelfishRefusal(request, traits) : null;
        if (unchecked != null) {
            return unchecked;
        }
        boolean anySent = false;
        for (TargetColumn column : request.columns()) {
            boolean isSent = request.keepIdentity() || column.numbering() == Numbering.NONE;
            anySent |= isSent;
            String refusal = isSent ? columnRefusal(request, table, column) : null;
            if (refusal != null) {
                return refusal;
            }
        }
        return anySent ? null : "it needs a column beside those that the server numbers";
    }

    private static @Nullable String columnRefusal(LoadRequest request, SqlServerTable table, TargetColumn column)
            throws SQLException {
        MsType type = table.type(column);
        if (type.family() == TypeFamily.VARIANT) {
            return "column " + column.name() + " is sql_variant, at which the driver's bulk copy fails";
        }
        if (table.traits().misread().contains(column.name())) {
            return "the driver's bulk copy takes column " + column.name()
                    + " for a computed one, since hidden columns stand"
                    + " before it or another table has the same number";
        }
        if (table.traits().encrypted().contains(column.name())) {
            return "column " + column.name() + " is encrypted";
        }
        return table.traits().isBabelfish() ? babelfishRefusal(request, column, type) : null;
    }

    /** Babelfish takes the options of a bulk load, and keeps only those of NULL and CHECK. */
    private static @Nullable String babelfishRefusal(LoadRequest request, SqlServerTable.Traits traits) {
        if (traits.afterTrigger() != null && !Boolean.TRUE.equals(request.option(SKIP_TRIGGERS))) {
            return "Babelfish fires no triggers in a bulk load, and there is " + traits.afterTrigger();
        }
        return traits.hasForeignKeys() && !Boolean.TRUE.equals(request.option(SKIP_CONSTRAINTS))
                ? "Babelfish checks no foreign keys in a bulk load"
                : null;
    }

    /** Babelfish stores a value of another type than the column's as it is, which is garbage. */
    private static @Nullable String babelfishRefusal(LoadRequest request, TargetColumn column, MsType type)
            throws SQLException {
        boolean isCorrupted = switch (type.family()) {
            case GUID, UDT, JSON -> true;
            case DECIMAL -> type.precision() > 37;
            default -> false;
        };
        if (isCorrupted) {
            return "Babelfish stores column " + column.name() + " of type " + column.typeName() + " wrongly";
        }
        if (!type.family().isTemporal()) {
            return null;
        }
        String url = String.valueOf(request.connection().getMetaData().getURL()).toLowerCase(Locale.ROOT);
        if (!url.contains("sendtemporaldatatypesasstringforbulkcopy=false")) {
            return "Babelfish needs sendTemporalDataTypesAsStringForBulkCopy=false in the URL for column "
                    + column.name() + " of type " + column.typeName();
        }
        boolean isFixed = ZoneId.systemDefault().getRules().isFixedOffset();
        return isFixed || type.family() == TypeFamily.DATETIMEOFFSET
                ? null
                : "the driver sends column " + column.name()
                        + " in the JVM's time zone, in which some local times don't exist";
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        return path.equals(Path.INSERT_VALUES.id)
                ? new InsertSession(request)
                : new BulkCopySession(request, order(request));
    }

    /** The columns of the clustered index, each with whether it is sorted descending; empty unless they are asked for. */
    private static Map<String, Boolean> order(LoadRequest request) throws SQLException {
        Map<String, Boolean> order = new LinkedHashMap<>();
        if (!Boolean.TRUE.equals(request.option(ORDER_HINT))) {
            return order;
        }
        try (PreparedStatement query = request.connection().prepareStatement(CLUSTERED_INDEX)) {
            query.setNString(1, request.table().sqlName());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    order.put(rows.getString("hint_column"), rows.getInt("hint_descending") != 0);
                }
            }
        }
        boolean allSent =
                request.columns().stream().map(TargetColumn::name).toList().containsAll(order.keySet());
        if (order.isEmpty() || !allSent) {
            throw problem(
                    request,
                    "the option " + ORDER_HINT + " can't be kept: "
                            + (order.isEmpty()
                                    ? "the table has no clustered index"
                                    : "the clustered index has columns that the rows don't bring: " + order.keySet()));
        }
        return order;
    }

    @Override
    public BulkLoadException.Builder explain(SQLException error, LoadPhase phase) {
        SQLException server = SqlServerErrors.root(error);
        return BulkLoadException.in(phase, String.valueOf(server.getMessage())).cause(server);
    }

    @Override
    public boolean isTransient(SQLException error) {
        return SqlServerErrors.isLockFailure(SqlServerErrors.root(error));
    }

    @Override
    public boolean isFaultOfRow(SQLException error) {
        SQLException server = SqlServerErrors.root(error);
        return SqlServerErrors.isFaultOfRow(server) || SqlServerErrors.isConstraint(server);
    }

    /** A savepoint's rollback does nothing without an error where the server ended the transaction. */
    @Override
    public boolean endedTransaction(Connection connection, SQLException failure) throws SQLException {
        if (failure.getErrorCode() == 0) {
            return false;
        }
        if (SqlServerErrors.isDeadlock(failure)) {
            return true;
        }
        return !isInTransaction(connection);
    }

    /** Babelfish takes a savepoint away with what came after it, and Transact-SQL does not promise more. */
    @Override
    public boolean keepsSavepoints() {
        return false;
    }

    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select @@trancount")) {
            return row.next() && row.getInt(1) > 0;
        }
    }
}
