package dev.longshore.mysql;

import dev.longshore.mysql.MySqlProvider.KeyPath;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB keeps the rules of keys by insert-values")
final class KeysByInsertValuesTckTest extends KeyPathTckTest {
    KeysByInsertValuesTckTest() {
        super(KeyPath.INSERT_VALUES);
    }
}
