package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TuningFiguresTest {
    @Test
    void pageShowsTheNewestRun() throws IOException {
        assertThat(FiguresOfPage.read(Path.of("../docs/tuning.md")))
                .isEqualTo(TuningFigures.markdown(NewestRun.of("tuning")));
    }
}
