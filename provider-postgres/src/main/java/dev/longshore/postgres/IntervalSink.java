package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Period;
import java.util.regex.Pattern;
import org.postgresql.util.PGInterval;

/** Takes lengths of time. A {@link Duration} is seconds only, a {@link Period} months and days only. */
final class IntervalSink extends PgSink {
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** What the driver's class reads as the server does; of other text it makes an interval of zero, or another one. */
    private static final Pattern READABLE =
            Pattern.compile(("P(?=.)(-?N+Y)?(-?N+M)?(-?N+D)?(T(?=.)(-?N+H)?(-?N+M)?(-?N+(\\.N{1,6})?S)?)?"
                            + "|(?=.)(±N+ years?( |$))?(±N+ (mons?|months?)( |$))?(±N+ days?( |$))?"
                            + "(±N+:[0-5]N(:[0-5]N(\\.N{1,6})?)?"
                            + "|(±N+ hours?( |$))?(±N+ (mins?|minutes?)( |$))?(±N+(\\.N{1,6})? (secs?|seconds?))?)")
                    .replace("±", "[+-]?")
                    .replace("N", "[0-9]"));

    IntervalSink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    public void text(String value) throws SQLException {
        if (!READABLE.matcher(value).matches()) {
            throw noSuch("interval such as 1 year 2 days 03:04:05 or P1Y2DT3H", value);
        }
        PGInterval interval;
        try {
            interval = new PGInterval(value);
        } catch (NumberFormatException | SQLException e) {
            throw outOfRange(value);
        }
        interval(interval);
    }

    @Override
    @SuppressWarnings("JavaPeriodGetDays") // its months go beside its days
    protected void other(Object value) throws SQLException {
        try {
            if (value instanceof Duration duration) {
                long micros = Math.addExact(
                        Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND),
                        (duration.getNano() + 500) / 1_000);
                wire.interval(micros, 0, 0);
            } else if (value instanceof Period period) {
                wire.interval(0, period.getDays(), Math.toIntExact(period.toTotalMonths()));
            } else if (value instanceof PGInterval interval) {
                interval(interval);
            } else {
                super.other(value);
            }
        } catch (ArithmeticException e) {
            throw outOfRange(value);
        }
    }

    private void interval(PGInterval value) throws SQLException {
        if (value.getValue() == null) {
            nullValue();
            return;
        }
        long seconds = (value.getHours() * 60L + value.getMinutes()) * 60L + value.getWholeSeconds();
        long months = value.getYears() * 12L + value.getMonths();
        if (months != (int) months) {
            throw outOfRange(value);
        }
        wire.interval(seconds * MICROS_PER_SECOND + value.getMicroSeconds(), value.getDays(), (int) months);
    }
}
