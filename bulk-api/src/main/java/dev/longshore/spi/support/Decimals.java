package dev.longshore.spi.support;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Decimals as columns take them: no exponent, however absurd, costs time or memory. All methods are thread-safe. */
public final class Decimals {
    /** Up to how many digits behind the point, or zeros before it, a number is written without an exponent. */
    private static final int PLAIN_SCALE = 1_000;

    private Decimals() {}

    /**
     * Counts the digits before the point.
     *
     * @param value a number
     * @return how many digits stand there without leading zeros; below 0 by as many zeros as follow the point, and 0 for zero
     */
    public static long wholeDigits(BigDecimal value) {
        return value.signum() == 0 ? 0 : (long) value.precision() - value.scale();
    }

    /**
     * Rounds as {@link BigDecimal#setScale(int, RoundingMode)} does, which for 1E-1000000000 would make a number of as many digits.
     *
     * @param value a number whose {@link #wholeDigits} the caller has found to be few
     * @param scale how many digits to keep behind the point, not negative
     * @param mode how to round
     * @return the number with just that scale
     */
    public static BigDecimal rounded(BigDecimal value, int scale, RoundingMode mode) {
        if (value.signum() == 0) {
            // it may have any exponent
            return BigDecimal.valueOf(0, scale);
        }
        if (wholeDigits(value) < -scale) {
            // less than a tenth of the last digit: how much less does not matter
            return BigDecimal.valueOf(value.signum(), scale + 2).setScale(scale, mode);
        }
        return value.setScale(scale, mode);
    }

    /**
     * Writes a number as text for a column of text: without an exponent, unless it would take more than a thousand digits for it.
     *
     * @param value a number
     * @return the text
     */
    public static String text(BigDecimal value) {
        return Math.abs((long) value.scale()) <= PLAIN_SCALE ? value.toPlainString() : value.toString();
    }

    /**
     * Reads a number, with an exponent or without. Unlike Java's own methods it knows the digits 0 to 9 only, as databases do, and
     * passes over blanks at both ends.
     *
     * @param text the text
     * @return the number, or null if the text is none
     */
    public static @Nullable BigDecimal parse(String text) {
        try {
            return TextChecks.isAscii(text) ? new BigDecimal(TextChecks.stripped(text)) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Reads a whole number without an exponent, by the digits 0 to 9 and passing over blanks as {@link #parse} does.
     *
     * @param text the text
     * @return the number, or null if the text is none
     */
    public static @Nullable BigInteger parseWhole(String text) {
        try {
            return TextChecks.isAscii(text) ? new BigInteger(TextChecks.stripped(text)) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
