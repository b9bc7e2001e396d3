package dev.longshore;

/** The option keys that every provider knows. */
public final class LoadOptions {
    /** What to do with text that the database can't hold; {@link UnstorableText#REFUSE} unless set. */
    public static final LoadOption<UnstorableText> UNSTORABLE_TEXT =
            LoadOption.of("unstorableText", UnstorableText.class, UnstorableText.REFUSE);

    /**
     * Writes what a column of JSON does not take itself: maps, collections, arrays, records and other objects. Without it, which
     * is the default, they are refused. Text goes into such columns as it is.
     */
    public static final LoadOption<JsonWriter> JSON_WRITER = LoadOption.of("jsonWriter", JsonWriter.class);

    /**
     * Whether messages leave the values of rows out, whoever quotes them: the load, the database or what the source threw; false
     * unless set. Exceptions and the reasons of rejected rows then tell row, column, constraint, SQLState and vendor code, and their
     * causes are told by class and stack trace. {@link RejectedRow#values()} and {@link RejectedRow#row()} hold the values all the same.
     */
    public static final LoadOption<Boolean> MASK_VALUES = LoadOption.of("maskValues", Boolean.class, false);

    private LoadOptions() {}
}
