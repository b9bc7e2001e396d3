package dev.longshore.tck;

/** The kinds of column that the type table has values for. A database says by {@link TckDatabase#type} how it spells each. */
public enum ColumnType {
    /** Truth values. */
    BOOLEAN,
    /** Whole numbers of 16 bits. */
    SMALLINT,
    /** Whole numbers of 32 bits. */
    INTEGER,
    /** Whole numbers of 64 bits. */
    BIGINT,
    /** Exact decimals with at least 15 digits, 4 of them after the point. */
    DECIMAL,
    /** Floating-point numbers that hold every {@code float}. */
    REAL,
    /** Floating-point numbers that hold every {@code double}. */
    DOUBLE,
    /** Text of at least 100 000 characters. */
    TEXT,
    /** Bytes, at least 100 000 of them. */
    BYTES,
    /** UUIDs. */
    UUID,
    /** Days. */
    DATE,
    /** Times of day without zone, to the microsecond. */
    TIME,
    /** Day and time without zone, to the microsecond. */
    TIMESTAMP,
    /** Instants, to the microsecond. */
    INSTANT
}
