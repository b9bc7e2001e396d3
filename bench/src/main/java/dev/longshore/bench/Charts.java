package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the rows per second of SQLite's {@code mixed-rows} as bars. */
public final class Charts {
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
        List<BarChart.Bar> bars = new ArrayList<>();
        for (Map<?, ?> result : run.results(Figures.MIXED)) {
            String title = String.valueOf(result.get("contender"));
            double speed = Run.number(result, "rowsPerSecond");
            String thousands = String.format(Locale.ROOT, "%,.0f", Math.rint(speed / 1000) * 1000);
            bars.add(new BarChart.Bar(title, speed, thousands, title.equals(LongshoreLoad.TITLE)));
        }
        bars.sort(Comparator.comparingDouble(BarChart.Bar::value));
        return new BarChart(
                        "Rows per second, 100 000 rows of 7 mixed columns into an SQLite file",
                        bars,
                        List.of(
                                run.fact("cpu") + ", " + run.fact("cores") + " cores, " + run.fact("os"),
                                run.fact("jvm") + ", " + run.fact("driver") + "; medians, " + run.fact("date")))
                .svg();
    }
}
