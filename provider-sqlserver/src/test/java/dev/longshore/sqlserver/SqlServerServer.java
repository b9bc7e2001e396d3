package dev.longshore.sqlserver;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mssqlserver.MSSQLServerContainer;

/**
 * The server of the live tests, where there is one: that of {@code -Dlongshore.test.sqlserver.url} (user, password), or one in a
 * container. Each test has a database of its own, which is emptied and used again.
 */
final class SqlServerServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final Deque<String> FREE = new ArrayDeque<>();

    private SqlServerServer() {}

    /** Started when it is first asked for, and stopped by Testcontainers after the JVM. */
    private static final class Container {
        static final MSSQLServerContainer RUNNING = new MSSQLServerContainer(System.getProperty(
                        "longshore.test.sqlserver.image", "mcr.microsoft.com/mssql/server:2022-latest"))
                .acceptLicense();

        static {
            RUNNING.start();
        }
    }

    private static boolean isGiven() {
        return System.getProperty("longshore.test.sqlserver.url") != null;
    }

    /** For the condition of the live tests. */
    static boolean isThere() {
        return isGiven() || DockerClientFactory.instance().isDockerAvailable();
    }

    private static Connection connectTo(String more) throws SQLException {
        if (isGiven()) {
            return DriverManager.getConnection(
                    System.getProperty("longshore.test.sqlserver.url") + more,
                    System.getProperty("longshore.test.sqlserver.user", "sa"),
                    System.getProperty("longshore.test.sqlserver.password", ""));
        }
        MSSQLServerContainer container = Container.RUNNING;
        return DriverManager.getConnection(
                container.getJdbcUrl() + ";trustServerCertificate=true" + more,
                container.getUsername(),
                container.getPassword());
    }

    static Connection connect(String database) throws SQLException {
        return connectTo(";databaseName=" + database);
    }

    /** Hands out a database without tables. */
    static synchronized String takeDatabase() throws SQLException {
        if (!FREE.isEmpty()) {
            return FREE.pop();
        }
        String database = "longshore_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (Connection connection = connectTo("");
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> drop(database)));
        }
        return database;
    }

    private static void drop(String database) {
        try (Connection connection = connectTo("");
                Statement statement = connection.createStatement()) {
            statement.execute("drop database " + database);
        } catch (SQLException e) {
            System.getLogger(SqlServerServer.class.getName())
                    .log(System.Logger.Level.WARNING, "the database " + database + " is left behind", e);
        }
    }

    static synchronized void giveBack(String database) {
        FREE.push(database);
    }
}
