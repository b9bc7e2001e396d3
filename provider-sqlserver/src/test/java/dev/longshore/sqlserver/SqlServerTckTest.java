package dev.longshore.sqlserver;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract, where there is a server. */
@DisplayName("SQL Server keeps the contract")
@EnabledIf(
        value = "dev.longshore.sqlserver.SqlServerServer#isThere",
        disabledReason =
                "SQL Server ran on the wire only: no -Dlongshore.test.sqlserver.url was given and no Docker answers")
@ExtendWith(BabelfishGaps.class)
final class SqlServerTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new SqlServerTckDatabase();
    }
}
