package dev.longshore.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a CREATE statement as the schema keeps it, asked for what no pragma tells. Only words and parentheses count, not
 * what is quoted or in comments.
 *
 * @param words the words in upper case, the parentheses and commas
 */
record Definition(List<String> words) {
    /** Quoted names and strings (a doubled quote reads as two of them), comments, and in the group what counts. */
    private static final Pattern TOKEN = Pattern.compile(
            "'[^']*+'|\"[^\"]*+\"|`[^`]*+`|\\[[^\\]]*+\\]|--[^\n]*+|/\\*.*?(?:\\*/|\\z)|([\\w$\\x{80}-\\x{10FFFF}]++|[(),])",
            Pattern.DOTALL);

    private static final Set<String> EVENTS = Set.of("INSERT", "UPDATE", "DELETE");

    static Definition of(String sql) {
        List<String> words = new ArrayList<>();
        for (Matcher token = TOKEN.matcher(sql); token.find(); ) {
            if (token.group(1) != null) {
                words.add(token.group(1).toUpperCase(Locale.ROOT));
            }
        }
        return new Definition(words);
    }

    boolean isVirtual() {
        return words.size() > 1 && words.get(1).equals("VIRTUAL");
    }

    boolean isStrict() {
        return options().contains("STRICT");
    }

    boolean isWithoutRowid() {
        return options().contains("WITHOUT");
    }

    boolean isAutoincrement() {
        return words.contains("AUTOINCREMENT");
    }

    /** The words after the list of columns. */
    private List<String> options() {
        return words.subList(words.lastIndexOf(")") + 1, words.size());
    }

    /**
     * Whether a column is declared {@code INTEGER PRIMARY KEY DESC}, which by an old mistake of SQLite's does not make it the
     * rowid; {@code PRIMARY KEY (id DESC)} does.
     */
    boolean hasDescendingKeyColumn() {
        return contains("PRIMARY", "KEY", "DESC");
    }

    /** Whether a constraint resolves conflicts in a way: IGNORE, REPLACE, FAIL. */
    boolean hasConflictClause(String resolution) {
        return contains("ON", "CONFLICT", resolution);
    }

    /** Whether a trigger fires for inserted rows. Its event is the first such word, for these need quotes in names. */
    boolean firesOnInsert() {
        for (String word : words) {
            if (EVENTS.contains(word)) {
                return word.equals("INSERT");
            }
        }
        return false;
    }

    private boolean contains(String first, String second, String third) {
        for (int i = 2; i < words.size(); i++) {
            if (words.get(i).equals(third)
                    && words.get(i - 1).equals(second)
                    && words.get(i - 2).equals(first)) {
                return true;
            }
        }
        return false;
    }
}
