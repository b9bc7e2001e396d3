package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Opens a database before each test and closes it afterwards; ends a test as skipped whose capability the database lacks. */
abstract class DatabaseTck {
    PlainJdbc jdbc;

    DatabaseTck() {}

    /**
     * Makes an empty database, or an empty schema of a server. Called before each test, and by some tests for a second one.
     *
     * @return the database, closed after the test
     * @throws Exception if there is none to be had
     */
    protected abstract TckDatabase newDatabase() throws Exception;

    @BeforeEach
    final void openDatabase(TestInfo test) throws Exception {
        PlainJdbc opened = new PlainJdbc(newDatabase());
        jdbc = opened;
        Requires requires = test.getTestMethod()
                .map(method -> method.getAnnotation(Requires.class))
                .orElse(null);
        if (requires == null) {
            return;
        }
        for (Capability required : requires.value()) {
            if (!opened.database().capabilities().contains(required)) {
                Assumptions.abort("the database has no capability " + required);
            }
        }
    }

    @AfterEach
    final void closeDatabase() throws Exception {
        // an interrupt flag left by a failed test would disturb the next one
        boolean interrupted = Thread.interrupted();
        jdbc.close();
        assertThat(interrupted).as("the interrupt flag left by the test").isFalse();
    }
}
