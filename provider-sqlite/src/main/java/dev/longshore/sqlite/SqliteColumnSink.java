package dev.longshore.sqlite;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.Decimals;
import dev.longshore.spi.support.JavaKind;
import dev.longshore.spi.support.LegacyDates;
import dev.longshore.spi.support.TextChecks;
import dev.longshore.spi.support.TextMender;
import dev.longshore.spi.support.TypedValueSink;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import dev.longshore.sqlite.SqliteProvider.UuidForm;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
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
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig.DateClass;

/**
 * Brings the values of one column into the form in which they are bound. What SQLite would convert with a loss when it stores a
 * value is refused here.
 *
 * <p>Hot: one call for each value. Confined to the loading thread.
 */
final class SqliteColumnSink extends TypedValueSink {
    /** Up to this scale a decimal of 15 digits is surely within the range where floating point keeps 15 digits. */
    private static final int SAFE_SCALE = 280;

    private final ColumnRule rule;
    private final Affinity affinity;
    private final Set<JavaKind> admitted = EnumSet.noneOf(JavaKind.class);
    private final ValueSink cell;
    private final DateText dates;
    private final @Nullable ZoneId zone;
    private final TextMender mender;
    private final TextsMadeNumbers numerals;

    /**
     * Makes an encoder.
     *
     * @param rule what the column takes
     * @param cell where the value goes: a whole number, a double, text, {@code byte[]}, or a {@link Date} that the driver brings
     *     into the form which its settings say
     * @param dates writes dates
     * @param zone the zone for dates whose form depends on one; null if the caller gave none
     * @param mender mends or refuses text that has no UTF-8 form
     * @param numerals counts texts that are stored as numbers which are printed otherwise
     */
    SqliteColumnSink(
            ColumnRule rule,
            ValueSink cell,
            DateText dates,
            @Nullable ZoneId zone,
            TextMender mender,
            TextsMadeNumbers numerals) {
        super(rule.column());
        this.rule = rule;
        this.affinity = rule.affinity();
        this.cell = cell;
        this.dates = dates;
        this.zone = zone;
        this.mender = mender;
        this.numerals = numerals;
    }

    /** Asks the rule once per kind, not per value. */
    private void check(JavaKind kind) throws BulkLoadException {
        if (!admitted.contains(kind)) {
            String refusal = rule.refusal(kind);
            if (refusal != null) {
                throw refused(refusal);
            }
            admitted.add(kind);
        }
    }

    @Override
    public void nullValue() throws SQLException {
        cell.nullValue();
    }

    @Override
    public void bool(boolean value) throws SQLException {
        check(JavaKind.BOOLEAN);
        cell.int64(value ? 1 : 0);
    }

    @Override
    public void int64(long value) throws SQLException {
        check(JavaKind.INTEGER);
        whole(value);
    }

    @Override
    public void float32(float value) throws SQLException {
        boolean asDecimal = affinity == Affinity.NUMERIC || affinity == Affinity.TEXT;
        float64(asDecimal ? Double.parseDouble(Float.toString(value)) : value);
    }

    @Override
    public void float64(double value) throws SQLException {
        check(JavaKind.FLOAT);
        if (Double.isNaN(value)) {
            throw refused("NaN would be stored as NULL");
        }
        floating(value);
    }

    @Override
    protected void decimal(BigDecimal value) throws SQLException {
        check(JavaKind.DECIMAL);
        if (!affinity.isNumeric()) {
            cell.text(Decimals.text(value));
        } else if (value.scale() > 0 && isSafelyFloating(value) && !rule.wholeNumbersOnly()) {
            // the usual case, and small enough for SQLite to make a whole number of it where it is one
            cell.float64(value.doubleValue());
        } else {
            number(value, null);
        }
    }

    private static boolean isSafelyFloating(BigDecimal value) {
        return value.precision() <= NumericText.DIGITS && Math.abs((long) value.scale()) <= SAFE_SCALE;
    }

    /**
     * Stores a number in a column of numbers, as SQLite would store its text if nothing of it is lost.
     *
     * @param text the text that the number came from; null if it came as a number
     */
    private void number(BigDecimal value, @Nullable String text) throws SQLException {
        if (affinity != Affinity.REAL && isLong(value)) {
            long whole = value.longValue();
            count(text == null || text.equals(Long.toString(whole)));
            cell.int64(whole);
            return;
        }
        if (rule.wholeNumbersOnly()) {
            throw notWhole(text == null ? value.toString() : quoted(text));
        }
        double floating = value.doubleValue();
        boolean exact = isSafelyFloating(value)
                || (Double.isFinite(floating) && new BigDecimal(Double.toString(floating)).compareTo(value) == 0);
        if (!exact) {
            throw losesDigits(
                    text == null ? value.toString() : quoted(text), "Declare the column TEXT to keep all digits");
        }
        count(text == null || (NumericText.hasFewDigits(floating) && text.equals(NumericText.print(floating))));
        cell.float64(floating);
    }

