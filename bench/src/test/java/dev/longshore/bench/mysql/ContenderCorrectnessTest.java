package dev.longshore.bench.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.ShapeRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "MariaDB's artifact is for Linux amd64")
class ContenderCorrectnessTest {
    private static final int ROWS = 1_201;

    @SuppressWarnings("NullAway.Init") // before all
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void mixedRowsAreStoredAsTheyAre() throws Exception {
        check(ShapeRows.mixed(ROWS));
    }

    @Test
    void rowsThatAreMostlyNullAreStoredAsTheyAre() throws Exception {
        check(ShapeRows.sparse(ROWS));
    }

    /** What LOAD DATA reads is also what the server prints, but for the form of NULL and of booleans. */
    private static void check(ShapeRows<?> shape) throws Exception {
        List<String> expected = new ArrayList<>();
        for (int row = 0; row < shape.size(); row++) {
            StringBuilder line = new StringBuilder();
            shape.encode(line, row);
            expected.add(line.append('\t').toString().replace('\t', '|').replace("\\N", "null"));
        }
        for (Contender contender : Contender.all(shape, 500)) {
            assertThat(StoredRows.storedBy(contender, server, shape))
                    .as(contender.title())
                    .isEqualTo(expected);
        }
    }
}
