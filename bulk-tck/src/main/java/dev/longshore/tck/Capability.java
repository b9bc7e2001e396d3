package dev.longshore.tck;

/**
 * What not every database can do. A test for a capability that the database does not have is skipped, and the end of the
 * build names it with the reason.
 */
public enum Capability {
    /** A column can be numbered by the database, and an INSERT may bring its own number; {@link TckDatabase#numbered()}. */
    NUMBERED_COLUMN,
    /** A column can be numbered so that a plain INSERT may not bring a number; {@link TckDatabase#numberedAlways()}. */
    NUMBERED_ALWAYS,
    /** What the database puts into a numbered column comes back: {@code insertReturningKeys}. */
    GENERATED_KEYS,
    /** A key's default can be random; {@link TckDatabase#randomKey()}. Needs {@link #GENERATED_KEYS}. */
    RANDOM_KEY,
    /** A column can be computed from others: {@code generated always as (…) stored}. */
    GENERATED_COLUMN,
    /** A table can be in a schema; {@link TckDatabase#schema()}. */
    SCHEMA,
    /** {@code create temporary table} makes a table that hides a permanent one of its name. */
    TEMPORARY_TABLE,
    /** A trigger can be made that fires for each inserted row; {@link TckDatabase#copyingTrigger}. */
    TRIGGER,
    /** A trigger can make the database leave a row out without an error; {@link TckDatabase#skippingTrigger}. */
    SKIPPING_TRIGGER,
    /** Numbers beyond the width of an integer column are refused by the database itself. */
    INTEGER_RANGE,
    /** Dates and times have types of their own, so that the database refuses text that is none. */
    DATE_TYPES,
    /** Instants have a column type of their own, apart from local date and time. */
    ZONED_TIMESTAMP,
    /** Text may hold the character NUL. */
    NUL_IN_TEXT,
    /** Floating-point columns hold NaN. */
    NAN,
    /** A column can be of the type {@code json}. */
    JSON_COLUMN,
    /**
     * The path that a load of many rows takes by itself tells which row the database refused. A provider without it names a row
     * of few, and of many gives a hint how to have it named.
     */
    ROW_OF_MANY
}
