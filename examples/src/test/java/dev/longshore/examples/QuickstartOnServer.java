package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.tck.JdbcTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The quickstart in a server that is started from a Maven artifact. */
abstract class QuickstartOnServer {
    private static final int ROWS = 4_000;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Quickstart quickstart =
            new Quickstart(new PrintStream(printed, true, StandardCharsets.UTF_8), false, ROWS, Duration.ofMinutes(1));

    /** The URL of an empty database, without parameters. */
    abstract String url();

    /** A user who may do everything, and has no password. */
    abstract String superuser();

    abstract String product();

    abstract String path();

    /** Asks for the names of all tables of the database. */
    abstract String tablesQuery();

    @AfterEach
    void dropTables() throws SQLException {
        execute("drop table if exists longshore_airport");
        execute("drop table if exists longshore_airport_loop");
    }

    @Test
    void givenDatabaseIsLeftAsItWas() throws Exception {
        loadsAndCleansUp(url());
    }

    final void loadsAndCleansUp(String url) throws Exception {
        quickstart.runIn(url, "visitor", "secret");

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("3,376 airports, repeated under new keys to 4,000 rows, into " + product())
                .contains("load into longshore_airport (" + product() + " ")
                .contains("4000 rows written by " + path())
                .containsSubsequence(
                        "Read back: 4,000 rows, among them",
                        "        1  00M  Thigpen, Bay Springs (31.9538, -89.2345)",
                        "    2,001  ")
                .contains("The tables longshore_airport and longshore_airport_loop are dropped again.");
        assertThat(query(tablesQuery())).isEmpty();
    }

    @Test
    void tableOfTheUsersIsLeftAlone() throws Exception {
        execute("create table longshore_airport_loop (a int)");
        execute("insert into longshore_airport_loop values (7)");

        assertThatThrownBy(() -> quickstart.runIn(url() + "?user=" + superuser(), null, null))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("The table longshore_airport_loop can't be created: ")
                .hasMessageEndingWith("If there is one already it is left alone; drop it yourself if it is of no use.");

        assertThat(query(tablesQuery())).containsExactly("longshore_airport_loop");
        assertThat(query("select a from longshore_airport_loop")).containsExactly("7");
    }

    final void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), superuser(), "")) {
            JdbcTest.execute(connection, sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), superuser(), "")) {
            return JdbcTest.rows(connection, sql);
        }
    }
}
