package dev.longshore.bench.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.NewestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MySqlFiguresTest {
    @Test
    void pageShowsTheNewestRun() throws IOException {
        assertThat(FiguresOfPage.read(Path.of("../docs/mysql.md")))
                .isEqualTo(MySqlFigures.markdown(NewestRun.of("mysql")));
    }

    @Test
    void figuresTakeTheirPlace(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n");

        MySqlFigures.main(new String[] {page.toString(), NewestRun.of("mysql").toString()});

        assertThat(FiguresOfPage.read(page)).isEqualTo(MySqlFigures.markdown(NewestRun.of("mysql")));
    }
}
