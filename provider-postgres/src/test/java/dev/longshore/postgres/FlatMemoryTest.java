package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longshore.tck.SmallHeap;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("FW-07 Memory is flat")
final class FlatMemoryTest extends LiveTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("10 000 000 narrow rows with a heap of 64 MiB")
    void tenMillion() throws Exception {
        long rows = 10_000_000;
        execute("create unlogged table reading (id bigint, n int)");
        load("narrow", rows);
        assertThat(rows("select count(*), min(id), max(id), sum(id), sum(n) from reading"))
                .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2 + "|" + rows * (rows - 1) / 2);
    }

    @ParameterizedTest(name = "{1} rows by {0} with a heap of 64 MiB")
    @CsvSource({
        "iterator, 1000000",
        "stream, 1000000",
        "flatMap, 1000000",
        "writer, 1000000",
        "callersTransaction, 1000000",
        "resultSet, 1000000",
        "rejects, 1000000",
        "copyText, 1000000",
        "insertValues, 300000"
    })
    void largeLoads(String source, long rows) throws Exception {
        createTable("bigint");
        load(source, rows);
        assertThat(rows("select count(*), min(id), max(id), sum(id) from reading"))
                .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2);
    }

    @Test
    @DisplayName("1 000 000 rows, each second of which the server numbers, with a heap of 64 MiB")
    void numbered() throws Exception {
        long rows = 1_000_000;
        createTable("bigserial");
        load("numberedMix", rows);
        assertThat(rows("select count(*), min(id), max(id) from reading where station = 'station of its own'"))
                .containsExactly(rows / 2 + "|1|" + rows / 2);
        assertThat(rows("select count(*), min(id), max(id) from reading where station <> 'station of its own'"))
                .containsExactly(rows / 2 + "|" + rows + "|" + (2 * rows - 2));
    }

    @ParameterizedTest(name = "2 000 000 rows, each told with its key by {0}, with a heap of 64 MiB")
    @EnumSource(PostgresProvider.Keys.class)
    void keys(PostgresProvider.Keys way) throws Exception {
        boolean hasMerge = connection().getMetaData().getDatabaseMajorVersion() >= 17;
        assumeTrue(hasMerge || way != PostgresProvider.Keys.MERGE, "MERGE gives nothing back on this server");
        long rows = 2_000_000;
        createTable("bigint generated always as identity (start with 0 minvalue 0)");
        load("keys" + way, rows);
        assertThat(rows("select count(*), min(id), max(id), sum(id) from reading"))
                .containsExactly(rows + "|0|" + (rows - 1) + "|" + rows * (rows - 1) / 2);
    }

    private void createTable(String numbers) throws SQLException {
        execute("create unlogged table reading (id " + numbers + ", temperature float8, station text)");
    }

    private void load(String source, long rows) throws Exception {
        Properties login = PostgresServer.properties(new Properties());
        SmallHeap.run(
                LargeLoad.class,
                folder,
                source,
                Long.toString(rows),
                PostgresServer.url(),
                schema(),
                login.getProperty("user"),
                login.getProperty("password"));
    }
}
