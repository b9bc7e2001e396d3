package dev.longshore.mysql;

import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;

/**
 * MySQL itself, of which there is no Maven artifact, as its vendor sets it up: {@code -Dlongshore.test.mysql.image}, by default
 * mysql:8.4. Started when it is first asked for, and stopped by Testcontainers after the JVM.
 */
final class MySqlContainer {
    static final String NO_DOCKER =
            "no Docker answers, so the image of -Dlongshore.test.mysql.image (mysql:8.4) was not started";

    private static final class Running {
        static final MySQLContainer CONTAINER =
                new MySQLContainer(System.getProperty("longshore.test.mysql.image", "mysql:8.4")).withUsername("root");

        static {
            CONTAINER.start();
        }
    }

    private MySqlContainer() {}

    static boolean isDockerThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    static MySqlServer.Login login() {
        MySQLContainer container = Running.CONTAINER;
        return new MySqlServer.Login(
                "jdbc:mariadb://" + container.getHost() + ":" + container.getMappedPort(MySQLContainer.MYSQL_PORT)
                        + "/",
                container.getUsername(),
                container.getPassword(),
                // the server's passwords need an encrypted connection, or its key
                Map.of("allowPublicKeyRetrieval", "true"));
    }
}
