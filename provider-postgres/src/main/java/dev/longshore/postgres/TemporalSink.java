package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.LegacyDates;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Takes dates and times. Fractions are rounded to microseconds, half up, as the driver rounds them when it binds a parameter. The
 * greatest and least values of the java.time classes are the infinities, also as with the driver. Hot.
 */
final class TemporalSink extends PgSink {
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** 2000-01-01 in seconds and days since 1970-01-01. */
    private static final long EPOCH_SECONDS = 946_684_800L;

    private static final int EPOCH_DAYS = 10_957;

    /** The years that dates and timestamps can be in; 0 is 1 BC. */
    private static final int LEAST_YEAR = -4713;

    private static final int MOST_DATE_YEAR = 5_874_897;
    private static final int MOST_TIMESTAMP_YEAR = 294_276;

    /** The seconds since 1970 that timestamps can be in, from 4714-11-24 BC to the end of the last year. */
    private static final long LEAST_SECOND =
            LocalDateTime.of(LEAST_YEAR, 11, 24, 0, 0).toEpochSecond(ZoneOffset.UTC);

    private static final long MOST_SECOND =
            LocalDateTime.of(MOST_TIMESTAMP_YEAR + 1, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC) - 1;

    private final TypeFamily family;

    TemporalSink(TargetColumn column, Context context, TypeFamily family) {
        super(column, context);
        this.family = family;
    }

    @Override
    protected void date(LocalDate value) throws SQLException {
        switch (family) {
            case DATE -> putDate(value);
            case TIMESTAMP, TIMESTAMPTZ -> {
                if (value.equals(LocalDate.MAX)) {
                    timestamp(LocalDateTime.MAX);
                } else if (value.equals(LocalDate.MIN)) {
                    timestamp(LocalDateTime.MIN);
                } else {
                    timestamp(value.atStartOfDay());
                }
            }
            default -> throw refusedType(value);
        }
    }

    private void putDate(LocalDate value) throws SQLException {
        if (value.equals(LocalDate.MAX)) {
            wire.date(Integer.MAX_VALUE);
        } else if (value.equals(LocalDate.MIN)) {
            wire.date(Integer.MIN_VALUE);
        } else {
            requireYear(value.getYear(), MOST_DATE_YEAR, value);
            wire.date((int) (value.toEpochDay() - EPOCH_DAYS));
        }
    }

    private void requireYear(int year, int most, Object value) throws BulkLoadException {
        if (year < LEAST_YEAR || year > most) {
            throw outOfYears(most, value);
        }
    }

    private void requireSecond(long epochSecond, Object value) throws BulkLoadException {
        if (epochSecond < LEAST_SECOND || epochSecond > MOST_SECOND) {
            throw outOfYears(MOST_TIMESTAMP_YEAR, value);
        }
    }

    private BulkLoadException outOfYears(int most, Object value) {
        return refused(value + " is out of range: " + column().typeName() + " holds the years 4714 BC to " + most);
    }

    @Override
    protected void time(LocalTime value) throws SQLException {
        if (family == TypeFamily.TIME) {
            wire.time(micros(value));
        } else if (family == TypeFamily.TIMETZ && zone() instanceof ZoneOffset offset) {
            wire.timetz(micros(value), offset.getTotalSeconds());
        } else if (family == TypeFamily.TIMETZ) {
            throw needsZone(value, "a time without offset", "ZoneOffset.UTC");
        } else {
            throw refusedType(value);
        }
    }

    private static long micros(LocalTime value) {
        return (value.toNanoOfDay() + 500) / 1_000;
    }

    @Override
    protected void timestamp(LocalDateTime value) throws SQLException {
        switch (family) {
            case TIMESTAMP -> putTimestamp(value);
            case TIMESTAMPTZ -> {
                ZoneId zone = zone();
                if (isInfinite(value)) {
                    wire.timestamptz(value.equals(LocalDateTime.MAX) ? Long.MAX_VALUE : Long.MIN_VALUE);
                } else if (zone == null) {
                    throw needsZone(value, "a local date and time", "ZoneOffset.UTC");
                } else if (zone.getRules().getValidOffsets(value).isEmpty()) {
                    throw refused(value + " does not exist in the zone " + zone + ", whose clocks skip it");
                } else {
                    putInstant(value.atZone(zone).toOffsetDateTime());
                }
            }
            case DATE -> date(value.toLocalDate());
            case TIME -> time(value.toLocalTime());
            default -> throw refusedType(value);
        }
    }

