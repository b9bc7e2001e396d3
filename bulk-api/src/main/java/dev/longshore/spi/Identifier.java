package dev.longshore.spi;

/**
 * A name that was asked for, and how freely it may be matched against the names that exist.
 *
 * @param text the name without quotes
 * @param match how freely it may be matched
 */
public record Identifier(String text, Match match) {
    /** How freely a name may be matched where no stored name has the very same characters. */
    public enum Match {
        /** Only the very same characters: the caller quoted the name. */
        EXACT,
        /** Also by the database's own case rule: the caller wrote the name without quotes. */
        CASE_RULE,
        /** Also equal when lower-cased with {@code _} removed: the name comes from a class, component, property or key. */
        DERIVED
    }
}
