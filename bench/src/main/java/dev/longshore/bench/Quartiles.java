package dev.longshore.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The middle of a sample, and the range of its middle half. */
record Quartiles(double q1, double median, double q3) {
    static Quartiles of(double[] sample) {
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    Map<String, Object> toJson(int digits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("median", rounded(median, digits));
        json.put("q1", rounded(q1, digits));
        json.put("q3", rounded(q3, digits));
        return json;
    }

    static double rounded(double value, int digits) {
        double scale = Math.pow(10, digits);
        return Math.rint(value * scale) / scale;
    }
}
