package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.tck.BulkProviderTck;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules that docs/spi.md lists are those that the contract tests. */
@DisplayName("The list of rules")
class RuleListTest {
    private static final Pattern LISTED =
            Pattern.compile("^\\| (R-\\d+) \\| (must|may) \\| (.+) \\|$", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("(R-\\d+) (.+)");

    @Test
    @DisplayName("has each rule with its test's words, and no other")
    void listIsComplete() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        Matcher matcher = LISTED.matcher(Files.readString(document()));
        while (matcher.find()) {
            listed.put(matcher.group(1), matcher.group(3));
        }
        assertThat(listed).isEqualTo(tested());
    }

    private static Path document() {
        Path docs = Path.of("").toAbsolutePath().getParent().resolve("docs");
        Path merged = docs.resolve("spi.md");
        Path own = docs.resolve("spi-rules.md");
        return Files.exists(own) ? own : merged;
    }

    private static Map<String, String> tested() {
        Map<String, String> rules = new TreeMap<>();
        add(rules, BulkProviderTck.class);
        for (Class<?> topic : BulkProviderTck.class.getDeclaredClasses()) {
            add(rules, topic.getSuperclass());
        }
        return rules;
    }

    private static void add(Map<String, String> rules, Class<?> tests) {
        for (Method method : tests.getDeclaredMethods()) {
            DisplayName name = method.getAnnotation(DisplayName.class);
            if (name != null) {
                Matcher matcher = NAMED.matcher(name.value());
                assertThat(matcher.matches()).as(name.value()).isTrue();
                assertThat(rules.put(matcher.group(1), matcher.group(2)))
                        .as("a second rule with the id of: %s", name.value())
                        .isNull();
            }
        }
    }
}
