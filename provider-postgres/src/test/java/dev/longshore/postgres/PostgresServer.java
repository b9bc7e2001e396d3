package dev.longshore.postgres;

import dev.longshore.tck.TcpProxy;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The server of the tests: one that is started from a Maven artifact, or, with {@code -Dlongshore.test.postgres.url} (and user,
 * password), one that is there already. Started once and stopped with the JVM.
 */
final class PostgresServer {
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    /** Started when it is first asked for. */
    private static final class Running {
        static final Login LOGIN = login();

        private static Login login() {
            String given = System.getProperty("longshore.test.postgres.url");
            if (given != null) {
                return new Login(
                        given,
                        System.getProperty("longshore.test.postgres.user", "postgres"),
                        System.getProperty("longshore.test.postgres.password", "postgres"));
            }
            try {
                // closes itself when the JVM ends
                EmbeddedPostgres started = EmbeddedPostgres.builder().start();
                return new Login(started.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * What it takes to connect to a server.
     *
     * @param url its URL, as {@code jdbc:postgresql://host:port/database}
     */
    record Login(String url, String user, String password) {
        Connection connect(Properties more) throws SQLException {
            return DriverManager.getConnection(url, properties(more));
        }

        /** Opens a connection whose tables are in a schema. */
        Connection connectTo(String schema) throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("currentSchema", schema);
            return connect(properties);
        }

        private Properties properties(Properties more) {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", password);
            more.stringPropertyNames().forEach(name -> properties.setProperty(name, more.getProperty(name)));
            return properties;
        }

        /** Makes an empty schema with a name of its own. */
        String newSchema() throws SQLException {
            String schema = "longshore_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
            execute("create schema " + schema);
            return schema;
        }

        void dropSchema(String schema) throws SQLException {
            execute("set client_min_messages = warning; drop schema if exists " + schema + " cascade");
        }

        private void execute(String sql) throws SQLException {
            try (Connection connection = connect(new Properties());
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    static Login login() {
        return Running.LOGIN;
    }

    static String url() {
        return login().url();
    }

    static String host() {
        return url().replaceFirst("^jdbc:postgresql://([^/:?]+)[:/?].*$", "$1");
    }

    static int port() {
        return Integer.parseInt(url().replaceFirst("^jdbc:postgresql://[^/:]+:(\\d+)/.*$", "$1"));
    }

    /** The URL by way of a proxy on this machine. */
    static String url(int proxyPort) {
        return url().replaceFirst("//[^/]+/", "//localhost:" + proxyPort + "/");
    }

    static Connection connect() throws SQLException {
        return connect(new Properties());
    }

    static Connection connect(Properties more) throws SQLException {
        return login().connect(more);
    }

    static Connection connectTo(String schema) throws SQLException {
        return login().connectTo(schema);
    }

    static Properties properties(Properties more) {
        return login().properties(more);
    }

    static String newSchema() throws SQLException {
        return login().newSchema();
    }

    static void dropSchema(String schema) throws SQLException {
        login().dropSchema(schema);
    }

    /** A message of a client, as {@link TcpProxy} reads it: what comes before a session has no type. */
    static byte[] message(DataInputStream client, byte @Nullable [] previous) throws IOException {
        boolean typed = previous != null && !isEncryptionRequest(previous);
        byte[] header = new byte[typed ? 5 : 4];
        client.readFully(header);
        return TcpProxy.message(client, header, ByteBuffer.wrap(header).getInt(header.length - 4) - 4);
    }

    private static boolean isEncryptionRequest(byte[] message) {
        int code = message.length == 8 ? ByteBuffer.wrap(message).getInt(4) : 0;
        return code == SSL_REQUEST || code == GSS_REQUEST;
    }
}
