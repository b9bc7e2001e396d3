package dev.longshore.sqlserver;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_TIME;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
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
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import microsoft.sql.DateTimeOffset;

/**
 * Takes dates and times. Hot. They are sent as text in ISO form, which the server converts: the driver's own binary forms go
 * through a calendar of the JVM's zone, which has no 02:30 on some days, and are sent at all only where the connection is set so.
 * Where the server converts nothing they are sent in binary form all the same.
 */
final class TemporalSink extends MsSink {
    private static final LocalDate LEAST_DATE = LocalDate.of(1, 1, 1);
    private static final LocalDate MOST_DATE = LocalDate.of(9999, 12, 31);
    private static final LocalDate LEAST_DATETIME = LocalDate.of(1753, 1, 1);
    private static final LocalDate LEAST_SMALLDATETIME = LocalDate.of(1900, 1, 1);
    private static final LocalDate MOST_SMALLDATETIME = LocalDate.of(2079, 6, 6);
    private static final LocalDate LAST_JULIAN = LocalDate.of(1582, 10, 4);
    private static final LocalDate FIRST_GREGORIAN = LocalDate.of(1582, 10, 15);
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    private static final int MOST_OFFSET_MINUTES = 14 * 60;

    private static final long UNITS_PER_DAY = 864_000_000_000L;
    private static final long TICKS_PER_DAY = 86_400L * 300;
    private static final long NANOS_PER_UNIT = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter(Locale.ROOT)
            // or February 29 would be the 28th where there is none
            .withResolverStyle(ResolverStyle.STRICT);

    private final TypeFamily family;
    private final boolean isNative;
    private final TemporalText text = new TemporalText();

    /**
     * Makes a sink.
     *
     * @param isNative whether values are sent in the driver's binary form
     */
    TemporalSink(TargetColumn column, MsType type, Context context, int index, boolean isNative) {
        super(column, type, context, index);
        this.family = type.family();
        this.isNative = isNative;
    }

    @Override
    int wireType() {
        if (!isNative) {
            return Types.VARCHAR;
        }
        return switch (family) {
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case DATETIMEOFFSET -> microsoft.sql.Types.DATETIMEOFFSET;
            default -> Types.TIMESTAMP;
        };
    }

    /** As the text that stands for other values. */
    @Override
    int nullType() {
        return Types.NVARCHAR;
    }

    @Override
    int wirePrecision() {
        return TemporalText.MOST;
    }

    @Override
    int wireScale() {
        return isNative ? type.scale() : 0;
    }

