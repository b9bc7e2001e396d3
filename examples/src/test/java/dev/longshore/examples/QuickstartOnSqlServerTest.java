package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsEndpoint;
import dev.longshore.tds.TdsTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The quickstart over the driver of SQL Server: against an endpoint of the protocol, and in a server where one is given. */
class QuickstartOnSqlServerTest {
    private static final int ROWS = 4_000;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Quickstart quickstart =
            new Quickstart(new PrintStream(printed, true, StandardCharsets.UTF_8), false, ROWS, Duration.ofMinutes(1));

    private static TdsTable table(String name) {
        return TdsTable.of(
                name,
                TdsColumn.of("id", "int").notNull(),
                TdsColumn.of("iata", "varchar(4)").notNull(),
                TdsColumn.of("name", "varchar(60)").notNull(),
                TdsColumn.of("city", "varchar(60)"),
                TdsColumn.of("state", "varchar(2)"),
                TdsColumn.of("country", "varchar(60)").notNull(),
                TdsColumn.of("latitude", "float").notNull(),
                TdsColumn.of("longitude", "float").notNull());
    }

    @Test
    void bothWaysSendTheSameRows() throws Exception {
        try (TdsEndpoint endpoint = TdsEndpoint.start()) {
            endpoint.add(table("longshore_airport"))
                    .add(table("longshore_airport_loop"))
                    .answer("create table ", List.of())
                    .answer("drop table ", List.of())
                    .answer("select count(*) from longshore_airport", List.of(List.of(ROWS)))
                    .answer(
                            "select id, iata, name, city, latitude, longitude from longshore_airport where id in",
                            List.of(List.of(1, "00M", "Thigpen", "Bay Springs", 31.9538, -89.2345)));

            quickstart.runIn(endpoint.url(), null, null);

            assertThat(endpoint.rows("longshore_airport"))
                    .hasSize(ROWS)
                    .isEqualTo(endpoint.rows("longshore_airport_loop"));
            assertThat(endpoint.rows("longshore_airport").get(0))
                    .containsExactly(1L, "00M", "Thigpen", "Bay Springs", "MS", "USA", 31.95376472, -89.23450472);
            assertThat(endpoint.statements())
                    .contains("drop table longshore_airport", "drop table longshore_airport_loop");
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("into Microsoft SQL Server")
                .contains("4000 rows written by bulk-copy")
                .containsSubsequence(
                        "Read back: 4,000 rows, among them", "        1  00M  Thigpen, Bay Springs (31.9538, -89.2345)")
                .contains("The tables longshore_airport and longshore_airport_loop are dropped again.");
    }

    @Test
    void tableThatCannotBeCreatedIsLeftAlone() throws Exception {
        try (TdsEndpoint endpoint = TdsEndpoint.start()) {
            String url = endpoint.url();

            assertThatThrownBy(() -> quickstart.runIn(url, null, null))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("The table longshore_airport can't be created: ");

            assertThat(endpoint.statements()).noneMatch(sql -> sql.startsWith("drop table"));
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "longshore.test.sqlserver.url",
            matches = ".+",
            disabledReason = "no server was given by -Dlongshore.test.sqlserver.url")
    void serverIsLeftAsItWas() throws Exception {
        quickstart.runIn(
                System.getProperty("longshore.test.sqlserver.url"),
                System.getProperty("longshore.test.sqlserver.user", "sa"),
                System.getProperty("longshore.test.sqlserver.password", ""));

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsSubsequence(
                        "Read back: 4,000 rows, among them",
                        "        1  00M  Thigpen, Bay Springs (31.9538, -89.2345)",
                        "    2,001  ")
                .contains("The tables longshore_airport and longshore_airport_loop are dropped again.");
    }
}
