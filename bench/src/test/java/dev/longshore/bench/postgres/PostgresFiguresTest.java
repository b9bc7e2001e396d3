package dev.longshore.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.FiguresOfPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresFiguresTest {
    private static final Path DOCS = Path.of("../docs");

    @Test
    void pageShowsTheNewestRuns() throws IOException {
        assertThat(FiguresOfPage.read(DOCS.resolve("postgres.md")))
                .isEqualTo(PostgresFigures.markdown(newestRun(""), newestRun("small-")));
    }

    @Test
    void figuresTakeTheirPlaceAndNothingElse(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n");

        PostgresFigures.main(new String[] {
            page.toString(), newestRun("").toString(), newestRun("small-").toString()
        });
        PostgresFigures.main(new String[] {
            page.toString(), newestRun("").toString(), newestRun("small-").toString()
        });

        assertThat(page)
                .hasContent("before\n<!-- figures -->\n" + PostgresFigures.markdown(newestRun(""), newestRun("small-"))
                        + "<!-- end of figures -->\nafter\n");
    }

    private static Path newestRun(String kind) throws IOException {
        try (Stream<Path> files = Files.list(DOCS.resolve("benchmarks"))) {
            return files.filter(file -> file.getFileName().toString().matches("postgres-" + kind + "\\d.*\\.json"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }
}
