package dev.longshore.mysql;

import dev.longshore.spi.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What CREATE TABLE says, as the server prints it: the one description that costs next to nothing and that temporary tables have,
 * too.
 *
 * @param columns the columns in their order
 * @param engine the storage engine; null if none is named
 * @param primaryKey the names of its columns; empty if there is none
 * @param counter where in the text the number stands that the server gives next; -1 if it is not there
 */
record Definition(List<Column> columns, @Nullable String engine, List<String> primaryKey, int counter) {
    /** What a line begins with that defines no column. Column names of these words are printed in quotes. */
    private static final Set<String> NO_COLUMN = Set.of(
            "PRIMARY",
            "UNIQUE",
            "KEY",
            "INDEX",
            "CONSTRAINT",
            "FULLTEXT",
            "SPATIAL",
            "VECTOR",
            "FOREIGN",
            "CHECK",
            "PERIOD");

    /** Type names that are printed in several words, of which the first tells. */
    private static final Set<String> TYPE_FLAGS = Set.of("UNSIGNED", "SIGNED", "ZEROFILL", "PRECISION");

    /**
     * A column.
     *
     * @param name the name
     * @param typeName the type as printed, with length and sign
     * @param type the type
     * @param nullable whether it admits NULL
     * @param hasDefault whether a row without it gets a value other than NULL
     * @param computedDefault whether that value is computed, and not always the same
     * @param numbering whether the server numbers it
     * @param generated whether it is always computed
     * @param visible whether an INSERT without names of columns writes it
     * @param defaultText the default as it is printed; null if there is none
     * @param versioned whether it says from when or until when a row was the current one
     */
    record Column(
            String name,
            String typeName,
            MySqlType type,
            boolean nullable,
            boolean hasDefault,
            boolean computedDefault,
            Numbering numbering,
            boolean generated,
            boolean visible,
            @Nullable String defaultText,
            boolean versioned) {}

