package dev.longshore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a load will do, as far as it is known before the first row. Its {@link #toString()} is a page for people. Immutable.
 *
 * @param provider the provider's name, for example {@code acme}
 * @param database what the database calls itself, with its version
 * @param table the table found
 * @param path the path that a load of many rows takes
 * @param shortPath the path that a load of at most {@code shortRows} rows takes; null if there is no separate one
 * @param shortRows up to how many rows {@code shortPath} is taken; 0 if there is none
 * @param refusedPaths faster paths that were considered, each with the reason why it can't be taken
 * @param columns the columns that are written, in the order of the mapping
 * @param transaction in which transaction the load will run
 * @param notes what else a reader should know: columns left out, triggers that fire, and the like
 */
public record LoadPlan(
        String provider,
        String database,
        TableName table,
        String path,
        @Nullable String shortPath,
        int shortRows,
        List<RefusedPath> refusedPaths,
        List<Column> columns,
        String transaction,
        List<String> notes) {

    /**
     * Makes a plan with copies of the lists.
     *
     * @param provider as {@link #provider()}
     * @param database as {@link #database()}
     * @param table as {@link #table()}
     * @param path as {@link #path()}
     * @param shortPath as {@link #shortPath()}
     * @param shortRows as {@link #shortRows()}
     * @param refusedPaths as {@link #refusedPaths()}
     * @param columns as {@link #columns()}
     * @param transaction as {@link #transaction()}
     * @param notes as {@link #notes()}
     */
    public LoadPlan {
        refusedPaths = List.copyOf(refusedPaths);
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }

    /**
     * A column that the load writes.
     *
     * @param source the record component, property, key or mapped name that gives the value
     * @param javaType the value's declared Java type; null where only each value tells
     * @param column the column's name as the database has it
     * @param type the column's type as the database prints it
     */
    public record Column(String source, @Nullable String javaType, String column, String type) {}

    @Override
    public String toString() {
        StringBuilder page = new StringBuilder();
        page.append("load into ").append(table).append(" (").append(database).append(")\n");
        page.append("  path         ").append(path).append('\n');
        if (shortPath != null) {
            page.append("  short loads  up to ")
                    .append(shortRows)
                    .append(" rows: ")
                    .append(shortPath);
            page.append(" in one statement\n");
        }
        for (RefusedPath refused : refusedPaths) {
            page.append("  not taken    ").append(refused).append('\n');
        }
        page.append("  transaction  ").append(transaction).append('\n');
        for (Column column : columns) {
            page.append("  column       ").append(column.column()).append(' ').append(column.type());
            page.append(" from ").append(column.source());
            if (column.javaType() != null) {
                page.append(" (").append(column.javaType()).append(')');
            }
            page.append('\n');
        }
        for (String note : notes) {
            page.append("  note         ").append(note).append('\n');
        }
        return page.toString();
    }
}
