package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.mysql.MySqlProvider.Path;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that asks for a file of the client's gets the rows at most. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LyingServerTest extends LiveTest {
    private static final String SECRET = "this machine's secret";
    private static final int COMMAND = 4;

    @TempDir
    private java.nio.file.Path folder;

    @BeforeEach
    void createTable() throws Exception {
        execute("create table t(id int, s varchar(20))");
    }

    private static boolean isLoadData(byte[] packet) {
        return new String(packet, StandardCharsets.ISO_8859_1).contains("LOAD DATA LOCAL");
    }

    /** COM_STMT_EXECUTE or COM_STMT_BULK_EXECUTE. */
    private static boolean isExecute(byte[] packet) {
        return packet[COMMAND] == 0x17 || packet[COMMAND] == (byte) 0xFA;
    }

    private String sentIn(String scheme, String flags, Path path, Predicate<byte[]> lies) throws Exception {
        java.nio.file.Path file = Files.writeString(folder.resolve("file"), SECRET);
        try (LyingServer server = new LyingServer(file.toString(), lies)) {
            Connection connection = DriverManager.getConnection(
                    MySqlServer.url(server.port()).replaceFirst("^jdbc:[a-z]+:", "jdbc:" + scheme + ":") + database()
                            + "?" + flags,
                    MySqlServer.properties(new Properties()));
            BulkLoadException failure;
            try {
                failure = failureOf(() -> BulkInserter.forConnection(connection)
                        .into("t")
                        .option(MySqlProvider.PATH, path)
                        .timeout(Duration.ofSeconds(30))
                        .insert(List.of(row(1, "a row"), row(2, "another"))));
            } finally {
                connection.abort(Runnable::run);
            }
            assertThat(String.valueOf(failure.getMessage())).doesNotContain(SECRET);
            assertThat(rows("select count(*) from t")).containsExactly("0");
            return server.sent();
        }
    }

    @Test
    @DisplayName("LOAD DATA LOCAL sends the rows whatever file the server asks for, over either driver")
    void loadData() throws Exception {
        String rows = "1\ta row\n2\tanother\n";
        assertThat(sentIn("mariadb", "allowLocalInfile=true", Path.LOAD_DATA, LyingServerTest::isLoadData))
                .isEqualTo(rows);
        assertThat(sentIn(
                        "mysql",
                        "allowLoadLocalInfile=true&allowPublicKeyRetrieval=true&sslMode=DISABLED",
                        Path.LOAD_DATA,
                        LyingServerTest::isLoadData))
                .isEqualTo(rows);
    }

    @Test
    @DisplayName("the statements of the other paths send no file over MariaDB's driver, which may send files")
    void insert() throws Exception {
        for (Path path : List.of(Path.INSERT_BULK, Path.INSERT_VALUES)) {
            assertThat(sentIn("mariadb", "allowLocalInfile=true", path, LyingServerTest::isExecute))
                    .as(path.toString())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("the statements of the other paths send no file over MySQL's driver as it comes")
    void insertOverConnectorJ() throws Exception {
        assertThat(sentIn(
                        "mysql",
                        "allowPublicKeyRetrieval=true&sslMode=DISABLED",
                        Path.INSERT_VALUES,
                        LyingServerTest::isExecute))
                .isEmpty();
    }
}
