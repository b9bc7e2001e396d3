package dev.longshore.sqlserver;

import dev.longshore.TableName;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table with what only this provider needs. Immutable and thread-safe. */
final class SqlServerTable extends TargetTable {
    private final Map<String, MsType> types;
    private final List<TargetColumn> keyColumns;
    private final Traits traits;

    /**
     * How a table differs from a plain one.
     *
     * @param isView whether it is a view
     * @param afterTrigger the name of a trigger that fires after an INSERT; null if there is none
     * @param insteadTrigger the name of a trigger that replaces the INSERT; null if there is none
     * @param hasForeignKeys whether it refers to other tables
     * @param skippingIndex the name of an index with IGNORE_DUP_KEY; null if there is none
     * @param misread columns that the driver's bulk copy would not find; see {@link SchemaReader}
     * @param encrypted columns under Always Encrypted
     * @param isBabelfish whether the server is Babelfish
     */
    record Traits(
            boolean isView,
            @Nullable String afterTrigger,
            @Nullable String insteadTrigger,
            boolean hasForeignKeys,
            @Nullable String skippingIndex,
            List<String> misread,
            List<String> encrypted,
            boolean isBabelfish) {}

    SqlServerTable(
            TableName name,
            String sqlName,
            List<TargetColumn> columns,
            List<TargetColumn> keyColumns,
            Map<String, MsType> types,
            Traits traits,
            List<String> notes) {
        super(name, sqlName, columns, notes);
        this.keyColumns = List.copyOf(keyColumns);
        this.types = Map.copyOf(types);
        this.traits = traits;
    }

    MsType type(TargetColumn column) {
        MsType type = types.get(column.name());
        if (type == null) {
            throw new IllegalArgumentException("not a column of this table: " + column.name());
        }
        return type;
    }

    @Override
    public List<TargetColumn> keyColumns() {
        return keyColumns.isEmpty() ? super.keyColumns() : keyColumns;
    }

    /** The primary key, empty if there is none. */
    List<TargetColumn> primaryKey() {
        return keyColumns;
    }

    /** The name by which functions of the server find the table. */
    String lookupName() {
        return name().parts().get(name().parts().size() - 1).startsWith("#") ? "tempdb.." + sqlName() : sqlName();
    }

    /** Whether a trigger fires, so that an INSERT is more than one statement. */
    boolean hasTriggers() {
        return traits.afterTrigger() != null || traits.insteadTrigger() != null;
    }

    Traits traits() {
        return traits;
    }
}
