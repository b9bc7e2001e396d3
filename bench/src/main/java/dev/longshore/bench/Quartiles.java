package dev.longshore.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The middle of a sample, and the range of its middle half.
 *
 * @param q1 a quarter of the sample is below
 * @param median half of it is
 * @param q3 three quarters are
 */
public record Quartiles(double q1, double median, double q3) {
    /**
     * Finds them.
     *
     * @param sample the sample, of which NaN is passed over, which stands for rounds that a task sat out
     * @return the quartiles
     */
    public static Quartiles of(double[] sample) {
        double[] sorted = Arrays.stream(sample)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** The same of values that are each divided by a number. */
    Quartiles over(double number) {
        return new Quartiles(q1 / number, median / number, q3 / number);
    }

    /**
     * Makes what a run's file has of it.
     *
     * @param digits how many digits behind the point
     * @return the three numbers by name
     */
    public Map<String, Object> toJson(int digits) {
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