    @Override
    void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setNString(parameter, (String) value);
    }

    @Override
    protected void date(LocalDate value) throws SQLException {
        switch (family) {
            case DATE -> {
                requireBetween(value, LEAST_DATE, MOST_DATE, value);
                if (isNative) {
                    requireInCalendar(value);
                }
                put(isNative ? value : text.begin().date(value).end());
            }
            case TIME -> throw refusedType(value);
            case DATETIMEOFFSET -> {
                ZoneId zone = zone();
                if (zone == null) {
                    throw needsZone(value, "a day without time");
                }
                putOffset(value.atStartOfDay(zone).toOffsetDateTime());
            }
            default -> timestamp(value.atStartOfDay());
        }
    }

    @Override
    protected void time(LocalTime value) throws SQLException {
        if (family != TypeFamily.TIME) {
            throw refusedType(value);
        }
        // rounded up, the day's last moment would become its first
        long units = Math.min(roundedUnits(value), UNITS_PER_DAY - 1);
        LocalTime stored = LocalTime.ofNanoOfDay(units * NANOS_PER_UNIT);
        put(
                isNative
                        ? Timestamp.valueOf(LocalDate.EPOCH.atTime(stored))
                        : text.begin().time(stored, 7).end());
    }

    private static long roundedUnits(LocalTime value) {
        return (value.toNanoOfDay() + NANOS_PER_UNIT / 2) / NANOS_PER_UNIT;
    }

    @Override
    protected void timestamp(LocalDateTime value) throws SQLException {
        switch (family) {
            case DATE -> date(value.toLocalDate());
            case TIME -> time(value.toLocalTime());
            case DATETIME2 -> {
                LocalDateTime stored = rounded(value);
                requireBetween(stored.toLocalDate(), LEAST_DATE, MOST_DATE, value);
                putTimestamp(stored, 7);
            }
            case DATETIME -> {
                LocalDateTime stored = onTick(value);
                requireBetween(stored.toLocalDate(), LEAST_DATETIME, MOST_DATE, value);
                putTimestamp(stored, 3);
            }
            case SMALLDATETIME -> {
                LocalDateTime stored = onMinute(value);
                requireBetween(stored.toLocalDate(), LEAST_SMALLDATETIME, MOST_SMALLDATETIME, value);
                putTimestamp(stored, 0);
            }
            default -> {
                ZoneId zone = zone();
                if (zone == null) {
                    throw needsZone(value, "a local time");
                }
                putOffset(value.atZone(zone).toOffsetDateTime());
            }
        }
    }

    private void putTimestamp(LocalDateTime stored, int digits) throws SQLException {
        if (isNative) {
            requireInCalendar(stored.toLocalDate());
        }
        put(
                isNative
                        ? Timestamp.valueOf(stored)
                        : text.begin()
                                .date(stored.toLocalDate())
                                .separator()
                                .time(stored.toLocalTime(), digits)
                                .end());
    }

    /** To 100 nanoseconds, which is all that any type holds. */
    private static LocalDateTime rounded(LocalDateTime value) {
        return value.toLocalTime().toNanoOfDay() % NANOS_PER_UNIT == 0
                ? value
                : value.toLocalDate().atStartOfDay().plusNanos(roundedUnits(value.toLocalTime()) * NANOS_PER_UNIT);
    }

    /** To the nearest of 300 ticks in a second, shown by three digits: .000, .003, .007. */
    private static LocalDateTime onTick(LocalDateTime value) {
        long ticks = ticks(value.toLocalTime());
        LocalDate day = value.toLocalDate();
        if (ticks == TICKS_PER_DAY) {
            day = day.plusDays(1);
            ticks = 0;
        }
        long millis = (ticks * 10 + 1) / 3;
        return day.atStartOfDay().plusNanos(millis * 1_000_000);
    }

    private static long ticks(LocalTime time) {
        long inSecond = (time.toNanoOfDay() % NANOS_PER_SECOND * 300 + NANOS_PER_SECOND / 2) / NANOS_PER_SECOND;
        return time.toSecondOfDay() * 300L + inSecond;
    }

    /** To the nearest minute, after the fraction was put on a tick: 29.998 s go down and 29.999 s up, as on the server. */
    private static LocalDateTime onMinute(LocalDateTime value) {
        long ticks = ticks(value.toLocalTime());
        long minutes = (ticks + 30 * 300) / (60 * 300);
        return value.toLocalDate().atStartOfDay().plusMinutes(minutes);
    }

    @Override
    protected void instant(OffsetDateTime value) throws SQLException {
        ZoneId zone = zone();
        if (family == TypeFamily.DATETIMEOFFSET) {
            putOffset(value);
        } else if (zone == null) {
            throw needsZone(value, "an instant");
        } else {
            timestamp(LocalDateTime.ofInstant(value.toInstant(), zone));
        }
    }

    /** Keeps the offset where the column can, else the instant in UTC. */
    private void putOffset(OffsetDateTime value) throws SQLException {
        int seconds = value.getOffset().getTotalSeconds();
        boolean holdsOffset = seconds % 60 == 0 && Math.abs(seconds / 60) <= MOST_OFFSET_MINUTES;
        OffsetDateTime given = holdsOffset ? value : value.withOffsetSameInstant(ZoneOffset.UTC);
        LocalDateTime stored = rounded(given.toLocalDateTime());
        requireBetween(stored.toLocalDate(), LEAST_DATE, MOST_DATE, value);
        LocalDate utcDay =
                stored.minusSeconds(given.getOffset().getTotalSeconds()).toLocalDate();
        requireBetween(utcDay, LEAST_DATE, MOST_DATE, value);
        int minutes = given.getOffset().getTotalSeconds() / 60;
        put(
                isNative
                        ? inCalendar(stored, minutes)
                        : text.begin()
                                .date(stored.toLocalDate())
                                .separator()
                                .time(stored.toLocalTime(), 7)
                                .offset(minutes)
                                .end());
    }

    /** The driver's binary forms go through a calendar that has no days between October 4 and 15 of 1582. */
    private void requireInCalendar(LocalDate day) throws SQLException {
        if (day.isAfter(LAST_JULIAN) && day.isBefore(FIRST_GREGORIAN)) {
            throw refused(
                    "the driver has no day " + day + " in the binary form that Babelfish needs in a bulk copy",
                    "Set the option SqlServerProvider.PATH to INSERT_VALUES");
        }
    }

    /** The driver takes the fields of the instant in UTC from that calendar, and puts them on the wire as they are. */
    private DateTimeOffset inCalendar(LocalDateTime local, int offsetMinutes) throws SQLException {
        LocalDateTime utc = local.minusMinutes(offsetMinutes);
        requireInCalendar(utc.toLocalDate());
        GregorianCalendar calendar = new GregorianCalendar(UTC, Locale.ROOT);
        calendar.clear();
        calendar.set(
                utc.getYear(),
                utc.getMonthValue() - 1,
                utc.getDayOfMonth(),
                utc.getHour(),
                utc.getMinute(),
                utc.getSecond());
        Timestamp instant = new Timestamp(calendar.getTimeInMillis());
        instant.setNanos(utc.getNano());
        return DateTimeOffset.valueOf(instant, offsetMinutes);
    }

    private void requireBetween(LocalDate day, LocalDate least, LocalDate most, Object value) throws SQLException {
        if (day.isBefore(least) || day.isAfter(most)) {
            throw outOfRange(value);
        }
    }

    private SQLException needsZone(Object value, String what) {
        return refused(
                "a value of " + value.getClass().getTypeName() + ", " + what + ", into a column of type "
                        + column().typeName() + " needs a zone",
                "Add .zone(ZoneOffset.UTC), or the zone that is meant");
    }

    @Override
    protected void legacyDate(Date value) throws SQLException {
        if (value instanceof java.sql.Date date) {
            if (family == TypeFamily.DATETIMEOFFSET) {
                putOffset(Instant.ofEpochMilli(value.getTime()).atOffset(ZoneOffset.UTC));
            } else {
                date(date.toLocalDate());
            }
        } else if (value instanceof Time) {
            time(new Timestamp(value.getTime()).toLocalDateTime().toLocalTime());
        } else {
            Timestamp timestamp = value instanceof Timestamp given ? given : new Timestamp(value.getTime());
            if (family == TypeFamily.DATETIMEOFFSET) {
                putOffset(timestamp.toInstant().atOffset(ZoneOffset.UTC));
            } else {
                // Timestamp knows the Julian calendar that the fields before 1582 are in
                timestamp(timestamp.toLocalDateTime());
            }
        }
    }

    @Override
    protected void calendar(Calendar value) throws SQLException {
        if (family == TypeFamily.DATETIMEOFFSET) {
            putOffset(value.toInstant().atZone(value.getTimeZone().toZoneId()).toOffsetDateTime());
        } else {
            timestamp(LocalDateTime.ofInstant(
                    value.toInstant(), value.getTimeZone().toZoneId()));
        }
    }

    /** ISO forms with a blank or a T before the time. */
    @Override
    public void text(String value) throws SQLException {
        String given = TextChecks.stripped(value);
        try {
            if (family == TypeFamily.TIME) {
                time(LocalTime.parse(given));
            } else {
                parsed(given);
            }
        } catch (DateTimeParseException e) {
            throw noSuch("date or time in ISO form", value);
        } catch (DateTimeException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void parsed(String given) throws SQLException {
        int blank = given.indexOf(' ');
        String joined = blank < 0
                ? given
                : given.substring(0, blank) + "T" + given.substring(blank + 1).replace(" ", "");
        TemporalAccessor fields = TIMESTAMP.parse(joined);
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
