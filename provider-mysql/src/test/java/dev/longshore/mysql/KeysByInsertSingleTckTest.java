package dev.longshore.mysql;

import dev.longshore.mysql.MySqlProvider.KeyPath;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB keeps the rules of keys by insert-single")
final class KeysByInsertSingleTckTest extends KeyPathTckTest {
    KeysByInsertSingleTckTest() {
        super(KeyPath.INSERT_SINGLE);
    }
}
