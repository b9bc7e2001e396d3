package dev.longshore.postgres;

import dev.longshore.BulkInserter;
import dev.longshore.tck.KeysTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL keeps the rules of keys that MERGE returns")
final class PostgresMergeTckTest extends KeysTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new MergeDatabase();
    }

    private static final class MergeDatabase extends PostgresTckDatabase {
        MergeDatabase() throws SQLException {
            super(PostgresServer.login());
        }

        @Override
        public BulkInserter configured(BulkInserter inserter) {
            return inserter.option(PostgresProvider.KEYS, PostgresProvider.Keys.MERGE);
        }
    }
}
