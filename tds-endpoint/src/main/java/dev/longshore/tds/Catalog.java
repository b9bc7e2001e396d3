package dev.longshore.tds;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions for the columns of a table. What is asked for is seen by the names that the query gives its results; one
 * that is not known here is an error, so that a query can't silently get nothing.
 */
final class Catalog {
    private static final Pattern ALIAS = Pattern.compile("\\bas ([a-z_]+)(?=\\s*(?:,|from\\b))");

    private Catalog() {}

    /** The names of the results, in their order: those in the outermost list. */
    static List<String> aliases(String sql) {
        StringBuilder outer = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (depth == 0) {
                outer.append(c);
            }
        }
        List<String> aliases = new ArrayList<>();
        Matcher matcher = ALIAS.matcher(outer);
        while (matcher.find()) {
            aliases.add(matcher.group(1));
        }
        return aliases;
    }

    /** A row for each column; one row without a column for a synonym; none if there is no table. */
    static List<List<@Nullable Object>> describe(List<String> aliases, @Nullable TdsTable table, boolean babelfish)
            throws SqlError {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (aliases.equals(List.of("hint_column", "hint_descending"))) {
            if (table != null) {
                table.clusteredBy().forEach(column -> rows.add(List.of(column, 0)));
            }
        } else if (table != null && table.columns().isEmpty()) {
            rows.add(row(aliases, table, null, babelfish));
        } else if (table != null) {
            for (TdsColumn column : table.columns()) {
                rows.add(row(aliases, table, column, babelfish));
            }
        }
        return rows;
    }

    private static List<@Nullable Object> row(
            List<String> aliases, TdsTable table, @Nullable TdsColumn column, boolean babelfish) throws SqlError {
        List<@Nullable Object> row = new ArrayList<>();
        for (String alias : aliases) {
            row.add(
                    alias.startsWith("column_")
                            ? (column == null ? null : ofColumn(alias, table, column))
                            : ofTable(alias, table, babelfish));
        }
        return row;
    }

    private static @Nullable Object ofTable(String alias, TdsTable table, boolean babelfish) throws SqlError {
        return switch (alias) {
            case "object_id" -> table.id();
            case "schema_name" -> table.schema();
            case "table_name" -> table.name();
            case "after_trigger" -> table.afterTrigger();
            case "instead_trigger" -> table.insteadTrigger();
            case "skipping_index" -> table.skippingIndex();
            // the current database has no table of the same number
            case "namesake" -> 0;
            case "foreign_keys" -> table.refers() ? 1 : 0;
            case "babelfish" -> babelfish ? "4.4.0" : null;
            case "edition" -> 3;
            default -> throw unknown(alias);
        };
    }

    private static @Nullable Object ofColumn(String alias, TdsTable table, TdsColumn column) throws SqlError {
        return switch (alias) {
            case "column_name" -> column.name();
            case "column_type" -> column.base();
            case "column_length" -> column.maxLength();
            case "column_precision" -> column.precision();
            case "column_scale" -> column.scale();
            case "column_nullable" -> bit(column.nullable());
            case "column_identity" -> bit(column.identity());
            case "column_computed" -> bit(column.computed());
            case "column_hidden" -> bit(column.hidden());
            case "column_period" -> bit(column.hidden());
            case "column_encrypted" -> 0;
            case "column_default" -> bit(column.hasDefault());
            // a primary key makes the clustered index, unless it is told otherwise
            case "column_key" ->
                table.clusteredBy().contains(column.name())
                        ? table.clusteredBy().indexOf(column.name()) + 1
                        : null;
            case "column_collation" -> column.isText() ? "SQL_Latin1_General_CP1_CI_AS" : null;
            case "column_code_page" -> column.isText() ? column.codePage() : null;
            default -> throw unknown(alias);
        };
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    private static SqlError unknown(String alias) {
        return new SqlError(207, "The endpoint's catalog has no answer for '" + alias + "'.");
    }

    /** The driver's own query of a table's columns, which knows those of the current database only. */
    static List<List<@Nullable Object>> driverColumns(@Nullable TdsTable table) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (table != null) {
            for (TdsColumn column : table.columns()) {
                List<@Nullable Object> row = new ArrayList<>();
                row.add(column.collationName());
                row.add(bit(column.computed()));
                rows.add(row);
            }
        }
        return rows;
    }

    static String lower(String sql) {
        return sql.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
