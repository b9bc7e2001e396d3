package dev.longshore.sqlite;

import dev.longshore.spi.support.TextChecks;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Text that SQLite stores as a number in a column of numbers, and what it prints when such a number is read as text. */
final class NumericText {
    /** How many significant digits every floating-point number holds, and SQLite prints. */
    static final int DIGITS = 15;

    private NumericText() {}

    /**
     * Whether SQLite takes a text for a number: blanks, sign, digits with a point among them, exponent, blanks. Hot: called
     * for every text that goes into a column of numbers.
     */
    static boolean isNumber(String text) {
        int end = text.length();
        int at = skipBlanks(text, 0);
        if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        int wholePart = at;
        at = skipDigits(text, at);
        int digits = at - wholePart;
        if (at < end && text.charAt(at) == '.') {
            int fraction = at + 1;
            at = skipDigits(text, fraction);
            digits += at - fraction;
        }
        if (digits == 0) {
            return false;
        }
        if (at < end && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int exponent = at;
            at = skipDigits(text, at);
            if (at == exponent) {
                return false;
            }
        }
        return skipBlanks(text, at) == end;
    }

    /**
     * Reads a number.
     *
     * @param number text for which {@link #isNumber} holds
     * @return its exact value, or null if the exponent is beyond all reason
     */
    static @Nullable BigDecimal parse(String number) {
        int from = skipBlanks(number, 0);
        int to = number.length();
        while (to > from && TextChecks.isBlank(number.charAt(to - 1))) {
            to--;
        }
        try {
            return new BigDecimal(number.substring(from, to));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Prints a finite floating-point number as SQLite does, with an exponent below 0.0001 and from 1e15, but with as many
     * digits as it takes to read it back, where SQLite prints {@value #DIGITS}.
     */
    static String print(double number) {
        BigDecimal value = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        double size = Math.abs(number);
        return size == 0 || (size >= 1e-4 && size < 1e15) ? plain(value) : withExponent(value);
    }

    /** Whether {@value #DIGITS} digits are enough for a finite floating-point number. */
    static boolean hasFewDigits(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().precision() <= DIGITS;
    }

    private static String plain(BigDecimal value) {
        return value.scale() <= 0 ? value.toPlainString() + ".0" : value.toPlainString();
    }

    private static String withExponent(BigDecimal value) {
        int exponent = value.precision() - value.scale() - 1;
        String sign = exponent < 0 ? "e-" : "e+";
        return plain(value.scaleByPowerOfTen(-exponent))
                + (Math.abs(exponent) < 10 ? sign + "0" : sign)
                + Math.abs(exponent);
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && TextChecks.isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