    Definition {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    Definition(List<Column> columns, @Nullable String engine) {
        this(columns, engine, List.of(), -1);
    }

    /**
     * Reads what SHOW CREATE TABLE printed: under every sql_mode with backslashes that escape.
     *
     * @param sql the statement
     */
    static Definition parse(String sql) {
        return new Parser(sql).table();
    }

    /**
     * Reads a type as SHOW COLUMNS prints it.
     *
     * @param name the column's name
     * @param type the type
     * @param charset its character set
     */
    static Column column(String name, String type, @Nullable String charset) {
        Parser parser = new Parser(type);
        return parser.column(name, charset);
    }

    private enum Kind {
        WORD,
        NAME,
        TEXT,
        SYMBOL,
        END
    }

    /** Reads the statement from front to back. */
    private static final class Parser {
        private final String sql;
        private int at;
        private Kind kind = Kind.END;
        private String token = "";
        private int tokenStart;
        private int lastEnd;

        Parser(String sql) {
            this.sql = sql;
            next();
        }

        Definition table() {
            while (kind != Kind.END && !isSymbol("(")) {
                next();
            }
            int bodyStart = at;
            skipParentheses();
            String engine = null;
            String charset = null;
            int counter = -1;
            while (kind != Kind.END && !isWord("PARTITION")) {
                if (isWord("ENGINE")) {
                    engine = optionValue();
                } else if (isWord("CHARSET")) {
                    charset = optionValue();
                } else if (isWord("AUTO_INCREMENT")) {
                    next();
                    counter = isSymbol("=") ? at : -1;
                } else {
                    next();
                }
            }
            at = bodyStart;
            next();
            List<Column> columns = new ArrayList<>();
            List<String> primaryKey = List.of();
            while (kind != Kind.END) {
                boolean isColumn =
                        kind == Kind.NAME || (kind == Kind.WORD && !NO_COLUMN.contains(token.toUpperCase(Locale.ROOT)));
                if (isColumn) {
                    String name = token;
                    next();
                    columns.add(column(name, charset));
                } else if (isWord("PRIMARY")) {
                    primaryKey = keyColumns();
                }
                while (kind != Kind.END && !isSymbol(",") && !isSymbol(")")) {
                    skip();
                }
                if (isSymbol(")")) {
                    break;
                }
                next();
            }
            return new Definition(columns, engine, primaryKey, counter);
        }

        /** Reads the columns of a key, whose parts may have a length and an order. */
        private List<String> keyColumns() {
            List<String> names = new ArrayList<>();
            while (kind != Kind.END && !isSymbol("(")) {
                next();
            }
            next();
            while (kind != Kind.END && !isSymbol(")")) {
                if (kind == Kind.NAME || (kind == Kind.WORD && !isWord("ASC") && !isWord("DESC"))) {
                    names.add(token);
                }
                skip();
            }
            next();
            return names;
        }

        /** Reads the value behind a word and an equals sign. */
        private @Nullable String optionValue() {
            next();
            if (isSymbol("=")) {
                next();
            }
            String value = kind == Kind.END ? null : token;
            next();
            return value;
        }

        Column column(String name, @Nullable String tableCharset) {
            int typeStart = tokenStart;
            String typeWord = token;
            next();
            List<Long> numbers = new ArrayList<>();
            List<String> members = new ArrayList<>();
            if (isSymbol("(")) {
                next();
                while (kind != Kind.END && !isSymbol(")")) {
                    if (kind == Kind.TEXT) {
                        members.add(token);
                    } else if (kind == Kind.WORD && Character.isDigit(token.charAt(0))) {
                        numbers.add(Long.parseLong(token));
                    }
                    next();
                }
                next();
            }
            boolean unsigned = false;
            while (kind == Kind.WORD && TYPE_FLAGS.contains(token.toUpperCase(Locale.ROOT))) {
                // ZEROFILL implies it
                unsigned |= !isWord("SIGNED") && !isWord("PRECISION");
                next();
            }
            String typeName = sql.substring(typeStart, lastEnd);
            Attributes attributes = new Attributes(tableCharset);
            while (kind != Kind.END && !isSymbol(",") && !isSymbol(")")) {
                attribute(attributes);
            }
            MySqlType type = MySqlType.of(
                    attributes.json ? "json" : typeWord,
                    numbers,
                    members,
                    unsigned,
                    attributes.charset,
                    attributes.collation,
                    attributes.srid);
            return new Column(
                    name,
                    typeName,
                    type,
                    !attributes.notNull,
                    attributes.hasDefault,
                    attributes.computedDefault,
                    attributes.numbered ? Numbering.BY_DEFAULT : Numbering.NONE,
                    attributes.generated,
                    attributes.visible,
                    attributes.defaultText,
                    attributes.versioned);
        }

        /** What is said of a column behind its type. */
        private static final class Attributes {
            @Nullable
            String charset;

            @Nullable
            String collation;

            long srid = -1;
            boolean notNull;
            boolean hasDefault;
            boolean computedDefault;
            boolean numbered;
            boolean generated;
            boolean visible = true;
            boolean json;
            boolean versioned;

            @Nullable
            String defaultText;

            Attributes(@Nullable String charset) {
                this.charset = charset;
            }
        }

        private void attribute(Attributes found) {
            if (kind != Kind.WORD) {
                skip();
                return;
            }
            switch (token.toUpperCase(Locale.ROOT)) {
                case "CHARACTER" -> {
                    next();
                    next();
                    found.charset = token;
                    next();
                }
                case "CHARSET" -> {
                    next();
                    found.charset = token;
                    next();
                }
                case "COLLATE" -> {
                    next();
                    found.collation = token;
                    next();
                }
                case "SRID" -> {
                    next();
                    found.srid = Long.parseLong(token);
                    next();
                }
                case "NOT" -> {
                    next();
                    found.notNull |= isWord("NULL");
                    next();
                }
                case "DEFAULT" -> {
                    next();
                    defaultValue(found);
                }
                case "ON" -> {
                    // UPDATE and an expression
                    next();
                    next();
                    next();
                    if (isSymbol("(")) {
                        skip();
                    }
                }
                case "AUTO_INCREMENT" -> {
                    found.numbered = true;
                    next();
                }
                case "GENERATED", "AS" -> {
                    found.generated = true;
                    next();
                }
                case "ROW" -> {
                    found.versioned = true;
                    next();
                }
                case "CHECK" -> {
                    // MariaDB has no type of its own for JSON
                    next();
                    found.json |= isSymbol("(") && sql.startsWith("json_valid(", at);
                    skip();
                }
                case "INVISIBLE" -> {
                    found.visible = false;
                    next();
                }
                case "COMMENT" -> {
                    next();
                    next();
                }
                default -> next();
            }
        }

        private void defaultValue(Attributes found) {
            int start = tokenStart;
            boolean isNull = isWord("NULL");
            boolean isExpression = isSymbol("(");
            // introducers of texts, such as _utf8mb4'…' and b'…', and signs
            boolean isIntroducer = kind == Kind.WORD && at < sql.length() && sql.charAt(at) == '\'';
            boolean isNumber = kind == Kind.WORD && Character.isDigit(token.charAt(0));
            boolean isSign = isSymbol("-");
            boolean isLiteral = kind == Kind.TEXT || isIntroducer || isNumber || isSign || isNull;
            found.hasDefault = !isNull;
            found.computedDefault = !isLiteral;
            skip();
            if (isIntroducer || isSign) {
                next();
            }
            if (isSymbol("(") && !isExpression) {
                skip();
            }
            found.defaultText = sql.substring(start, lastEnd);
        }

        /** Goes past a token, or past all that stands in parentheses. */
        private void skip() {
            if (isSymbol("(")) {
                skipParentheses();
            } else {
                next();
            }
        }

        private void skipParentheses() {
            int depth = 0;
            do {
                if (isSymbol("(")) {
                    depth++;
                } else if (isSymbol(")")) {
                    depth--;
                }
                next();
            } while (depth > 0 && kind != Kind.END);
        }

        private boolean isSymbol(String symbol) {
            return kind == Kind.SYMBOL && token.equals(symbol);
        }

        private boolean isWord(String word) {
            return kind == Kind.WORD && token.equalsIgnoreCase(word);
        }

        private void next() {
            lastEnd = at;
            skipBlanks();
            tokenStart = at;
            if (at >= sql.length()) {
                kind = Kind.END;
                token = "";
                return;
            }
            char c = sql.charAt(at);
            if (c == '`' || c == '"') {
                kind = Kind.NAME;
                token = quoted(c, false);
            } else if (c == '\'') {
                kind = Kind.TEXT;
                token = quoted(c, true);
            } else if (isWordPart(c)) {
                int end = at;
                while (end < sql.length() && isWordPart(sql.charAt(end))) {
                    end++;
                }
                kind = Kind.WORD;
                token = sql.substring(at, end);
                at = end;
            } else {
                kind = Kind.SYMBOL;
                token = String.valueOf(c);
                at++;
            }
        }

        private static boolean isWordPart(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '.';
        }

        /** Goes past blanks and past what begins and ends a comment whose text counts in some versions. */
        private void skipBlanks() {
            while (at < sql.length()) {
                if (Character.isWhitespace(sql.charAt(at))) {
                    at++;
                } else if (sql.startsWith("/*", at)) {
                    at += 2;
                    while (at < sql.length()
                            && (sql.charAt(at) == '!' || sql.charAt(at) == 'M' || isDigit(sql.charAt(at)))) {
                        at++;
                    }
                } else if (sql.startsWith("*/", at)) {
                    at += 2;
                } else {
                    return;
                }
            }
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private String quoted(char quote, boolean escapes) {
            StringBuilder text = new StringBuilder();
            at++;
            while (at < sql.length()) {
                char c = sql.charAt(at++);
                if (c == '\\' && escapes && at < sql.length()) {
                    text.append(unescaped(sql.charAt(at++)));
                } else if (c != quote) {
                    text.append(c);
                } else if (at < sql.length() && sql.charAt(at) == quote) {
                    text.append(c);
                    at++;
                } else {
                    break;
                }
            }
            return text.toString();
        }

        private static char unescaped(char c) {
            return switch (c) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case '0' -> '\0';
                case 'Z' -> '\u001A';
                case 'b' -> '\b';
                default -> c;
            };
        }
    }
}
