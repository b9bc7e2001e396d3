package dev.longshore.postgres;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL keeps the contract")
final class PostgresTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new PostgresTckDatabase(PostgresServer.login());
    }
}
