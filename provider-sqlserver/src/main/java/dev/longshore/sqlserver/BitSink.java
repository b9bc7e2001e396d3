package dev.longshore.sqlserver;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/** Takes truth values, and the numbers 0 and 1 for them. Hot. */
final class BitSink extends MsSink {
    BitSink(TargetColumn column, MsType type, Context context, int index) {
        super(column, type, context, index);
    }

    @Override
    int wireType() {
        return Types.BIT;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setBoolean(parameter, (Boolean) value);
    }

    @Override
    public void bool(boolean value) {
        put(value);
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value != 0 && value != 1) {
            throw refused(value + " is neither 0 nor 1, as a column of type bit holds");
        }
        put(value == 1);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        throw refusedType(value);
    }

    @Override
    public void text(String value) throws SQLException {
        switch (TextChecks.stripped(value).toLowerCase(Locale.ROOT)) {
            case "true", "1" -> put(true);
            case "false", "0" -> put(false);
            default -> throw noSuch("truth value", value);
        }
    }
}
