package dev.longshore;

/**
 * Something that the caller should know although the load succeeded.
 *
 * @param code which kind of warning; the same for every load and database, fit to be compared
 * @param count how many rows or values it is about
 * @param message what happened, in a sentence
 */
public record LoadWarning(Code code, long count, String message) {
    /** The kinds of warning. */
    public enum Code {
        /** The database accepted fewer rows than were sent, because a trigger or a conflict clause skipped some. */
        ROWS_SKIPPED,
        /** Text was changed as {@link LoadOptions#UNSTORABLE_TEXT} says. */
        TEXT_CHANGED,
        /** Text that looks like a number was stored as a number, because the column's type says so. */
        TEXT_STORED_AS_NUMBER,
        /** The database itself gave a warning. */
        SERVER
    }

    @Override
    public String toString() {
        return message;
    }
}
