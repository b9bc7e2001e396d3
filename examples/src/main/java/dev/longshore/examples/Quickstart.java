package dev.longshore.examples;

import dev.longshore.BulkInserter;
import dev.longshore.LoadResult;
import dev.longshore.StageTimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A first load: real airports, repeated under new keys to half a million rows, go into a fresh SQLite file by Longshore; then
 * the same rows go into another fresh file by the plain way, a loop of {@code executeUpdate} in one transaction. Run it by
 * {@code mvn -q -Pquickstart}.
 *
 * <p>With {@code -Durl=jdbc:…}, and {@code -Duser=…} and {@code -Dpassword=…} where the URL does not have them, both loads go into
 * that database, each into a table of its own, which the program creates and at the end drops. It never drops a table that it did
 * not create in the same run: if one of the names is taken, it stops. The plain loop is ended after half a minute, since over a
 * network it would take many.
 */
public final class Quickstart {
    private static final int ROWS = 500_000;
    private static final Duration LONGEST_LOOP = Duration.ofSeconds(30);
    private static final String TABLE = "longshore_airport";
    private static final String LOOP_TABLE = "longshore_airport_loop";
    private static final String COLUMNS = """
            (id integer primary key, iata varchar(4) not null, name varchar(60) not null, city varchar(60), \
            state varchar(2), country varchar(60) not null, latitude double precision not null, \
            longitude double precision not null)""";

    private final PrintStream out;
    private final boolean terminal;
    private final int rows;
    private final Duration longestLoop;

    Quickstart(PrintStream out, boolean terminal, int rows, Duration longestLoop) {
        this.out = out;
        this.terminal = terminal;
        this.rows = rows;
        this.longestLoop = longestLoop;
    }

    /** What a way of loading did. */
    private record Speed(long rows, Duration elapsed) {
        double rowsPerSecond() {
            return rows * 1e9 / Math.max(1, elapsed.toNanos());
        }
    }

