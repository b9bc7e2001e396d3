package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws the rows per second of the benchmark {@code mixed-rows} as bars. The SVG is written by hand: its text stays text, it
 * follows the reader's light or dark colours, and the same figures give the same file on every machine.
 */
public final class Charts {
    private static final int WIDTH = 720;
    private static final int LEFT = 200;
    private static final int BAR = 26;
    private static final int STEP = 38;
    private static final int TOP = 44;

    private Charts() {}

    /**
     * Draws a chart.
     *
     * @param args the JSON file and the SVG file
     * @throws IOException if the one can't be read or the other not be written
     */
    public static void main(String[] args) throws IOException {
        draw(Path.of(args[0]), Path.of(args[1]));
    }

    static void draw(Path json, Path svg) throws IOException {
        Files.writeString(svg, chart(Run.read(json)));
    }

    static String chart(Run run) {
        List<Map<?, ?>> results = new ArrayList<>(run.results(Figures.MIXED));
        results.sort(Comparator.comparingDouble(result -> Run.number(result, "rowsPerSecond")));
        double fastest = Run.number(results.get(results.size() - 1), "rowsPerSecond");
        int height = TOP + results.size() * STEP + 46;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                  <title>Rows per second into an SQLite file</title>
                  <style>
                    text { font: 14px system-ui, sans-serif; fill: #24292f; }
                    .head { font-weight: 600; }
                    .foot { font-size: 11px; fill: #57606a; }
                    .bar { fill: #8c959f; }
                    .ours { fill: #0969da; }
                    @media (prefers-color-scheme: dark) {
                      text { fill: #e6edf3; }
                      .foot { fill: #8d96a0; }
                      .bar { fill: #6e7681; }
                      .ours { fill: #4493f8; }
                    }
                  </style>
                  <text class="head" x="0" y="18">Rows per second, 100 000 rows of 7 mixed columns into an SQLite file</text>
                """, WIDTH, height, WIDTH, height));
        for (int i = 0; i < results.size(); i++) {
            Map<?, ?> result = results.get(i);
            String title = String.valueOf(result.get("contender"));
            double speed = Run.number(result, "rowsPerSecond");
            int y = TOP + i * STEP;
            long width = Math.round((WIDTH - LEFT - 90) * speed / fastest);
            svg.append(String.format(
                    Locale.ROOT,
                    """
                      <text x="%d" y="%d" text-anchor="end">%s</text>
                      <rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>
                      <text x="%d" y="%d">%,.0f</text>
                    """,
                    LEFT - 12,
                    y + 18,
                    title,
                    title.equals(LongshoreLoad.TITLE) ? "ours" : "bar",
                    LEFT,
                    y,
                    width,
                    BAR,
                    LEFT + width + 8,
                    y + 18,
                    Math.rint(speed / 1000) * 1000));
        }
        foot(svg, height - 26, run.fact("cpu") + ", " + run.fact("cores") + " cores, " + run.fact("os"));
        foot(svg, height - 10, run.fact("jvm") + ", " + run.fact("driver") + "; medians, " + run.fact("date"));
        svg.append("</svg>\n");
        return svg.toString();
    }

    private static void foot(StringBuilder svg, int y, String text) {
        svg.append("  <text class=\"foot\" x=\"0\" y=\"")
                .append(y)
                .append("\">")
                .append(text)
                .append("</text>\n");
    }
}
