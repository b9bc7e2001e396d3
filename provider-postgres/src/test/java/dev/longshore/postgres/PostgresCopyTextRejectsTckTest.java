package dev.longshore.postgres;

import dev.longshore.tck.RejectsTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL keeps the rules of rejected rows by COPY of text")
final class PostgresCopyTextRejectsTckTest extends RejectsTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return PostgresTckDatabase.by(PostgresProvider.Path.COPY_TEXT);
    }
}
