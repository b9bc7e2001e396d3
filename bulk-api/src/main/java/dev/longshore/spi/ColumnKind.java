package dev.longshore.spi;

/** The kinds of column type that docs/conversions.md knows. May grow. */
public enum ColumnKind {
    /** Truth values. */
    BOOLEAN,
    /** Whole numbers of any width. */
    INTEGER,
    /** Exact decimal numbers. */
    DECIMAL,
    /** Binary floating-point numbers of any width. */
    FLOAT,
    /** Text. */
    TEXT,
    /** Bytes. */
    BYTES,
    /** A UUID type of its own. */
    UUID,
    /** A day without time. */
    DATE,
    /** A time of day without zone. */
    TIME,
    /** A time of day with an offset. */
    TIME_WITH_OFFSET,
    /** Day and time without zone. */
    TIMESTAMP,
    /** An instant: day and time with a zone or an offset. */
    TIMESTAMP_WITH_ZONE,
    /** A length of time. */
    INTERVAL,
    /** JSON text or its binary form. */
    JSON,
    /** Several values of one type. */
    ARRAY,
    /** Whatever the value brings: the column has no type of its own. */
    ANY,
    /** A type that only the provider knows. */
    OTHER
}
