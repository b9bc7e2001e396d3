package dev.longshore.mysql;

import dev.longshore.spi.LoadRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why LOAD DATA LOCAL can't be taken. Immutable.
 *
 * @param reason the reason as a phrase
 * @param remedy what to do so that it can be
 */
record LoadDataRefusal(String reason, String remedy) {
    private static final String QUERY =
            "SHOW VARIABLES WHERE Variable_name IN" + " ('local_infile', 'wsrep_on', 'wsrep_load_data_splitting')";

    /** Asks driver and server; null if nothing is in the way. */
    static @Nullable LoadDataRefusal of(LoadRequest request) throws SQLException {
        MySqlTable table = (MySqlTable) request.table();
        if (!table.transactional()) {
            return new LoadDataRefusal(
                    "the table's engine " + table.engine()
                            + " has no transactions, so that what LOAD DATA changes or leaves out could not be taken back",
                    "Change the engine to InnoDB, or take another path");
        }
        Connection connection = request.connection();
        if (!MariaDbDriver.has(connection)) {
            if (!ConnectorJInfile.isAllowed(connection)) {
                return new LoadDataRefusal(
                        "the connection says allowLoadLocalInfile=false", "Give allowLoadLocalInfile=true in its URL");
            }
        } else {
            MariaDbDriver driver = MariaDbDriver.of(connection);
            if (!driver.configuration().allowLocalInfile()) {
                return new LoadDataRefusal(
                        "the connection says allowLocalInfile=false", "Give allowLocalInfile=true in its URL");
            }
            if (driver.replays()) {
                return new LoadDataRefusal(
                        "the connection says transactionReplay=true, and the driver could not send the rows again",
                        "Take transactionReplay out of its URL");
            }
        }
        return ofServer(connection, table.session().keptWarnings());
    }

    private static @Nullable LoadDataRefusal ofServer(Connection connection, long keptWarnings) throws SQLException {
        Map<String, String> variables = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                variables.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        if (!isOn(variables, "local_infile")) {
            return new LoadDataRefusal("the server's local_infile is off", "Run SET GLOBAL local_infile = 1");
        }
        if (keptWarnings < ServerSession.LEAST_WARNINGS) {
            return new LoadDataRefusal(
                    "the session's max_error_count is " + keptWarnings
                            + ", so that a warning of what LOAD DATA changes may not be seen",
                    "Run SET max_error_count = 64");
        }
        if (isOn(variables, "wsrep_on") && isOn(variables, "wsrep_load_data_splitting")) {
            return new LoadDataRefusal(
                    "the cluster commits a LOAD DATA in pieces, since wsrep_load_data_splitting is on",
                    "Run SET wsrep_load_data_splitting = 0");
        }
        return null;
    }

    private static boolean isOn(Map<String, String> variables, String name) {
        String value = variables.get(name);
        return value != null && (value.equalsIgnoreCase("ON") || value.equals("1"));
    }
}
