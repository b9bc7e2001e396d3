package dev.longshore.postgres;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Servers that speak PostgreSQL's protocol and are something else. They are told by what every server says of itself when a
 * connection opens, so that nothing is asked. Extensions and services that run PostgreSQL's own code (TimescaleDB, Citus,
 * Babelfish, Aurora) say what PostgreSQL says and are taken for it, and so are poolers, which pass on what the server said.
 */
final class Relatives {
    private static final String YUGABYTE = "-YB-";
    private static final String REDSHIFT = "8.0.2";

    /** {@code 17.7}, {@code 18beta1}, {@code 16.4 (Debian 16.4-1.pgdg120+1)}. */
    private static final Pattern OWN_VERSION =
            Pattern.compile("\\d+(\\.\\d+)*(devel|alpha\\d*|beta\\d*|rc\\d*)?( \\(.*\\))?");

    private Relatives() {}

    /**
     * Names the server.
     *
     * @param serverVersion what it reports as {@code server_version}; null if nothing
     * @param cockroachVersion what it reports as {@code crdb_version}; null if nothing
     * @return what it is; null if it is PostgreSQL
     */
    static @Nullable String name(@Nullable String serverVersion, @Nullable String cockroachVersion) {
        if (cockroachVersion != null) {
            return "CockroachDB";
        }
        if (serverVersion == null) {
            return "one that does not tell its version";
        }
        if (serverVersion.contains(YUGABYTE)) {
            return "YugabyteDB";
        }
        if (serverVersion.equals(REDSHIFT)) {
            return "Amazon Redshift";
        }
        return OWN_VERSION.matcher(serverVersion).matches() ? null : "one of the unknown version " + serverVersion;
    }
}
