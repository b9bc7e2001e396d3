package dev.longshore;

/**
 * What the value 0 means in a column that the database numbers. Without a choice, 0 means "not set" as long as no other
 * value comes in that column, and a mix of zero and non-zero values is refused with its row.
 */
public enum ZeroIdentity {
    /** 0 means "not set": the database numbers the row, also beside rows that bring their own value. */
    GENERATE,
    /** 0 is a value like any other and is stored. */
    KEEP
}
