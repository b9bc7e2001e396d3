package dev.longshore.bench;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** The parameters of an INSERT, bound one after the other. */
final class Parameters implements Values {
    private final PreparedStatement insert;
    private final boolean timesAsText;
    private int next;

    /** For a database whose times are ISO text, or for one that takes those of java.time. */
    Parameters(PreparedStatement insert, boolean timesAsText) {
        this.insert = insert;
        this.timesAsText = timesAsText;
    }

    /** Says that the next value is the first of the statement. */
    Parameters begin() {
        next = 1;
        return this;
    }

    @Override
    public void int64(long value) throws SQLException {
        insert.setLong(next++, value);
    }

    @Override
    public void int32(int value) throws SQLException {
        insert.setInt(next++, value);
    }

    @Override
    public void int32(@Nullable Integer value) throws SQLException {
        if (value == null) {
            insert.setNull(next++, Types.INTEGER);
        } else {
            insert.setInt(next++, value);
        }
    }

    @Override
    public void float64(double value) throws SQLException {
        insert.setDouble(next++, value);
    }

    @Override
    public void bool(boolean value) throws SQLException {
        insert.setBoolean(next++, value);
    }

    @Override
    public void decimal(@Nullable BigDecimal value) throws SQLException {
        insert.setBigDecimal(next++, value);
    }

    @Override
    public void text(@Nullable String value) throws SQLException {
        insert.setString(next++, value);
    }

    @Override
    public void dateTime(LocalDateTime value) throws SQLException {
        if (timesAsText) {
            insert.setString(next++, value.toString());
        } else {
            insert.setObject(next++, value);
        }
    }

    @Override
    public void date(@Nullable LocalDate value) throws SQLException {
        if (value == null) {
            insert.setNull(next++, timesAsText ? Types.VARCHAR : Types.DATE);
        } else if (timesAsText) {
            insert.setString(next++, value.toString());
        } else {
            insert.setObject(next++, value);
        }
    }
}
