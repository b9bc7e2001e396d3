package dev.longshore.spi.support;

import dev.longshore.UnstorableText;

/**
 * Finds and mends text that has no UTF-8 form, or that holds a NUL where a database has no room for one; and what sinks that read
 * text ask of it.
 */
public final class TextChecks {
    private TextChecks() {}

    /**
     * Finds the first character that can't be stored. Hot: called for every text value.
     *
     * @param text the text
     * @param refuseNul whether NUL can't be stored either
     * @return the index of the first lone surrogate or refused NUL, or -1 if the text can be stored
     */
    public static int firstUnstorable(String text, boolean refuseNul) {
        return nextUnstorable(text, 0, refuseNul);
    }

    private static int nextUnstorable(String text, int from, boolean refuseNul) {
        for (int i = from, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                boolean pair =
                        Character.isHighSurrogate(c) && i + 1 < n && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return i;
                }
                i++;
            } else if (c == 0 && refuseNul) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Replaces or strips every character that can't be stored.
     *
     * @param text the text
     * @param refuseNul whether NUL can't be stored either
     * @param how {@link UnstorableText#REPLACE} or {@link UnstorableText#STRIP}
     * @return text that can be stored
     */
    public static String repair(String text, boolean refuseNul, UnstorableText how) {
        StringBuilder repaired = new StringBuilder(text.length());
        int from = 0;
        for (int bad = nextUnstorable(text, 0, refuseNul); bad >= 0; bad = nextUnstorable(text, from, refuseNul)) {
            repaired.append(text, from, bad);
            if (how == UnstorableText.REPLACE) {
                repaired.append('\uFFFD');
            }
            from = bad + 1;
        }
        return repaired.append(text, from, text.length()).toString();
    }

    /**
     * Says in words what was found at a place.
     *
     * @param text the text
     * @param index what {@link #firstUnstorable} returned
     * @return a phrase for a message
     */
    public static String describe(String text, int index) {
        char c = text.charAt(index);
        return c == 0
                ? "the text holds the character NUL at index " + index
                : String.format("the text holds the lone surrogate U+%04X at index %d", (int) c, index);
    }

    /**
     * Leaves out the blanks at both ends that a database passes over before and behind a number or a date.
     *
     * @param text the text
     * @return the text between the blanks
     */
    public static String stripped(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /**
     * Tells what C's {@code isspace} takes for a blank; Java's own notions of it are wider.
     *
     * @param c a character
     * @return whether it is a space or one of tab, line feed, vertical tab, form feed, carriage return
     */
    public static boolean isBlank(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /**
     * Tells whether all characters are of ASCII.
     *
     * @param text the text
     * @return whether each is below 128
     */
    public static boolean isAscii(String text) {
        for (int i = 0, n = text.length(); i < n; i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
