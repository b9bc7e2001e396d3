package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.BasePreparedStatement;
import org.mariadb.jdbc.Connection;

final class BulkParametersTest extends LiveTest {
    @Test
    @DisplayName(
            "parameters stand for the row that is being written, again and again, and refuse another order of columns")
    void order() throws SQLException {
        EncodedRows rows = new EncodedRows(WireType.INT32, WireType.INT32, WireType.INT32);
        for (int row = 0; row < 4; row++) {
            rows.beginRow();
            rows.int32(row);
            rows.nullValue();
            rows.int32(-row);
            rows.endRow();
        }
        BulkParameters parameters = new BulkParameters(rows);
        execute("create table t(a int, b int, c int)");
        try (BasePreparedStatement insert =
                new MariaDbDriver(connection().unwrap(Connection.class)).prepare("insert into t values (?, ?, ?)")) {
            parameters.addTo(insert, 1, 3);
            for (int row : new int[] {0, 2, 2, 1}) {
                WireParameter first = parameters.at(row, 0);
                WireParameter second = parameters.at(row, 1);
                WireParameter third = parameters.at(row, 2);
                assertThat(first.isNull()).isFalse();
                assertThat(rows.wholeAt(first.cell())).isEqualTo(1 + row);
                assertThatThrownBy(third::isNull).isInstanceOf(IllegalStateException.class);
                assertThat(first.isNull()).isFalse();
                assertThat(second.isNull()).isTrue();
                assertThat(third.isNull()).isFalse();
                assertThat(rows.wholeAt(third.cell())).isEqualTo(-1 - row);
            }
            assertThat(insert.executeBatch()).hasSize(3);
        }
        assertThat(rows("select * from t order by a")).containsExactly("1|null|-1", "2|null|-2", "3|null|-3");
    }
}
