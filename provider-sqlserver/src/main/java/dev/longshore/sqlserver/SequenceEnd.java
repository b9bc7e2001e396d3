package dev.longshore.sqlserver;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest number that {@code keepIdentity()} brought. SQL Server itself goes on counting behind them; where a
 * server did not, the identity is set to what the column holds, never back. Confined to the loading thread.
 */
final class SequenceEnd {
    private static final String STATE =
            "select cast(ident_current(?) as decimal(38, 0)) as last_number, cast(ident_incr(?) as decimal(38, 0)) as step";

    private final int column;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    SequenceEnd(int column) {
        this.column = column;
    }

    void note(@Nullable Object[] row) {
        if (row[column] instanceof Number number) {
            long value = number.longValue();
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
    }

    /** Lets the next number follow those that came. */
    void move(Connection connection, SqlServerTable table) throws SQLException {
        if (least > greatest) {
            return;
        }
        String name = table.sqlName();
        String lookup = table.name().table().startsWith("#") ? "tempdb.." + name : name;
        boolean lags;
        try (PreparedStatement query = connection.prepareStatement(STATE)) {
            query.setNString(1, lookup);
            query.setNString(2, lookup);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                BigDecimal last = row.getBigDecimal(1);
                BigDecimal step = row.getBigDecimal(2);
                lags = last != null
                        && step != null
                        && (step.signum() > 0
                                ? last.compareTo(BigDecimal.valueOf(greatest)) < 0
                                : last.compareTo(BigDecimal.valueOf(least)) > 0);
            }
        }
        if (lags) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("dbcc checkident (N'" + name.replace("'", "''") + "', reseed) with no_infomsgs");
            }
        }
    }
}
