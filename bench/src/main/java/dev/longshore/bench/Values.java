package dev.longshore.bench;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Where the values of a row go, one after the other: as what somebody would call who has only this table. */
interface Values {
    void int64(long value) throws SQLException;

    void int32(int value) throws SQLException;

    void int32(@Nullable Integer value) throws SQLException;

    void float64(double value) throws SQLException;

    void bool(boolean value) throws SQLException;

    void decimal(@Nullable BigDecimal value) throws SQLException;

    void text(@Nullable String value) throws SQLException;

    void dateTime(LocalDateTime value) throws SQLException;

    void date(@Nullable LocalDate value) throws SQLException;
}
