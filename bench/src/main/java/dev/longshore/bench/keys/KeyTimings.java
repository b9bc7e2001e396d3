package dev.longshore.bench.keys;

import dev.longshore.bench.Environment;
import dev.longshore.bench.Report;
import dev.longshore.bench.Rounds;
import dev.longshore.bench.Taken;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads the same rows by each contender in turn, each time into an empty table, and writes times and ratios as JSON. One whose keys
 * are not those of its rows is not timed at all. System property: {@code longshore.bench.rounds}.
 */
public final class KeyTimings {
    private static final int WARMUPS = 5;
    private static final int ROUNDS = Integer.getInteger("longshore.bench.rounds", 21);

    private final Database database;
    private final List<KeyContender> contenders = new ArrayList<>();
    private final Report report = new Report(System.out);
    private final Map<String, Object> environment;

    /** Where the rows go. */
    public interface Database {
        /**
         * Empties the table {@code item}.
         *
         * @return a connection in autocommit mode; not closed by the caller
         * @throws Exception if that fails
         */
        Connection emptied() throws Exception;
    }

    /**
     * Begins a run.
     *
     * @param database where the rows go
     * @throws Exception if it does not answer
     */
    public KeyTimings(Database database) throws Exception {
        this.database = database;
        this.environment = Environment.facts(LocalDate.now(ZoneId.systemDefault()), database.emptied());
    }

    /**
     * Adds a contender.
     *
     * @param contender the contender
     * @return this run
     */
    public KeyTimings with(KeyContender contender) {
        contenders.add(contender);
        return this;
    }

    /**
     * Times a number of rows.
     *
     * @param count how many rows
     * @param reference the title of the contender with which all are compared
     * @return the times, for the goals of {@link #report}
     * @throws Exception if a load fails, or gives back other keys than it stored
     */
    public Rounds run(int count, String reference) throws Exception {
        List<KeyRow> rows = KeyRow.some(count);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("rows", count);
        parameters.put("columns", 5);
        parameters.put("warmups", WARMUPS);
        parameters.put("rounds", ROUNDS);
        report.section("keys-" + count, count + " rows into an empty table, whose numbers come back", parameters);
        Map<String, Rounds.Task> tasks = new LinkedHashMap<>();
        for (KeyContender contender : contenders) {
            prove(contender, rows);
            tasks.put(contender.title(), () -> {
                Connection connection = database.emptied();
                System.gc();
                return Taken.by(() -> contender.load().run(connection, rows));
            });
        }
        Rounds rounds = Rounds.of(tasks, WARMUPS, ROUNDS);
        for (KeyContender contender : contenders) {
            report.load(rounds, contender.title(), reference, count);
        }
        return rounds;
    }

    /**
     * The report, for the goals.
     *
     * @return the report of all runs
     */
    public Report report() {
        return report;
    }

    /**
     * Prints the goals and writes the file.
     *
     * @param file the file
     * @throws IOException if it can't be written
     */
    public void write(Path file) throws IOException {
        report.printGoals();
        report.write(file, environment);
    }

    private void prove(KeyContender contender, List<KeyRow> rows) throws Exception {
        Connection connection = database.emptied();
        List<Long> keys = contender.load().run(connection, rows);
        Map<String, Long> stored = stored(connection);
        boolean isWired = stored.size() == rows.size() && (keys.isEmpty() || keys.size() == rows.size());
        for (int i = 0; isWired && i < keys.size(); i++) {
            isWired = keys.get(i).equals(stored.get(rows.get(i).name()));
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
