package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.Capability;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB keeps the contract by LOAD DATA")
final class MySqlLoadDataTckTest extends BulkProviderTck {
    @Override
    protected TckDatabase newDatabase() throws SQLException {
        return new LoadDataDatabase();
    }

    private static final class LoadDataDatabase extends MySqlTckDatabase {
        LoadDataDatabase() throws SQLException {}

        @Override
        public Set<Capability> capabilities() {
            Set<Capability> capabilities = super.capabilities();
            capabilities.removeAll(Set.of(Capability.GENERATED_KEYS, Capability.RANDOM_KEY));
            return capabilities;
        }

        @Override
        public BulkInserter configured(BulkInserter inserter) {
            return inserter.option(MySqlProvider.PATH, MySqlProvider.Path.LOAD_DATA);
        }
    }
}
