package dev.longshore.sqlite;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQLite keeps the contract")
final class SqliteTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws IOException {
        return new SqliteTckDatabase();
    }
}
