package dev.longshore.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.BenchRow;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContenderCorrectnessTest {
    private static final int ROWS = 1_201;

    @SuppressWarnings("NullAway.Init") // before all
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Contender.class)
    void rowsAreStoredAsTheyAre(Contender contender) throws SQLException {
        List<BenchRow> rows = MixedRows.some(ROWS);
        try (Connection connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench");
            statement.execute("create table bench " + MixedRows.TABLE);

            contender.load(connection, rows);

            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(stored(statement)).isEqualTo(rows);
        }
    }

    private static List<BenchRow> stored(Statement statement) throws SQLException {
        List<BenchRow> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("select * from bench order by id")) {
            while (row.next()) {
                rows.add(new BenchRow(
                        row.getLong("id"),
                        row.getString("name"),
                        row.getBigDecimal("amount"),
                        row.getInt("quantity"),
                        row.getObject("created", LocalDateTime.class),
                        row.getBoolean("active"),
                        row.getString("note")));
            }
        }
        return rows;
    }
}
