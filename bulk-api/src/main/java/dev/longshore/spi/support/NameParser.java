package dev.longshore.spi.support;

import dev.longshore.spi.Identifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits and quotes names for databases whose quotes are a pair of characters and whose inner closing quotes are doubled.
 * Immutable and thread-safe.
 */
public final class NameParser {
    private final String opening;
    private final String closing;

    /**
     * Makes a parser. The first pair is the one that {@link #quote} writes.
     *
     * @param opening the characters that open a quoted name
     * @param closing the characters that close it, in the same order
     * @throws IllegalArgumentException if the strings are empty or of different length
     */
    public NameParser(String opening, String closing) {
        if (opening.isEmpty() || opening.length() != closing.length()) {
            throw new IllegalArgumentException("quotes must come in pairs: " + opening + " and " + closing);
        }
        this.opening = opening;
        this.closing = closing;
    }

    /**
     * Splits a table name at the dots outside quotes.
     *
     * @param name the name as a user writes it
     * @return one to three parts, quoted ones without their quotes and to be matched exactly
     * @throws IllegalArgumentException if a quote is not closed, something follows a closing quote, a part is empty, or there
     *     are more than three
     */
    public List<Identifier> parse(String name) {
        List<Identifier> parts = new ArrayList<>(3);
        int at = 0;
        do {
            int pair = at < name.length() ? opening.indexOf(name.charAt(at)) : -1;
            int end;
            if (pair >= 0) {
                StringBuilder text = new StringBuilder();
                end = readQuoted(name, at + 1, closing.charAt(pair), text);
                add(parts, name, text.toString(), Identifier.Match.EXACT);
                if (end < name.length() && name.charAt(end) != '.') {
                    throw new IllegalArgumentException("in the table name " + name + " a dot must follow the closing "
                            + closing.charAt(pair) + " at " + end);
                }
            } else {
                int dot = name.indexOf('.', at);
                end = dot < 0 ? name.length() : dot;
                add(parts, name, name.substring(at, end), Identifier.Match.CASE_RULE);
            }
            at = end + 1;
        } while (at <= name.length());
        return parts;
    }

    /**
     * Quotes a name with the first pair of quotes.
     *
     * @param identifier the name as stored
     * @return the name as it is written in SQL
     */
    public String quote(String identifier) {
        String close = closing.substring(0, 1);
        return opening.charAt(0) + identifier.replace(close, close + close) + close;
    }

    private static int readQuoted(String name, int start, char close, StringBuilder text) {
        for (int at = start; at < name.length(); at++) {
            char c = name.charAt(at);
            if (c != close) {
                text.append(c);
            } else if (at + 1 < name.length() && name.charAt(at + 1) == close) {
                text.append(c);
                at++;
            } else {
                return at + 1;
            }
        }
        throw new IllegalArgumentException("the table name " + name + " has no closing " + close);
    }

    private static void add(List<Identifier> parts, String name, String text, Identifier.Match match) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the table name \"" + name + "\" has an empty part");
        }
        if (parts.size() == 3) {
            throw new IllegalArgumentException("the table name " + name
                    + " has more than three parts; quote a part that holds dots, or use TableName.of");
        }
        parts.add(new Identifier(text, match));
    }
}
