package dev.longshore.bench.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.bench.FiguresOfPage;
import dev.longshore.bench.NewestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlServerFiguresTest {
    @Test
    void pageShowsTheNewestRun() throws IOException {
        assertThat(FiguresOfPage.read(Path.of("../docs/sqlserver.md")))
                .isEqualTo(SqlServerFigures.markdown(NewestRun.of("sqlserver")));
    }

    @Test
    void figuresTakeTheirPlace(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n");

        SqlServerFigures.main(
                new String[] {page.toString(), NewestRun.of("sqlserver").toString()});

        assertThat(FiguresOfPage.read(page)).isEqualTo(SqlServerFigures.markdown(NewestRun.of("sqlserver")));
    }
}
