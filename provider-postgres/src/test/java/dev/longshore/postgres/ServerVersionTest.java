package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The build runs tests on several servers; this one sees that they are the ones that it means. */
final class ServerVersionTest extends LiveTest {
    @Test
    @DisplayName("the server is of the version that this run of the tests is for")
    void version() throws SQLException {
        String wanted = System.getProperty("longshore.test.postgres.version");
        if (wanted == null || System.getProperty("longshore.test.postgres.url") != null) {
            Assumptions.abort("the server was given by its URL, or the tests were not run by the build");
        }
        // an artifact's third number counts its own changes
        assertThat(rows("show server_version")).containsExactly(wanted.substring(0, wanted.lastIndexOf('.')));
    }
}
