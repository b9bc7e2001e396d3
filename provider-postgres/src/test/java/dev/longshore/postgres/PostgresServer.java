package dev.longshore.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server of all tests: one that is started from a Maven artifact, or, with {@code -Dlongshore.test.postgres.url} (and user,
 * password), one that is there already. Started once and stopped with the JVM.
 */
final class PostgresServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    /** Started when it is first asked for. */
    private static final class Running {
        static final String URL = url();

        private static String url() {
            String given = System.getProperty("longshore.test.postgres.url");
            if (given != null) {
                return given;
            }
            try {
                // closes itself when the JVM ends
                return EmbeddedPostgres.builder().start().getJdbcUrl("postgres", "postgres");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static String url() {
        return Running.URL;
    }

    static int port() {
        return Integer.parseInt(url().replaceFirst("^jdbc:postgresql://[^/:]+:(\\d+)/.*$", "$1"));
    }

    static Connection connect() throws SQLException {
        return connect(new Properties());
    }

    /** Opens a connection whose tables are in a schema. */
    static Connection connectTo(String schema) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema);
        return connect(properties);
    }

    static Connection connect(Properties more) throws SQLException {
        return DriverManager.getConnection(url(), properties(more));
    }

    static Properties properties(Properties more) {
        Properties properties = new Properties();
        properties.setProperty("user", System.getProperty("longshore.test.postgres.user", "postgres"));
        properties.setProperty("password", System.getProperty("longshore.test.postgres.password", "postgres"));
        more.stringPropertyNames().forEach(name -> properties.setProperty(name, more.getProperty(name)));
        return properties;
    }

    /** Makes an empty schema with a name of its own. */
    static String newSchema() throws SQLException {
        String schema = "longshore_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        execute("create schema " + schema);
        return schema;
    }

    static void dropSchema(String schema) throws SQLException {
        execute("set client_min_messages = warning; drop schema if exists " + schema + " cascade");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
