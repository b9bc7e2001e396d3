package dev.longshore.tds;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table's name as it stands in a statement.
 *
 * @param database the database, null if not given
 * @param schema the schema, null if not given
 * @param name the name without brackets
 */
record TableReference(@Nullable String database, @Nullable String schema, String name) {
    static TableReference parse(String text) {
        List<String> parts = parts(text);
        int count = parts.size();
        return new TableReference(
                count > 2 ? parts.get(count - 3) : null, count > 1 ? parts.get(count - 2) : null, parts.get(count - 1));
    }

    /** Splits at the dots outside brackets. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == ']' && i + 1 < text.length() && text.charAt(i + 1) == ']') {
                part.append(c);
                i++;
            } else if (quoted ? c == ']' : c == '[') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /** Splits a list of bracketed names, and returns the place behind the bracket that closes the list. */
    static int names(String text, int from, List<String> names) {
        StringBuilder name = new StringBuilder();
        boolean quoted = false;
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == ']' && i + 1 < text.length() && text.charAt(i + 1) == ']') {
                name.append(c);
                i++;
            } else if (quoted && c == ']') {
                quoted = false;
                names.add(name.toString());
                name.setLength(0);
            } else if (quoted) {
                name.append(c);
            } else if (c == '[') {
                quoted = true;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && depth-- == 0) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("the list of names does not end: " + text);
    }

    /** Finds the end of a table's name that begins at a place: the first blank or bracket outside quotes. */
    static int end(String text, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted ? c == ']' : c == '[') {
                quoted = !quoted;
            } else if (!quoted && (Character.isWhitespace(c) || c == '(')) {
                return i;
            }
        }
        return text.length();
    }
}