    private void count(boolean unchanged) {
        if (!unchanged) {
            numerals.add();
        }
    }

    private static boolean isLong(BigDecimal value) {
        BigDecimal shortest = value.scale() <= 0 ? value : value.stripTrailingZeros();
        return shortest.scale() <= 0
                && (long) shortest.precision() - shortest.scale() <= 19
                && shortest.toBigInteger().bitLength() < Long.SIZE;
    }

    private void whole(long value) throws SQLException {
        if (affinity == Affinity.REAL && ((long) (double) value != value || value == Long.MAX_VALUE)) {
            throw losesDigits(Long.toString(value), "Declare the column INTEGER to keep all digits");
        }
        cell.int64(value);
    }

    private void floating(double value) throws SQLException {
        if (rule.wholeNumbersOnly()) {
            if (value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
                throw notWhole(Double.toString(value));
            }
            // SQLite itself would not convert one from 2^51 on
            cell.int64((long) value);
        } else if (affinity == Affinity.TEXT && Double.isFinite(value) && !NumericText.hasFewDigits(value)) {
            cell.text(NumericText.print(value));
        } else {
            cell.float64(value);
        }
    }

    @Override
    public void text(String value) throws SQLException {
        check(JavaKind.TEXT);
        String storable = mender.storable(value);
        if (affinity.isNumeric()) {
            textAmongNumbers(storable);
        } else {
            cell.text(storable);
        }
    }

    private void textAmongNumbers(String value) throws SQLException {
        int nul = value.indexOf(0);
        if (nul > 0 && NumericText.isNumber(value.substring(0, nul))) {
            // from 3.54 on
            throw refused(TextChecks.describe(value, nul) + ", where SQLite may end a number and drop the rest");
        }
        if (NumericText.isNumber(value)) {
            BigDecimal number = NumericText.parse(value);
            if (number == null) {
                throw losesDigits(quoted(value), "Declare the column TEXT to keep it");
            }
            number(number, value);
        } else if (rule.wholeNumbersOnly()) {
            throw notWhole(quoted(value));
        } else if (rule.numbersOnly()) {
            throw refused(quoted(value) + " is not a number, as a STRICT table requires in " + rule.place());
        } else {
            cell.text(value);
        }
    }

    @Override
    protected void bytes(byte[] value) throws SQLException {
        check(JavaKind.BYTES);
        cell.object(value);
    }

    @Override
    protected void uuid(UUID value) throws SQLException {
        check(JavaKind.UUID);
        if (rule.uuidForm() == UuidForm.TEXT) {
            cell.text(value.toString());
        } else {
            cell.object(ByteBuffer.allocate(16)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array());
        }
    }

    @Override
    protected void date(LocalDate value) throws SQLException {
        check(JavaKind.DATE);
        if (isText(rule.dateForm())) {
            cell.text(dates.date(storable(value, value)));
        } else {
            epoch(value.atStartOfDay(), value);
        }
    }

    @Override
    protected void time(LocalTime value) throws SQLException {
        check(JavaKind.TIME);
        cell.text(dates.time(value));
    }

    @Override
    protected void timestamp(LocalDateTime value) throws SQLException {
        check(JavaKind.TIMESTAMP);
        if (isText(rule.dateForm())) {
            storable(value.toLocalDate(), value);
            cell.text(dates.timestamp(value));
        } else {
            epoch(value, value);
        }
    }

    @Override
    protected void instant(OffsetDateTime value) throws SQLException {
        check(JavaKind.INSTANT);
        if (isText(rule.dateForm())) {
            instantText(value.toInstant(), value);
        } else {
            epoch(value.toInstant(), value);
        }
    }

    private void instantText(Instant value, Object shown) throws SQLException {
        LocalDateTime fields = LocalDateTime.ofInstant(value, zone == null ? ZoneOffset.UTC : zone);
        storable(fields.toLocalDate(), shown);
        cell.text(zone == null ? dates.instant(fields) : dates.timestamp(fields));
    }

