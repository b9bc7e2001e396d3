package dev.longshore.mysql;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB keeps the contract")
final class MySqlTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new MySqlTckDatabase();
    }
}
