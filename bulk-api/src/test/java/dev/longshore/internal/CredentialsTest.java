package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CredentialsTest {
    private static final String SECRET = "s3cr3t";

    private static BulkLoadException failureOver(SQLException thrown) {
        StubDataSource failing = new StubDataSource(new StubDatabase()) {
            @Override
            public synchronized Connection getConnection() throws SQLException {
                throw thrown;
            }
        };
        return catchThrowableOfType(
                BulkLoadException.class,
                () -> BulkInserter.forDataSource(failing).into("t").columns("a").insert(List.of(1)));
    }

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No suitable driver found for jdbc:postgresql://localhost/db?user=me&password=s3cr3t&ssl=true",
                "No suitable driver found for jdbc:mariadb://me:s3cr3t@localhost:3306/db",
                "No suitable driver found for jdbc:mariadb://me:s3cr3t@with@localhost:3306/db",
                "jdbc:sqlserver://localhost;user=me;password={s3cr3t;};encrypt=true is refused",
                "bad properties {user=me, password=s3cr3t, trustStorePassword = s3cr3t}",
                "PWD='s3cr3t s3cr3t' is wrong",
                "accessToken=s3cr3t;clientSecret=s3cr3t",
            })
    @DisplayName(
            "what a driver says of a connection that it could not open is told without passwords, its causes included")
    void hidden(String text) {
        SQLException thrown = new SQLException("no connection", "08001", 7, new IllegalStateException(text));
        thrown.addSuppressed(new SQLException(text));

        for (SQLException each : List.of(thrown, new SQLException(text, "08001", 7))) {
            BulkLoadException failure = failureOver(each);
            assertThat(printed(failure)).doesNotContain(SECRET);
            assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
            assertThat(failure.getSQLState()).isEqualTo("08001");
            assertThat(failure.getErrorCode()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("what has no password in it is told as it is, and its cause is the driver's own")
    void untouched() {
        SQLException thrown =
                new SQLException("password authentication failed for user \"me\" at 10.0.0.1:5432", "28P01");
        BulkLoadException failure = failureOver(thrown);
        assertThat(failure.getCause()).isSameAs(thrown);
        assertThat(failure.reason()).isEqualTo("no connection from the DataSource: " + thrown.getMessage());
    }
}
