package dev.longshore.spi;

import org.jspecify.annotations.Nullable;

/**
 * A provider's answer to whether a connection is its own.
 *
 * @param accepted whether the provider can load over the connection
 * @param reason why not; or, with a yes, what a plan should say about an unknown relative of the database; null if nothing
 */
public record ProviderMatch(boolean accepted, @Nullable String reason) {
    private static final ProviderMatch YES = new ProviderMatch(true, null);

    /**
     * Says yes.
     *
     * @return the answer
     */
    public static ProviderMatch yes() {
        return YES;
    }

    /**
     * Says yes, with a remark for the plan.
     *
     * @param note for example that the server is a look-alike and takes the plain path
     * @return the answer
     */
    public static ProviderMatch yesBut(String note) {
        return new ProviderMatch(true, note);
    }

    /**
     * Says no.
     *
     * @param reason a phrase, for example {@code the product is "Other", not "Acme"}
     * @return the answer
     */
    public static ProviderMatch no(String reason) {
        return new ProviderMatch(false, reason);
    }
}
