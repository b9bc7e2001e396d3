package dev.longshore.sqlite;

import dev.longshore.TableName;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table, view or virtual table of SQLite with what only this provider asks about. Immutable, but for a hint. */
final class SqliteTable extends TargetTable {
    private final Map<String, Affinity> affinities;
    private final List<TargetColumn> keyColumns;
    private final Traits traits;
    private volatile @Nullable InsertText lastInsert;

    /**
     * How a table differs from a plain one.
     *
     * @param view whether it is a view, whose triggers take the rows
     * @param virtual whether it is a virtual table
     * @param strict whether it is STRICT
     * @param rowidAlias the column that is the rowid, which the database numbers; null if there is none
     * @param rowKey the columns, quoted, that tell any row from the others: the rowid, else the primary key; empty if there are none
     * @param sequenceTable where the last number is kept of a table that never gives one again; null for other tables
     * @param hasTriggers whether triggers fire for inserted rows
     * @param skipCause what may leave rows out without an error; null if nothing
     * @param partialCause what may keep some rows of a statement that failed outside a transaction; null if nothing
     */
    record Traits(
            boolean view,
            boolean virtual,
            boolean strict,
            @Nullable String rowidAlias,
            List<String> rowKey,
            @Nullable String sequenceTable,
            boolean hasTriggers,
            @Nullable String skipCause,
            @Nullable String partialCause) {}

    SqliteTable(
            TableName name,
            String sqlName,
            List<TargetColumn> columns,
            List<TargetColumn> keyColumns,
            Map<String, Affinity> affinities,
            Traits traits,
            List<String> notes) {
        super(name, sqlName, columns, notes);
        this.keyColumns = List.copyOf(keyColumns);
        this.affinities = Map.copyOf(affinities);
        this.traits = traits;
    }

    @Override
    public List<TargetColumn> keyColumns() {
        return keyColumns;
    }

    Traits traits() {
        return traits;
    }

    Affinity affinity(TargetColumn column) {
        return affinities.getOrDefault(column.name(), Affinity.NONE);
    }

    /** The text of the INSERT statement made last for this table; a hint that may be replaced at any time. */
    @Nullable
    InsertText lastInsert() {
        return lastInsert;
    }

    void lastInsert(InsertText made) {
        lastInsert = made;
    }

    boolean view() {
        return traits.view();
    }

    boolean strict() {
        return traits.strict();
    }

    @Nullable
    String rowidAlias() {
        return traits.rowidAlias();
    }

    @Nullable
    String skipCause() {
        return traits.skipCause();
    }

    @Nullable
    String partialCause() {
        return traits.partialCause();
    }
}
