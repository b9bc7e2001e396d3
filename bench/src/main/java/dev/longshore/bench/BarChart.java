package dev.longshore.bench;

import java.util.List;
import java.util.Locale;

/**
 * Bars with a name and a number each, as SVG. Written by hand: its text stays text, it follows the reader's light or dark colours,
 * and the same figures give the same file on every machine, which a library that measures fonts can't promise.
 *
 * @param title what is shown
 * @param bars the bars, from above
 * @param foot lines of small print
 */
record BarChart(String title, List<Bar> bars, List<String> foot) {
    private static final int WIDTH = 760;
    private static final int LEFT = 320;
    private static final int BAR = 22;
    private static final int STEP = 32;
    private static final int TOP = 40;
    private static final int FOOT_STEP = 16;

    /**
     * A bar.
     *
     * @param name its name
     * @param value its length
     * @param label the number that stands behind it
     * @param ours whether it stands out
     */
    record Bar(String name, double value, String label, boolean ours) {
        /** A bar whose number is shown with three digits that tell something. */
        Bar(String name, double value, boolean ours) {
            this(name, value, BarChart.threeDigits(value), ours);
        }
    }

    String svg() {
        int height = TOP + bars.size() * STEP + 12 + foot.size() * FOOT_STEP;
        double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
                  <title>%3$s</title>
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
                  <text class="head" x="0" y="18">%3$s</text>
                """, WIDTH, height, escaped(title)));
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            int y = TOP + i * STEP;
            long width = Math.max(1, Math.round((WIDTH - LEFT - 90) * bar.value() / longest));
            svg.append(String.format(
                    Locale.ROOT,
                    """
                      <text x="%d" y="%d" text-anchor="end">%s</text>
                      <rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>
                      <text x="%d" y="%d">%s</text>
                    """,
                    LEFT - 12,
                    y + 16,
                    escaped(bar.name()),
                    bar.ours() ? "ours" : "bar",
                    LEFT,
                    y,
                    width,
                    BAR,
                    LEFT + width + 8,
                    y + 16,
                    escaped(bar.label())));
        }
        for (int i = 0; i < foot.size(); i++) {
            svg.append(String.format(
                    "  <text class=\"foot\" x=\"0\" y=\"%d\">%s</text>%n",
                    height - 8 - (foot.size() - 1 - i) * FOOT_STEP, escaped(foot.get(i))));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String threeDigits(double value) {
        double scale = Math.pow(10, Math.max(0, Math.floor(Math.log10(value)) - 2));
        return String.format(Locale.ROOT, "%,.0f", Math.rint(value / scale) * scale);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
