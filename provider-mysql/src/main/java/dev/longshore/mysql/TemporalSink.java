package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.LegacyDates;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes dates and times. Fractions are cut to microseconds, as the driver cuts them; what the column does not hold of those, the server
 * cuts or rounds as it does for any INSERT. Hot.
 */
final class TemporalSink extends MySqlSink {
    private static final int MOST_YEAR = 9999;

    /** 838:59:59, in both directions. */
    private static final int MOST_TIME_SECONDS = 838 * 3_600 + 59 * 60 + 59;

    private static final int NANOS_PER_MICRO = 1_000;

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:mm", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HH", "Z")
            .optionalEnd()
            .optionalEnd()
            .toFormatter(Locale.ROOT)
            // or February 29 would be the 28th where there is none
            .withResolverStyle(ResolverStyle.STRICT);

    /** Hours may go beyond a day; the fraction has at most as many digits as a nanosecond. */
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?");

    private final TypeFamily family;

    TemporalSink(TargetColumn column, Context context, TypeFamily family) {
        super(column, context);
        this.family = family;
    }

    @Override
    protected void date(LocalDate value) throws SQLException {
        switch (family) {
            case DATE -> {
                requireYear(value.getYear(), value);
                rows.date(value.getYear(), value.getMonthValue(), value.getDayOfMonth());
            }
            case DATETIME, TIMESTAMP -> timestamp(value.atStartOfDay());
            default -> throw refusedType(value);
        }
    }

    private void requireYear(int year, Object value) throws BulkLoadException {
        if (year < 0 || year > MOST_YEAR) {
            throw outOfRange(value);
        }
    }

    @Override
    @SuppressWarnings("JavaLocalTimeGetNano") // the seconds go beside them
    protected void time(LocalTime value) throws SQLException {
        if (family != TypeFamily.TIME) {
            throw refusedType(value);
        }
        rows.time(false, value.toSecondOfDay(), value.getNano() / NANOS_PER_MICRO);
    }

    private void duration(Duration value) throws SQLException {
        Duration amount = value.abs();
        if (amount.getSeconds() > MOST_TIME_SECONDS) {
            throw outOfRange(value);
        }
        rows.time(value.isNegative(), (int) amount.getSeconds(), amount.getNano() / NANOS_PER_MICRO);
    }

    @Override
    @SuppressWarnings("JavaLocalDateTimeGetNano") // the seconds go beside them
    protected void timestamp(LocalDateTime value) throws SQLException {
        switch (family) {
            case DATETIME -> putLocal(value);
            case TIMESTAMP -> {
                ZoneId zone = zone();
                if (zone == null) {
                    throw needsZone(value, "a local date and time");
                }
                if (zone.getRules().getValidOffsets(value).isEmpty()) {
                    throw refused(value + " does not exist in the zone " + zone + ", whose clocks skip it");
                }
                putInstant(value.atZone(zone).toEpochSecond(), value.getNano(), value);
            }
            case DATE -> date(value.toLocalDate());
            default -> time(value.toLocalTime());
        }
    }

    @SuppressWarnings("JavaLocalDateTimeGetNano") // the seconds go beside them
    private void putLocal(LocalDateTime value) throws SQLException {
        requireYear(value.getYear(), value);
        rows.dateTime(
                value.getYear(),
                value.getMonthValue(),
                value.getDayOfMonth(),
                value.toLocalTime().toSecondOfDay(),
                value.getNano() / NANOS_PER_MICRO);
    }

    private void putInstant(long epochSecond, int nano, Object value) throws SQLException {
        SessionClock clock = context().clock();
        if (clock.isOutOfRange(epochSecond)) {
            throw outOfRange(value);
        }
        LocalDateTime local = clock.local(epochSecond, nano);
        if (local == null) {
            throw BulkLoadException.in(
                            LoadPhase.MAPPING,
                            value + " falls into the hour that the session's time zone " + clock.zone()
                                    + " has twice, and the server would not know which is meant")
                    .hint("Set the session's time_zone to an offset such as '+00:00'")
                    .build();
        }
        putLocal(local);
    }

    @Override
    protected void instant(OffsetDateTime value) throws SQLException {
        ZoneId zone = zone();
        if (family == TypeFamily.TIMESTAMP) {
            putInstant(value.toEpochSecond(), value.getNano(), value);
        } else if (zone == null) {
            throw needsZone(value, "an instant");
        } else {
            timestamp(LocalDateTime.ofInstant(value.toInstant(), zone));
        }
    }

    private BulkLoadException needsZone(Object value, String what) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        "a value of " + value.getClass().getTypeName() + ", " + what + ", into a column of type "
                                + column().typeName() + " needs a zone")
                .hint("Add .zone(ZoneOffset.UTC), or the zone that is meant")
                .build();
    }

    @Override
    protected void legacyDate(Date value) throws SQLException {
        if (family == TypeFamily.TIMESTAMP && !(value instanceof Time)) {
            Instant instant = value instanceof Timestamp timestamp
                    ? timestamp.toInstant()
                    : Instant.ofEpochMilli(value.getTime());
            putInstant(instant.getEpochSecond(), instant.getNano(), value);
        } else if (value instanceof java.sql.Date date) {
            date(LegacyDates.localFields(date).toLocalDate());
        } else {
            LocalDateTime fields = LegacyDates.localFields(value);
            if (value instanceof Time) {
                time(fields.toLocalTime());
            } else {
                timestamp(fields);
            }
        }
    }

    @Override
    protected void calendar(Calendar value) throws SQLException {
        Instant instant = value.toInstant();
        if (family == TypeFamily.TIMESTAMP) {
            putInstant(instant.getEpochSecond(), instant.getNano(), instant);
        } else {
            timestamp(LocalDateTime.ofInstant(instant, value.getTimeZone().toZoneId()));
        }
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof Duration duration && family == TypeFamily.TIME) {
            duration(duration);
        } else {
            super.other(value);
        }
    }

    /** ISO forms with a blank or a T before the time; times as the server prints them, also beyond a day. */
    @Override
    public void text(String value) throws SQLException {
        String text = TextChecks.stripped(value);
        if (family == TypeFamily.TIME) {
            parsedTime(text);
            return;
        }
        try {
            parsed(text);
        } catch (DateTimeParseException e) {
            throw noSuch("date or time in ISO form", value);
        } catch (DateTimeException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void parsedTime(String text) throws SQLException {
        Matcher found = TIME.matcher(text);
        if (!found.matches()) {
            throw noSuch("time", text);
        }
        int minutes = Integer.parseInt(found.group(3));
        int seconds = found.group(4) == null ? 0 : Integer.parseInt(found.group(4));
        if (minutes > 59 || seconds > 59) {
            throw noSuch("time", text);
        }
        int fraction = found.group(5) == null ? 0 : Integer.parseInt((found.group(5) + "00000000").substring(0, 9));
        Duration amount = Duration.ofHours(Long.parseLong(found.group(2)))
                .plusMinutes(minutes)
                .plusSeconds(seconds)
                .plusNanos(fraction);
        duration(found.group(1).isEmpty() ? amount : amount.negated());
    }

    private void parsed(String text) throws SQLException {
        int blank = text.indexOf(' ');
        TemporalAccessor fields =
                TIMESTAMP.parse(blank < 0 ? text : text.substring(0, blank) + "T" + text.substring(blank + 1));
        LocalDate day = LocalDate.from(fields);
        LocalTime time = fields.query(TemporalQueries.localTime());
        ZoneOffset offset = fields.query(TemporalQueries.offset());
        if (time == null) {
            date(day);
        } else if (offset == null) {
            timestamp(day.atTime(time));
        } else {
            instant(day.atTime(time).atOffset(offset));
        }
    }
}
