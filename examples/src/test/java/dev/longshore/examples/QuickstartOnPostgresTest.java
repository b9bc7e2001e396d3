package dev.longshore.examples;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class QuickstartOnPostgresTest extends QuickstartOnServer {
    @SuppressWarnings("NullAway.Init") // before all
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException, SQLException {
        server = EmbeddedPostgres.builder().start();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create role visitor login password 'secret'");
            statement.execute("grant create on schema public to visitor");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    String url() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
    }

    @Override
    String superuser() {
        return "postgres";
    }

    @Override
    String product() {
        return "PostgreSQL";
    }

    @Override
    String path() {
        return "copy-binary";
    }

    @Override
    String tablesQuery() {
        return "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace";
    }
}