    private static boolean isInfinite(LocalDateTime value) {
        return value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN);
    }

    @SuppressWarnings("JavaLocalDateTimeGetNano") // the seconds go beside them
    private void putTimestamp(LocalDateTime value) throws SQLException {
        if (isInfinite(value)) {
            wire.timestamp(value.equals(LocalDateTime.MAX) ? Long.MAX_VALUE : Long.MIN_VALUE);
        } else {
            long second = value.toEpochSecond(ZoneOffset.UTC);
            requireSecond(second, value);
            wire.timestamp(micros(second, value.getNano()));
        }
    }

    private static long micros(long epochSecond, int nano) {
        return (epochSecond - EPOCH_SECONDS) * MICROS_PER_SECOND + (nano + 500) / 1_000;
    }

    @Override
    protected void instant(OffsetDateTime value) throws SQLException {
        ZoneId zone = zone();
        if (family == TypeFamily.TIMESTAMPTZ) {
            putInstant(value);
        } else if (family == TypeFamily.TIMETZ) {
            wire.timetz(micros(value.toLocalTime()), value.getOffset().getTotalSeconds());
        } else if (zone == null) {
            throw needsZone(value, "an instant", "ZoneOffset.UTC");
        } else {
            timestamp(LocalDateTime.ofInstant(value.toInstant(), zone));
        }
    }

    private void putInstant(OffsetDateTime value) throws SQLException {
        if (value.equals(OffsetDateTime.MAX)) {
            wire.timestamptz(Long.MAX_VALUE);
        } else if (value.equals(OffsetDateTime.MIN)) {
            wire.timestamptz(Long.MIN_VALUE);
        } else {
            long second = value.toEpochSecond();
            requireSecond(second, value);
            wire.timestamptz(micros(second, value.getNano()));
        }
    }

    private BulkLoadException needsZone(Object value, String what, String example) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        "a value of " + value.getClass().getTypeName() + ", " + what + ", into a column of type "
                                + column().typeName() + " needs a zone")
                .hint("Add .zone(" + example + "), or the zone that is meant")
                .build();
    }

    @Override
    protected void legacyDate(Date value) throws SQLException {
        if (family == TypeFamily.TIMESTAMPTZ && !(value instanceof java.sql.Date) && !(value instanceof Time)) {
            putInstant(instantOf(value).atOffset(ZoneOffset.UTC));
        } else if (value instanceof java.sql.Date date) {
            legacyDay(date);
        } else {
            LocalDateTime fields = LegacyDates.localFields(value);
            if (value instanceof Time) {
                time(fields.toLocalTime());
            } else {
                timestamp(fields);
            }
        }
    }

    /** A day is an instant too: the midnight of the default zone. */
    private void legacyDay(java.sql.Date value) throws SQLException {
        if (family == TypeFamily.TIMESTAMPTZ) {
            putInstant(Instant.ofEpochMilli(value.getTime()).atOffset(ZoneOffset.UTC));
        } else {
            date(LegacyDates.localFields(value).toLocalDate());
        }
    }

    private static Instant instantOf(Date value) {
        return value instanceof Timestamp timestamp ? timestamp.toInstant() : Instant.ofEpochMilli(value.getTime());
    }

    @Override
    protected void calendar(Calendar value) throws SQLException {
        if (family == TypeFamily.TIMESTAMPTZ) {
            putInstant(value.toInstant().atOffset(ZoneOffset.UTC));
        } else {
            timestamp(LocalDateTime.ofInstant(
                    value.toInstant(), value.getTimeZone().toZoneId()));
        }
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof OffsetTime time && family == TypeFamily.TIMETZ) {
            wire.timetz(micros(time.toLocalTime()), time.getOffset().getTotalSeconds());
        } else {
            super.other(value);
        }
    }

    /** What {@link TemporalText} reads, and the infinities by name. */
    @Override
    public void text(String value) throws SQLException {
        String text = TextChecks.stripped(value);
        String lower = text.toLowerCase(Locale.ROOT);
        if (family != TypeFamily.TIME
                && family != TypeFamily.TIMETZ
                && (lower.equals("infinity") || lower.equals("-infinity"))) {
            infinite(lower.charAt(0) == '-');
            return;
        }
        TemporalText read = TemporalText.read(text);
        if (read == null) {
            throw noSuch("date or time in ISO form", value);
        }
        LocalDate date = read.date();
        Long micros = read.micros();
        switch (family) {
            case TIME, TIMETZ -> {
                if (date != null || micros == null) {
                    throw noSuch("time of day in ISO form", value);
                }
                parsedTime(micros, read.offset());
            }
            default -> {
                if (date == null) {
                    throw noSuch("date or time in ISO form", value);
                }
                parsed(date, micros, read.offset());
            }
        }
    }

    private void parsedTime(long micros, @Nullable Integer offset) throws SQLException {
        if (family == TypeFamily.TIMETZ && offset != null) {
            wire.timetz(micros, offset);
        } else if (family == TypeFamily.TIMETZ && zone() instanceof ZoneOffset zone) {
            wire.timetz(micros, zone.getTotalSeconds());
        } else if (family == TypeFamily.TIMETZ) {
            throw needsZone("", "a time without offset", "ZoneOffset.UTC");
        } else if (offset != null) {
            throw refused("a time with offset can't be stored in a column of type " + column().typeName());
        } else {
            wire.time(micros);
        }
    }

    private void parsed(LocalDate date, @Nullable Long micros, @Nullable Integer offset) throws SQLException {
        if (micros == null || (family == TypeFamily.DATE && offset == null)) {
            date(date);
            return;
        }
        LocalDateTime time = date.atStartOfDay().plusNanos(micros * 1_000);
        if (offset == null) {
            timestamp(time);
        } else {
            instant(time.atOffset(ZoneOffset.ofTotalSeconds(offset)));
        }
    }

    private void infinite(boolean negative) {
        if (family == TypeFamily.DATE) {
            wire.date(negative ? Integer.MIN_VALUE : Integer.MAX_VALUE);
        } else if (family == TypeFamily.TIMESTAMP) {
            wire.timestamp(negative ? Long.MIN_VALUE : Long.MAX_VALUE);
        } else {
            wire.timestamptz(negative ? Long.MIN_VALUE : Long.MAX_VALUE);
        }
    }
}
