package dev.longshore.mysql;

import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mariadb.MariaDBContainer;

/** Where there is Docker, a server of its vendor's own build, by default the newest with long support; {@code -Dlongshore.test.mariadb.image}. */
@DisplayName("MariaDB in a container keeps the contract")
@EnabledIf(
        value = "isDockerThere",
        disabledReason =
                "no Docker answers, so the image of -Dlongshore.test.mariadb.image (mariadb:lts) was not started")
final class MariaDbContainerTckTest extends BulkProviderTck {
    /** Started when it is first asked for, and stopped by Testcontainers after the JVM. */
    private static final class Running {
        static final MariaDBContainer CONTAINER = new MariaDBContainer(
                        System.getProperty("longshore.test.mariadb.image", "mariadb:lts"))
                .withUsername("root");

        static {
            CONTAINER.start();
        }
    }

    static boolean isDockerThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    @Override
    protected TckDatabase newDatabase() throws SQLException {
        MariaDBContainer container = Running.CONTAINER;
        return new MySqlTckDatabase(new MySqlServer.Login(
                "jdbc:mariadb://" + container.getHost() + ":" + container.getFirstMappedPort() + "/",
                container.getUsername(),
                container.getPassword(),
                Map.of()));
    }
}
