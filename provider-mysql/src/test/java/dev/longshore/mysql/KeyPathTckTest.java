package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.tck.KeysTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;

/** The rules of keys on a way that MariaDB does not take by itself: those of MySQL, which has no RETURNING. */
abstract class KeyPathTckTest extends KeysTck {
    private final KeyPath path;

    KeyPathTckTest(KeyPath path) {
        this.path = path;
    }

    @Override
    protected final TckDatabase newDatabase() throws SQLException {
        return new MySqlTckDatabase() {
            @Override
            public BulkInserter configured(BulkInserter inserter) {
                return inserter.option(MySqlProvider.KEY_PATH, path);
            }
        };
    }
}
