package dev.longshore.spi;

/** Whether and how the database numbers a column by itself. */
public enum Numbering {
    /** It does not. */
    NONE,
    /** It does where no value comes; a plain INSERT that brings a value keeps it. */
    BY_DEFAULT,
    /** It does always; a plain INSERT that brings a value is refused. */
    ALWAYS
}
