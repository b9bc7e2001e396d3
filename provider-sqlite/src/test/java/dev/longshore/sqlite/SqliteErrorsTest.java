package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.Identifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Errors that are hard to provoke; the others are in SqliteSessionTest. */
class SqliteErrorsTest {
    private static SqliteTable table() throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE \"t.x\" (\"a b\", c)")) {
            return new SqliteProvider().describe(connection, List.of(new Identifier("t.x", Identifier.Match.EXACT)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_IOERR_READ, 10, 58030",
        "SQLITE_CORRUPT_INDEX, 11, XX001",
        "SQLITE_NOTADB, 26, XX001",
        "SQLITE_CONSTRAINT_ROWID, 19, 23505",
        "SQLITE_CONSTRAINT_DATATYPE, 19, 22000",
        "SQLITE_CONSTRAINT_VTAB, 19, 23000",
        "SQLITE_INTERRUPT, 9, HY000",
    })
    void codes_have_a_sql_state(SQLiteErrorCode code, int vendorCode, String sqlState) throws SQLException {
        SQLException error = new SQLiteException(code + " (what happened)", code);
        BulkLoadException failure = SqliteErrors.describe(error, table()).build();
        assertThat(failure.reason()).isEqualTo("what happened");
        assertThat(failure.getErrorCode()).isEqualTo(vendorCode);
        assertThat(failure.getSQLState()).isEqualTo(sqlState);
        assertThat(failure.getCause()).isSameAs(error);
    }

    @Test
    void errors_of_the_driver_itself_keep_message_and_state() throws SQLException {
        BulkLoadException failure = SqliteErrors.describe(
                        new SQLException("database connection closed", "08003"), table())
                .build();
        assertThat(failure.reason()).isEqualTo("database connection closed");
        assertThat(failure.getSQLState()).isEqualTo("08003");
        assertThat(SqliteErrors.message(new SQLiteException("as it is", SQLiteErrorCode.SQLITE_BUSY)))
                .isEqualTo("as it is");
    }

    @Test
    void a_message_names_one_column_of_the_table_or_none() throws SQLException {
        SqliteTable table = table();
        assertThat(SqliteErrors.column("NOT NULL constraint failed: t.x.a b", table))
                .isEqualTo("a b");
        assertThat(SqliteErrors.column("cannot store TEXT value in INT column t.x.c", table))
                .isEqualTo("c");
        assertThat(SqliteErrors.column("UNIQUE constraint failed: t.x.a b, t.x.c", table))
                .isNull();
        assertThat(SqliteErrors.column("UNIQUE constraint failed: other.c", table))
                .isNull();
        assertThat(SqliteErrors.column("UNIQUE constraint failed: index 'i'", table))
                .isNull();
    }
}
