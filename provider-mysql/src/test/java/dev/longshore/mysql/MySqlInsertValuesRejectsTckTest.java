package dev.longshore.mysql;

import dev.longshore.tck.RejectsTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB keeps the rules of rejected rows by INSERT of several rows")
final class MySqlInsertValuesRejectsTckTest extends RejectsTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return MySqlTckDatabase.by(MySqlProvider.Path.INSERT_VALUES);
    }
}
