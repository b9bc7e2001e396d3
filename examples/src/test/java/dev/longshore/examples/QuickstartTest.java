package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.tck.JdbcTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTest {
    private static final int ROWS = 4_000;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Quickstart quickstart =
            new Quickstart(new PrintStream(printed, true, StandardCharsets.UTF_8), false, ROWS, Duration.ofMinutes(1));

    @Test
    void bothWaysStoreTheSameRows() throws Exception {
        quickstart.runInFiles(folder);

        List<String> loaded = rows(folder.resolve("quickstart.db"), "longshore_airport");
        assertThat(loaded)
                .hasSize(ROWS)
                .isEqualTo(rows(folder.resolve("quickstart-loop.db"), "longshore_airport_loop"));
        assertThat(loaded.get(0)).isEqualTo("1|00M|Thigpen|Bay Springs|MS|USA|31.95376472|-89.23450472");
        assertThat(loaded.get(3_376)).isEqualTo("3377|00M|Thigpen|Bay Springs|MS|USA|31.95376472|-89.23450472");
        assertThat(loaded).contains("1137|CLD|MC Clellan-Palomar Airport|null|null|USA|33.127231|-117.278727");
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("3,376 airports, repeated under new keys to 4,000 rows, into a fresh SQLite file")
                .contains("load into longshore_airport (SQLite ")
                .contains("4000 rows written by ")
                .contains("Read back: 4,000 rows");
    }

    @Test
    void givenDatabaseIsLeftAsItWas() throws Exception {
        Path file = folder.resolve("mine.db");
        execute(file, "create table mine (a)");

        quickstart.runIn("jdbc:sqlite:" + file, null, null);

        assertThat(tables(file)).containsExactly("mine");
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Read back: 4,000 rows");
    }

    @Test
    void tableOfTheUsersIsLeftAlone() throws Exception {
        Path file = folder.resolve("mine.db");
        execute(file, "create table longshore_airport_loop (a)");

        assertThatThrownBy(() -> quickstart.runIn("jdbc:sqlite:" + file, null, null))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("The table longshore_airport_loop can't be created: ")
                .hasMessageEndingWith("If there is one already it is left alone; drop it yourself if it is of no use.");

        assertThat(tables(file)).containsExactly("longshore_airport_loop");
    }

    @Test
    void plainLoopEndsWhenItsTimeIsOver() throws Exception {
        Quickstart hasty = new Quickstart(
                new PrintStream(printed, true, StandardCharsets.UTF_8), false, ROWS, Duration.ofNanos(1));

        hasty.runIn("jdbc:sqlite:" + folder.resolve("mine.db"), null, null);

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("The plain loop was ended after 0 rows.")
                .contains("Read back: 4,000 rows");
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            JdbcTest.execute(connection, sql);
        }
    }

    private static List<String> tables(Path file) throws SQLException {
        return query(file, "select name from sqlite_schema where type = 'table' order by name");
    }

    private static List<String> rows(Path file, String table) throws SQLException {
        return query(file, "select * from " + table + " order by id");
    }

    private static List<String> query(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            return JdbcTest.rows(connection, sql);
        }
    }
}
