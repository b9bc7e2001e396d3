package dev.longshore.spi;

import dev.longshore.TableName;
import java.util.List;

/**
 * The live table as read once before a load. A provider may extend it to carry what only it needs; the engine hands the
 * same object back in {@link LoadRequest#table()}. Immutable and thread-safe, subclasses too, since it may be cached.
 */
public class TargetTable {
    private final TableName name;
    private final String sqlName;
    private final List<TargetColumn> columns;
    private final List<String> notes;

    /**
     * Makes a description.
     *
     * @param name the name, spelt as stored, with as many parts as the caller gave
     * @param sqlName the name as it is written in SQL, quoted
     * @param columns the columns in the table's order, generated ones included
     * @param notes what a plan should tell: triggers that fire, a view behind the name, and the like
     */
    public TargetTable(TableName name, String sqlName, List<TargetColumn> columns, List<String> notes) {
        this.name = name;
        this.sqlName = sqlName;
        this.columns = List.copyOf(columns);
        this.notes = List.copyOf(notes);
    }

    /**
     * Returns the name, spelt as stored.
     *
     * @return the name
     */
    public final TableName name() {
        return name;
    }

    /**
     * Returns the name as it is written in SQL.
     *
     * @return the quoted name
     */
    public final String sqlName() {
        return sqlName;
    }

    /**
     * Returns the columns in the table's order.
     *
     * @return the columns, generated ones included
     */
    public final List<TargetColumn> columns() {
        return columns;
    }

    /**
     * Says whether an INSERT that names no columns brings a value for a column. Rows that come as arrays without
     * {@code columns(…)} have values for just these.
     *
     * @param column one of the columns
     * @return by default true for all that are not generated
     */
    public boolean positional(TargetColumn column) {
        return !column.generated();
    }

    /**
     * Says whether rows that were written can be undone. Where they can't, no row is rejected, and no batch committed by itself or tried
     * again.
     *
     * @return by default true
     */
    public boolean transactional() {
        return true;
    }

    /**
     * Returns the columns that tell the table's rows apart, which a load gives back unless the caller names others.
     *
     * @return the primary key; by default, for a provider that does not know it, the columns that the database numbers
     */
    public List<TargetColumn> keyColumns() {
        return columns.stream()
                .filter(column -> column.numbering() != Numbering.NONE)
                .toList();
    }

    /**
     * Returns what a plan should tell about the table.
     *
     * @return sentences for people
     */
    public final List<String> notes() {
        return notes;
    }
}
