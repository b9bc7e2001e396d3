package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.longshore.tck.NotRunListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@DisplayName("The end of a test run")
class NotRunListenerTest {
    /** Run by the test below and not by the build. */
    @DisplayName("Sample")
    static final class Sample {
        @Test
        void runs() {}

        @Test
        @Disabled("no server")
        @DisplayName("needs a server")
        void disabled() {}

        @Test
        @DisplayName("needs a platform")
        void assumed() {
            assumeThat("one").as("platform").isEqualTo("another");
        }

        @Nested
        @DisplayName("inner")
        final class Inner {
            @Test
            @DisplayName("needs a capability")
            void aborted() {
                Assumptions.abort("the database has none");
            }
        }
    }

    /** As above, but none of its tests is begun. */
    @DisplayName("Whole class")
    static final class WholeSample {
        @BeforeAll
        static void abort() {
            Assumptions.abort("no artifact");
        }

        @Test
        void neverRuns() {}
    }

    @Test
    @DisplayName("names each test that did not run, with the reason")
    void namesWhatDidNotRun() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Sample.class), selectClass(WholeSample.class))
                .build();
        LauncherConfig onlyOurs = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new NotRunListener())
                .build();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create(onlyOurs).execute(request);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactlyInAnyOrder(
                        "NOT RUN: Sample > needs a server: no server",
                        "NOT RUN: Sample > needs a platform: assumption was not met due to: [platform] expected: \"another\" but was: \"one\"",
                        "NOT RUN: Whole class: no artifact",
                        "NOT RUN: Sample > inner > needs a capability: the database has none");
    }
}
