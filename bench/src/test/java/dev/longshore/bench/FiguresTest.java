package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void readmeShowsTheNewestRun() throws IOException {
        assertThat(Figures.shownBy(Files.readString(ROOT.resolve("README.md"))))
                .isEqualTo(Figures.markdown(newestRun()));
    }

    @Test
    void chartShowsTheNewestRun() throws IOException {
        assertThat(ROOT.resolve("docs/benchmarks/sqlite.svg")).hasContent(Charts.chart(Run.read(newestRun())));
    }

    @Test
    void figuresTakeTheirPlaceAndNothingElse(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\n<!-- end of figures -->\nafter\n");

        Figures.write(page, newestRun());
        Figures.write(page, newestRun());

        assertThat(page)
                .hasContent("before\n<!-- figures -->\n" + Figures.markdown(newestRun())
                        + "<!-- end of figures -->\nafter\n");
    }

    private static Path newestRun() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/benchmarks"))) {
            return files.filter(file -> file.getFileName().toString().matches("sqlite-.*\\.json"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }
}