    @Override
    protected void legacyDate(Date value) throws SQLException {
        check(JavaKind.LEGACY_DATE);
        DateForm form = rule.dateForm();
        if (form == null) {
            asDriverDoes(value);
        } else if (form != DateForm.ISO_TEXT) {
            // not toInstant(): java.sql.Date and Time have none
            Instant instant =
                    value instanceof Timestamp exact ? exact.toInstant() : Instant.ofEpochMilli(value.getTime());
            epoch(instant, value);
        } else if (value instanceof Timestamp timestamp) {
            timestamp(LegacyDates.localFields(timestamp));
        } else if (value instanceof java.sql.Date date) {
            date(LegacyDates.localFields(date).toLocalDate());
        } else {
            LocalDateTime fields =
                    LocalDateTime.ofInstant(Instant.ofEpochMilli(value.getTime()), ZoneId.systemDefault());
            if (value instanceof Time) {
                time(fields.toLocalTime());
            } else {
                timestamp(fields);
            }
        }
    }

    @Override
    protected void calendar(Calendar value) throws SQLException {
        if (rule.dateForm() == DateForm.ISO_TEXT) {
            check(JavaKind.LEGACY_DATE);
            timestamp(LocalDateTime.ofInstant(
                    value.toInstant(), value.getTimeZone().toZoneId()));
        } else {
            // the driver would store its toString()
            legacyDate(value.getTime());
        }
    }

    private void asDriverDoes(Date value) throws SQLException {
        if (rule.dateClass() == DateClass.INTEGER) {
            cell.int64(value.getTime() / rule.dateMultiplier());
        } else if (rule.dateClass() == DateClass.REAL) {
            cell.float64(julianDay((double) value.getTime()));
        } else {
            int year = LegacyDates.localFields(value).getYear();
            // of a year before 1 the driver's text would not tell the era
            if (year < 1 || year > 9999) {
                throw refused("the date is of the year " + year + ", which has no form as text");
            }
            cell.object(value);
        }
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (!(value instanceof OffsetTime time)) {
            throw refusedType(value);
        }
        check(JavaKind.OFFSET_TIME);
        cell.text(dates.offsetTime(time));
    }

    private static boolean isText(@Nullable DateForm form) {
        return form == null || form == DateForm.ISO_TEXT;
    }

    private static LocalDate storable(LocalDate day, Object shown) throws BulkLoadException {
        if (!DateText.holds(day.getYear())) {
            throw refused(shown + " is not in the years 0000 to 9999, which the text form of dates has room for");
        }
        return day;
    }

    private void epoch(LocalDateTime fields, Object shown) throws SQLException {
        if (zone == null) {
            epoch(fields.toInstant(ZoneOffset.UTC), shown);
        } else if (zone.getRules().getValidOffsets(fields).isEmpty()) {
            throw refused(shown + " does not exist in the zone " + zone + ", whose clocks skip it");
        } else {
            epoch(fields.atZone(zone).toInstant(), shown);
        }
    }

    private void epoch(Instant value, Object shown) throws SQLException {
        DateForm form = rule.dateForm();
        long seconds = value.getEpochSecond();
        int nano = value.getNano();
        if (form == DateForm.JULIAN_DAY) {
            floating(julianDay(seconds * 1000.0 + nano / 1e6));
        } else if (nano % (form == DateForm.EPOCH_SECONDS ? 1_000_000_000 : 1_000_000) != 0) {
            throw refused(shown + " has a fraction of a second that the form " + form + " would cut off");
        } else if (form == DateForm.EPOCH_SECONDS) {
            whole(seconds);
        } else if (Math.abs(seconds) < Long.MAX_VALUE / 1000) {
            whole(value.toEpochMilli());
        } else {
            throw refused(shown + " is beyond what milliseconds count in 64 bits");
        }
    }

    /** As the driver computes it. */
    private static double julianDay(double epochMillis) {
        return epochMillis / 86_400_000.0 + 2_440_587.5;
    }

    private BulkLoadException notWhole(String value) {
        return refused(
                rule.rowidAlias()
                        ? value + " is not a 64-bit integer, as a column that numbers the rows requires"
                        : value + " is not a 64-bit integer, as a STRICT table requires in " + rule.place());
    }

    private BulkLoadException losesDigits(String value, String hint) {
        return BulkLoadException.in(
                        LoadPhase.MAPPING,
                        value + " would lose digits in " + rule.place()
                                + ", where SQLite stores 64-bit integers and floating-point numbers")
                .hint(hint)
                .build();
    }
}
