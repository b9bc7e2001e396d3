package dev.longshore.postgres;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** Where there is Docker, a server of its vendor's own build, by default the newest; {@code -Dlongshore.test.postgres.image}. */
@DisplayName("PostgreSQL in a container keeps the contract")
@EnabledIf(
        value = "isDockerThere",
        disabledReason =
                "no Docker answers, so the image of -Dlongshore.test.postgres.image (postgres:latest) was not started")
final class PostgresContainerTckTest extends BulkProviderTck {
    /** Started when it is first asked for, and stopped by Testcontainers after the JVM. */
    private static final class Running {
        static final PostgreSQLContainer CONTAINER =
                new PostgreSQLContainer(System.getProperty("longshore.test.postgres.image", "postgres:latest"));

        static {
            CONTAINER.start();
        }
    }

    static boolean isDockerThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    @Override
    protected TckDatabase newDatabase() throws SQLException {
        PostgreSQLContainer container = Running.CONTAINER;
        return new PostgresTckDatabase(
                new PostgresServer.Login(container.getJdbcUrl(), container.getUsername(), container.getPassword()));
    }
}
