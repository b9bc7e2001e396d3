package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The folder of a run's databases. Each load gets a fresh file, made outside its time.
 *
 * @param folder an existing folder
 */
record Workplace(Path folder) {
    static Workplace in(Path folder) throws IOException {
        return new Workplace(Files.createDirectories(folder));
    }

    /** Makes a database with nothing but the empty table, in place of the one before. */
    Path freshDatabase(int columns, String... pragmas) throws IOException, SQLException {
        Path file = folder.resolve("bench.db");
        for (String suffix : new String[] {"", "-journal", "-wal", "-shm"}) {
            Files.deleteIfExists(Path.of(file + suffix));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute(pragma);
            }
            statement.execute(BenchRows.createTable(columns));
        }
        return file;
    }
}
