package dev.longshore.spi.support;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;

/** What {@link java.util.Date} and its subclasses show on the calendar of the default zone. All methods are thread-safe. */
public final class LegacyDates {
    /** Before this time, shortly after the start of the year 1 in whatever zone, a date may be of the era that it hides. */
    private static final long SURELY_OUR_ERA = -62_135_000_000_000L;

    private LegacyDates() {}

    /**
     * Returns the local date and time that a date shows, in the default zone; before 1582 on the Julian calendar. Unlike
     * {@link Timestamp#toLocalDateTime()} and {@link java.sql.Date#toLocalDate()}, which give the years before 1 as those after,
     * it keeps the era.
     *
     * @param value the date
     * @return its fields
     * @throws BulkLoadException if it is a leap day that only the Julian calendar has, so that java.time has no such day
     */
    public static LocalDateTime localFields(Date value) throws BulkLoadException {
        Timestamp timestamp = value instanceof Timestamp given ? given : new Timestamp(value.getTime());
        try {
            if (timestamp.getTime() >= SURELY_OUR_ERA) {
                return timestamp.toLocalDateTime();
            }
            GregorianCalendar fields = new GregorianCalendar();
            fields.setTime(timestamp);
            int year = fields.get(Calendar.YEAR);
            return LocalDateTime.of(
                    fields.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
                    fields.get(Calendar.MONTH) + 1,
                    fields.get(Calendar.DAY_OF_MONTH),
                    fields.get(Calendar.HOUR_OF_DAY),
                    fields.get(Calendar.MINUTE),
                    fields.get(Calendar.SECOND),
                    timestamp.getNanos());
        } catch (DateTimeException e) {
            throw BulkLoadException.in(LoadPhase.MAPPING, value + " is a leap day of the Julian calendar only")
                    .cause(e)
                    .build();
        }
    }
}
