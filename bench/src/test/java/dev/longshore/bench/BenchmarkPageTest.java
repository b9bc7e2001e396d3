package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkPageTest {
    @TempDir
    Path folder;

    private Path run() throws IOException {
        Report report = new Report(new PrintStream(PrintStream.nullOutputStream()));
        report.section("postgres/mixed-100000", "many", Map.of());
        report.result(loaded("Longshore", 100, 1), "");
        report.result(loaded("a < b", 50, 0.5), "");
        report.section("postgres/mixed-1", "one", Map.of());
        report.result(loaded("Longshore", 2, 1), "");
        report.section("postgres/mixed-1000000", "very many", Map.of());
        report.result(loaded("Longshore", 1_000, 1), "");
        report.result(loaded("pre-encoded bytes into CopyIn", 900, 0.9), "");
        report.result(loaded("nearly the same", 980, 0.98), "");
        report.section("postgres/keys-10000", "numbered", Map.of());
        report.result(withKeys("Longshore without keys", 10, 1, 0.8), "");
        report.result(withKeys("Longshore with keys", 12.5, 1.25, 1), "");
        report.result(withKeys("by hand", 11.3, 1.13, 0.9), "");
        report.section("postgres/rejects-100000", "some bad", Map.of());
        report.result(loaded("Longshore, all or nothing", 100, 1), "");
        report.result(loaded("rows may be rejected, none is", 90, 0.9), "");
        report.section("encode/postgres", "bytes", Map.of());
        report.result(Map.of("shape", "mixed", "nanosPerRow", 120.4, "nanosPerRowError", 3.2, "bytesPerRow", 0.5), "");
        report.atMost("postgres/mixed-100000: a goal", 1.05, 2);
        Path file = folder.resolve("bench-2026-01-01.json");
        report.write(
                file,
                Map.of(
                        "date",
                        "2026-01-01",
                        "libraries",
                        Map.of("jOOQ", "3"),
                        "databases",
                        Map.of("postgres", Map.of("driver", "the driver", "database", "the server"))));
        return file;
    }

    private static Map<String, Object> withKeys(String contender, double millis, double times, double ofWithKeys) {
        Map<String, Object> result = new HashMap<>(loaded(contender, millis, times));
        result.put("timesOfLongshoreWithKeys", new Quartiles(ofWithKeys, ofWithKeys, ofWithKeys).toJson(2));
        return result;
    }

    private static Map<String, Object> loaded(String contender, double millis, double times) {
        return Map.of(
                "contender",
                contender,
                "rounds",
                15,
                "millis",
                new Quartiles(millis, millis, millis).toJson(2),
                "rowsPerSecond",
                1e8 / millis,
                "timesOfLongshore",
                new Quartiles(times, times, times + 0.25).toJson(2),
                "cpuNanosPerRow",
                new Quartiles(7, 7, 7).toJson(0));
    }

    @Test
    void pageShowsTheNewestRun() throws IOException {
        Path newest = NewestRun.of("bench");

        assertThat(FiguresOfPage.read(Path.of("../docs/benchmarks.md"))).isEqualTo(BenchmarkPage.markdown(newest));
        assertThat(BenchmarkPage.charts(newest))
                .allSatisfy(
                        (chart, svg) -> assertThat(newest.resolveSibling(chart)).hasContent(svg));
    }

    @Test
    void figuresAndChartsTakeTheirPlace() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n");

        BenchmarkPage.main(new String[] {page.toString(), run().toString()});

        assertThat(Files.readString(page))
                .startsWith("before\n<!-- figures -->\nThe run of 2026-01-01:")
                .contains("| PostgreSQL | the driver | the server |\n")
                .contains("| **Longshore** | 100 | 1.00 (1.00 to 1.25) | 7 | – | 15 |\n")
                .contains("| a < b | 50 | 0.50 (0.50 to 0.75) | 7 | – | 15 |\n")
                .contains("| PostgreSQL | 1 | 2.000 | 2000.00 | 1.00 times |\n")
                .contains("| PostgreSQL | 1,000,000 | 1000.000 | 1.00 | 1.00 times |\n")
                .doesNotContain("### Other shapes")
                .contains("| postgres | mixed | 120 (± 3) | 0.5 |\n")
                .contains("### 1 000 000 rows of 7 mixed columns\n\n| PostgreSQL | ms |")
                .contains("| Longshore with keys | 12.5 | 1.25 (1.25 to 1.50) | 1.00 |\n")
                .contains("| rows may be rejected, none is | 90 | 0.90 (0.90 to 1.15) |\n")
                .contains("|---|---|--:|\n| postgres/mixed-100000 | a < b | 0.50 |\n"
                        + "| postgres/keys-10000 | by hand | 0.90 |\n\n### Goals")
                .contains("| postgres/mixed-100000: a goal | at most 1.05 | 2.00 | **not met** |\n")
                .endsWith("<!-- end of figures -->\nafter\n");
        assertThat(folder.resolve("mixed-postgres.svg"))
                .content()
                .contains(">1,000,000</text>", ">2,000,000</text>", "a &lt; b", "the driver; the server");
    }

    @Test
    void barsAreAsLongAsTheirNumbers() {
        BarChart chart = new BarChart(
                "a & b",
                List.of(new BarChart.Bar("half", 12_345, false), new BarChart.Bar("all", 24_690, true)),
                List.of("small print"));

        assertThat(chart.svg())
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 132\"")
                .contains("<title>a &amp; b</title>")
                .contains("<rect class=\"bar\" x=\"320\" y=\"40\" width=\"175\" height=\"22\" rx=\"3\"/>")
                .contains(">12,300</text>")
                .contains("<rect class=\"ours\" x=\"320\" y=\"72\" width=\"350\" height=\"22\" rx=\"3\"/>")
                .contains(">24,700</text>")
                .contains("<text class=\"foot\" x=\"0\" y=\"124\">small print</text>")
                .endsWith("</svg>\n");
    }
}
