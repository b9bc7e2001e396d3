package dev.longshore.bench.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** The server of a run: the one at {@code -Dlongshore.bench.postgres.url=}, or one that is started from a Maven artifact. */
final class PostgresUrl {
    private PostgresUrl() {}

    /** What is done with a server. */
    interface Use {
        void of(String url) throws Exception;
    }

    static void with(Use use) throws Exception {
        String given = System.getProperty("longshore.bench.postgres.url");
        if (given != null) {
            use.of(given);
            return;
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            use.of(server.getJdbcUrl("postgres", "postgres"));
        }
    }
}
