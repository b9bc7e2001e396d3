package dev.longshore.tests;

import dev.longshore.LoadOption;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.sqlite.SqliteProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The provider for SQLite under another name, with another answer to whose connection it is; counts what it describes. */
class RelabelledProvider implements BulkProvider {
    private final BulkProvider provider = new SqliteProvider();
    private final String name;
    private final ProviderMatch match;
    private int described;

    RelabelledProvider(String name, ProviderMatch match) {
        this.name = name;
        this.match = match;
    }

    int described() {
        return described;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) throws SQLException {
        return match;
    }

    @Override
    public SqlDialect dialect() {
        return provider.dialect();
    }

    @Override
    public List<LoadOption<?>> options() {
        return provider.options();
    }

    @Override
    public TargetTable describe(Connection connection, List<Identifier> table) throws SQLException {
        described++;
        return provider.describe(connection, table);
    }

    @Override
    public String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        return provider.refusal(request, column, javaType);
    }

    @Override
    public PathChoice choosePath(LoadRequest request) throws SQLException {
        return provider.choosePath(request);
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        return provider.open(request, path);
    }

    @Override
    public void reopenTransaction(Connection connection) throws SQLException {
        provider.reopenTransaction(connection);
    }
}
