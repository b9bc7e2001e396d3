package dev.longshore.sqlserver;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mssqlserver.MSSQLServerContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The server of the live tests, where there is one: that of {@code -Dlongshore.test.sqlserver.url} (user, password), or one in a
 * container. Each test has a database of its own, which is emptied and used again.
 */
final class SqlServerServer {
    private static final String IMAGE = "mcr.microsoft.com/mssql/server";
    private static final int DROP_TRIES = 20;
    private static final long DROP_PAUSE_NANOS = 100_000_000;
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final Deque<Database> FREE = new ArrayDeque<>();

    /**
     * A database with a connection that is left open from test to test: the first look into a catalog costs a connection more than
     * all others, on Babelfish most of a second.
     */
    record Database(String name, Connection owner) {}

    private SqlServerServer() {}

    /** Started when it is first asked for, and stopped by Testcontainers after the JVM. */
    private static final class Container {
        static final MSSQLServerContainer RUNNING = new MSSQLServerContainer(DockerImageName.parse(
                                System.getProperty("longshore.test.sqlserver.image", IMAGE + ":2022-latest"))
                        .asCompatibleSubstituteFor(IMAGE))
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

    /** Asked once. */
    private static final class Product {
        static final boolean IS_BABELFISH = isBabelfishAsked();

        private static boolean isBabelfishAsked() {
            try (Connection connection = connectTo("");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "select cast(serverproperty('BabelfishVersion') as nvarchar(128))")) {
                row.next();
                return row.getString(1) != null;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Whether the server is Babelfish, which can do less. */
    static boolean isBabelfish() {
        return Product.IS_BABELFISH;
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
    static synchronized Database takeDatabase() throws SQLException {
        if (!FREE.isEmpty()) {
            return FREE.pop();
        }
        String name = "longshore_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (Connection connection = connectTo("");
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        Database database = new Database(name, connect(name));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> drop(database)));
        return database;
    }

    /** A connection that was closed a moment ago may still hold the database. */
    private static void drop(Database database) {
        SQLException last = null;
        for (int i = 0; i < DROP_TRIES; i++) {
            try (Connection connection = connectTo("");
                    Statement statement = connection.createStatement()) {
                database.owner().close();
                statement.execute("drop database " + database.name());
                return;
            } catch (SQLException e) {
                last = e;
                LockSupport.parkNanos(DROP_PAUSE_NANOS);
            }
        }
        System.getLogger(SqlServerServer.class.getName())
                .log(System.Logger.Level.WARNING, "the database " + database.name() + " is left behind", last);
    }

    static synchronized void giveBack(Database database) {
        FREE.push(database);
    }
}
