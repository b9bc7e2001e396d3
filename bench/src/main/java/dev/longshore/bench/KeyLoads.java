package dev.longshore.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Loads the same rows by each contender in turn, each time into an empty table whose rows the database numbers. One whose keys are
 * not those of its rows is not timed at all.
 */
final class KeyLoads {
    /** How often as long as Longshore with keys, in results. */
    static final String TIMES = "timesOfLongshoreWithKeys";

    private static final int WARMUPS = 5;
    private static final int ROUNDS = 21;

    private final Database database;
    private final int rows;
    private final int divisor;

    /**
     * Prepares a measurement.
     *
     * @param divisor by how much rounds are cut, 1 for a run that counts
     */
    KeyLoads(Database database, int rows, int divisor) {
        this.database = database;
        this.rows = rows;
        this.divisor = divisor;
    }

    /** Measures, and reports what each contender took. */
    Rounds run(String section, Report report) throws Exception {
        List<KeyRow> loaded = KeyRow.some(rows);
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (KeyContender contender : database.keyContenders()) {
            prove(contender, loaded);
            tasks.put(contender.title(), () -> {
                Connection connection = empty();
                System.gc();
                return Taken.by(() -> contender.load().run(connection, loaded));
            });
        }
        int warmups = Math.max(1, WARMUPS / divisor);
        int rounds = Math.max(1, ROUNDS / divisor);
        Rounds taken = Rounds.of(tasks, warmups, rounds);
        report.section(
                section,
                String.format(Locale.ROOT, "%,d rows that the database numbers, 5 columns", rows),
                Map.of("database", database.name(), "rows", rows, "columns", 5, "warmups", warmups, "rounds", rounds));
        for (String title : tasks.keySet()) {
            Map<String, Object> result = report.loaded(taken, title, KeyContender.WITHOUT_KEYS, rows);
            result.put(TIMES, taken.ratio(title, KeyContender.WITH_KEYS).toJson(3));
        }
        return taken;
    }

    private Connection empty() throws Exception {
        database.beginKeys();
        return database.connection("");
    }

    private void prove(KeyContender contender, List<KeyRow> loaded) throws Exception {
        Connection connection = empty();
        List<Long> keys = contender.load().run(connection, loaded);
        Map<String, Long> stored = stored(connection);
        boolean isWired = stored.size() == loaded.size() && (keys.isEmpty() || keys.size() == loaded.size());
        for (int i = 0; isWired && i < keys.size(); i++) {
            isWired = keys.get(i).equals(stored.get(loaded.get(i).name()));
        }
        if (!isWired) {
            throw new IllegalStateException(contender.title() + " gives back other keys than are stored");
        }
    }

    private static Map<String, Long> stored(Connection connection) throws SQLException {
        Map<String, Long> stored = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select name, id from item")) {
            while (row.next()) {
                stored.put(row.getString(1), row.getLong(2));
            }
        }
        return stored;
    }
}
