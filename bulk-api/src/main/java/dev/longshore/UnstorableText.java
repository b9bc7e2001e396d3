package dev.longshore;

/**
 * What happens to text that the database can't hold as it is: a lone surrogate (half of a character outside the basic
 * plane, which has no UTF-8 form), and, where a database has no room for it, the character NUL.
 */
public enum UnstorableText {
    /** Refuse the load, naming row and column. The default. */
    REFUSE,
    /** Put U+FFFD, the replacement character, in its place; the result counts the values changed. */
    REPLACE,
    /** Leave it out; the result counts the values changed. */
    STRIP
}
