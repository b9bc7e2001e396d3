package dev.longshore.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.NewestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresFiguresTest {
    private static final Path DOCS = Path.of("../docs");

    @Test
    void pageShowsTheNewestRun() throws IOException {
        assertThat(FiguresOfPage.read(DOCS.resolve("postgres.md")))
                .isEqualTo(PostgresFigures.markdown(NewestRun.of("postgres")));
    }

    @Test
    void figuresTakeTheirPlaceAndNothingElse(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n");

        PostgresFigures.main(
                new String[] {page.toString(), NewestRun.of("postgres").toString()});
        PostgresFigures.main(
                new String[] {page.toString(), NewestRun.of("postgres").toString()});

        assertThat(page)
                .hasContent("before\n<!-- figures -->\n" + PostgresFigures.markdown(NewestRun.of("postgres"))
                        + "<!-- end of figures -->\nafter\n");
    }
}
