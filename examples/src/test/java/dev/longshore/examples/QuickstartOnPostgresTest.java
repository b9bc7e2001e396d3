package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The quickstart in a PostgreSQL server that is started from a Maven artifact. */
class QuickstartOnPostgresTest {
    private static final int ROWS = 4_000;

    @SuppressWarnings("NullAway.Init") // before all
    private static EmbeddedPostgres server;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Quickstart quickstart =
            new Quickstart(new PrintStream(printed, true, StandardCharsets.UTF_8), false, ROWS, Duration.ofMinutes(1));

    @BeforeAll
    static void start() throws IOException, SQLException {
        server = EmbeddedPostgres.builder().start();
        execute("create role visitor login password 'secret'");
        execute("grant create on schema public to visitor");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @AfterEach
    void dropTables() throws SQLException {
        execute("drop table if exists longshore_airport");
        execute("drop table if exists longshore_airport_loop");
    }

    private static String url() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
    }

    @Test
    void givenDatabaseIsLeftAsItWas() throws Exception {
        quickstart.runIn(url(), "visitor", "secret");

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("3,376 airports, repeated under new keys to 4,000 rows, into PostgreSQL")
                .contains("load into longshore_airport (PostgreSQL ")
                .contains("4000 rows written by copy-binary")
                .contains("Read back: 4,000 rows, among them\n"
                        + "        1  00M  Thigpen, Bay Springs (31.9538, -89.2345)\n"
                        + "    2,001  ")
                .contains("The tables longshore_airport and longshore_airport_loop are dropped again.");
        assertThat(tables()).isEmpty();
    }

    @Test
    void tableOfTheUsersIsLeftAlone() throws Exception {
        execute("create table longshore_airport_loop (a int)");
        execute("insert into longshore_airport_loop values (7)");

        assertThatThrownBy(() -> quickstart.runIn(url() + "?user=postgres", null, null))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("The table longshore_airport_loop can't be created: ")
                .hasMessageEndingWith("If there is one already it is left alone; drop it yourself if it is of no use.");

        assertThat(tables()).containsExactly("longshore_airport_loop");
        assertThat(query("select a from longshore_airport_loop")).containsExactly("7");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> tables() throws SQLException {
        return query("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace");
    }

    private static List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(row.getString(1));
            }
        }
        return rows;
    }
}
