package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void readmeShowsTheNewestRun() throws IOException {
        assertThat(FiguresOfPage.read(ROOT.resolve("README.md"))).isEqualTo(Figures.markdown(NewestRun.of("bench")));
    }

    @Test
    void figuresTakeTheirPlaceAndNothingElse(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\n<!-- end of figures -->\nafter\n");

        Figures.write(page, NewestRun.of("bench"));
        Figures.write(page, NewestRun.of("bench"));

        assertThat(page)
                .hasContent("before\n<!-- figures -->\n" + Figures.markdown(NewestRun.of("bench"))
                        + "<!-- end of figures -->\nafter\n");
    }
}