    /** A table that this program made, and drops when it is closed. */
    private record OwnTable(Connection connection, String name) implements AutoCloseable {
        static OwnTable create(Connection connection, String name) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table " + name + COLUMNS);
            } catch (SQLException e) {
                throw new SQLException(
                        "The table " + name + " can't be created: " + e.getMessage()
                                + "\nIf there is one already it is left alone; drop it yourself if it is of no use.",
                        e);
            }
            return new OwnTable(connection, name);
        }

        @Override
        public void close() throws SQLException {
            if (!connection.getAutoCommit()) {
                // the loop failed halfway
                connection.rollback();
                connection.setAutoCommit(true);
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("drop table " + name);
            }
        }
    }

    /**
     * Runs the example.
     *
     * @param args none
     * @throws IOException if the files can't be read or written
     */
    public static void main(String[] args) throws IOException {
        Quickstart quickstart = new Quickstart(System.out, onTerminal(), ROWS, LONGEST_LOOP);
        String url = given("url");
        try {
            if (url == null) {
                quickstart.runInFiles(Path.of("target"));
            } else {
                quickstart.runIn(url, given("user"), given("password"));
            }
        } catch (SQLException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** The pom passes what is not given as empty. */
    private static @Nullable String given(String property) {
        String value = System.getProperty(property, "");
        return value.isEmpty() ? null : value;
    }

    @SuppressWarnings("SystemConsoleNull") // from JDK 22 on null only with -Djdk.console=java.base, which the pom gives
    private static boolean onTerminal() {
        return System.console() != null;
    }

    /** Loads into two fresh SQLite files, which stay. */
    void runInFiles(Path folder) throws IOException, SQLException {
        Files.createDirectories(folder);
        Path file = fresh(folder.resolve("quickstart.db"));
        Path loopFile = fresh(folder.resolve("quickstart-loop.db"));
        Airports airports = Airports.read();
        introduce(airports, "a fresh SQLite file");
        Speed bulk;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            OwnTable.create(connection, TABLE); // stays
            bulk = load(connection, airports);
        }
        Speed loop;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + loopFile)) {
            OwnTable.create(connection, LOOP_TABLE);
            loop = loop(connection, airports);
        }
        compare(bulk, loop);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            readBack(connection);
        }
        out.printf("%nThe table %s stays in %s.%n", TABLE, file);
    }

    /**
     * Loads into a database of the user's, and leaves it as it was.
     *
     * @param user null if the URL has it, or there is none
     * @param password likewise
     */
    @SuppressWarnings("try") // the tables are there to be dropped
    void runIn(String url, @Nullable String user, @Nullable String password) throws IOException, SQLException {
        Airports airports = Airports.read();
        try (Connection connection = connect(url, user, password)) {
            introduce(airports, connection.getMetaData().getDatabaseProductName());
            try (OwnTable table = OwnTable.create(connection, TABLE);
                    OwnTable loopTable = OwnTable.create(connection, LOOP_TABLE)) {
                Speed bulk = load(connection, airports);
                compare(bulk, loop(connection, airports));
                readBack(connection);
            }
        }
        out.printf("%nThe tables %s and %s are dropped again.%n", TABLE, LOOP_TABLE);
    }

    private static Connection connect(String url, @Nullable String user, @Nullable String password)
            throws SQLException {
        Properties credentials = new Properties();
        if (user != null) {
            credentials.setProperty("user", user);
        }
        if (password != null) {
            credentials.setProperty("password", password);
        }
        return DriverManager.getConnection(url, credentials);
    }

    private static Path fresh(Path file) throws IOException {
        for (String suffix : new String[] {"", "-journal", "-wal", "-shm"}) {
            Files.deleteIfExists(Path.of(file + suffix));
        }
        return file;
    }

    private void introduce(Airports airports, String where) {
        out.printf(
                Locale.ROOT,
                "%n%,d airports, repeated under new keys to %,d rows, into %s%n%n",
                airports.count(),
                rows,
                where);
    }

    /** The whole of it: an inserter, a table, rows. The plan and the progress are extras. */
    private Speed load(Connection connection, Airports airports) throws SQLException {
        BulkInserter inserter = BulkInserter.forConnection(connection).into(TABLE);
        out.println(inserter.explain(Airport.class));
        LoadResult result;
        try (Progress progress = new Progress(out, terminal, "Longshore ", rows)) {
            result = inserter.listener(progress).insert(airports.repeated(rows));
        }
        out.println(result);
        StageTimes stages = result.stages();
        out.printf(
                "metadata %d ms, rows %d ms, mapping %d ms, database %d ms, commit %d ms%n%n",
                stages.metadata().toMillis(),
                stages.source().toMillis(),
                stages.mapping().toMillis(),
                stages.send().toMillis(),
                stages.commit().toMillis());
        return new Speed(result.rowsWritten(), result.elapsed());
    }

    /** The plain way, with the one thing that everybody knows to do: a single transaction. */
    private Speed loop(Connection connection, Airports airports) throws SQLException {
        try (Progress progress = new Progress(out, terminal, "plain loop", rows)) {
            long start = System.nanoTime();
            int done = 0;
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into " + LOOP_TABLE + " values (?, ?, ?, ?, ?, ?, ?, ?)")) {
                Iterator<Airport> remaining = airports.repeated(rows);
                while (remaining.hasNext() && System.nanoTime() - start < longestLoop.toNanos()) {
                    Airport airport = remaining.next();
                    insert.setLong(1, airport.id());
                    insert.setString(2, airport.iata());
                    insert.setString(3, airport.name());
                    setText(insert, 4, airport.city());
                    setText(insert, 5, airport.state());
                    insert.setString(6, airport.country());
                    insert.setDouble(7, airport.latitude());
                    insert.setDouble(8, airport.longitude());
                    insert.executeUpdate();
                    if (++done % 10_000 == 0) {
                        progress.loaded(done);
                    }
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            progress.loaded(done);
            return new Speed(done, elapsed);
        }
    }

    private static void setText(PreparedStatement insert, int index, @Nullable String text) throws SQLException {
        insert.setString(index, text);
    }

    private void compare(Speed bulk, Speed loop) {
        out.println();
        if (loop.rows() < rows) {
            out.printf(Locale.ROOT, "The plain loop was ended after %,d rows.%n%n", loop.rows());
        }
        show("Longshore", bulk);
        show("plain loop, one transaction", loop);
        out.printf(
                Locale.ROOT,
                "%-28s %9.1f times as fast%n%n",
                "",
                bulk.rowsPerSecond() / Math.max(Double.MIN_NORMAL, loop.rowsPerSecond()));
    }

    private void show(String way, Speed speed) {
        out.printf(Locale.ROOT, "%-28s %,9.0f rows per second%n", way, speed.rowsPerSecond());
    }

    private void readBack(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet count = statement.executeQuery("select count(*) from " + TABLE)) {
                count.next();
                out.printf(Locale.ROOT, "Read back: %,d rows, among them%n", count.getLong(1));
            }
            int last = rows;
            String some = "select id, iata, name, city, latitude, longitude from " + TABLE + " where id in (1, "
                    + (1 + last / 2) + ", " + last + ") order by id";
            try (ResultSet airport = statement.executeQuery(some)) {
                while (airport.next()) {
                    out.printf(
                            Locale.ROOT,
                            "%,9d  %s  %s, %s (%.4f, %.4f)%n",
                            airport.getLong(1),
                            airport.getString(2),
                            airport.getString(3),
                            airport.getString(4),
                            airport.getDouble(5),
                            airport.getDouble(6));
                }
            }
        }
    }
}
