package dev.longshore.bench.keys;

import dev.longshore.bench.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Times 10 000 rows with keys in SQLite, each load into a fresh file, rollback journal, default synchronous. Arguments: the file to
 * write.
 */
public final class SqliteKeyTimings {
    private static final int ROWS = 10_000;

    private SqliteKeyTimings() {}

    /** A file that is made anew for each load. */
    private static final class Fresh implements KeyTimings.Database, AutoCloseable {
        private final Path folder;
        private @Nullable Connection open;

        Fresh(Path folder) {
            this.folder = folder;
        }

        @Override
        public Connection emptied() throws SQLException, IOException {
            close();
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("keys.db"));
            open = connection;
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table item (id integer primary key, name text not null, amount numeric,"
                        + " quantity integer, active integer)");
            }
            return connection;
        }

        @Override
        public void close() throws SQLException, IOException {
            if (open != null) {
                open.close();
                Files.delete(folder.resolve("keys.db"));
            }
        }
    }

    /**
     * Runs all.
     *
     * @param args the file to write
     * @throws Exception if a load fails
     */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("longshore-keys");
        try (Fresh database = new Fresh(folder)) {
            String without = "Longshore without keys";
            String ours = "Longshore with keys";
            String loop = "executeUpdate with getGeneratedKeys";
            KeyTimings timings = new KeyTimings(database)
                    .with(KeyContender.withoutKeys(without))
                    .with(KeyContender.withKeys(ours, UnaryOperator.identity()))
                    .with(KeyContender.loop(loop));
            Rounds rounds = timings.run(ROWS, without);
            timings.report()
                    .atMost(
                            "SQLite, time with keys over that without",
                            1.15,
                            rounds.ratio(ours, without).median());
            timings.report()
                    .atLeast(
                            "SQLite, time of executeUpdate with getGeneratedKeys over Longshore's",
                            2.8,
                            rounds.ratio(loop, ours).median());
            timings.write(Path.of(args[0]));
        }
        Files.delete(folder);
    }
}
