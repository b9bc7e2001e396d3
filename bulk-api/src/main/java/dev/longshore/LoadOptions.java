package dev.longshore;

/** The option keys that every provider knows. */
public final class LoadOptions {
    /** What to do with text that the database can't hold; {@link UnstorableText#REFUSE} unless set. */
    public static final LoadOption<UnstorableText> UNSTORABLE_TEXT =
            LoadOption.of("unstorableText", UnstorableText.class, UnstorableText.REFUSE);

    private LoadOptions() {}
}
