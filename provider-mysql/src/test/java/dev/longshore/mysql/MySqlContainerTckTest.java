package dev.longshore.mysql;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIf;

@DisplayName("MySQL in a container keeps the contract")
@EnabledIf(value = "dev.longshore.mysql.MySqlContainer#isDockerThere", disabledReason = MySqlContainer.NO_DOCKER)
final class MySqlContainerTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new MySqlTckDatabase(MySqlContainer.login());
    }
}
