package dev.longshore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds every Java listing of the README and the docs against a region of this module's sources, which stands between two
 * comments with its name: what is shown was compiled and run.
 */
class ListingsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TAG = Pattern.compile("// (tag|end)::([a-z-]+)");
    private static final Pattern LISTING =
            Pattern.compile("(?m)(?:^<!-- snippet: ([a-z-]+) -->\\R)?^```java\\R(.*?)^```", Pattern.DOTALL);

    @Test
    void everyListingIsARegionThatCompilesAndRuns() throws IOException {
        Map<String, String> regions = regions();
        List<String> wrong = new ArrayList<>();
        int listings = 0;
        for (Path page : pages()) {
            Matcher listing = LISTING.matcher(Files.readString(page));
            while (listing.find()) {
                listings++;
                String name = listing.group(1);
                String shown = listing.group(2);
                String place = ROOT.relativize(page) + ": "
                        + (name == null ? shown.lines().findFirst() : name);
                if (name == null) {
                    wrong.add(place + " has no <!-- snippet: … --> in the line before it");
                } else if (!regions.containsKey(name)) {
                    wrong.add(place + " names no region");
                } else if (!shown.equals(regions.get(name))) {
                    wrong.add(place + " differs from its region:\n" + regions.get(name));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(listings).isPositive();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static Map<String, String> regions() throws IOException {
        Map<String, String> regions = new HashMap<>();
        try (Stream<Path> sources = Files.walk(Path.of("src"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                Map<String, List<String>> open = new HashMap<>();
                for (String line : Files.readAllLines(source)) {
                    Matcher tag = TAG.matcher(line);
                    if (!tag.find()) {
                        open.values().forEach(lines -> lines.add(line));
                    } else if (tag.group(1).equals("tag")) {
                        open.put(tag.group(2), new ArrayList<>());
                    } else {
                        String region = String.join("\n", open.remove(tag.group(2)));
                        String earlier = regions.put(tag.group(2), region.stripIndent() + "\n");
                        assertThat(earlier)
                                .as("a second region " + tag.group(2))
                                .isNull();
                    }
                }
                assertThat(open).as("regions without end in " + source).isEmpty();
            }
        }
        return regions;
    }
}
