package dev.longshore.internal;

/** Throws a checked exception where an interface of the JDK leaves no room for one; it is caught by its type again. */
final class Sneaky {
    private Sneaky() {}

    /** Never returns; declared to return so that callers can write {@code throw Sneaky.unchecked(e)}. */
    static RuntimeException unchecked(Throwable thrown) {
        throw Sneaky.<RuntimeException>cast(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is what hides the checked type
    private static <E extends Throwable> E cast(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
