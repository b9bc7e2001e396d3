package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EraTest {
    private static Timestamp beforeChrist(int year) {
        GregorianCalendar calendar = new GregorianCalendar(year, Calendar.MARCH, 15, 12, 0);
        calendar.set(Calendar.ERA, GregorianCalendar.BC);
        return new Timestamp(calendar.getTimeInMillis());
    }

    private static void load(Connection connection, Object value) throws SQLException {
        BulkInserter.forConnection(connection)
                .into("t")
                .columns("at")
                .option(SqliteProvider.DATE_FORM, SqliteProvider.DateForm.ISO_TEXT)
                .insert(List.<Object[]>of(new Object[] {value}));
    }

    @Test
    @DisplayName("as text, dates before our era are of the year 0 or refused, and none is moved into ours")
    void text() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(at text)");
            load(connection, beforeChrist(1));
            assertThatThrownBy(() -> load(connection, beforeChrist(44)))
                    .isInstanceOf(BulkLoadException.class)
                    .hasMessageContaining("-0043-03-15T12:00 is not in the years 0000 to 9999");
            assertThatThrownBy(() ->
                            load(connection, new java.sql.Date(beforeChrist(44).getTime())))
                    .isInstanceOf(BulkLoadException.class)
                    .hasMessageContaining("-0043-03-15 is not in the years 0000 to 9999");
            try (ResultSet row = statement.executeQuery("select group_concat(at) from t")) {
                assertThat(row.getString(1)).isEqualTo("0000-03-15T12:00:00.000000000");
            }
        }
    }

    @Test
    @DisplayName("where the driver makes the text, which does not tell the era, dates before ours are refused")
    void driversText() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:?date_class=TEXT");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(at text)");
            BulkInserter inserter =
                    BulkInserter.forConnection(connection).into("t").columns("at");
            for (int year : new int[] {1, 44}) {
                assertThatThrownBy(() -> inserter.insert(List.<Object[]>of(new Object[] {beforeChrist(year)})))
                        .isInstanceOf(BulkLoadException.class)
                        .hasMessageContaining("the date is of the year " + (1 - year) + ", which has no form as text");
            }
        }
    }
}
