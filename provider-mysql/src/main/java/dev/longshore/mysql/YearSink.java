package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;

/** Takes years of four digits, and 0. The server would take others for years of this or the last century. */
final class YearSink extends MySqlSink {
    private static final int LEAST = 1901;
    private static final int MOST = 2155;

    YearSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value != 0 && (value < LEAST || value > MOST)) {
            throw outOfRange(value);
        }
        rows.int32((int) value);
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof java.time.Year year) {
            int64(year.getValue());
        } else {
            super.other(value);
        }
    }

    @Override
    public void text(String value) throws SQLException {
        String text = TextChecks.stripped(value);
        if (text.length() != 4 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw noSuch("year of four digits", value);
        }
        int64(Long.parseLong(text));
    }
}
