package dev.longshore.internal;

/** Keeps a second failure beside the first. */
final class Failures {
    private Failures() {}

    /** Suppresses a failure of the clean-up in the one that made it necessary; a driver may throw the same object twice. */
    static void suppress(Throwable failure, Throwable later) {
        if (failure != later) {
            failure.addSuppressed(later);
        }
    }
}
